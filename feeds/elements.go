package feeds

import (
	"bytes"
	"io"
)

// Tag is an element of a feed as it is in the document.
type Tag struct {
	Text     string // without white space at the ends
	Line     int
	Children []Tag  // elements in it
	Name     string // with the usual prefix of its namespace: "itunes:image"

	n *node
}

// Attr returns the value of an attribute without a namespace.
func (t Tag) Attr(name string) string { return t.n.attr(name) }

// Tags are the elements of a feed or of an item.
type Tags []Tag

// First returns the first element of a name; the zero value, whose Line is 0, if there is none.
func (t Tags) First(name string) Tag {
	for _, tag := range t {
		if tag.Name == name {
			return tag
		}
	}
	return Tag{n: &node{}}
}

// All returns the elements of a name.
func (t Tags) All(name string) (out Tags) {
	for _, tag := range t {
		if tag.Name == name {
			out = append(out, tag)
		}
	}
	return out
}

const nsPodcast = "https://podcastindex.org/namespace/1.0"

// prefixes are the usual prefixes of the namespaces of podcasts.
var prefixes = map[string]string{
	nsItunes: "itunes:", nsAtom: "atom:", nsContent: "content:", nsMedia: "media:", nsPodcast: "podcast:",
	// the first URL of the namespace, which feeds still use
	"https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": "podcast:",
}

// ReadRSS reads the elements of an RSS feed and of its items, including those of other namespaces, which Read ignores.
// Like Read, it reads as much as possible, and untrusted documents are safe. The channel is nil if the document is not
// RSS.
func ReadRSS(r io.Reader) (channel Tags, items []Tags, err error) {
	data, err := readAll(r, 0, func(Finding) {})
	if err != nil {
		return nil, nil, err
	}
	if !bytes.HasPrefix(bytes.TrimLeft(data, " \r\n\t"), []byte("<")) {
		return nil, nil, nil
	}
	root, err := parseXML(data, false, func(Finding) {}, func(n *node) error {
		items = append(items, append(Tags{{Name: n.name, Line: n.line, n: n}}, tags(n)...))
		return nil
	})
	if err != nil || root.name != "rss" {
		return nil, nil, err
	}
	if c := root.find("", "channel"); c != nil {
		channel = tags(c)
	}
	return channel, items, nil
}

func tags(n *node) (out Tags) {
	for _, k := range n.kids {
		if k.name == "" {
			continue
		}
		out = append(out, Tag{Name: prefixes[k.space] + k.name, Text: k.trimmed(), Line: k.line, Children: tags(k), n: k})
	}
	return out
}
