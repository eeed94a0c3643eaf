// Package html reads rendered HTML with a tokenizer, in one pass and without a tree.
//
// Directives finds what a document tells crawlers about itself; Portable prepares a fragment for use outside of
// its page, in a feed.
package html

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// Facts contains what a document says to crawlers: its head, and directives in its body.
type Facts struct {
	Title     string // text of the title element
	Canonical string // href of link rel=canonical, as written; "" if none
	NoIndex   bool   // a meta robots (or googlebot) element says noindex or none
	Refresh   Refresh
}

// Directives returns the metadata of a document for crawlers: whether it may be indexed, its canonical URL, and
// whether it redirects. A document that mentions none of these is not parsed; for most pages this only searches
// for a few words.
func Directives(doc []byte) Facts {
	// Most documents have a canonical URL, near their beginning.
	if !containsFold(doc, "canonical", 'l') && !containsFold(doc, "noindex", 'x') && !containsFold(doc, "robots", 'b') &&
		!containsFold(doc, "http-equiv", 'q') {
		return Facts{}
	}
	f, body, ok := plainHead(doc)
	if !ok {
		f, body = readHead(doc)
	}
	f.inBody(body)
	return f
}

// inBody reads robots and refresh elements in the text of a page. Crawlers and browsers obey them there, too; a
// canonical URL counts only in the head.
func (f *Facts) inBody(body []byte) {
	if !containsFold(body, "<meta", 'm') {
		return
	}
	z, inert := html.NewTokenizer(bytes.NewReader(body)), 0
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken && kind != html.EndTagToken {
			continue
		}
		switch name, more := z.TagName(); string(name) {
		case "template", "noscript":
			switch kind {
			case html.StartTagToken:
				inert++
			case html.EndTagToken:
				inert = max(0, inert-1)
			}
		case "meta":
			if inert == 0 && kind != html.EndTagToken {
				f.meta(z, more)
			}
		}
	}
}

// containsFold reports whether doc contains a word in any case. It searches for the rarest letter of the word.
func containsFold(doc []byte, word string, rare byte) bool {
	at := strings.IndexByte(word, rare)
	return containsAround(doc, word, rare, at) || containsAround(doc, word, rare&^0x20, at)
}

func containsAround(doc []byte, word string, rare byte, at int) bool {
	for i := 0; ; {
		n := bytes.IndexByte(doc[i:], rare)
		if n < 0 {
			return false
		}
		i += n
		if from := i - at; from >= 0 && from+len(word) <= len(doc) && foldEqual(doc[from:from+len(word)], word) {
			return true
		}
		i++
	}
}

// foldEqual compares with a lower-case ASCII word, ignoring case.
func foldEqual(b []byte, word string) bool {
	for i := range b {
		if b[i]|0x20 != word[i] {
			return false
		}
	}
	return true
}

// readHead parses the head of a document, and returns the text after it. Without a head element, the head is
// everything before the first element that belongs into the body.
func readHead(doc []byte) (f Facts, body []byte) {
	z, read := html.NewTokenizer(bytes.NewReader(doc)), 0
	for {
		kind := z.Next()
		body = doc[min(read, len(doc)):]
		read += len(z.Raw())
		switch kind {
		case html.ErrorToken:
			return f, nil
		case html.EndTagToken:
			if name, _ := z.TagName(); string(name) == "head" {
				return f, body
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, attrs := z.TagName()
			switch string(name) {
			case "title":
				text := z.Next() == html.TextToken
				read += len(z.Raw())
				if text && f.Title == "" {
					f.Title = strings.Join(strings.Fields(string(z.Text())), " ")
				}
			case "meta":
				f.meta(z, attrs)
			case "link":
				f.link(z, attrs)
			case "html", "head", "base", "script", "style", "noscript", "template":
			default:
				return f, body
			}
		}
	}
}

func (f *Facts) meta(z *html.Tokenizer, more bool) {
	var name, content, equiv string
	for more {
		var key, value []byte
		switch key, value, more = z.TagAttr(); string(key) {
		case "http-equiv":
			equiv = string(value)
		case "name":
			name = string(value)
		case "content":
			content = string(value)
		}
	}
	f.directive(name, equiv, content)
}

// directive reads a meta element.
func (f *Facts) directive(name, equiv, content string) {
	if strings.EqualFold(name, "robots") || strings.EqualFold(name, "googlebot") {
		f.NoIndex = f.NoIndex || NoIndex(content)
	}
	if strings.EqualFold(equiv, "refresh") && !f.Refresh.There {
		f.Refresh = parseRefresh(content)
	}
}

// NoIndex reports whether the value of a robots directive forbids indexing: "noindex, follow".
func NoIndex(content string) bool {
	for token := range strings.SplitSeq(content, ",") {
		if token = strings.TrimSpace(token); strings.EqualFold(token, "noindex") || strings.EqualFold(token, "none") {
			return true
		}
	}
	return false
}

func (f *Facts) link(z *html.Tokenizer, more bool) {
	var rel, href string
	for more {
		var key, value []byte
		switch key, value, more = z.TagAttr(); string(key) {
		case "rel":
			rel = string(value)
		case "href":
			href = string(value)
		}
	}
	for token := range strings.FieldsSeq(rel) {
		if strings.EqualFold(token, "canonical") && f.Canonical == "" {
			f.Canonical = strings.TrimSpace(href)
		}
	}
}
