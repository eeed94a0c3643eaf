package check

import (
	"strings"

	"github.com/sitegen/sitegen/internal/htmldoc/html"
)

// entity returns the first character reference in a text that a reader has decoded already, or "": the text was escaped
// twice. Names are those that programs write when they escape.
func entity(s string) string {
	for {
		i := strings.IndexByte(s, '&')
		if i < 0 {
			return ""
		}
		s = s[i:]
		name, _, found := strings.Cut(s[1:min(len(s), 10)], ";")
		if found && escape(name) {
			return "&" + name + ";"
		}
		s = s[1:]
	}
}

func escape(name string) bool {
	switch name {
	case "amp", "lt", "gt", "quot", "apos", "nbsp":
		return true
	}
	digits, number := strings.CutPrefix(name, "#")
	if hex := strings.TrimLeft(digits, "xX"); number && hex != digits {
		return hex != "" && strings.Trim(hex, "0123456789abcdefABCDEF") == ""
	}
	return number && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// escapes reports texts and URLs of a page that were escaped twice.
func (w *worker) escapes() {
	tell := func(text string, at int) {
		if e := entity(text); e != "" {
			w.add("escaped-twice", at, text, e)
		}
	}
	for _, list := range [][]html.Text{w.doc.Titles, w.doc.Descriptions, w.doc.Canonicals} {
		for _, t := range list {
			tell(t.Text, t.At)
		}
	}
	for _, p := range w.doc.OpenGraph {
		tell(p.Value, p.At)
	}
	for _, a := range w.doc.Alternates {
		tell(a.URL, a.At)
	}
	told := map[string]bool{}
	for _, r := range w.doc.Refs {
		// mailto and javascript contain texts
		if r.Kind != html.Social && !told[r.URL] && len(told) < mostSeen && !strings.HasPrefix(r.URL, "javascript:") &&
			!strings.HasPrefix(r.URL, "data:") {
			told[r.URL] = true
			tell(r.URL, r.At)
		}
	}
}
