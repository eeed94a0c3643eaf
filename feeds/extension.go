package feeds

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Namespace declares a prefix for elements that are not part of RSS or Atom.
type Namespace struct {
	Prefix string // "itunes"; a common prefix must have the namespace that readers expect // required
	URI    string // absolute IRI // required
}

// Element is an element of another namespace. It is written in RSS and Atom; JSON Feed has no place for it, and
// Read returns none. An element whose prefix is not in Feed.Namespaces is left out (rule E2).
type Element struct {
	Name     string // with its prefix: "itunes:duration" // required
	Attrs    []Attr
	Text     string    // plain text; ignored in an element with Children
	Children []Element // of any declared namespace
}

// Attr is an attribute of an Element.
type Attr struct {
	Name  string // "href" // required
	Value string
}

// ParseElements parses one or more elements: `<geo:lat>48.2</geo:lat>`, with prefixes that Feed.Namespaces
// declares. An error names the line. Comments are ignored; text is allowed only in elements without children.
func ParseElements(text string) ([]Element, error) {
	d := xml.NewDecoder(strings.NewReader(text))
	d.Strict = true
	elements, err := parseElements(d, "")
	if err == nil {
		return elements.Children, nil
	}
	line, _ := d.InputPos()
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		line, err = syntax.Line, errors.New(syntax.Msg)
	}
	return nil, fmt.Errorf("line %d: %w", line, err)
}

// parseElements reads the contents of an element up to its end, or up to the end of the text if name is "".
func parseElements(d *xml.Decoder, name string) (e Element, err error) {
	for {
		token, err := d.RawToken()
		switch {
		case err == io.EOF && name == "":
			return e, e.mixed()
		case err == io.EOF:
			return e, fmt.Errorf("element <%s> is not closed", name)
		case err != nil:
			return e, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			child, err := parseElement(d, t)
			if err != nil {
				return e, err
			}
			e.Children = append(e.Children, child)
		case xml.EndElement:
			if end := prefixed(t.Name); end != name {
				return e, fmt.Errorf("element <%s> is closed by </%s>", name, end)
			}
			return e, e.mixed()
		case xml.CharData:
			e.Text += string(t)
		case xml.ProcInst, xml.Directive:
			return e, errors.New("only elements are allowed here")
		}
		if name == "" && strings.TrimSpace(e.Text) != "" {
			return e, fmt.Errorf("text %q is outside of all elements", firstWords(strings.TrimSpace(e.Text)))
		}
	}
}

func parseElement(d *xml.Decoder, start xml.StartElement) (Element, error) {
	name := prefixed(start.Name)
	e, err := parseElements(d, name)
	e.Name = name
	for _, a := range start.Attr {
		if a.Name.Local == "xmlns" || a.Name.Space == "xmlns" {
			return e, fmt.Errorf("element <%s> declares a namespace: declare it in the settings of the feed", name)
		}
		e.Attrs = append(e.Attrs, Attr{prefixed(a.Name), a.Value})
	}
	return e, err
}

// mixed removes the white space between elements; other text there is an error.
func (e *Element) mixed() error {
	if len(e.Children) == 0 {
		return nil
	}
	if text := strings.TrimSpace(e.Text); text != "" {
		return fmt.Errorf("text %q is next to elements", firstWords(text))
	}
	e.Text = ""
	return nil
}

func prefixed(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}

// Usable reports whether the prefix is valid, neither reserved by XML nor associated with another namespace by
// readers, and whether the URI is absolute.
func (n Namespace) Usable() bool {
	usual := usual[n.Prefix]
	return isName(n.Prefix) && !strings.HasPrefix(strings.ToLower(n.Prefix), "xml") && isIRI(n.URI) &&
		(usual == "" || usual == n.URI)
}

// declare writes the declarations of the feed's namespaces, except those that the format declares.
func (w *Writer) declare(own map[string]string) error {
	if f := w.feed; f.Paging.Complete || f.Paging.Archive {
		own["fh"] = nsHistory
	}
	w.prefixes = map[string]bool{}
	for prefix := range own {
		w.prefixes[prefix] = true
	}
	var err error
	for _, n := range w.feed.Namespaces {
		if own[n.Prefix] == n.URI && n.URI != "" {
			continue
		}
		if w.prefixes[n.Prefix] || !n.Usable() {
			err = errors.Join(err, w.violate("E2", "xmlns:"+n.Prefix, n.URI))
			continue
		}
		w.prefixes[n.Prefix] = true
		err = errors.Join(err, w.attr("xmlns:"+n.Prefix, n.URI))
	}
	return err
}

// extensions writes elements of other namespaces.
func (w *Writer) extensions(list []Element) (err error) {
	for i := range list {
		err = errors.Join(err, w.extension(&list[i]))
	}
	return err
}

func (w *Writer) extension(e *Element) error {
	if !w.declared(e.Name) {
		return w.violate("E2", e.Name, e.Text)
	}
	w.put("<" + e.Name)
	var err error
	for _, a := range e.Attrs {
		if !isName(a.Name) && !w.declared(a.Name) && !strings.HasPrefix(a.Name, "xml:") {
			err = errors.Join(err, w.violate("E2", a.Name, a.Value))
			continue
		}
		err = errors.Join(err, w.attr(a.Name, a.Value))
	}
	switch {
	case len(e.Children) > 0:
		w.put(">\n")
		err = errors.Join(err, w.extensions(e.Children))
		w.close(e.Name)
	case e.Text != "":
		w.put(">")
		err = errors.Join(err, w.text(e.Name, e.Text))
		w.close(e.Name)
	default:
		w.put("/>\n")
	}
	return err
}

// declared reports whether a name has a prefix of the feed, and is not an element of the format.
func (w *Writer) declared(name string) bool {
	prefix, local, ok := strings.Cut(name, ":")
	return ok && w.prefixes[prefix] && isName(local)
}

// isName reports whether s is a name without a prefix, of letters that all XML parsers accept.
func isName(s string) bool {
	for i, r := range s {
		if !(r == '_' || unicode.IsLetter(r) || i > 0 && (r == '-' || r == '.' || unicode.IsDigit(r))) {
			return false
		}
	}
	return s != ""
}
