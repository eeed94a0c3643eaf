package html

import (
	"bytes"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Elements collects the names that pages use: names of elements, classes, and IDs. Tools that remove unused
// rules from style sheets read them. As in Hugo, the contents of pre, textarea, script, and style are ignored.
type Elements struct {
	Tags, Classes, IDs map[string]bool
	seen               map[string]bool // start tags as written; most of them occur on many pages
}

// Add adds the names in a page.
func (e *Elements) Add(doc []byte) {
	if e.Tags == nil {
		e.Tags, e.Classes, e.IDs = make(map[string]bool), make(map[string]bool), make(map[string]bool)
		e.seen = make(map[string]bool)
	}
	for {
		i := bytes.IndexByte(doc, '<')
		if i < 0 {
			return
		}
		name, tag, rest := startTag(doc[i:])
		if rest == nil {
			return
		}
		doc = rest
		if tag != nil && !e.seen[string(tag)] {
			e.seen[string(tag)] = true
			e.tag(tag)
		}
		if tag != nil && verbatim.Match(name) {
			doc = afterEnd(doc, name)
		}
	}
}

// verbatim matches the names of elements whose contents are ignored.
var verbatim = regexp.MustCompile(`^(?i:pre|textarea|script|style)[^/]*$`)

// startTag splits a text that begins with "<" after the start tag. tag is nil if the text does not begin with
// one; rest is nil at the end.
func startTag(doc []byte) (name, tag, rest []byte) {
	if bytes.HasPrefix(doc, []byte("<!--")) {
		_, rest, _ = bytes.Cut(doc[len("<!--"):], []byte("-->"))
		return nil, nil, rest
	}
	end := bytes.IndexAny(doc, "> \t\n\r\f")
	if end < 0 {
		return nil, nil, nil
	}
	if end < 2 || !isLetter(doc[1]) {
		return nil, nil, doc[1:]
	}
	var quote byte
	for i := end; i < len(doc); i++ {
		switch c := doc[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"', c == '\'':
			quote = c
		case c == '>':
			return doc[1:end], doc[:i+1], doc[i+1:]
		}
	}
	return nil, nil, nil
}

// afterEnd returns the text after the end tag of an element, or nothing if there is none.
func afterEnd(doc, name []byte) []byte {
	for {
		_, after, found := bytes.Cut(doc, []byte("</"))
		if !found {
			return nil
		}
		doc = after
		if len(doc) > len(name) && bytes.EqualFold(doc[:len(name)], name) {
			if rest := bytes.TrimLeft(doc[len(name):], " \t\r\n"); len(rest) > 0 && rest[0] == '>' {
				return rest[1:]
			}
		}
	}
}

// tag adds the names in a start tag.
func (e *Elements) tag(tag []byte) {
	z := html.NewTokenizer(bytes.NewReader(tag))
	if z.Next() == html.ErrorToken {
		return
	}
	name, more := z.TagName()
	e.Tags[string(name)] = true
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		e.attribute(string(key), string(value))
	}
}

// attribute adds the classes or IDs in an attribute. Alpine and Vue have classes in other attributes: as object
// keys and strings in scripts (:class), or as bare names (x-transition:enter).
func (e *Elements) attribute(key, value string) {
	switch {
	case key == "id":
		if id := strings.TrimSpace(value); id != "" {
			e.IDs[id] = true
		}
	case key == "class", strings.Contains(key, "transition"):
		e.classes(value)
	case strings.HasSuffix(key, ":class"):
		for _, m := range classInScript.FindAllStringSubmatch(value, -1) {
			for _, text := range m[1:] {
				e.classes(text)
			}
		}
	}
}

func (e *Elements) classes(text string) {
	for class := range strings.FieldsSeq(text) {
		e.Classes[class] = true
	}
}

// classInScript matches strings and object keys.
var classInScript = regexp.MustCompile("'([^']*)'|\"([^\"]*)\"|`([^`]*)`|([\\w-]+)\\s*:")

// JSON returns the names in the format of Hugo's hugo_stats.json (https://gohugo.io/configuration/build/),
// sorted; lists that are not requested are null.
func (e *Elements) JSON(tags, classes, ids bool) ([]byte, error) {
	list := func(wanted bool, names map[string]bool) []string {
		if !wanted {
			return nil
		}
		return append([]string{}, slices.Sorted(maps.Keys(names))...)
	}
	type elements struct {
		Tags    []string `json:"tags"`
		Classes []string `json:"classes"`
		IDs     []string `json:"ids"`
	}
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	w.SetIndent("", "  ")
	err := w.Encode(struct {
		Elements elements `json:"htmlElements"`
	}{elements{list(tags, e.Tags), list(classes, e.Classes), list(ids, e.IDs)}})
	return b.Bytes(), err
}
