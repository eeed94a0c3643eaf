package docusaurus

import (
	"cmp"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/port"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// manual is a version of the docs with its pages.
type manual struct {
	*version
	sidebars *script.Object
	pages    []*doc
	byID     map[string]*doc
	byFile   map[string]*doc // by path in dir
	groups   map[string]*group
	grouped  map[string]group // groups of pages in the tree, by ID
	order    map[string]int   // positions in the sidebars, by ID
	autos    []string         // folders whose entries the sidebars generate
	listed   bool             // a sidebar names pages or folders
	places   map[string]int   // weights of folders by their names on disk
	excluded glob.Set         // files that are not published
	included glob.Set         // only these pages are published; empty: all
}

// skips reports whether a file in the folder of the version is not published.
func (m *manual) skips(rest string) bool {
	return m.excluded.Match(rest) || isPage(rest) && !m.included.Empty() && !m.included.Match(rest)
}

// doc is a page of the docs.
type doc struct {
	*port.Source
	rest, id, to string // path in the version's folder; ID in sidebars; path in the locale's folder
}

// readManuals reads the pages of the versions.
func (d *docusaurus) readManuals() error {
	for _, v := range d.versions {
		m := &manual{
			version: v, byID: map[string]*doc{}, byFile: map[string]*doc{}, groups: map[string]*group{},
			grouped: map[string]group{},
			order:   map[string]int{}, places: map[string]int{},
		}
		d.manuals = append(d.manuals, m)
		m.excluded, _ = glob.NewSet(conversion.Strings(v.options.Get("exclude"))) // an error is reported
		m.included, _ = glob.NewSet(conversion.Strings(v.options.Get("include")))
		var err error
		if m.pages, err = d.readDocs(m, d.locales[0], m.dir); err != nil {
			return err
		}
		if err := d.readSidebars(m, conversion.First(d.Dir, m.bars...)); err != nil {
			return err
		}
	}
	if menu := d.versionMenu(); menu != nil {
		d.Out.Values("params", "", map[string]any{"versions": menu})
		d.Note("versions.json", 0, "versions", conversion.Used, "params.versions, %d of them", len(menu))
	}
	return nil
}

// readDocs reads the pages of a version in a locale and determines the path of each.
func (d *docusaurus) readDocs(m *manual, locale, folder string) (pages []*doc, err error) {
	err = d.walkInto(folder, func(file, rest string) error {
		if !isPage(file) || m.skips(rest) {
			return nil
		}
		s, err := d.Read(file)
		if err != nil {
			return d.Unread(err)
		}
		p := &doc{Source: s, rest: rest}
		d.locate(m, locale, p)
		pages = append(pages, p)
		if m.byFile[rest] == nil {
			m.byFile[rest] = p
			m.byID[p.id], m.byID[foreign.Stem(rest)] = p, p
		}
		return nil
	})
	return pages, err
}

// locate determines the new path of a page and the values that come from its name.
func (d *docusaurus) locate(m *manual, locale string, p *doc) {
	m.place(p.rest)
	index := isIndex(&names, p.rest)
	position, base, positioned := names.Number(foreign.Stem(path.Base(p.rest)))
	folder := unnumbered(path.Dir(p.rest))
	if p.Values["parse_number_prefixes"] == false {
		base, positioned, folder = foreign.Stem(path.Base(p.rest)), false, path.Dir(p.rest)
	}
	p.id = path.Join(folder, base)
	name := base
	if id, _ := p.Values["id"].(string); id != "" {
		name = path.Base(id)
		p.id = path.Join(folder, name)
	}
	if _, ok := p.Values["sidebar_position"]; !ok && positioned && !index {
		p.Values["sidebar_position"] = uint64(position)
	}
	if p.Values["slug"] == nil && name != base {
		p.Values["slug"] = name
	}
	folder = path.Join(m.route, folder)
	slug, _ := p.Values["slug"].(string)
	switch {
	case strings.HasPrefix(slug, "/"):
		delete(p.Values, "slug")
		if slug = strings.Trim(slug, "/"); slug == "" {
			p.to = path.Join(m.route, "_index.md")
			return
		}
		p.Values["url"] = d.prefix(locale) + path.Join(m.route, slug) + "/"
		if base == "index" { // the page of a folder has no other URL
			base = path.Base(slug)
		}
		p.to = path.Join(folder, base+".md")
	case index:
		p.to = path.Join(folder, "_index.md")
	default:
		p.to = path.Join(folder, base+".md")
	}
}

// place records the positions in the names of a file's folders, for the folders' pages.
func (m *manual) place(rest string) {
	for dir := path.Dir(rest); dir != "."; dir = path.Dir(dir) {
		if at, ok := names.Place(dir); ok {
			m.places[path.Join(m.route, unnumbered(dir))] = at
		}
	}
}

// unnumbered returns the path of a folder without positions in its names; "" for the root.
func unnumbered(dir string) string {
	return strings.TrimPrefix(names.Unnumbered(path.Clean(dir)), ".")
}

var otherLink = pattern.New(`\]\([^)\s:#?]+/[^)\s:#?]+`)

// fileLink matches links to pages, the second form with a path between angle brackets.
var fileLink = pattern.New(`(\]\(|(?m:^) {0,3}\[[^\]\n]+\]: +)(?:([^)\s:<]+\.mdx?)([)#?\s])|<([^<>:\n]+\.mdx?)([>#?]))`)

// names is the dialect that splits positions from names:
// https://docusaurus.io/docs/sidebar/autogenerated#using-number-prefixes
var names = dialect(&manner{site: "."})

// links changes the links of a page to the new paths of the files. Links are relative to the page, to the folder of the
// version (/a.md), or to the project (@site/docs/a.md): https://docusaurus.io/docs/markdown-features/links
func (d *docusaurus) links(m *manual, p *doc) string {
	return fileLink.ReplaceAllStringFunc(p.Body, func(s string) string {
		found := fileLink.FindStringSubmatch(s)
		file, before, after := found[2], found[1], found[3]
		if found[4] != "" {
			file, before, after = found[4], before+"<", found[5]
		} else if name, err := url.PathUnescape(file); err == nil {
			file = name
		}
		to := m.byFile[path.Join(path.Dir(p.rest), file)]
		if rest, ok := strings.CutPrefix(file, "/"); ok {
			to = m.byFile[rest]
		}
		if rest, ok := strings.CutPrefix(file, "@site/"); ok {
			for _, other := range d.manuals {
				if in, ok := strings.CutPrefix(rest, other.dir+"/"); ok {
					to = other.byFile[in]
				}
			}
		}
		if to == nil {
			return before + strings.ReplaceAll(names.Unnumbered(file), " ", "%20") + after
		}
		rel, err := filepath.Rel(path.Dir(p.to), to.to)
		if err != nil {
			return s
		}
		return before + strings.ReplaceAll(filepath.ToSlash(rel), " ", "%20") + after
	})
}

// beside changes links to files in numbered folders to the files' new paths.
func (d *docusaurus) beside(p *doc) string {
	return otherLink.ReplaceAllStringFunc(p.Body, func(s string) string {
		to := s[2:]
		if path.Ext(to) == ".md" || path.Ext(to) == ".mdx" || !d.Exists(path.Join(path.Dir(p.File), to)) {
			return s
		}
		return "](" + path.Join(names.Unnumbered(path.Dir(to)), path.Base(to))
	})
}

// manual converts a version in a locale.
func (d *docusaurus) manual(m *manual, locale string) error {
	pages, folder := m.pages, m.dir
	if local := d.source(locale, m.plugin); local != "" {
		var err error
		folder = path.Join(local, m.local)
		if pages, err = d.readDocs(m, locale, folder); err != nil {
			return err
		}
	}
	if err := d.files(m, locale, folder); err != nil {
		return err
	}
	for _, dir := range slices.Sorted(maps.Keys(m.groups)) { // a translation has no such files
		if id := m.groups[dir].page; id != "" {
			d.linked(locale, dir, id, pages)
		}
	}
	d.named(locale, pages)
	translated := d.labels(m.version, locale)
	for _, p := range pages {
		retagged(p.Values, m.tags)
		if !isIndex(&names, p.rest) {
			named(p.Source, path.Base(p.id))
		}
		p.Body = d.beside(p)
		p.Body = d.links(m, p)
		if at := m.order[p.id]; at > 0 {
			p.Values["sidebar_position"] = uint64(at)
		}
		if g := m.grouped[p.id]; g.label != "" && p.Values["sidebar"] == nil {
			label := cmp.Or(translated["category."+g.label], g.label)
			p.Values["sidebar"] = map[string]any{"group": label}
		}
		if path.Base(p.to) == "_index.md" {
			g := m.group(path.Dir(p.to))
			g.into(p.Values)
			if label := translated["category."+g.label]; label != "" && p.Values["linktitle"] == g.label {
				p.Values["linktitle"] = label
			}
			if at, ok := m.places[path.Dir(p.to)]; ok && p.Values["weight"] == nil && p.Values["sidebar_position"] == nil {
				p.Values["weight"] = at
			}
			d.versionRoot(m, p.to, p.Values)
		}
		if err := d.finish(p.Source, locale, p.to); err != nil {
			return err
		}
	}
	return d.sections(m, locale, pages)
}

// files copies the files next to pages and reads the category files.
func (d *docusaurus) files(m *manual, locale, folder string) error {
	return d.walkInto(folder, func(file, rest string) error {
		dir := path.Join(m.route, unnumbered(path.Dir(rest)))
		switch {
		case m.skips(rest):
		case d.Dialect.IsCategory(path.Base(file)):
			return d.category(m, locale, file, dir)
		case !isPage(file) && !slices.Contains(code, path.Ext(file)):
			d.Copy(file, d.content(locale)+path.Join(dir, path.Base(rest)))
		}
		return nil
	})
}

// category reads a category file.
func (d *docusaurus) category(m *manual, locale, file, dir string) error {
	text, err := os.ReadFile(filepath.Join(d.Dir, filepath.FromSlash(file)))
	if err != nil {
		return err
	}
	value, _, err := frontmatter.Decode(frontmatter.YAML, file, text) // JSON is YAML
	if err != nil {
		return err
	}
	values, _ := value.(map[string]any)
	said := category(values)
	if below := path.Join(".", strings.TrimPrefix(strings.TrimPrefix(dir, m.route), "/")); m.listed && !isGenerated(below, m.autos) {
		unordered(said)
	}
	id, _ := said["page"].(string)
	if delete(said, "page"); locale == d.locales[0] {
		g := m.group(dir)
		g.page = id
		g.label = cmp.Or(g.label, foreign.TextOf(said["linktitle"]))
		g.described(said)
	}
	return nil
}

// named makes a page at the URL of a folder, or next to a folder of the same name, such as FAQ.md next to faq/, the
// page of that folder, at the same URL, unless the folder has a page.
func (d *docusaurus) named(locale string, pages []*doc) {
	folders, has := map[string]string{}, map[string]bool{} // by the path in lower case; folders with a page
	for _, p := range pages {
		has[p.to] = true
		for dir := path.Dir(p.to); dir != "." && folders[strings.ToLower(dir)] == ""; dir = path.Dir(dir) {
			folders[strings.ToLower(dir)] = dir
		}
	}
	for _, at := range []func(p *doc) string{
		func(p *doc) string {
			url, _ := p.Values["url"].(string)
			return strings.Trim(strings.TrimPrefix(url, d.prefix(locale)), "/")
		},
		func(p *doc) string {
			slug, _ := p.Values["slug"].(string) // also from the id
			if slug == "" {
				return ""
			}
			return path.Join(path.Dir(p.to), slug)
		},
		func(p *doc) string { return strings.TrimSuffix(p.to, ".md") },
	} {
		for _, p := range pages {
			dir := folders[strings.ToLower(at(p))]
			if to := path.Join(dir, "_index.md"); dir != "" && !has[to] {
				d.pageOf(locale, p, to)
				has[to] = true
			}
		}
	}
}

// pageOf makes a page that of a folder, at the URL that it had.
func (d *docusaurus) pageOf(locale string, p *doc, to string) {
	if p.Values["url"] == nil {
		slug, _ := p.Values["slug"].(string)
		p.Values["url"] = d.prefix(locale) + path.Join(path.Dir(p.to), cmp.Or(slug, foreign.Stem(path.Base(p.to)))) + "/"
		delete(p.Values, "slug")
	}
	p.to = to
}

// linked makes the page with an ID the page of its folder, at the same URL, unless the folder has a page.
func (d *docusaurus) linked(locale, dir, id string, pages []*doc) {
	to := path.Join(dir, "_index.md")
	if slices.ContainsFunc(pages, func(p *doc) bool { return p.to == to }) {
		return
	}
	for _, p := range pages {
		if path.Dir(p.to) != dir || path.Base(p.id) != id {
			continue
		}
		d.pageOf(locale, p, to)
		return
	}
}
