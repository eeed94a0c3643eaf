package feeds

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
)

// ReadOptions configures Read.
type ReadOptions struct {
	MaxBytes int64         // a longer document is an error; 64 MiB by default
	Report   func(Finding) // receives what the reader had to repair; may be nil
}

// Parsed is a feed that was read.
type Parsed struct {
	Format  Format
	Version string // "2.0", "0.91", "1.0", "0.3", "1.1"; "" if the document has none
	Feed    Feed
	Items   []Item // in the order of the document
}

// Read reads RSS 0.9 to 2.0, Atom 0.3 and 1.0, and JSON Feed 1.0 and 1.1, and detects the format. It is
// lenient: missing values stay empty, dates are accepted in every form known from feeds, and unknown parts are
// ignored. An error means that the document has none of these formats, or is too broken; if a rule gives the
// reason, the error is a Finding.
//
// Reading untrusted documents is safe: entities are not expanded, nothing is fetched, and size, depth, and
// number of elements are limited. The HTML of an item is returned unchanged.
func Read(r io.Reader, o ReadOptions) (*Parsed, error) {
	report := reporter(func(Finding) {})
	if o.Report != nil {
		report = o.Report
	}
	data, err := readAll(r, o.MaxBytes, report)
	if err != nil {
		return nil, err
	}
	p := &Parsed{}
	if isJSON(data) {
		err = p.readJSON(data)
	} else {
		err = p.readXML(data, report)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

func isJSON(data []byte) bool {
	data = bytes.TrimLeft(data, " \r\n\t")
	return len(data) > 0 && data[0] == '{'
}

func (p *Parsed) readXML(data []byte, report reporter) error {
	root, err := parseXML(data, false, report, func(n *node) error {
		if n.name == "entry" {
			p.Items = append(p.Items, atomItem(n))
		} else {
			p.Items = append(p.Items, rssItem(n))
		}
		return nil
	})
	if err != nil {
		return err
	}
	switch {
	case root.name == "feed":
		p.Format = Atom
		p.Version = "1.0"
		if root.space == nsAtom03 || root.attr("version") != "" {
			p.Version = root.attr("version")
		}
		p.Feed = atomFeed(root)
	case root.name == "rss" || root.name == "RDF":
		p.Version = root.attr("version")
		if root.name == "RDF" {
			p.Version = "1.0"
			if root.find("", "channel") != nil && hasNamespace(root, nsRSS09) {
				p.Version = "0.90"
			}
		}
		channel := root.find("", "channel")
		if channel == nil {
			channel = &node{name: "channel"}
		}
		p.Feed = rssFeed(channel)
	default:
		return wrong("E5", "document", root.name, "", root.line)
	}
	return nil
}

func hasNamespace(n *node, space string) bool {
	return slices.ContainsFunc(n.attrs, func(a xml.Attr) bool {
		return (a.Name.Local == "xmlns" || a.Name.Space == "xmlns") && a.Value == space
	})
}

// resolve makes a URL absolute with xml:base, if present.
func resolve(n *node, href string) string {
	href = strings.TrimSpace(href)
	if href == "" || absolute(href) {
		return href
	}
	u, err := url.Parse(href)
	if err != nil {
		return href
	}
	bases := n.base() // innermost first
	var base *url.URL
	for i := len(bases) - 1; i >= 0; i-- {
		b, err := url.Parse(bases[i])
		if err != nil {
			return href
		}
		if base != nil {
			b = base.ResolveReference(b)
		}
		if b.IsAbs() {
			base = b
		}
	}
	if base == nil {
		return href
	}
	return base.ResolveReference(u).String()
}

// person parses "mail (Name)", "Name <mail>", an email address, or a name.
func person(s string) Person {
	s = strings.Join(strings.Fields(s), " ")
	for _, brackets := range []string{"()", "<>"} {
		before, rest, ok := strings.Cut(s, brackets[:1])
		inside, ok2 := strings.CutSuffix(rest, brackets[1:])
		before = strings.TrimSpace(before)
		switch {
		case !ok || !ok2:
		case isMail(before):
			return Person{Name: inside, Email: before}
		case isMail(inside):
			return Person{Name: before, Email: inside}
		}
	}
	if isMail(s) {
		return Person{Email: s}
	}
	return Person{Name: s}
}

// String returns a short description of the feed.
func (p *Parsed) String() string {
	return fmt.Sprintf("%s %s, %d items", p.Format, p.Version, len(p.Items))
}
