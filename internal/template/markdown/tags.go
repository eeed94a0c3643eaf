package markdown

import "strings"

// tag is a tag, or other markup, in HTML.
type tag struct {
	name    string // in lower case; "" for comments, declarations, and instructions
	start   int    // position of its "<"
	closing bool   // </x>
	empty   bool   // <x/>
}

// tagReader reads the tags of HTML one after the other, without building a tree. A "<" that cannot start a tag, as in
// "I <3 you", is text.
type tagReader struct {
	html  string
	at    int // position after the last tag
	limit int // tags that start before it are read; a tag that does not end before it ends at it
}

// next returns the next tag; false if there is none.
func (r *tagReader) next() (t tag, ok bool) {
	for {
		i := strings.IndexByte(r.html[r.at:r.limit], '<')
		if i < 0 || r.at+i+1 >= r.limit {
			r.at = r.limit
			return tag{}, false
		}
		t.start = r.at + i
		r.at = t.start + 1
		switch rest := r.html[r.at:r.limit]; {
		case strings.HasPrefix(rest, "!--"):
			r.at += len("!--")
			r.skip("-->")
			return t, true
		case strings.HasPrefix(rest, "![CDATA["):
			r.skip("]]>")
			return t, true
		case rest[0] == '!', rest[0] == '?', rest[0] == '/' && len(rest) > 1 && !isASCIILetter(rest[1]):
			r.at++
			r.skip(">")
			return t, true
		case rest[0] == '/':
			t.closing = true
			r.at++
		case !isASCIILetter(rest[0]):
			continue
		}
		r.tag(&t)
		return t, true
	}
}

// tag reads the name and skips the attributes. A ">" in a quoted value does not end the tag.
func (r *tagReader) tag(t *tag) {
	start := r.at
	for r.at < r.limit && !endsName(r.html[r.at]) {
		r.at++
	}
	t.name = strings.ToLower(r.html[start:r.at])
	for r.at < r.limit {
		c := r.html[r.at]
		r.at++
		switch c {
		case '>':
			return
		case '/':
			t.empty = !t.closing && r.at < r.limit && r.html[r.at] == '>'
		case '=':
			for r.at < r.limit && strings.IndexByte(" \t\n\r\f", r.html[r.at]) >= 0 {
				r.at++
			}
			if r.at < r.limit && (r.html[r.at] == '"' || r.html[r.at] == '\'') {
				quote := r.html[r.at : r.at+1]
				r.at++
				r.skip(quote)
			}
		}
	}
}

func endsName(c byte) bool { return strings.IndexByte(" \t\n\r\f/>", c) >= 0 }

// skip moves after the next occurrence of end.
func (r *tagReader) skip(end string) {
	if i := strings.Index(r.html[r.at:r.limit], end); i >= 0 {
		r.at += i + len(end)
	} else {
		r.at = r.limit
	}
}

// skipRaw moves to the end tag of an element in which nothing is markup.
func (r *tagReader) skipRaw(name string) {
	for {
		r.skip("</")
		rest := r.html[r.at:r.limit]
		if rest == "" {
			return
		}
		if len(rest) > len(name) && strings.EqualFold(rest[:len(name)], name) && endsName(rest[len(name)]) {
			r.at -= len("</")
			return
		}
	}
}

// balanced moves the end of the beginning of HTML forward until no element is open.
func balanced(html string, end int) int {
	if end >= len(html) {
		return end
	}
	o := opened{tagReader: tagReader{html: html, limit: end}, count: make(map[string]int)}
	for o.read() {
	}
	o.limit = len(html)
	for len(o.names) > 0 {
		if !o.read() {
			return end
		}
		if len(o.names) == 0 {
			return o.at
		}
	}
	return end
}

// opened reads tags, and has the elements that are open after them.
type opened struct {
	tagReader
	names []string
	count map[string]int // of each name in names
}

// read reads a tag; false if there is none.
func (o *opened) read() bool {
	t, ok := o.next()
	switch {
	case t.name == "", t.empty:
	case t.closing:
		for o.count[t.name] > 0 {
			last := o.names[len(o.names)-1]
			o.names = o.names[:len(o.names)-1]
			o.count[last]--
			if last == t.name {
				break
			}
		}
	default:
		o.enter(t.name)
	}
	return ok
}

func (o *opened) enter(name string) {
	switch name {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr":
		return
	case "script", "style", "textarea", "title", "iframe", "xmp", "noembed", "noframes":
		o.skipRaw(name)
	}
	o.names = append(o.names, name)
	o.count[name]++
}
