package themes

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/tmpl"
	"github.com/sitegen/sitegen/internal/trace"
)

// Load reads layouts/, the configured themes, i18n/, data/ and the embedded parts. Mistakes in
// templates are diagnostics; with errors among them the Theme must not be used.
func Load(cfg *config.Config) (*Theme, diag.List) {
	t := &Theme{cfg: cfg, vocabulary: tmpl.NewVocabulary((&Worker{}).table()), types: newTypes()}
	t.parser = tmpl.NewParser(t.vocabulary)
	problems := checkThemes(cfg)
	files, unread := t.readLayers()
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
	return t, problems
}

// Folders lists what Load reads: the folders of templates, strings and data of the project and its
// themes, as slash paths relative to the project or absolute.
func Folders(cfg *config.Config) []string {
	dirs := []string{cfg.LayoutDir, cfg.I18nDir, cfg.DataDir}
	for _, theme := range cfg.Themes {
		for _, sub := range []string{"layouts", "i18n", "data", themeFile} {
			dirs = append(dirs, path.Join(cfg.ThemesDir, theme, sub))
		}
	}
	return slices.DeleteFunc(dirs, func(dir string) bool { return dir == "" })
}

// Revisions returns a hash of the templates, of the translated strings and of the data that Load read.
func (t *Theme) Revisions() (templates, strings, data uint64) {
	h := trace.HashStrings(t.embedded)
	h = mix(h, t.store.shape)
	for _, f := range t.store.files {
		h = mix(mix(h, trace.HashString(f.Shown)), f.Hash)
	}
	return max(1, h), max(1, t.strings.hash), max(1, t.data.hash)
}

// layer is one folder of templates.
type layer struct {
	fsys  fs.FS
	shown string // what its paths begin with for people
	own   bool
}

// layers returns the folders of templates, the strongest first. An embedded theme takes part when the
// configuration names it, or no theme and the project has no template for pages: shortcodes, hooks and
// partials of the project's own then stand before the embedded ones.
func (t *Theme) layers() ([]layer, diag.List) {
	cfg := t.cfg
	var out []layer
	var problems diag.List
	add := func(dir string) {
		fsys, problem := openFolder(cfg, dir)
		if problem != nil {
			problems = append(problems, problem)
		}
		if fsys != nil {
			out = append(out, layer{fsys, filepath.ToSlash(dir), true})
		}
	}
	add(cfg.LayoutDir)
	for _, theme := range cfg.Themes {
		add(path.Join(cfg.ThemesDir, theme, "layouts"))
	}
	t.embedded = cfg.EmbeddedTheme
	if t.embedded == "" && len(cfg.Themes) == 0 && !slices.ContainsFunc(out, t.hasPageTemplate) {
		t.embedded = defaultTheme(cfg)
	}
	t.floor = len(out)
	out = append(out, embeddedLayers(t.embedded)...)
	return append(out, layer{embeddedTemplates(), "(built in)", false}), problems
}

// hasPageTemplate reports whether a folder holds a layout or a base template for pages in HTML. Those
// for robots.txt, feeds and pages not found do without the others.
func (t *Theme) hasPageTemplate(l layer) bool {
	n, found := newNaming(t.cfg), false
	// A folder that cannot be read has none; readLayers says so.
	_ = fs.WalkDir(l.fsys, ".", func(p string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil
		}
		a, ok := n.address(strings.ReplaceAll(strings.ToLower(p), " ", "-"))
		if d := a.descriptor; ok && (a.category == layoutTemplate || a.category == baseTemplate) && d.media == "text/html" && d.format != "404" {
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found
}

// notTemplates are what an embedded theme's folder holds besides templates.
var notTemplates = map[string]bool{"assets": true, "i18n": true, themeFile: true}

// readLayers reads all template files; of files with the same path the strongest layer's is kept.
func (t *Theme) readLayers() ([]*file, diag.List) {
	var files []*file
	layers, problems := t.layers()
	seen := make(map[string]bool)
	n := newNaming(t.cfg)
	for i, l := range layers {
		err := fs.WalkDir(l.fsys, ".", func(p string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			name := d.Name()
			if p != "." && (strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || i >= t.floor && notTemplates[p]) {
				if d.IsDir() {
					return fs.SkipDir
				}
				return nil
			}
			if d.IsDir() {
				return nil
			}
			lower := strings.ReplaceAll(strings.ToLower(p), " ", "-")
			if seen[lower] {
				return nil
			}
			a, ok := n.address(lower)
			if !ok || a.category == ignoredTemplate || a.category == hookTemplate && l.own && t.hookUnwanted(a.descriptor.hook) {
				return nil
			}
			seen[lower] = true
			src, err := fs.ReadFile(l.fsys, p)
			if err != nil {
				if problem := unreadable(path.Join(l.shown, p), err); problem != nil {
					problems = append(problems, problem)
				}
				return nil
			}
			files = append(files, &file{
				File: &tmpl.File{
					Name: lower, Shown: path.Join(l.shown, p), Text: string(src), Hash: trace.Hash(src),
					Plain: a.descriptor.text, Partial: a.category == partialTemplate,
				},
				path: lower, layer: i, own: l.own, address: a,
			})
			return nil
		})
		if err != nil {
			problems = append(problems, &diag.Diagnostic{File: l.shown, Message: "read templates: " + err.Error()})
		}
	}
	return files, problems
}

// survey hashes which templates there are and where: a question for a template that is found by name
// has another answer only when this is different.
func (s *store) survey() {
	s.byShown = make(map[string]*file, len(s.files))
	s.shape = mix(0, uint64(btoi(s.hasBase)))
	for _, f := range s.files {
		s.byShown[f.Shown] = f
		s.shape = mix(mix(s.shape, trace.HashStrings(f.path, f.Shown)), uint64(f.layer))
		s.shape = mix(s.shape, uint64(btoi(f.needsBase))<<1|uint64(btoi(f.own)))
		s.shape = mix(s.shape, trace.HashStrings(f.DefineNames()...))
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
	return problems
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
			if near := diag.Nearest(call.Name, sortedKeys(known)); near != "" {
				d.Hint = fmt.Sprintf("did you mean %q?", near)
			}
			out = append(out, d)
		}
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
