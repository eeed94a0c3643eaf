package witness

import (
	"bytes"
	"compress/gzip"
	"io"
	"slices"
	"strings"
	"time"
)

// entry is a URL of a sitemap.
type entry struct {
	file       string
	lastMod    string
	alternates []alternate
	media      []string // images, films and their thumbnails
}

// robots follows robots.txt to the sitemaps of a host, and reads the text sitemaps.
func (w *world) robots(h Host) {
	files := w.files[h.Base]
	text, ok := files["robots.txt"]
	if !ok {
		w.add("%srobots.txt is not there", h.Base)
		return
	}
	var roots []string
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.EqualFold(strings.TrimSpace(name), "sitemap") {
			roots = append(roots, strings.TrimSpace(value))
		}
	}
	if len(roots) == 0 {
		w.add("%srobots.txt names no sitemap", h.Base)
	}
	listed, texts := map[string]bool{}, map[string]bool{}
	any := false
	seen := map[string]bool{}
	for len(roots) > 0 {
		loc := roots[0]
		roots = roots[1:]
		key, ours := w.at(loc)
		if key == "" || !ours {
			w.add("robots.txt or an index names %s, which is not there", loc)
			continue
		}
		if seen[key] {
			if !strings.Contains(key, "-updates") { // a feed may be listed in the index and in robots.txt
				w.add("%s is named twice", loc)
			}
			continue
		}
		seen[key] = true
		data := unpacked(files[strings.TrimPrefix(key, h.Base)])
		if strings.HasSuffix(strings.TrimSuffix(key, ".gz"), ".txt") {
			any = true
			w.textSitemap(loc, data, texts)
			continue
		}
		roots = append(roots, w.sitemap(loc, data, listed)...)
	}
	for name, data := range files {
		if base := strings.TrimSuffix(name, ".gz"); strings.HasPrefix(name, "sitemap") && strings.HasSuffix(base, ".txt") &&
			!seen[h.Base+name] {
			any = true
			w.textSitemap(h.Base+name, unpacked(data), texts)
		}
	}
	if any {
		w.same(h.Base+": only in the XML sitemaps", listed, texts)
		w.same(h.Base+": only in the text sitemaps", texts, listed)
	}
}

func unpacked(data string) string {
	z, err := gzip.NewReader(bytes.NewReader([]byte(data)))
	if err != nil {
		return data
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// same reports the differences between two sets.
func (w *world) same(what string, one, other map[string]bool) {
	var only []string
	for loc := range one {
		if !other[loc] {
			only = append(only, loc)
		}
	}
	if slices.Sort(only); len(only) > 0 {
		w.add("%s: %q", what, only)
	}
}

func (w *world) textSitemap(loc, text string, texts map[string]bool) {
	if !strings.HasSuffix(text, "\n") || strings.ContainsAny(text, "\r\uFEFF") {
		w.add("%s does not end with a line, or has more than lines", loc)
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if texts[line] {
			w.add("%s lists %s again", loc, line)
		}
		texts[line] = true
	}
}

// sitemap reads a sitemap, an index, or a feed listed in an index; it returns the files that an index lists.
func (w *world) sitemap(loc, text string, listed map[string]bool) (children []string) {
	root, err := parse(text)
	if err != nil {
		w.add("%s: %v", loc, err)
		return nil
	}
	switch {
	case root.space == sitemapNS && root.name == "sitemapindex":
		for _, s := range root.all(sitemapNS, "sitemap") {
			children = append(children, s.one(sitemapNS, "loc"))
		}
		if len(children) == 0 {
			w.add("%s names nothing", loc)
		}
		return children
	case root.space == sitemapNS && root.name == "urlset":
		w.urlset(loc, root, listed)
	case root.name != "feed" && root.name != "rss":
		w.add("%s is a %s", loc, root.name)
	}
	return nil
}

// urlset reads the entries of a sitemap. A page may also be in a file for images, videos, or news.
func (w *world) urlset(file string, root *node, listed map[string]bool) {
	urls := root.all(sitemapNS, "url")
	if len(urls) == 0 {
		w.add("%s is empty", file)
	}
	for _, u := range urls {
		loc := u.one(sitemapNS, "loc")
		e := &entry{file: file, lastMod: u.one(sitemapNS, "lastmod")}
		for _, l := range u.all(xhtmlNS, "link") {
			e.alternates = append(e.alternates, alternate{l.attrs["hreflang"], l.attrs["href"]})
		}
		for _, i := range u.all(imageNS, "image") {
			e.media = append(e.media, i.one(imageNS, "loc"))
		}
		for _, v := range u.all(videoNS, "video") {
			e.media = append(e.media, v.one(videoNS, "thumbnail_loc"))
			if c := v.one(videoNS, "content_loc"); c != "" {
				e.media = append(e.media, c)
			}
		}
		if at := w.instant(file, e.lastMod); !at.IsZero() && at.Before(time.Unix(86400, 0)) {
			w.add("%s: %s changed %s, before there were pages", file, loc, e.lastMod)
		}
		was := w.entries[loc]
		switch {
		case was == nil:
			w.entries[loc] = e
			w.order = append(w.order, loc)
		case ofItsOwn(was.file) == ofItsOwn(file):
			w.add("%s is listed in %s and in %s", loc, was.file, file)
		case ofItsOwn(was.file):
			e.media = append(e.media, was.media...)
			w.entries[loc] = e
		default:
			was.media = append(was.media, e.media...)
		}
		listed[loc] = true
	}
}

// ofItsOwn reports whether a file is for images, videos, or news of pages in other files.
func ofItsOwn(file string) bool {
	return strings.Contains(file, "sitemap-images") || strings.Contains(file, "sitemap-videos") ||
		strings.Contains(file, "sitemap-news")
}

// instant parses a date, and reports one that is invalid or after the build.
func (w *world) instant(where, text string) time.Time {
	if text == "" {
		return time.Time{}
	}
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly, time.RFC1123, time.RFC1123Z} {
		if t, err := time.Parse(layout, text); err == nil {
			t = t.UTC().Truncate(time.Second) // fractions only order items
			if !w.Clock.IsZero() && t.After(w.Clock) {
				w.add("%s: %s lies in the future", where, text)
			}
			return t
		}
	}
	w.add("%s: %q is not a date", where, text)
	return time.Time{}
}
