package mkdocs

import (
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
)

// https://www.mkdocs.org/user-guide/writing-your-docs/#multimarkdown-style-meta-data
var (
	metaKey  = pattern.New(`^ {0,3}([A-Za-z0-9_-]+):(?:\s+(.*))?$`)
	metaMore = pattern.New(`^(?: {4}|\t)\s*(.*)$`)
)

// metaLines returns the number of lines of metadata at the start of a page without front matter, and calls add for each
// value.
func metaLines(lines []string, add func(key, value string)) (n int) {
	key := ""
	for size := 0; n < len(lines); size += len(lines[n-1]) + 1 {
		line := strings.TrimRight(lines[n], " \t\r")
		m := metaKey.FindStringSubmatch(line)
		more := metaMore.FindStringSubmatch(line)
		switch {
		case size > mostMeta:
			return n
		case m != nil:
			key = strings.ToLower(m[1])
			add(key, m[2])
		case more != nil && key != "":
			add(key, more[1])
		default:
			return n
		}
		n++
	}
	return n
}

// meta reads metadata without delimiters into the front matter.
func meta(p *foreign.Page, body []byte) {
	if !p.Bare {
		return
	}
	metaLines(strings.Split(string(body[:min(len(body), 2*mostMeta)]), "\n"), func(key, value string) {
		old, _ := p.Values[key].(string)
		p.Values[key] = strings.TrimSpace(old + " " + value)
	})
	for _, key := range []string{"tags", "categories", "authors"} {
		if list := foreign.Words(p.Values[key]); list != nil {
			p.Values[key] = slices.DeleteFunc(list, func(v any) bool { return v == "" })
		}
	}
}

// mostMeta is the maximum number of bytes of metadata.
const mostMeta = 1 << 14
