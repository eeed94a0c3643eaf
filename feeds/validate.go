package feeds

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// ValidateOptions contains what is known about the document.
type ValidateOptions struct {
	MaxBytes int64     // a longer document is an error; 64 MiB by default
	Address  string    // the URL where the document is served, which its self link must equal; "" disables the check
	Now      time.Time // dates after it are reported; zero: none is
}

// Validate checks a document of RSS, Atom, or JSON Feed and returns its problems by line. The rules are those
// of RFC 4287 and RFC 5005, of RSS 2.0 with the profile of the RSS Advisory Board, of JSON Feed 1.1, and the
// warnings of feed validators; Rule describes each. Nothing is fetched. An error comes from reading.
func Validate(r io.Reader, o ValidateOptions) ([]Finding, error) {
	c := &checker{o: o, ids: map[string]int{}}
	data, err := readAll(r, o.MaxBytes, c.add)
	if err == nil {
		if isJSON(data) {
			err = c.json(data)
		} else {
			err = c.xml(data)
		}
	}
	var f Finding
	if errors.As(err, &f) {
		if strings.Contains(f.Message, "illegal character code") || strings.Contains(f.Message, "invalid UTF-8") {
			f.Rule = "U4"
		}
		c.add(f)
		err = nil
	}
	slices.SortStableFunc(c.found, func(a, b Finding) int { return a.Line - b.Line })
	return c.found, err
}

// checker collects problems.
type checker struct {
	o        ValidateOptions
	found    []Finding
	entry    string // URL or ID of the current item
	line     int    // where it begins
	ids      map[string]int
	newest   time.Time
	authors  int // entries of Atom without an author
	where    int // line of the first of them
	items    int
	podcasts bool // an element of Apple's namespace was met
}

func (c *checker) add(f Finding) {
	f.Entry = cmp.Or(f.Entry, c.entry)
	c.found = append(c.found, f)
}

// wrong adds an error, unwise a warning.
func (c *checker) wrong(rule, field, value, message string, line int) {
	c.add(wrong(rule, field, value, message, line))
}

func (c *checker) unwise(rule, field, value, message string, line int) {
	c.add(unwise(rule, field, value, message, line))
}

func (c *checker) xml(data []byte) error {
	if rest := bytes.TrimLeft(data, " \t\r\n"); len(rest) < len(data) && bytes.HasPrefix(rest, []byte("<?xml")) {
		c.wrong("E1", "document", "", "white space before the XML declaration", 1)
	}
	root, err := parseXML(data, true, c.add, func(n *node) error {
		c.items++
		c.line = n.line
		c.bases(n)
		switch {
		case n.name == "entry":
			atomChecker{c}.atomEntry(n)
		case inRDF(n):
			rdfChecker{c}.rdfItem(n)
		default:
			c.rssItem(n)
		}
		c.entry = ""
		return nil
	})
	if err != nil {
		return err
	}
	c.namespaces(root)
	c.bases(root)
	switch root.name {
	case "feed":
		atomChecker{c}.atomFeed(root)
	case "entry":
		atomChecker{c}.entryDocument(root)
	case "rss":
		c.rssFeed(root)
	case "RDF":
		rdfChecker{c}.rdfFeed(root)
	default:
		c.wrong("E5", "document", root.name, "", root.line)
	}
	return nil
}

// usual are the prefixes that readers expect.
var usual = map[string]string{
	"atom": nsAtom, "content": nsContent, "dc": nsDC, "fh": nsHistory, "media": nsMedia, "xhtml": nsXHTML,
	"itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd", "sy": "http://purl.org/rss/1.0/modules/syndication/",
	"slash": "http://purl.org/rss/1.0/modules/slash/", "wfw": "http://wellformedweb.org/CommentAPI/",
	"dcterms": "http://purl.org/dc/terms/", "thr": "http://purl.org/syndication/thread/1.0",
	"georss": "http://www.georss.org/georss",
}

// namespaces checks the declarations of the root: a common prefix with another namespace, or a common namespace
// with a typo (rule E2).
func (c *checker) namespaces(root *node) {
	for _, a := range root.attrs {
		if a.Name.Space != "xmlns" && (a.Name.Space != "" || a.Name.Local != "xmlns") {
			continue
		}
		if strings.ContainsAny(a.Value, " \t\r\n") {
			c.wrong("E2", "xmlns:"+a.Name.Local, a.Value, "white space in a namespace", root.line)
		}
		prefix := a.Name.Local
		if a.Name.Space == "" {
			prefix = ""
		}
		if ns, ok := usual[prefix]; ok && ns != a.Value && nearly(ns) != nearly(a.Value) {
			c.unwise("E2", "xmlns:"+prefix, a.Value, "readers expect "+ns+" by this prefix", root.line)
			continue
		}
		for _, p := range usualPrefixes {
			switch ns := usual[p]; {
			case ns == a.Value && prefix != "" && prefix != p:
				c.unwise("E2", "xmlns:"+prefix, a.Value, "the usual prefix is "+p, root.line)
			case ns != a.Value && nearly(ns) == nearly(a.Value):
				c.wrong("E2", "xmlns:"+prefix, a.Value, "the namespace is "+ns, root.line)
			}
		}
	}
}

// usualPrefixes are the keys of usual in order.
var usualPrefixes = []string{
	"atom", "content", "dc", "dcterms", "fh", "georss", "itunes", "media", "slash", "sy",
	"thr", "wfw", "xhtml",
}

// nearly returns a namespace without the parts that are often wrong: scheme, case, and ending.
func nearly(ns string) string {
	ns = strings.ToLower(strings.TrimRight(ns, "/#"))
	return strings.TrimPrefix(strings.TrimPrefix(ns, "https://"), "http://")
}

// children checks the elements in n: only known ones, each at most as often as allowed (rules E3, E6). Elements
// of other namespaces are ignored. The value in known is true for elements that may be repeated.
func (c *checker) children(n *node, space string, known map[string]bool) {
	seen := map[string]bool{}
	for _, k := range n.kids {
		if k.name == "" {
			if strings.TrimSpace(k.text) != "" {
				c.wrong("E3", n.name, firstWords(strings.TrimSpace(k.text)), "text is not allowed here", k.line)
			}
			continue
		}
		if k.space != space {
			continue
		}
		many, ok := known[k.name]
		switch {
		case !ok:
			c.wrong("E3", k.name, "", "no element of "+n.name, k.line)
		case !many && seen[k.name]:
			c.wrong("E6", k.name, "", "", k.line)
		}
		seen[k.name] = true
	}
}

// late reports metadata of the feed after its items (rule E8).
func (c *checker) late(n *node) {
	for _, k := range n.kids {
		if k.name != "" && k.after > 0 {
			c.unwise("E8", k.name, "", "", k.line)
			return
		}
	}
}

// unique checks that an ID is used once (rule A6).
func (c *checker) unique(field, id string, line int) {
	if id == "" {
		return
	}
	if first, ok := c.ids[id]; ok {
		c.wrong("A6", field, id, fmt.Sprintf("the same id is in line %d", first), line)
		return
	}
	c.ids[id] = line
}

// history checks the marks and links of RFC 5005 (rules P1, P2).
func (c *checker) history(n *node) {
	p := Feed{}
	readLinks(&p, n)
	complete, archive := n.find(nsHistory, "complete"), n.find(nsHistory, "archive")
	links := p.Paging.links()
	c.pastEnd(n)
	switch {
	case complete != nil && archive != nil:
		c.wrong("P1", "fh:complete", "", "an archive document is not complete", complete.line)
	case complete != nil && len(links) > 0:
		c.wrong("P1", "fh:complete", links[0].name, "a complete feed has no such link", complete.line)
	case archive != nil && p.Paging.Current == "":
		c.unwise("P2", "fh:archive", "", "", archive.line)
	case archive == nil && p.Paging.NextArchive != "":
		c.unwise("P2", "next-archive", p.Paging.NextArchive, "only an archive document has a newer one", n.line)
	}
}

// pastEnd reports a page that is the last one by its links but has a next one (RFC 5005 §3; rule P4).
func (c *checker) pastEnd(n *node) {
	links := map[string]string{}
	for _, k := range n.kids {
		if k.is(nsAtom, "link") {
			links[relation(k)] = resolve(k, k.attr("href"))
		}
	}
	for _, end := range [][2]string{{"last", "next"}, {"first", "previous"}} {
		if self := links["self"]; self != "" && self == links[end[0]] && links[end[1]] != "" {
			c.wrong("P4", end[1], links[end[1]], "the document is the "+end[0]+" one", n.line)
		}
	}
}

// self checks the feed's link to itself (rule B3).
func (c *checker) self(address string, line int) {
	switch {
	case address == "":
		c.unwise("B3", "self", "", "", line)
	case !absolute(address):
		c.unwise("B7", "self", address, "", line)
	case c.o.Address != "" && address != c.o.Address:
		c.unwise("B3", "self", address, "the document is served at "+c.o.Address, line)
	}
}
