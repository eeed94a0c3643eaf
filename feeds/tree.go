package feeds

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// node is an element, or a text if it has no name.
type node struct {
	space, name string // namespace and local name
	attrs       []xml.Attr
	text        string // of a text
	kids        []*node
	line        int
	parent      *node
	after       int  // number of items before it
	hex         bool // for a text: it contains hexadecimal references, so it is plain text
}

// is reports whether n is the element with that namespace and name.
func (n *node) is(space, name string) bool { return n.name == name && n.space == space }

// attr returns the value of an attribute without a namespace.
func (n *node) attr(name string) string { return n.attrNS("", name) }

func (n *node) attrNS(space, name string) string {
	for _, a := range n.attrs {
		if a.Name.Local == name && a.Name.Space == space {
			return a.Value
		}
	}
	return ""
}

func (n *node) hasAttr(name string) bool {
	return slices.ContainsFunc(n.attrs, func(a xml.Attr) bool { return a.Name.Local == name && a.Name.Space == "" })
}

// value returns the text directly in n.
func (n *node) value() string {
	if len(n.kids) == 1 {
		return n.kids[0].text
	}
	var b strings.Builder
	for _, k := range n.kids {
		b.WriteString(k.text)
	}
	return b.String()
}

// plain reports whether n declares that it is plain text, as in the profile of RSS: by hexadecimal references.
func (n *node) plain() bool {
	return slices.ContainsFunc(n.kids, func(k *node) bool { return k.hex })
}

// trimmed returns value without surrounding white space.
func (n *node) trimmed() string { return strings.TrimSpace(n.value()) }

// find returns the first child of that name, or nil.
func (n *node) find(space, name string) *node {
	for _, k := range n.kids {
		if k.is(space, name) {
			return k
		}
	}
	return nil
}

// get returns the text of the first child of that name.
func (n *node) get(space, name string) string {
	if k := n.find(space, name); k != nil {
		return k.trimmed()
	}
	return ""
}

// deepText returns the text of n and everything in it.
func (n *node) deepText() string {
	var b strings.Builder
	n.walk(func(k *node) { b.WriteString(k.text) })
	return b.String()
}

// walk calls f with n and everything in it, in the order of the document.
func (n *node) walk(f func(*node)) {
	f(n)
	for _, k := range n.kids {
		k.walk(f)
	}
}

// base returns the URLs to which relative URLs in n are relative: xml:base of n and of the elements around it.
func (n *node) base() (out []string) {
	for ; n != nil; n = n.parent {
		if b := n.attrNS(nsXML, "base"); b != "" {
			out = append(out, b)
		}
	}
	return out
}

// The namespaces of RSS 1.0 and 0.90, whose elements have no namespace in RSS 2.0.
const (
	nsRDF   = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	nsRSS10 = "http://purl.org/rss/1.0/"
	nsRSS09 = "http://my.netscape.com/rdf/simple/0.9/"
	nsRSS20 = "http://backend.userland.com/rss2"
)

// tree parses an XML document. It passes items to a function when they end, and drops them; it returns the rest
// as the root.
type tree struct {
	d        *xml.Decoder
	data     []byte
	strict   bool // report what a lenient reader forgives
	report   reporter
	item     func(*node) error
	declared []map[string]string // namespaces by prefix, for each open element
	nodes    int
	items    int
	root     *node
}

// parseXML parses data, which must be UTF-8. With strict, it reports a document that is not well-formed and
// stops; without, it reads as much as possible.
func parseXML(data []byte, strict bool, report reporter, item func(*node) error) (*node, error) {
	if err := tooManyAttrs(data); err != nil {
		return nil, err
	}
	t := &tree{strict: strict, report: report, item: item}
	if !strict {
		data = stripIllegal(data, report)
		data = bytes.TrimLeft(data, " \r\n\t")
	}
	t.data = data
	t.d = xml.NewDecoder(bytes.NewReader(data))
	t.d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // already converted to UTF-8
	t.d.Strict = strict
	if !strict {
		t.d.Entity = xml.HTMLEntity
	}
	err := t.read()
	if t.root == nil && err == nil {
		err = wrong("E1", "document", "", "it has no root element", 0)
	}
	return t.root, err
}

func (t *tree) read() error {
	var at *node
	depth := 0
	for {
		line, _ := t.d.InputPos()
		from := t.d.InputOffset()
		tok, err := t.d.Token()
		if err == io.EOF {
			if at != nil && t.strict {
				return wrong("E1", at.name, "", "it is not closed", line)
			}
			return nil
		}
		if err != nil {
			if !t.strict && at != nil {
				return t.unfinished(at) // return what was read
			}
			return wrong("E1", "document", "", strings.TrimPrefix(err.Error(), "XML syntax error "), line)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			if depth++; depth > maxNesting {
				return fmt.Errorf("read feed: line %d: more than %d elements in each other", line, maxNesting)
			}
			n := &node{space: tok.Name.Space, name: tok.Name.Local, attrs: tok.Attr, line: line, parent: at, after: t.items}
			t.scope(n)
			n.space = t.space(n)
			if err := t.add(at, n); err != nil {
				return err
			}
			at = n
		case xml.EndElement:
			depth--
			t.declared = t.declared[:len(t.declared)-1]
			n := at
			at = at.parent
			if isItem(n) {
				if err := t.itemEnds(n, at); err != nil {
					return err
				}
			}
		case xml.CharData:
			if at == nil {
				if t.strict && len(bytes.TrimSpace(tok)) > 0 {
					return wrong("E1", "document", "", "text outside of the root element", line)
				}
				continue
			}
			if err := t.add(at, &node{
				text: string(tok), line: line,
				hex: bytes.Contains(t.data[from:t.d.InputOffset()], []byte("&#x")),
			}); err != nil {
				return err
			}
		case xml.Directive:
			switch {
			case !t.strict:
			case isRSS091(string(tok)) && bytes.Contains(tok, []byte("netscape.com/")):
				t.d.Entity = latin1()
				t.report(wrong("E4", "document", firstWords(string(tok)),
					"this DTD is gone: it is https://www.rssboard.org/rss-0.91.dtd", line))
			case isRSS091(string(tok)):
				t.d.Entity = latin1()
				t.report(unwise("E4", "document", firstWords(string(tok)), "the DTD of RSS 0.91; readers know few of its entities",
					line))
			default:
				t.report(wrong("E4", "document", firstWords(string(tok)), "", line))
			}
		}
	}
}

// isRSS091 reports whether a document type is exactly that of RSS 0.91
// (https://www.rssboard.org/rss-0-9-1-netscape).
func isRSS091(doctype string) bool {
	return strings.HasPrefix(doctype, "DOCTYPE rss ") &&
		strings.Contains(doctype, `"-//Netscape Communications//DTD RSS 0.91//EN"`) && !strings.Contains(doctype, "[")
}

// latin1 returns the entities that the DTD of RSS 0.91 declares: those of HTML 2 for the characters of ISO
// 8859-1.
func latin1() map[string]string {
	out := map[string]string{}
	for name, text := range xml.HTMLEntity {
		if r, _ := utf8.DecodeRuneInString(text); r >= 0xA0 && r <= 0xFF {
			out[name] = text
		}
	}
	return out
}

// space returns the effective namespace of n: the elements of RSS have none in any version, and a lenient
// reader knows the common prefixes without declarations.
func (t *tree) space(n *node) string {
	switch n.space {
	case nsRSS10, nsRSS09, nsRSS20:
		return ""
	}
	if !t.strict {
		switch n.space {
		case "atom":
			return nsAtom
		case "content":
			return nsContent
		case "dc":
			return nsDC
		case "media":
			return nsMedia
		case "fh":
			return nsHistory
		}
	}
	return n.space
}

// unfinished passes on the item at which the document ends, if it already has an ID.
func (t *tree) unfinished(at *node) error {
	for n := at; n != nil; n = n.parent {
		if isItem(n) {
			return t.itemEnds(n, n.parent)
		}
	}
	return nil
}

func (t *tree) itemEnds(n, parent *node) error {
	if parent != nil && len(parent.kids) > 0 && parent.kids[len(parent.kids)-1] == n {
		parent.kids = parent.kids[:len(parent.kids)-1]
	}
	t.items++
	t.nodes = 0
	return t.item(n)
}

// isItem reports whether n is an item of the feed.
func isItem(n *node) bool {
	if n == nil || n.parent == nil {
		return false
	}
	switch n.name {
	case "item":
		return n.parent.name == "channel" || n.parent.name == "RDF" || n.parent.name == "rss"
	case "entry":
		return n.parent.name == "feed" && n.parent.parent == nil
	}
	return false
}

func (t *tree) add(parent, n *node) error {
	if t.nodes++; t.nodes > maxNodes {
		return fmt.Errorf("read feed: line %d: more than %d elements in one item", n.line, maxNodes)
	}
	switch {
	case parent != nil:
		parent.kids = append(parent.kids, n)
	case t.root == nil:
		t.root = n
	case t.strict:
		return wrong("E1", n.name, "", "a second root element", n.line)
	}
	return nil
}

// scope records the namespaces that n declares, and reports names with undeclared prefixes (rule E2) and
// repeated attributes.
func (t *tree) scope(n *node) {
	var own map[string]string
	for i, a := range n.attrs {
		switch {
		case a.Name.Space == "xmlns":
			if own == nil {
				own = map[string]string{}
			}
			own[a.Name.Local] = a.Value
		case a.Name.Space == "" && a.Name.Local == "xmlns":
			if own == nil {
				own = map[string]string{}
			}
			own[""] = a.Value
		}
		if !t.strict {
			continue
		}
		for _, b := range n.attrs[:i] {
			if a.Name == b.Name {
				t.report(wrong("E1", a.Name.Local, a.Value, "an attribute appears twice", n.line))
			}
		}
	}
	t.declared = append(t.declared, own)
	if !t.strict {
		return
	}
	t.known(n.space, n.name, n.line)
	for _, a := range n.attrs {
		if a.Name.Space != "xmlns" {
			t.known(a.Name.Space, a.Name.Local, n.line)
		}
	}
}

// known reports a name with an undeclared prefix, which the parser returns as its namespace.
func (t *tree) known(space, name string, line int) {
	if space == "" || space == nsXML {
		return
	}
	for i := len(t.declared) - 1; i >= 0; i-- {
		for _, url := range t.declared[i] {
			if url == space {
				return
			}
		}
	}
	t.report(wrong("E2", space+":"+name, space, "the prefix is not declared", line))
}
