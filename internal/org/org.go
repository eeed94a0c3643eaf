// Package org turns Org mode's text into HTML: https://gohugo.io/content-management/formats/#emacs-org-mode
package org

import (
	"io"
	"io/fs"
	"log"
	"strings"

	"github.com/niklasfasching/go-org/org"
)

// Convert returns the HTML of a text. highlight makes HTML of the source code of a language. Files that the text would
// include are not read.
func Convert(text string, highlight func(code, lang string) (string, error)) (string, error) {
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
