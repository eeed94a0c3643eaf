package html

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
)

// Portable returns a fragment of the page at base as it can be read elsewhere (rule B7): every address
// in it is absolute, links to a place on the page lead to that page, and what feed readers refuse is
// gone: scripts, styles, forms, event handlers, script addresses, comments. An embedded frame becomes
// a link to what it shows. The text stays as it is.
func Portable(fragment string, base *url.URL) string {
	if simple(fragment) {
		return fragment
	}
	p := portable{z: html.NewTokenizer(strings.NewReader(fragment)), base: base}
	p.out.Grow(len(fragment) + len(fragment)/8)
	for {
		switch kind := p.z.Next(); kind {
		case html.ErrorToken:
			return p.out.String()
		case html.TextToken:
			switch {
			case p.skip != "":
			case p.noscript: // its content is text to the tokenizer, and markup to a reader
				p.out.WriteString(Portable(string(p.z.Raw()), base))
			default:
				p.out.Write(p.z.Raw())
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			p.start(kind == html.SelfClosingTagToken)
		case html.EndTagToken:
			p.end()
		}
	}
}

type portable struct {
	z     *html.Tokenizer
	base  *url.URL
	out   strings.Builder
	raw   []byte
	attrs []html.Attribute
	skip  string // the element that is left out with all it holds; "" outside of one
	depth int    // of skip in itself

	noscript bool // inside of such an element
}

// What happens to an element.
const (
	keep   = iota
	unwrap // only its tags go
	remove // it goes with all it holds
	empty  // it goes, and holds nothing
	frame  // it becomes a link to its src
)

// fate says what happens to an element by its name.
func fate(name string) int {
	switch name {
	case "script", "style", "template", "select", "textarea", "title", "datalist", "noembed", "noframes", "xmp", "plaintext":
		return remove
	case "form", "button", "label", "fieldset", "legend", "noscript", "object", "html", "head", "body", "frameset", "dialog":
		return unwrap
	case "input", "embed", "link", "meta", "base", "param", "applet", "keygen":
		return empty
	case "iframe", "frame":
		return frame
	}
	return keep
}

// simple reports whether a fragment holds nothing but text and bare tags that stay.
func simple(s string) bool {
	for {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			return true
		}
		s = strings.TrimPrefix(s[i+1:], "/")
		end := strings.IndexByte(s, '>')
		if end < 1 || end > 10 {
			return false
		}
		for j := range end {
			if c := s[j]; ('a' > c || c > 'z') && ('0' > c || c > '9') {
				return false
			}
		}
		if fate(s[:end]) != keep {
			return false
		}
		s = s[end+1:]
	}
}

func (p *portable) start(selfClosing bool) {
	p.raw = append(p.raw[:0], p.z.Raw()...) // before TagName, which works in place
	b, more := p.z.TagName()
	name := string(b)
	if p.skip != "" {
		if name == p.skip && !selfClosing {
			p.depth++
		}
		return
	}
	what := fate(name)
	p.noscript = name == "noscript" && !selfClosing
	changed := p.readAttrs(more)
	switch what {
	case remove:
		if !selfClosing {
			p.skip, p.depth = name, 1
		}
	case frame:
		p.link()
		if name == "iframe" && !selfClosing {
			p.skip, p.depth = name, 1
		}
	case keep:
		if !changed {
			p.out.Write(p.raw)
			return
		}
		p.out.WriteString("<" + name)
		for _, a := range p.attrs {
			p.out.WriteString(" " + a.Key + `="` + html.EscapeString(a.Val) + `"`)
		}
		if selfClosing {
			p.out.WriteString(" /")
		}
		p.out.WriteByte('>')
	}
}

func (p *portable) end() {
	raw := p.z.Raw()
	p.raw = append(p.raw[:0], raw...)
	b, _ := p.z.TagName()
	p.noscript = false
	if p.skip != "" {
		if string(b) == p.skip {
			if p.depth--; p.depth == 0 {
				p.skip = ""
			}
		}
		return
	}
	if fate(string(b)) == keep {
		p.out.Write(p.raw)
	}
}

// readAttrs fills p.attrs with the attributes that stay and reports whether any had to change.
func (p *portable) readAttrs(more bool) (changed bool) {
	p.attrs = p.attrs[:0]
	for more {
		var k, v []byte
		k, v, more = p.z.TagAttr()
		key, value := string(k), string(v)
		fixed, ok := value, true
		switch {
		case key == "style" || strings.HasPrefix(key, "on"):
			ok = false
		case key == "srcset" || key == "imagesrcset":
			fixed = p.srcset(value)
			ok = fixed != ""
		case isAddress(key):
			fixed, ok = p.absolute(value, key == "src" || key == "poster")
		}
		if !ok {
			changed = true
			continue
		}
		changed = changed || fixed != value
		p.attrs = append(p.attrs, html.Attribute{Key: key, Val: fixed})
	}
	return changed
}

// isAddress reports whether an attribute holds one address.
func isAddress(key string) bool {
	switch key {
	case "href", "src", "poster", "cite", "longdesc", "background", "xlink:href", "action", "formaction", "ping":
		return true
	}
	return false
}

// absolute resolves an address; it reports false for one that must not stay: what runs as a script, and
// data but that of an image.
func (p *portable) absolute(ref string, image bool) (string, bool) {
	ref = strings.TrimSpace(ref)
	scheme, rest, found := strings.Cut(ref, ":")
	if found && !strings.ContainsAny(scheme, "/?#") {
		scheme = strings.ToLower(strings.Map(func(r rune) rune { // browsers pass over these
			if r <= ' ' {
				return -1
			}
			return r
		}, scheme))
		switch scheme {
		case "http", "https", "mailto", "tel":
			return ref, true
		case "javascript", "vbscript", "file", "blob", "about":
			return "", false
		case "data":
			return ref, image && strings.HasPrefix(strings.ToLower(rest), "image/")
		}
	}
	u, err := p.base.Parse(ref)
	if err != nil {
		return "", false
	}
	return u.String(), true
}

// srcset resolves each address of a srcset: https://html.spec.whatwg.org/#parsing-a-srcset-attribute
func (p *portable) srcset(value string) string {
	var out []string
	for {
		value = strings.TrimLeft(value, " \t\n\f\r,")
		if value == "" {
			return strings.Join(out, ", ")
		}
		end := strings.IndexAny(value, " \t\n\f\r")
		if end < 0 {
			end = len(value)
		}
		ref, descriptor := value[:end], ""
		value = value[end:]
		if strings.HasSuffix(ref, ",") {
			ref = strings.TrimRight(ref, ",")
		} else {
			descriptor, value, _ = strings.Cut(value, ",")
			descriptor = strings.TrimSpace(descriptor)
		}
		if ref, ok := p.absolute(ref, true); ok {
			out = append(out, strings.TrimSpace(ref+" "+descriptor))
		}
	}
}

// link writes a link to what a frame shows.
func (p *portable) link() {
	title := ""
	for _, a := range p.attrs {
		if a.Key == "title" {
			title = a.Val
		}
	}
	for _, a := range p.attrs {
		if a.Key == "src" && strings.HasPrefix(a.Val, "http") {
			if title == "" {
				title = a.Val
			}
			p.out.WriteString(`<a href="` + html.EscapeString(a.Val) + `">` + html.EscapeString(title) + "</a>")
			return
		}
	}
}
