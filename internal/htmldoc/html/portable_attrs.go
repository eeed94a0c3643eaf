package html

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// tag contains what the attributes of a start tag mean.
type tag struct {
	id, src, lazy, typ, data, title, tex string
	class                                string
	self                                 bool // its href leads to the page itself
	hidden, checked, open                bool
}

// staying are the attributes that are useful in a feed reader; all others are removed. id, class, and style are
// kept under conditions.
var staying = set(`abbr align alt border cellpadding cellspacing cite clear colspan controls coords datetime default dir
	download height href hreflang ismap kind label lang loop media muted poster rel reversed rowspan scope shape sizes
	span src srclang srcset start style title type usemap valign value width`)

// footnotes maps the classes of footnotes to those by which readers recognize them to show them in place:
// NetNewsWire expects the classes of MultiMarkdown.
var footnotes = map[string]string{
	"footnotes": "footnotes", "footnote-ref": "footnote footnote-ref",
	"footnote-backref": "reversefootnote footnote-backref",
}

// readAttrs sets p.attrs to the attributes that may stay, in order and without repetitions, and sets p.tag.
func (p *portable) readAttrs(more bool) {
	p.attrs, p.tag = p.attrs[:0], tag{}
	for more {
		var k, v []byte
		k, v, more = p.z.TagAttr()
		key, value := known(k), strings.Map(printable, string(v))
		p.note(key, value)
		if key == "class" {
			if value = usefulClass(value); value != "" {
				p.setAttr(key, value)
			}
			continue
		}
		if key == "id" || !staying[key] {
			continue
		}
		ok := true
		switch {
		case key == "style":
			value = p.style(value)
			ok = value != ""
		case key == "srcset":
			value = p.srcset(value)
			ok = value != ""
		case isAddress(key):
			value, ok = p.absolute(value, key == "src" || key == "poster")
		}
		if ok {
			p.setAttr(key, value)
		}
	}
}

// names are the names of elements and attributes that are kept.
var names = func() map[string]string {
	m := map[string]string{}
	for _, set := range []map[string]bool{readable, staying} {
		for name := range set {
			m[name] = name
		}
	}
	return m
}()

// endTags are the end tags of the elements that are kept, by name.
var endTags = func() map[string]string {
	m := map[string]string{}
	for name := range readable {
		m[name] = "</" + name + ">"
	}
	return m
}()

// known converts a name to a string, without allocating if the name is in names.
func known(name []byte) string {
	if s, ok := names[string(name)]; ok {
		return s
	}
	return string(name)
}

// printable drops control characters.
func printable(r rune) rune {
	if r < ' ' && r != '\n' && r != '\t' {
		return -1
	}
	return r
}

func (p *portable) setAttr(key, value string) {
	if p.attr(key) == nil {
		p.attrs = append(p.attrs, html.Attribute{Key: key, Val: value})
	}
}

func (p *portable) dropAttr(key string) {
	p.attrs = slices.DeleteFunc(p.attrs, func(a html.Attribute) bool { return a.Key == key })
}

func (p *portable) attr(key string) *html.Attribute {
	for i := range p.attrs {
		if p.attrs[i].Key == key {
			return &p.attrs[i]
		}
	}
	return nil
}

// note records what an attribute says about its element.
func (p *portable) note(key, value string) {
	first := func(into *string) {
		if *into == "" {
			*into = value
		}
	}
	switch key {
	case "id":
		first(&p.id)
	case "class":
		first(&p.class)
	case "src":
		first(&p.src)
	case "data-src", "data-lazy-src", "data-original":
		first(&p.lazy)
	case "type":
		first(&p.typ)
	case "data":
		first(&p.data)
	case "title", "aria-label":
		first(&p.tag.title)
	case "alttext":
		first(&p.tex)
	case "href":
		_, p.self = p.fragment(value)
	case "checked":
		p.checked = true
	case "open":
		p.tag.open = true
	case "hidden":
		p.hidden = p.hidden || value != "until-found"
	case "aria-hidden":
		p.hidden = p.hidden || strings.EqualFold(strings.TrimSpace(value), "true")
	case "style":
		p.hidden = p.hidden || strings.Contains(strings.ToLower(strings.Join(strings.Fields(value), "")), "display:none")
	}
}

// hasClass reports whether the element has one of these classes.
func (t *tag) hasClass(names map[string]bool) bool {
	for c := range strings.FieldsSeq(t.class) {
		if names[strings.ToLower(c)] {
			return true
		}
	}
	return false
}

// usefulClass returns the first class that feed readers understand, in their spelling.
func usefulClass(value string) string {
	for c := range strings.FieldsSeq(value) {
		if known := footnotes[c]; known != "" {
			return known
		}
		if strings.HasPrefix(c, "language-") {
			return c
		}
	}
	return ""
}

// isAddress reports whether the value of an attribute is one URL.
func isAddress(key string) bool {
	switch key {
	case "href", "src", "poster", "cite":
		return true
	}
	return false
}

// set returns the set of the words in a text.
func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// writeTag writes the current start tag.
func (p *portable) writeTag(name string) {
	p.dst = append(append(p.dst, '<'), name...)
	if p.id != "" {
		p.ids = append(p.ids, idMark{start: len(p.dst), id: p.id})
		p.writeAttr("id", p.id)
		p.ids[len(p.ids)-1].end = len(p.dst)
	}
	for _, a := range p.attrs {
		if a.Key == "class" && strings.HasPrefix(a.Val, "language-") && name != "code" {
			continue
		}
		if a.Key == "href" {
			if id, ok := p.fragment(a.Val); ok {
				p.links = append(p.links, linkMark{at: len(p.dst), id: id})
			}
		}
		p.writeAttr(a.Key, a.Val)
	}
	p.dst = append(p.dst, '>')
}

func (p *portable) writeAttr(key, value string) {
	p.dst = append(append(append(p.dst, ' '), key...), `="`...)
	for i := range len(value) {
		switch c := value[i]; c {
		case '&':
			p.dst = append(p.dst, "&amp;"...)
		case '<':
			p.dst = append(p.dst, "&lt;"...)
		case '"':
			p.dst = append(p.dst, "&#34;"...)
		case '\r':
			p.dst = append(p.dst, '\n')
		default:
			p.dst = append(p.dst, c)
		}
	}
	p.dst = append(p.dst, '"')
}
