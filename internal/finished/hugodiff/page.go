package hugodiff

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// A token is one tag or one run of text, in the form in which it is compared.
type token struct {
	kind  html.TokenType
	name  string // of the element; for text that of the element around it
	attrs []html.Attribute
	text  string
}

// hashes match the parts of URLs that depend on the content of a file. The two programs compute them differently from
// the same bytes: the fingerprint of an asset, the name of a processed image, the digest of subresource integrity.
var hashes = []*regexp.Regexp{
	regexp.MustCompile(`\.[0-9a-f]{32,128}\.`),
	regexp.MustCompile(`_hu_?[0-9a-f]{10,40}(_[0-9a-zA-Z_]*)?\.`),
	regexp.MustCompile(`sha(256|384|512)-[A-Za-z0-9+/=]+`),
	regexp.MustCompile(`md5-[A-Za-z0-9+/=]+`),
	// the MD5 of something, such as a page, which for Hugo depends on the place of its file
	regexp.MustCompile(`\b[0-9a-f]{32}\b`),
	regexp.MustCompile(`_[0-9a-f]{15,64}\.`), // the answer of another server
}

// normal returns a text or a name without what does not count: white space and hashes.
func normal(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	for _, hash := range hashes {
		s = hash.ReplaceAllString(s, "#")
	}
	return s
}

// tokens reads a page as a browser's tokenizer does, without what has no meaning.
func tokens(page []byte) []token {
	var list []token
	z := html.NewTokenizer(bytes.NewReader(page))
	inside := ""
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return list
		}
		t := z.Token()
		switch kind {
		case html.TextToken:
			text := normal(t.Data)
			if text == "" {
				continue
			}
			if n := len(list); n > 0 && list[n-1].kind == html.TextToken { // a comment was between them
				list[n-1].text += " " + text
				continue
			}
			list = append(list, token{kind: kind, name: inside, text: text})
		case html.StartTagToken, html.SelfClosingTagToken:
			inside = t.Data
			if inside == "noscript" {
				z.NextIsNotRawText() // what it contains are elements, wherever it is
			}
			for i := range t.Attr {
				t.Attr[i].Val = normal(t.Attr[i].Val)
			}
			slices.SortStableFunc(t.Attr, func(a, b html.Attribute) int { return strings.Compare(a.Key, b.Key) })
			if tag := (token{kind: html.StartTagToken, name: t.Data, attrs: t.Attr}); !isGenerator(tag) {
				list = append(list, tag)
			}
		case html.EndTagToken:
			list = append(list, token{kind: kind, name: t.Data})
		}
	}
}

// comparePages finds the first difference of two pages. ok is false if there is none.
func comparePages(hugo, sitegen []byte) (d Difference, ok bool) {
	a, b := tokens(hugo), tokens(sitegen)
	for i := range max(len(a), len(b)) {
		if i == len(a) || i == len(b) {
			return Difference{Class: "one page ends earlier", Hugo: place(a, i), Sitegen: place(b, i)}, true
		}
		if class := classify(a[i], b[i]); class != "" {
			d := Difference{Class: class, Cause: causeOf(a, b, i)}
			if a[i].kind == html.TextToken && b[i].kind == html.TextToken {
				a[i].text, b[i].text = fromDifference(a[i].text, b[i].text)
			}
			d.Hugo, d.Sitegen = place(a, i), place(b, i)
			return d, true
		}
	}
	return Difference{}, false
}

// classify names the difference between two tokens at the same place; "" if they are equal.
func classify(a, b token) string {
	switch {
	case a.kind != b.kind || a.name != b.name && a.kind != html.TextToken:
		return "other element: " + a.label() + " is " + b.label()
	case a.kind == html.TextToken && a.text != b.text:
		return "text in " + a.name
	}
	for i := range max(len(a.attrs), len(b.attrs)) {
		switch {
		case i == len(b.attrs) || i < len(a.attrs) && a.attrs[i].Key < b.attrs[i].Key:
			return "attribute missing: " + a.name + " " + a.attrs[i].Key
		case i == len(a.attrs) || a.attrs[i].Key > b.attrs[i].Key:
			return "attribute added: " + a.name + " " + b.attrs[i].Key
		case a.attrs[i].Val != b.attrs[i].Val:
			return "attribute: " + a.name + " " + a.attrs[i].Key
		}
	}
	return ""
}

// isGenerator reports whether a tag names the program that made the page. Hugo adds one to home pages.
func isGenerator(t token) bool {
	return t.name == "meta" && slices.ContainsFunc(t.attrs, func(a html.Attribute) bool {
		return a.Key == "name" && a.Val == "generator"
	})
}

func (t token) label() string {
	switch t.kind {
	case html.TextToken:
		return "text"
	case html.EndTagToken:
		return "</" + t.name + ">"
	}
	return "<" + t.name + ">"
}

// fromDifference removes the common start of two texts, except for a few words.
func fromDifference(a, b string) (string, string) {
	const context = 40
	x, y := []rune(a), []rune(b)
	same := 0
	for same < min(len(x), len(y)) && x[same] == y[same] {
		same++
	}
	if same <= context {
		return a, b
	}
	return "…" + string(x[same-context:]), "…" + string(y[same-context:])
}

// place shows the tokens around one that differs.
func place(list []token, at int) string {
	var out strings.Builder
	for i := max(0, at-1); i < min(len(list), at+3); i++ {
		t := list[i]
		switch t.kind {
		case html.TextToken:
			out.WriteString(shortened(t.text))
		case html.EndTagToken:
			out.WriteString(t.label())
		default:
			out.WriteString("<" + t.name)
			for _, a := range t.attrs {
				out.WriteString(" " + a.Key + "=" + a.Val)
			}
			out.WriteString(">")
		}
	}
	return out.String()
}

// shortened returns the beginning of a text.
func shortened(text string) string {
	const most = 160
	if list := []rune(text); len(list) > most {
		return string(list[:most]) + "…"
	}
	return text
}
