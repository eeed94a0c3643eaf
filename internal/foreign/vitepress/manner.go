package vitepress

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/script"
)

// manner says how the pages of a project are written.
type manner struct {
	src     string // folder of the pages
	folder  string // in it, the folder of the pages of the root, ending with a slash; "" if they are in it
	moves   []move
	ugly    bool                         // URLs end with .html
	titles  bool                         // code outside of groups shows its title
	escaped bool                         // [!!code is shown as [!code
	numbers bool                         // code has line numbers
	math    bool                         // $…$ is a formula
	labels  map[string]map[string]string // titles of containers by language folder, and by name
	custom  map[string]string            // titles of more containers by name
	left    string                       // start of attribute lists, if it differs
	rewrite string                       // the rewrites, for caches
	tabs    bool                         // ::: tabs has a tab below each line that begins with ==
	site    *script.Object               // the configuration
}

func (c *config) mannerOf() *manner {
	m := &manner{
		src: c.src, moves: c.moves, ugly: !c.clean(), titles: c.program.Mentions("group-icons"),
		escaped: c.program.Mentions("[!!code"), numbers: c.site.Get("markdown", "lineNumbers") == true,
		math: c.math(), labels: map[string]map[string]string{}, custom: map[string]string{},
		left: cmp.Or(c.site.Str("markdown", "attrs", "leftDelimiter"), c.site.Str("markdown", "attrs", "left")), // 1.x, 2.x
		tabs: c.program.Mentions("vitepress-plugin-tabs"), site: c.site,
	}
	if below, ok := strings.CutPrefix(c.locales[0].dir, c.src+"/"); ok {
		m.folder = below + "/"
	} else if c.src == "." && c.locales[0].dir != "." {
		m.folder = c.locales[0].dir + "/"
	}
	if o := c.site.Object("rewrites"); o != nil {
		m.rewrite = fmt.Sprint(o.Map())
	}
	for _, l := range c.locales {
		labels := map[string]string{}
		o, _ := l.get("markdown", "container").(*script.Object)
		for _, kind := range kinds {
			if s := o.Str(kind + "Label"); s != "" {
				labels[kind] = s
			}
		}
		if more := o.Object("customContainers"); more != nil {
			for _, kind := range more.Keys {
				m.custom[strings.ToLower(kind)] = more.Str(kind)
			}
		}
		m.labels[l.key] = labels
	}
	return m
}

// math reports whether pages have formulas: https://vitepress.dev/guide/markdown#math-equations A plugin of markdown-it
// does the same.
func (c *config) math() bool {
	return c.site.Get("markdown", "math") == true || c.program.Mentions("katex") || c.program.Mentions("mathjax")
}

// kinds are the names of containers: https://vitepress.dev/guide/markdown#custom-containers
var kinds = []string{"info", "tip", "warning", "danger", "details", "note", "important", "caution"}

// settings returns everything in m, for caches.
func (m *manner) settings() map[string]any {
	return map[string]any{"all": fmt.Sprintf("%q %q %q %v %v %v %v %v %q %q %q %v %v", m.src, m.folder, m.rewrite, m.ugly,
		m.titles,
		m.escaped, m.numbers, m.math, m.labels, m.custom, m.left, m.tabs, m.values())}
}

// values returns the texts of the configuration, which pages may show.
func (m *manner) values() map[string]any {
	if m.site == nil {
		return nil
	}
	return m.site.Map()
}

// pageURL returns the URL of a page from its path in the site, which may have an extension.
func pageURL(at string, ugly bool) string {
	at, rest := cutAfter(at)
	if isFile(at) {
		return at + rest
	}
	at = strings.TrimSuffix(strings.TrimSuffix(at, ".md"), ".html")
	if dir, base := path.Split(at); base == "index" {
		at = dir
	}
	switch {
	case at == "", strings.HasSuffix(at, "/"):
	case ugly:
		at += ".html"
	default:
		at += "/"
	}
	return at + rest
}

// cutAfter splits the query and fragment from a link.
func cutAfter(link string) (at, rest string) {
	if i := strings.IndexAny(link, "?#"); i >= 0 {
		return link[:i], link[i:]
	}
	return link, ""
}

// isFile reports whether a link leads to a file that isn't a page.
func isFile(at string) bool {
	ext := strings.ToLower(strings.TrimPrefix(path.Ext(at), "."))
	return ext != "" && slices.Contains(fileTypes, ext)
}

// fileTypes are the extensions of https://github.com/vuejs/vitepress/blob/main/src/shared/shared.ts
var fileTypes = strings.Fields(`3g2 3gp aac ai apng au avif bin bmp cer class conf crl css csv dll doc eps epub exe gif gz ics
	ief jar jpe jpeg jpg js json jsonld m4a man mid midi mjs mov mp2 mp3 mp4 mpe mpeg mpg mpp oga ogg ogv ogx opus otf p10
	p7c p7m p7s pdf png ps qt roff rtf rtx ser svg t tif tiff tr ts tsv ttf txt vtt wav weba webm webp woff woff2 xhtml xml
	yaml yml zip`)
