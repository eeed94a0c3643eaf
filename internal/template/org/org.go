// Package org converts Org mode to HTML: https://gohugo.io/content-management/formats/#emacs-org-mode
package org

import (
	"io"
	"io/fs"
	"log"
	"strings"

	"github.com/niklasfasching/go-org/org"
)

// Convert returns the HTML of a text. highlight returns the HTML of source code in a language. Includes of files are
// ignored. A text that takes too long to parse is an error, a diag.Diagnostic with the line of the text.
func Convert(text string, highlight func(code, lang string) (string, error)) (string, error) {
	if err := check(text); err != nil {
		return "", err
	}
	c := org.New()
	c.Log = log.New(io.Discard, "", 0)
	c.ReadFile = func(string) ([]byte, error) { return nil, fs.ErrNotExist }
	w := org.NewHTMLWriter()
	w.HighlightCodeBlock = func(code, lang string, _ bool, _ map[string]string) string {
		if html, err := highlight(code, lang); err == nil {
			return html
		}
		return code
	}
	return c.Parse(strings.NewReader(text), "").Write(w)
}

// SplitContents separates the table of contents, which Org mode puts first, from the HTML of a text.
func SplitContents(html string) (rest, toc string) {
	const first = "<nav>\n<ul>"
	start := strings.Index(html, first)
	if start < 0 || !strings.HasPrefix(html[start+len(first):], "\n<li><a href=\"#") {
		return html, ""
	}
	end := strings.Index(html[start:], "</nav>")
	if end < 0 {
		return html, ""
	}
	end += start + len("</nav>")
	return html[:start] + html[end:], "<nav id=\"TableOfContents\">\n<ul>" + html[start+len(first):end]
}
