package content

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// across removes documents of later roots that are the same page in the same language as a document of an earlier root,
// such as about.md in the French folder if the common folder contains about.fr.md.
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
			return false // two pages on one path: internal/site names both
		}
		if a, b := &t.Roots[o.Root], &t.Roots[d.Root]; a.Mounted || b.Mounted || a.again(b) {
			return true // layers, or one file
		}
		problems = append(problems, &diag.Diagnostic{
			Rule: "content", Severity: diag.Warning, File: d.File,
			Message: "the file is left out: " + o.File + " is the same page in the same language",
		})
		return true
	})
	return problems
}

// own adds the resources to the tree and sets the owner of each. A resource belongs to the nearest page above it: the
// leaf bundle around it, or else the deepest folder above it that has a page or is an automatic section, which is the
// first folder of a path that contains pages.
func (t *Tree) own(files []*file) {
	owners := map[string]bool{"": true}
	last := ""
	for _, d := range t.Documents {
		if d.Form == Inner {
			continue
		}
		owners[d.Logical] = true
		if dir := d.Logical[:strings.LastIndexByte(d.Logical, '/')]; dir != last {
			last = dir
			for _, folder := range t.dialect.SectionsAround(d.Logical, t.sections) {
				owners[folder] = true
			}
		}
	}
	taken := map[layered]*Root{} // files of earlier roots
	for _, f := range files {
		r := f.resource
		if r == nil {
			continue
		}
		if len(t.Roots) > 1 {
			at := layered{r.Path, r.Lang}
			root := &t.Roots[f.root]
			if first := taken[at]; first != nil && (root.Mounted || root.again(first)) {
				continue
			}
			taken[at] = root
		}
		bundle, name, key := f.owner(owners)
		if r.Bundle == "" { // new, not shared yet
			r.Bundle, r.Name, r.Key = bundle, name, key
		} else if r.Bundle != bundle || r.Name != name || r.Key != key {
			c := *r
			c.Bundle, c.Name, c.Key = bundle, name, key
			r = &c
		}
		t.Resources = append(t.Resources, r)
	}
}

// layered identifies the files that a file of an earlier root hides: those with the same path and language.
type layered struct{ path, lang string }

// owner returns the path of the bundle that a resource belongs to, and its name and key there.
func (f *file) owner(owners map[string]bool) (bundle, name, key string) {
	if f.bundle != "" {
		bundle, name = f.bundle, f.within
	} else {
		dir := f.dir
		for !owners[dir] {
			dir = dir[:strings.LastIndexByte(dir, '/')]
		}
		bundle, name = cmp.Or(dir, "/"), below(f.path, strings.Count(dir, "/"))
	}
	key = name
	if f.lang != "" {
		key = name[:len(name)-len(f.name())] + f.rest
	}
	return bundle, name, lower(key)
}

// below returns the rest of a path after n folders.
func below(path string, n int) string {
	for range n {
		_, path, _ = strings.Cut(path, "/")
	}
	return path
}

// replace replaces the resource of the same file by r.
func (t *Tree) replace(r *Resource) {
	at, ok := slices.BinarySearchFunc(t.Resources, r, func(a, b *Resource) int { return a.compare(b.Root, b.Path) })
	if !ok {
		return
	}
	old := t.Resources[at]
	if r.Bundle == "" { // new, not shared yet
		r.Bundle, r.Name, r.Key = old.Bundle, old.Name, old.Key
	} else if r.Bundle != old.Bundle || r.Name != old.Name || r.Key != old.Key {
		c := *r
		c.Bundle, c.Name, c.Key = old.Bundle, old.Name, old.Key
		r = &c
	}
	t.Resources[at] = r
}

// Name returns the name on disk of the file of a document or resource, for os.Open.
func (t *Tree) Name(s *Source) string { return t.Roots[s.Root].Name(s.Path) }

// Current returns the document that the file of d has in this tree, or d itself if there is none. Use it with a
// document of an earlier tree that differs only in bodies (Revisions).
func (t *Tree) Current(d *Document) *Document {
	list := *t.list(d.Form)
	if at, ok := at(list, d.Root, d.Path); ok {
		return list[at]
	}
	return d
}

// list returns the list that contains documents of a form.
func (t *Tree) list(form Form) *[]*Document {
	if form == Adapter {
		return &t.Adapters
	}
	return &t.Documents
}

// at returns the index of the document of a file in a list in path order.
func at(list []*Document, root int, path string) (int, bool) {
	return slices.BinarySearchFunc(list, path, func(d *Document, path string) int { return d.compare(root, path) })
}

// compare compares the position of a file with that of another, by root and path.
func (s *Source) compare(root int, path string) int {
	return cmp.Or(cmp.Compare(s.Root, root), strings.Compare(s.Path, path))
}
