// Package missing suggests what a broken reference to a page means.
package missing

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
)

// mostCompared is the number of names with the same first letter in a folder up to which a reference is compared with
// each: a large site may have thousands of broken references.
const mostCompared = 200

// Index has the possible targets of references in one language.
type Index struct {
	hash   uint64
	alike  map[string][]string   // paths of the pages, by folder and first letter of the name: "/docs/o"
	byName map[string]string     // the first path that ends with a name: "/one"; for terms "/one/"
	left   map[string]*site.Left // documents that are not built, by file, path, and name
}

// New indexes the pages of a language, and its documents that are not built.
func New(s *site.Site, e *site.Edition) *Index {
	x := &Index{alike: map[string][]string{}, byName: map[string]string{}, left: map[string]*site.Left{}}
	pages := 0
	for _, p := range s.Pages {
		if p.Edition != e {
			continue
		}
		pages++
		x.hash = trace.Mix(x.hash, trace.HashString(p.Path))
		name, beginning := parts(p.Path)
		x.alike[beginning] = append(x.alike[beginning], p.Path)
		if p.Kind == site.Term || p.Kind == site.Taxonomy {
			name += "/" // a link with this name rather means a page
		}
		if x.byName[name] == "" {
			x.byName[name] = p.Path
		}
	}
	x.hash = trace.Mix(x.hash, uint64(pages))
	for i := range s.Left {
		if l := &s.Left[i]; l.Doc.Lang == e.Language.Lower {
			x.add(l)
		}
	}
	return x
}

func (x *Index) add(l *site.Left) {
	x.hash = trace.Mix(x.hash, trace.HashString(fmt.Sprintf("%s\x00%s\x00%d\x00%d", l.Doc.File, l.Reason, l.Line(),
		l.Date.Unix())))
	logical := strings.TrimPrefix(l.Doc.Logical, "/")
	for _, name := range []string{l.Doc.Path, logical, path.Base(logical)} {
		if name = strings.ToLower(name); x.left[name] == nil {
			x.left[name] = l
		}
	}
}

// Hash is the answer to the question for everything that Hint depends on.
func (x *Index) Hash() uint64 { return x.hash }

// Hint suggests what a reference in a document (nil: not in a document) means: a page that is not built, with the
// reason, a page with a similar path, or one with the same name in another folder. It returns "" if nothing fits.
func (x *Index) Hint(from *content.Document, ref string) string {
	ref = strings.ToLower(ref)
	places := []string{path.Join("/", ref)}
	if from != nil {
		folder := path.Join("/", path.Dir(strings.ToLower(from.Path)))
		if places = append(places, path.Join(folder, path.Base(ref))); !strings.HasPrefix(ref, "/") {
			places = append([]string{path.Join(folder, ref)}, places...)
		}
	}
	for _, name := range append(places, path.Base(places[0])) {
		name = strings.TrimPrefix(name, "/")
		if l := cmp.Or(x.left[name], x.left[logical(name)]); l != nil {
			return notBuilt(l)
		}
	}
	for _, place := range places {
		name, beginning := parts(logical(place))
		near := x.byName[name]
		if all := x.alike[beginning]; near == "" && len(all) <= mostCompared {
			near = nearest(name, all)
		}
		if near = cmp.Or(near, x.byName["/"+path.Base(place)+"/"]); near != "" && (from == nil || near != from.Logical) {
			return fmt.Sprintf("did you mean %q?", near)
		}
	}
	return ""
}

// nearest returns the path whose name is nearest to name, of paths in the folder of name. What the paths have in common
// does not make a name more alike.
func nearest(name string, paths []string) string {
	names, words := make([]string, 2*len(paths)), 1+strings.Count(name, "-")
	for i, p := range paths {
		names[i], _ = parts(p)
		all := strings.Split(names[i], "-")
		names[len(paths)+i] = strings.Join(all[:min(words, len(all))], "-") // the beginning of a longer name
	}
	if near := diag.Nearest(name, names); near != "" {
		return paths[slices.Index(names, near)%len(paths)]
	}
	return ""
}

// parts returns the name in a path, with the slash before it, and the path up to the first letter of the name.
func parts(path string) (name, beginning string) {
	i := strings.LastIndexByte(path, '/')
	_, n := utf8.DecodeRuneInString(path[i+1:])
	return path[i:], path[:i+1+n]
}

// logical returns the path of a page in references, from the path of its file in lower case.
func logical(file string) string {
	return strings.ReplaceAll(strings.TrimSuffix(file, path.Ext(file)), " ", "-")
}

func notBuilt(l *site.Left) string {
	at := l.Doc.File
	if line := l.Line(); line > 0 {
		at = fmt.Sprintf("%s:%d", at, line)
	}
	switch l.Reason {
	case "draft":
		return at + ": this page is a draft; publish it, or build with --buildDrafts"
	case "future":
		return fmt.Sprintf("%s: this page is published on %s; --buildFuture builds it now", at, l.Date.Format(time.DateOnly))
	case "expired":
		return fmt.Sprintf("%s: this page expired on %s; --buildExpired builds it", at, l.Date.Format(time.DateOnly))
	}
	return at + ": pages of this kind are disabled by disableKinds"
}
