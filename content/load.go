package content

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/media"
	"github.com/sitegen/sitegen/internal/par"
)

// Load walks the content folders and parses every content file, with at most jobs files read at
// once (0: as many as there are processors). Mistakes in the content are in the list; the error is
// that of ctx.
func Load(ctx context.Context, cfg *config.Config, jobs int) (*Tree, diag.List, error) {
	w, problems := newWalker(cfg)
	var bad diag.List
	w.roots, bad = roots(cfg)
	if err := w.walk(ctx); err != nil {
		return nil, nil, err
	}
	files := w.files
	slices.SortFunc(files, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.root, b.root), strings.Compare(a.path, b.path))
	})
	r := newReader(cfg, w.roots)
	read, err := par.MapWith(ctx, jobs, files, r.newWorker, r.read)
	if err != nil {
		return nil, nil, err
	}
	t := &Tree{Roots: w.roots}
	for i := range read {
		bad = append(bad, read[i].problems...)
		switch {
		case read[i].document != nil:
			t.Documents = append(t.Documents, read[i].document)
		case read[i].resource != nil:
			t.Resources = append(t.Resources, read[i].resource)
		}
	}
	own(t, files, read)
	problems = append(append(problems, w.problems...), bad...)
	problems = append(problems, t.across()...)
	problems.Sort()
	return t, problems, nil
}

// across leaves out the documents of later roots that say the same page in the same language as
// one of an earlier root: about.fr.md in the common folder and about.md in that of French.
func (t *Tree) across() diag.List {
	if len(t.Roots) < 2 {
		return nil
	}
	type key struct {
		path, lang string
		inner      bool
	}
	var problems diag.List
	first := make(map[key]*Document, len(t.Documents))
	t.Documents = slices.DeleteFunc(t.Documents, func(d *Document) bool {
		k := key{d.Logical, d.Lang, d.Form == Inner}
		o, taken := first[k]
		if !taken {
			first[k] = d
			return false
		}
		if o.Root == d.Root {
			return false // two pages on one path: content/site names both
		}
		problems = append(problems, &diag.Diagnostic{
			Rule: "content", Severity: diag.Warning, File: d.File,
			Message: "the file is left out: " + o.File + " is the same page in the same language",
		})
		return true
	})
	return problems
}

// own tells each resource whose it is. A resource belongs to the page that lies nearest above it: a
// leaf bundle around it, else of the folders that lead to it the deepest whose path is that of a
// page or of an automatic section, which is the first folder of a path that holds pages.
func own(t *Tree, files []found, read []result) {
	owners := map[string]bool{"": true}
	for _, d := range t.Documents {
		if d.Form == Inner {
			continue
		}
		owners[d.Logical] = true
		if i := strings.IndexByte(d.Logical[1:], '/'); i >= 0 {
			owners[d.Logical[:i+1]] = true
		}
	}
	for i := range read {
		r, f := read[i].resource, &files[i]
		if r == nil {
			continue
		}
		if f.bundle != "" {
			r.Bundle, r.Name = f.bundle, f.within
		} else {
			dir := f.dir
			for !owners[dir] {
				dir = dir[:strings.LastIndexByte(dir, '/')]
			}
			r.Bundle, r.Name = cmp.Or(dir, "/"), below(f.path, strings.Count(dir, "/"))
		}
		r.Key = lower(r.Name)
		if r.Suffixed {
			r.Key = lower(r.Name[:len(r.Name)-len(f.name())] + f.rest)
		}
	}
}

// below returns what remains of a path after n folders.
func below(path string, n int) string {
	for range n {
		_, path, _ = strings.Cut(path, "/")
	}
	return path
}

// reader reads the files that the walk found.
type reader struct {
	roots []Root
	types *media.Types
	raw   whitelist
	cjk   map[string]bool // languages whose documents are searched for CJK text
}

func newReader(cfg *config.Config, roots []Root) *reader {
	r := &reader{roots: roots, raw: newWhitelist(cfg.AllowRaw), cjk: map[string]bool{}}
	var types []media.Type
	for _, m := range cfg.MediaTypes {
		types = append(types, media.Type{Name: m.Type, Suffixes: m.Suffixes})
	}
	slices.SortFunc(types, func(a, b media.Type) int { return strings.Compare(a.Name, b.Name) })
	r.types = media.NewTypes(types)
	for _, l := range cfg.Languages {
		r.cjk[l.Lower] = l.HasCJKLanguage
	}
	return r
}

// result is what became of a file: a document, a resource, or neither, with a reason among the problems.
type result struct {
	document *Document
	resource *Resource
	problems diag.List
}
