// Package missing says what a reference to a page probably means that no page of the site has.
package missing

import (
	"cmp"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/trace"
)

// mostCompared is the number of pages up to which a reference is compared with each: a large site whose section was
// renamed has thousands of broken references.
const mostCompared = 1000

// Index is what references to the pages of one language may mean.
type Index struct {
	hash   uint64
	paths  []string              // of the pages
	byName map[string]string     // the first path that ends with a name, "/one"
	left   map[string]*site.Left // what is not built, by file, by path, and by name
}

// New indexes the pages of a language, and its documents that are not built.
func New(s *site.Site, e *site.Edition) *Index {
	x := &Index{byName: map[string]string{}, left: map[string]*site.Left{}}
	for _, p := range s.Pages {
		if p.Edition != e {
			continue
		}
		x.paths = append(x.paths, p.Path)
		x.hash = trace.Mix(x.hash, trace.HashString(p.Path))
		if name := p.Path[strings.LastIndexByte(p.Path, '/'):]; x.byName[name] == "" {
			x.byName[name] = p.Path
		}
	}
	x.hash = trace.Mix(x.hash, uint64(len(x.paths)))
	for i := range s.Left {
		if l := &s.Left[i]; l.Doc.Lang == e.Language.Lower {
			x.add(l)
		}
	}
	return x
}

func (x *Index) add(l *site.Left) {
	x.hash = trace.Mix(x.hash, trace.HashString(fmt.Sprintf("%s\x00%s\x00%d\x00%d", l.Doc.File, l.Reason, l.Line(), l.Date.Unix())))
	logical := strings.TrimPrefix(l.Doc.Logical, "/")
	for _, name := range []string{l.Doc.Path, logical, path.Base(logical)} {
		if name = strings.ToLower(name); x.left[name] == nil {
			x.left[name] = l
		}
	}
}

// Hash is the answer to the question for what Hint depends on.
func (x *Index) Hash() uint64 { return x.hash }

// Hint says what a path means in a reference in a document (nil: nowhere in particular): a page that is not
// built, with the reason, or one that is spelled alike or has the same name in another folder. "" when nothing fits.
func (x *Index) Hint(from *content.Document, ref string) string {
	ref = strings.ToLower(ref)
	places := []string{path.Join("/", ref)}
	if from != nil && !strings.HasPrefix(ref, "/") {
		places = append([]string{path.Join("/", path.Dir(strings.ToLower(from.Path)), ref)}, places...)
	}
	for _, name := range append(places, path.Base(places[0])) {
		name = strings.TrimPrefix(name, "/")
		if l := cmp.Or(x.left[name], x.left[logical(name)]); l != nil {
			return notBuilt(l)
		}
	}
	for _, place := range places {
		place = logical(place)
		near := x.byName[place[strings.LastIndexByte(place, '/'):]]
		if near == "" && len(x.paths) <= mostCompared {
			near = diag.Nearest(place, x.paths)
		}
		if near != "" && (from == nil || near != from.Logical) {
			return fmt.Sprintf("did you mean %q?", near)
		}
	}
	return ""
}

// logical is the path of a page in references, of that of its file in lower case.
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
