package vitepress

import (
	"fmt"
	"path"
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
}

func (c *config) mannerOf() *manner {
	m := &manner{
		src: c.src, moves: c.moves, ugly: !c.clean(), titles: strings.Contains(c.text, "group-icons"),
		escaped: strings.Contains(c.text, "[!!code"), numbers: c.site.Get("markdown", "lineNumbers") == true,
		math: c.site.Get("markdown", "math") == true, labels: map[string]map[string]string{}, custom: map[string]string{},
		left: c.site.Str("markdown", "attrs", "leftDelimiter"),
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

// kinds are the names of containers: https://vitepress.dev/guide/markdown#custom-containers
var kinds = []string{"info", "tip", "warning", "danger", "details", "note", "important", "caution"}

// settings returns everything in m, for caches.
func (m *manner) settings() map[string]any {
	return map[string]any{"all": fmt.Sprintf("%q %q %q %v %v %v %v %v %q %q %q", m.src, m.folder, m.rewrite, m.ugly, m.titles,
		m.escaped, m.numbers, m.math, m.labels, m.custom, m.left)}
}

// pageURL returns the URL of a page from its path in the site, which may have an extension.
func pageURL(at string, ugly bool) string {
	at, rest := cutAfter(at)
	at = strings.TrimSuffix(strings.TrimSuffix(at, ".md"), ".html")
	if dir, base := path.Split(at); base == "index" {
		at = dir
	}
	switch {
	case at == "", strings.HasSuffix(at, "/"), isFile(at):
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
	ext := strings.TrimPrefix(path.Ext(at), ".")
	return ext != "" && len(ext) <= 5 && strings.Trim(ext, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ34") == "" &&
		ext != "md" && ext != "html"
}
