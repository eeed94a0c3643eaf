package site

import (
	"cmp"
	"strings"

	"github.com/sitegen/sitegen/internal/config"
)

// Version is one version of a manual.
type Version struct {
	Name string
	Path string // of the section that contains it: "/docs/v2"; "" for the entire site
	URL  string // for a version that is built separately; {path} is replaced by the path of a page
	// Prerelease: the version is not released, so readers use an older one as the newest.
	Prerelease bool

	apart bool // it has no path
}

// Versions contains the versions of one language, newest first, from the site parameter `versions`. The zero
// value is a site without versions.
type Versions struct {
	edition *Edition
	list    []Version
}

// ReadVersions reads the parameter `versions`. A Hugo project with a custom theme has none, because the
// parameter means nothing to Hugo. The theme reports versions that have neither a path nor a URL; they are
// skipped here.
func ReadVersions(e *Edition, cfg *config.Config) Versions {
	entries, _ := e.Language.Params["versions"].([]any)
	v := Versions{edition: e}
	if cfg.Hugo && cfg.EmbeddedTheme == "" {
		return v
	}
	for _, entry := range entries {
		m, _ := entry.(map[string]any)
		path, _ := m["path"].(string)
		address, _ := m["url"].(string)
		if path == "" && address == "" {
			continue
		}
		name, _ := m["name"].(string)
		early, _ := m["prerelease"].(bool)
		v.list = append(v.list, Version{name, strings.TrimRight(path, "/"), address, early, path == ""})
	}
	return v
}

// At returns the version that contains a page, which is the one with the longest path, or nil.
func (v Versions) At(p *Page) *Version {
	var found *Version
	for i := range v.list {
		if w := &v.list[i]; !w.apart && strings.HasPrefix(p.Path+"/", w.Path+"/") &&
			(found == nil || len(w.Path) > len(found.Path)) {
			found = w
		}
	}
	return found
}

// newest returns the version for readers: the first that is not a prerelease.
func (v Versions) newest() *Version {
	for i := range v.list {
		if !v.list[i].Prerelease {
			return &v.list[i]
		}
	}
	return nil
}

// Newest returns the page of the newest version with the same path as p in another version. If the newest
// version is built separately, it returns the page's URL there. Both are zero if p is not in another version,
// and if the newest version lacks the page.
func (v Versions) Newest(p *Page) (same *Page, address string) {
	if len(v.list) < 2 || p.URL.IsZero() {
		return nil, ""
	}
	here, newest := v.At(p), v.newest()
	if here == nil || newest == nil || here == newest {
		return nil, ""
	}
	if newest.apart {
		return nil, v.apart(p, here, newest)
	}
	path := strings.TrimRight(newest.Path+p.Path[len(here.Path):], "/")
	if q := v.edition.PageAt(cmp.Or(path, "/")); q != nil && !q.URL.IsZero() && v.At(q) == newest {
		return q, ""
	}
	return nil, ""
}

// apart returns the URL of p in a version that is built separately: {path} is the URL of p below that of its
// version, for example "guide/install/".
func (v Versions) apart(p *Page, here, newest *Version) string {
	if !strings.Contains(newest.URL, "{path}") {
		return ""
	}
	root := v.edition.PageAt(cmp.Or(here.Path, "/"))
	if root == nil || root.URL.IsZero() {
		return ""
	}
	rest, below := strings.CutPrefix(p.URL.Rel(), root.URL.Rel())
	if !below {
		return ""
	}
	return strings.ReplaceAll(newest.URL, "{path}", rest)
}

// SearchIndex is a search index of a language: it covers one version and the pages outside of all versions.
type SearchIndex struct {
	Folder string // below that of the search page; "" for the index of the newest version
	of     *Version
	all    Versions
}

// Searches returns the search indexes of a language: one, or one for each version that is part of this build.
func (v Versions) Searches() []SearchIndex {
	var newest *Version
	if newest = v.newest(); newest == nil || newest.apart {
		for i := range v.list {
			if newest = &v.list[i]; !newest.apart {
				break
			}
		}
	}
	out := []SearchIndex{{of: newest, all: v}}
	for i := range v.list {
		if w := &v.list[i]; w != newest && !w.apart {
			folder := strings.NewReplacer("-", "--", "/", "-").Replace(strings.Trim(w.Path, "/"))
			out = append(out, SearchIndex{cmp.Or(folder, "-"), w, v})
		}
	}
	return out
}

// Has reports whether a page is in the index: one of its version, or outside of all versions.
func (x SearchIndex) Has(p *Page) bool {
	in := x.all.At(p)
	return in == nil || in == x.of
}
