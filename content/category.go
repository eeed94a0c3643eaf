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
	type place struct {
		root      int
		dir, lang string
	}
	pages := map[place]*Document{}
	for _, f := range files {
		if d := f.document; d != nil && d.Form == Branch && !f.category {
			pages[place{f.root, f.dir, d.Lang}] = d
		}
	}
	for _, f := range files {
		if !f.category || f.document == nil {
			continue
		}
		d := f.document
		said := d.Values()
		page := pages[place{f.root, f.dir, d.Lang}]
		if page == nil && said["page"] != nil {
			page = t.named(files, f, said["page"])
		}
		if page != nil {
			d = page.within(said)
		} else if place, ok := t.dialect.Place(path.Dir(d.Path)); ok && said["weight"] == nil {
			d = d.within(map[string]any{"weight": place})
		}
		i, known := at(t.Documents, d.Root, d.Path)
		if !known {
			t.Documents = slices.Insert(t.Documents, i, d)
		}
		t.Documents[i] = d
	}
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

// named returns the page that a category names as its folder's page by ID, as a Branch that keeps its URL; nil if no
// page has that ID. https://docusaurus.io/docs/sidebar/items#category-link
func (t *Tree) named(files []*file, category *file, id any) *Document {
	for _, f := range files {
		d := f.document
		if d == nil || f.category || d.Form != Single || f.root != category.root || f.dir != category.dir ||
			d.Lang != category.document.Lang {
			continue
		}
		values := d.Values()
		if cmp.Or(values["pageid"], any(d.Base)) != id {
			continue
		}
		c := *d.unpacked()
		c.Form = Branch
		c.Logical, c.Base = category.document.Logical, category.document.Base
		if c.Front.Values["url"] == nil {
			slug, _ := values["slug"].(string)
			folder, ok := category.document.Values()["folder"].(string)
			if !ok {
				folder = "/" + t.dialect.Unnumbered(path.Dir(d.Path))
			}
			c.Front.Values["url"] = path.Join(folder, cmp.Or(slug, d.Base)) + "/"
		}
		return &c
	}
	return nil
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
