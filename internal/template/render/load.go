package render

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/plainfile"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/template/render/lookup"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
	"github.com/sitegen/sitegen/themes"
)

// Load reads layouts/, the configured themes, i18n/, data/, and the embedded templates. Mistakes in templates are
// diagnostics. If one of them is an error, the Theme must not be used.
func Load(cfg *config.Config) (*Theme, diag.List) {
	t := &Theme{cfg: cfg, vocabulary: tmpl.NewVocabulary((&Worker{}).table()), types: view.Types()}
	if cfg.Hugo {
		t.types.Replaced = view.Replaced
	}
	t.parser = tmpl.NewParser(t.vocabulary)
	t.parser.OldReturn = cfg.Release.Before(166)
	problems := diag.From(projectOf(cfg).Check())
	files, unread := t.readLayers()
	t.parser.Decorations = slices.ContainsFunc(files,
		func(f *lookup.Template) bool { return callsInner(f.Text) })
	problems = append(problems, unread...)
	good := files[:0]
	for _, f := range files {
		l := t.parse(f)
		problems = append(problems, l...)
		if l.Err() == nil {
			good = append(good, f)
		}
	}
	var taxonomies []config.Taxonomy
	for _, l := range cfg.Languages {
		for _, x := range l.Taxonomies {
			if !slices.Contains(taxonomies, x) {
				taxonomies = append(taxonomies, x)
			}
		}
	}
	t.store = lookup.New(lookup.NewNaming(cfg), good, taxonomies)
	if problems.Err() == nil {
		problems = append(problems, t.store.CheckCalls()...)
	}
	problems = append(problems, t.loadStringsAndData()...)
	problems.Sort()
	// A folder may be read more than once.
	return t, slices.CompactFunc(problems, func(a, b *diag.Diagnostic) bool { return *a == *b })
}

// ByStock makes the standard library execute all templates, or not. Tests call it before execution, to compare.
func (t *Theme) ByStock(yes bool) *Theme {
	if t.types.Stock != yes {
		t.types.Stock = yes
	}
	return t
}

// Folders lists the folders that Load reads: templates, strings, and data of the project and its themes, as slash paths
// relative to the project, or absolute.
func Folders(cfg *config.Config) []string {
	return projectOf(cfg).Folders(themes.Layouts, themes.Strings, themes.Data)
}

// projectOf returns the locations of the files of a project.
func projectOf(cfg *config.Config) *themes.Project {
	own := map[themes.Kind]string{
		themes.Layouts: cfg.LayoutDir, themes.Strings: cfg.I18nDir, themes.Data: cfg.DataDir,
		themes.Assets: cfg.AssetDir,
	}
	p := &themes.Project{
		Dir: cfg.Project, ThemesDir: cfg.ThemesDir, Themes: cfg.Themes,
		Mounts: map[themes.Kind][]themes.Mount{}, Shown: cfg.Shown,
	}
	for kind, dir := range own {
		for _, m := range cfg.Component(string(kind), dir) {
			p.Mounts[kind] = append(p.Mounts[kind], themes.Mount{Dir: m.Dir, At: m.At, Files: m.Files})
		}
	}
	return p
}

// Revisions returns hashes of the templates, the translated strings, and the data that Load read.
func (t *Theme) Revisions() (templates, strings, data uint64) {
	h := trace.HashStrings(t.embedded)
	h = trace.Mix(h, t.store.Shape())
	for _, f := range t.store.All() {
		h = trace.Mix(trace.Mix(h, trace.HashString(f.Shown)), f.Hash)
	}
	return max(1, h), max(1, t.strings.Hash()), max(1, t.data.hash)
}

// layers returns the folders of templates in order of precedence. An embedded theme is used if the configuration names
// it, or if there is no theme and the project has no template for pages. Shortcodes, hooks, and partials of the project
// then override the embedded ones.
func (t *Theme) layers() ([]themes.Layer, diag.List) {
	layers, err := projectOf(t.cfg).Find(themes.Layouts)
	problems := diag.From(err)
	t.embedded = t.cfg.EmbeddedTheme
	if t.embedded == "" && len(t.cfg.Themes) == 0 {
		found := false
		for _, l := range layers {
			has, err := t.hasPageTemplate(l)
			if problems = append(problems, diag.From(err)...); has {
				found = true
				break
			}
		}
		if !found {
			t.embedded = cmp.Or(t.cfg.DefaultTheme, "docs")
		}
	}
	t.floor = len(layers)
	layers = append(layers, themes.Embedded(t.embedded, themes.Layouts)...)
	return append(layers, themes.BuiltIn()), problems
}

// Embedded returns the name of the embedded theme in use; "" for none.
func (t *Theme) Embedded() string { return t.embedded }

// hasPageTemplate reports whether a folder has a layout or a base template for HTML pages. Templates for robots.txt,
// feeds, and the 404 page do not count.
func (t *Theme) hasPageTemplate(l themes.Layer) (found bool, err error) {
	n := lookup.NewNaming(t.cfg)
	err = l.Read(func(p string, entry fs.DirEntry) bool {
		if found || entry.IsDir() {
			return !found && entry.IsDir()
		}
		a, ok := n.Address(lookup.Name(p))
		d := a.Descriptor
		found = ok && (a.Category == lookup.Layout || a.Category == lookup.Base) && d.Media == "text/html" &&
			d.Format != "404"
		return false
	}, nil)
	return found, err
}

// readLayers reads all template files. Of files with the same path, that of the first layer is kept.
func (t *Theme) readLayers() ([]*lookup.Template, diag.List) {
	var files []*lookup.Template
	layers, problems := t.layers()
	seen := make(map[string]*lookup.Address)
	n := lookup.NewNaming(t.cfg)
	for i, l := range layers {
		own := i+1 < len(layers) // not built in
		want := func(name string, e fs.DirEntry) bool {
			if strings.HasPrefix(e.Name(), ".") || strings.HasSuffix(name, "~") {
				return false
			}
			lower := lookup.Name(name)
			if e.IsDir() || seen[lower] != nil {
				return e.IsDir()
			}
			a, ok := n.Address(lower)
			if !ok || a.Category == lookup.Ignored || a.Category == lookup.Hook && own && t.hookUnwanted(a.Descriptor.Hook) {
				return false
			}
			seen[lower] = &a
			return true
		}
		err := l.Read(want, func(name string, text []byte) {
			text = plainfile.Lines(text)
			lower := lookup.Name(name)
			a := *seen[lower]
			files = append(files, &lookup.Template{
				File: &tmpl.File{
					Name: lower, Shown: l.Name(name), Text: string(text), Hash: t.hashOf(text),
					Plain: a.Descriptor.Text, Partial: a.Category == lookup.Partial,
				},
				Path: lower, Layer: i, Own: own, Address: a,
			})
		})
		problems = append(problems, diag.From(err)...)
	}
	return files, problems
}

// hashOf returns the hash of a template, which also tells how it is executed.
func (t *Theme) hashOf(text []byte) uint64 {
	h := trace.Hash(text)
	if t.cfg.Release != 0 {
		h = trace.Mix(h, uint64(t.cfg.Release))
	}
	return h
}

// hookUnwanted reports whether the project's hook is ignored in favor of the built-in one:
// markup.goldmark.renderHooks.link.useEmbedded = "always".
func (t *Theme) hookUnwanted(hook string) bool {
	g := t.cfg.Markup.Goldmark
	return hook == "link" && g.UseEmbeddedLink == "always" || hook == "image" && g.UseEmbeddedImage == "always"
}

// parse parses the text of a file.
func (t *Theme) parse(f *lookup.Template) diag.List {
	problems := t.parser.Parse(f.File)
	f.ReadText()
	return problems
}
