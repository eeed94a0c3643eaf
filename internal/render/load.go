package render

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/tmpl"
	"github.com/sitegen/sitegen/internal/trace"
	"github.com/sitegen/sitegen/internal/view"
	"github.com/sitegen/sitegen/themes"
)

// Load reads layouts/, the configured themes, i18n/, data/ and the embedded parts. Mistakes in
// templates are diagnostics; with errors among them the Theme must not be used.
func Load(cfg *config.Config) (*Theme, diag.List) {
	t := &Theme{cfg: cfg, vocabulary: tmpl.NewVocabulary((&Worker{}).table()), types: view.Types()}
	t.parser = tmpl.NewParser(t.vocabulary)
	problems := diag.From(projectOf(cfg).Check())
	files, unread := t.readLayers()
	t.parser.Decorations = slices.ContainsFunc(files, func(f *file) bool { return callsInner.MatchString(f.Text) })
	problems = append(problems, unread...)
	good := files[:0]
	for _, f := range files {
		l := t.parse(f)
		problems = append(problems, l...)
		if l.Err() == nil {
			good = append(good, f)
		}
	}
	t.store = newStore(newNaming(cfg))
	var taxonomies []config.Taxonomy
	for _, l := range cfg.Languages {
		for _, x := range l.Taxonomies {
			if !slices.Contains(taxonomies, x) {
				taxonomies = append(taxonomies, x)
			}
		}
	}
	t.store.insert(good, taxonomies)
	t.store.addDefines()
	t.store.survey()
	if problems.Err() == nil {
		problems = append(problems, t.store.checkCalls()...)
	}
	problems = append(problems, t.loadRest()...)
	problems.Sort()
	return t, slices.CompactFunc(problems, func(a, b *diag.Diagnostic) bool { return *a == *b }) // a folder is read for several reasons
}

// ByStock has the templates executed by the standard library alone, or not, before any is: for tests that compare.
func (t *Theme) ByStock(yes bool) *Theme {
	if t.types.Stock != yes {
		t.types.Stock = yes
	}
	return t
}

// Folders lists what Load reads: the folders of templates, strings and data of the project and its
// themes, as slash paths relative to the project or absolute.
func Folders(cfg *config.Config) []string {
	return projectOf(cfg).Folders(themes.Layouts, themes.Strings, themes.Data)
}

// projectOf says where a project keeps its files.
func projectOf(cfg *config.Config) *themes.Project {
	own := map[themes.Kind]string{themes.Layouts: cfg.LayoutDir, themes.Strings: cfg.I18nDir, themes.Data: cfg.DataDir, themes.Assets: cfg.AssetDir}
	p := &themes.Project{Dir: cfg.Project, ThemesDir: cfg.ThemesDir, Themes: cfg.Themes, Mounts: map[themes.Kind][]themes.Mount{}}
	for kind, dir := range own {
		for _, m := range cfg.Component(string(kind), dir) {
			p.Mounts[kind] = append(p.Mounts[kind], themes.Mount{Dir: m.Dir, At: m.At, Files: m.Files})
		}
	}
	return p
}

// Revisions returns a hash of the templates, of the translated strings and of the data that Load read.
func (t *Theme) Revisions() (templates, strings, data uint64) {
	h := trace.HashStrings(t.embedded)
	h = trace.Mix(h, t.store.shape)
	for _, f := range t.store.files {
		h = trace.Mix(trace.Mix(h, trace.HashString(f.Shown)), f.Hash)
	}
	return max(1, h), max(1, t.strings.Hash()), max(1, t.data.hash)
}

// layers returns the folders of templates, the strongest first. An embedded theme takes part when the
// configuration names it, or no theme and the project has no template for pages: shortcodes, hooks and
// partials of the project's own then stand before the embedded ones.
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

// Embedded returns the embedded theme that takes part; "" for none.
func (t *Theme) Embedded() string { return t.embedded }

// hasPageTemplate reports whether a folder holds a layout or a base template for pages in HTML. Those
// for robots.txt, feeds and pages not found do without the others.
func (t *Theme) hasPageTemplate(l themes.Layer) (found bool, err error) {
	n := newNaming(t.cfg)
	err = l.Read(func(p string, entry fs.DirEntry) bool {
		if found || entry.IsDir() {
			return !found && entry.IsDir()
		}
		a, ok := n.address(templateName(p))
		d := a.descriptor
		found = ok && (a.category == layoutTemplate || a.category == baseTemplate) && d.media == "text/html" && d.format != "404"
		return false
	}, nil)
	return found, err
}

// readLayers reads all template files; of files with the same path the strongest layer's is kept.
func (t *Theme) readLayers() ([]*file, diag.List) {
	var files []*file
	layers, problems := t.layers()
	seen := make(map[string]*address)
	n := newNaming(t.cfg)
	for i, l := range layers {
		own := i+1 < len(layers) // not what is built in
		want := func(name string, e fs.DirEntry) bool {
			if strings.HasPrefix(e.Name(), ".") || strings.HasSuffix(name, "~") {
				return false
			}
			lower := templateName(name)
			if e.IsDir() || seen[lower] != nil {
				return e.IsDir()
			}
			a, ok := n.address(lower)
			if !ok || a.category == ignoredTemplate || a.category == hookTemplate && own && t.hookUnwanted(a.descriptor.hook) {
				return false
			}
			seen[lower] = &a
			return true
		}
		err := l.Read(want, func(name string, text []byte) {
			lower := templateName(name)
			a := *seen[lower]
			files = append(files, &file{
				File: &tmpl.File{
					Name: lower, Shown: l.Name(name), Text: string(text), Hash: trace.Hash(text),
					Plain: a.descriptor.text, Partial: a.category == partialTemplate,
				},
				path: lower, layer: i, own: own, address: a,
			})
		})
		problems = append(problems, diag.From(err)...)
	}
	return files, problems
}

// templateName is the path of a template as it is looked up.
func templateName(name string) string { return strings.ReplaceAll(strings.ToLower(name), " ", "-") }

// survey hashes which templates there are and where: a question for a template that is found by name
// has another answer only when this is different.
func (s *store) survey() {
	s.byShown = make(map[string]*file, len(s.files))
	s.shape = trace.Mix(0, trace.HashBool(s.hasBase))
	for _, f := range s.files {
		s.byShown[f.Shown] = f
		s.shape = trace.Mix(trace.Mix(s.shape, trace.HashStrings(f.path, f.Shown)), uint64(f.layer))
		s.shape = trace.Mix(s.shape, trace.HashBool(f.needsBase)<<1|trace.HashBool(f.own))
		s.shape = trace.Mix(s.shape, trace.HashStrings(f.DefineNames()...))
	}
}

// hookUnwanted reports whether the project's own hook is to be ignored in favour of the built-in one:
// markup.goldmark.renderHooks.link.useEmbedded = "always".
func (t *Theme) hookUnwanted(hook string) bool {
	g := t.cfg.Markup.Goldmark
	return hook == "link" && g.UseEmbeddedLink == "always" || hook == "image" && g.UseEmbeddedImage == "always"
}

// addDefines makes the defines of all files known: any template may call them, and those that are
// named like partials are partials. Of two with one name the first in path order counts, a base
// template's only where nobody else has one.
func (s *store) addDefines() {
	files := slices.Clone(s.files)
	slices.SortStableFunc(files, func(a, b *file) int {
		if a.layer != b.layer {
			return a.layer - b.layer
		}
		return strings.Compare(a.path, b.path)
	})
	for _, f := range files {
		for _, name := range f.DefineNames() {
			if tmpl.IsPartialName(name) && !strings.HasPrefix(name, "_internal/") {
				s.addInlinePartial(f, name)
			}
			if _, ok := s.defines[name]; !ok && f.category != baseTemplate && !f.needsBase {
				s.defines[name] = define{f.Defines[name], f}
			}
		}
	}
}

func (s *store) addInlinePartial(f *file, name string) {
	p := strings.ToLower(name)
	if path.Ext(p) == "" {
		p += ".html"
	}
	if !strings.HasPrefix(p, "_") {
		p = "_" + p
	}
	a, ok := s.naming.address(p)
	if !ok {
		return
	}
	a.descriptor.text = f.descriptor.text
	inline, text := *f, *f.File
	inline.File, inline.path, inline.address, inline.needsBase = &text, p, a, false
	text.Name, text.Main = p, f.Defines[name]
	s.add(&entry{file: &inline, d: a.descriptor, cat: partialTemplate, rank: -1}, a.dir)
	if s.byPath[p] == nil {
		s.byPath[p] = &inline
	}
}

// parse reads what a file says.
func (t *Theme) parse(f *file) diag.List {
	problems := t.parser.Parse(f.File)
	f.needsBase = f.category == layoutTemplate && f.own && startsWithDefine(f.Text)
	f.innerHTML = f.category == shortcodeTemplate && asksForInnerHTML(f.Text)
	return problems
}

// hugoConfig is how a shortcode says which version of Hugo's shortcodes it was written for.
var hugoConfig = regexp.MustCompile("\\{\\{-?\\s*\\$_hugo_config\\s*:=\\s*[`\"']\\s*\\{[^}]*version\\\\?\"\\s*:\\s*1\\b")

// asksForInnerHTML reports whether the template of a shortcode is of version 1: called as {{% %}} it finds .Inner
// rendered, and what it prints does not go through Markdown
// (https://gohugo.io/templates/shortcode/ and the notes of Hugo 0.55).
func asksForInnerHTML(src string) bool {
	return strings.Contains(src, "$_hugo_config") && hugoConfig.MatchString(src)
}

// startsWithDefine reports whether the first thing in a template, white space and comments apart,
// is a define: then it is a page's part that wants a base template.
func startsWithDefine(src string) bool {
	for {
		src = strings.TrimSpace(src)
		rest, ok := strings.CutPrefix(src, "{{")
		if !ok {
			return false
		}
		rest = strings.TrimPrefix(rest, "-")
		trimmed := strings.TrimSpace(rest)
		if !strings.HasPrefix(trimmed, "/*") {
			return strings.HasPrefix(trimmed, "define")
		}
		_, after, closed := strings.Cut(trimmed, "*/")
		if !closed {
			return false
		}
		after = strings.TrimPrefix(strings.TrimSpace(after), "-")
		if src, ok = strings.CutPrefix(after, "}}"); !ok {
			return false
		}
	}
}

// checkCalls reports {{ template "x" }} where no template of that name can be meant. Names that a
// base template or another file defines are known only when all files are read.
func (s *store) checkCalls() diag.List {
	var out diag.List
	known := make(map[string]bool)
	for _, f := range s.files {
		for name := range f.Defines {
			known[name] = true
		}
		known[f.path] = true
	}
	for _, f := range s.files {
		for _, call := range f.Calls {
			if known[call.Name] || f.Defines[call.Name] != nil {
				continue
			}
			d := diag.InSource(f.Shown, []byte(f.Text), int(call.Pos), fmt.Sprintf("template %q is not defined", call.Name))
			d.Rule = "template-missing"
			if near := diag.Nearest(call.Name, slices.Sorted(maps.Keys(known))); near != "" {
				d.Hint = fmt.Sprintf("did you mean %q?", near)
			}
			out = append(out, d)
		}
	}
	return out
}
