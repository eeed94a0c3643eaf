package content

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/foreign"
)

// category fills in d from a file that names its folder, such as _category_.json: the document has no text.
func (r *reader) category(d *Document, text []byte) diag.List {
	value, lines, err := frontmatter.Decode(frontmatter.YAML, d.File, text) // JSON is YAML
	if err != nil {
		return diag.From(err)
	}
	values, ok := value.(map[string]any)
	if !ok && len(bytes.TrimSpace(text)) > 0 {
		return diag.List{{
			Rule: "front-matter", File: d.File, Line: 1, Message: "the file must contain keys and values",
			Hint: `write {"label": "Name", "position": 1}`,
		}}
	}
	d.Markup = "markdown"
	said := r.dialect.Category.Read(&foreign.Page{File: d.File, Path: d.Path, Values: values})
	d.Front = &frontmatter.Block{
		Format: frontmatter.YAML, Values: said, Lines: map[string]int{}, Body: len(text),
		BodyLine: 1 + bytes.Count(text, []byte{'\n'}),
	}
	for at, key := range map[string]string{"label": "title", "position": "weight"} {
		if line, ok := lines[at]; ok && d.Front.Values[key] != nil {
			d.Front.Lines[key] = line
		}
	}
	return nil
}

func (f *file) isCategory() bool { return f.category }

// categorize merges the files for categories into the pages of their folders. A folder that has only such a file gets a
// page from it.
func (t *Tree) categorize(files []*file) {
	if !slices.ContainsFunc(files, (*file).isCategory) {
		return
	}
	folders := map[string][]*Document{} // pages by their folders
	own := map[[2]string]bool{}         // folders and languages with such a file
	for _, f := range files {
		if d := f.document; d != nil && f.category {
			own[[2]string{path.Dir(d.Path), d.Lang}] = true
		} else if d != nil {
			folders[path.Dir(d.Path)] = append(folders[path.Dir(d.Path)], d)
		}
	}
	for _, f := range files {
		if !f.category || f.document == nil {
			continue
		}
		d, dir := f.document, path.Dir(f.document.Path)
		said := d.Values()
		found := t.folderPages(folders[dir], d)
		for _, page := range found {
			if page.Lang != d.Lang && !own[[2]string{dir, page.Lang}] {
				values, _ := t.dialect.Category.Translated(&foreign.Page{File: page.File, Path: page.Path}, said)
				t.put(page.within(values))
			}
		}
		if i := slices.IndexFunc(found, func(p *Document) bool { return p.Lang == d.Lang && p.Root == d.Root }); i >= 0 {
			d = found[i].within(said)
		} else if place, ok := t.dialect.Place(dir); ok && said["weight"] == nil {
			d = d.within(map[string]any{"weight": place})
		}
		t.put(d)
	}
}

// put puts a document in the place of the one with its path, or adds it.
func (t *Tree) put(d *Document) {
	i, known := at(t.Documents, d.Root, d.Path)
	if !known {
		t.Documents = slices.Insert(t.Documents, i, d)
	}
	t.Documents[i] = d
}

// folderPages returns the pages of a folder in all languages: those that their names make its pages, or else those that
// the file for the category names. in are the pages in the folder.
func (t *Tree) folderPages(in []*Document, category *Document) (out []*Document) {
	has := map[string]bool{}
	for _, d := range in {
		if d.Form == Branch && (d.Root == category.Root || d.Lang != category.Lang) {
			out, has[d.Lang] = append(out, d), true
		}
	}
	id := category.Values()["page"]
	for _, d := range in {
		if id == nil || has[d.Lang] || d.Form != Single || cmp.Or(d.Values()["pageid"], any(d.Base)) != id {
			continue
		}
		if page := t.named(d, category); d.Root == category.Root || d.Lang != category.Lang {
			out = append(out, page)
		}
	}
	return out
}

// demote makes the page that its name makes the one of its folder an ordinary page if another one says that it is the
// page of this folder: README.md with its own slug next to intro.md with slug: /.
func (t *Tree) demote() {
	if t.dialect == nil || t.dialect.Parts == nil {
		return
	}
	for _, home := range t.Documents {
		if !home.Home || home.Form != Branch {
			continue
		}
		folder := t.dialect.PartOf(home.Path)
		for i, d := range t.Documents {
			if d != home && d.Root == home.Root && d.Lang == home.Lang && d.Form == Branch && d.Logical == home.Logical &&
				d.Values()["url"] != nil {
				c := *d
				c.Base = strings.TrimSuffix(path.Base(d.Path), path.Ext(d.Path))
				c.Form, c.Logical = Single, "/"+join(logical(folder), logical(c.Base))
				c.Meta = c.metaHash()
				t.Documents[i] = &c
			}
		}
	}
}

// named returns a page as that of its folder, with its URL.
// https://docusaurus.io/docs/sidebar/items#category-link
func (t *Tree) named(d, category *Document) *Document {
	c := *d.unpacked()
	c.Form = Branch
	c.Logical, c.Base = category.Logical, category.Base
	if c.Front.Values["url"] == nil {
		slug, _ := c.Front.Values["slug"].(string)
		_, folder := t.dialect.Category.Translated(&foreign.Page{File: d.File, Path: d.Path}, nil)
		c.Front.Values["url"] = path.Join(folder, cmp.Or(slug, d.Base)) + "/"
	}
	return &c
}

// within returns a folder's page with the values from a category: its name in the tree and its position.
func (d *Document) within(category map[string]any) *Document {
	c := *d.unpacked()
	for _, key := range []string{"linktitle", "weight", "sidebar"} {
		if v, ok := category[key]; ok {
			c.Front.Values[key] = v
		}
	}
	c.Meta = c.metaHash()
	return &c
}

// folderName returns the name of a folder; the folder's page may have the same name.
func (w *walker) folderName(files []found) string {
	if len(files) == 0 {
		return ""
	}
	file := w.roots[w.root].below(files[0].path)
	dir := file[:max(0, strings.LastIndexByte(file, '/'))]
	return lower(cmp.Or(dir[strings.LastIndexByte(dir, '/')+1:], "index"))
}
