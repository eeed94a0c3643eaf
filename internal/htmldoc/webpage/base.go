package webpage

import (
	"net/url"
	"strings"

	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// InferBase returns the URL of a tree's root: the one that most pages agree on by their canonical URLs, else
// the one in robots.txt, or "". It examines a hundred pages.
func InferBase(t *webtree.Tree) string {
	var pages []int32
	for i := range t.Len() {
		if t.File(int32(i)).HTML() {
			pages = append(pages, int32(i))
		}
	}
	const sample = 100
	votes := map[string]int{}
	var reader html.PageReader
	var buf []byte
	step := max(1, len(pages)/sample)
	for i := 0; i < len(pages); i += step {
		data, _, err := t.Read(pages[i], buf[:0], 1<<20)
		buf = data
		if err != nil {
			continue
		}
		d := reader.Read(data)
		if len(d.Canonicals) == 0 || d.Refresh.There {
			continue
		}
		if base, ok := t.InferBase(pages[i], d.Canonicals[0].Text); ok {
			votes[base]++
		}
	}
	best := ""
	for base, n := range votes {
		if best == "" || n > votes[best] || n == votes[best] && base < best {
			best = base
		}
	}
	if best == "" {
		best = baseOfRobots(t)
	}
	return best
}

// mostRobots is the maximum number of bytes read of robots.txt; crawlers read 500 KiB (rule X3).
const mostRobots = 1 << 20

// baseOfRobots takes the base URL from the Sitemap line of robots.txt.
func baseOfRobots(t *webtree.Tree) string {
	file, ok := t.Lookup("robots.txt")
	if !ok {
		return ""
	}
	data, _, err := t.Read(file, nil, mostRobots)
	if err != nil {
		return ""
	}
	for _, loc := range sitemap.ParseRobots(data).Sitemaps {
		u, err := url.Parse(loc)
		if err != nil {
			continue
		}
		name := u.Path[strings.LastIndexByte(u.Path, '/')+1:]
		if i, ok := t.Lookup(name); ok && name != "" {
			if base, ok := t.InferBase(i, loc); ok {
				return base
			}
		}
	}
	return ""
}
