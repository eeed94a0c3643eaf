package main

import (
	"cmp"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/config"
)

// explainHugo lists, before the first build of a project, what it needs from elsewhere and what will differ.
func (a *app) explainHugo() error {
	cfg, err := a.readConfig()
	if err != nil {
		return err
	}
	for _, m := range cfg.Modules {
		dir := m.Dir
		if rel, err := filepath.Rel(cfg.Project, dir); err == nil && filepath.IsLocal(rel) {
			dir = filepath.ToSlash(rel)
		}
		a.printf(a.out, "module: %s in %s\n", m.Label(), dir)
	}
	for _, line := range needsOf(cfg) {
		a.printf(a.out, "%s\n", line)
	}
	for _, t := range deployTargets(cfg) {
		a.printf(a.out, "refused: uploading to the deployment target %s (%s); use %s\n", t.name, t.url,
			t.tool(cfg.PublishDir))
	}
	a.printf(a.out, "For all differences, see docs/hugo-differences and docs/hugo-compatibility.md.\n")
	return nil
}

// hugoNeeds are the functions and files that need something from elsewhere.
var hugoNeeds = []struct {
	what   string
	in     *pattern.Pattern // in a template
	suffix []string         // or of a content file; if both are set, of a file in assets
}{
	{"program: sass (Dart Sass), for the transpiler dartsass", pattern.New(`"transpiler"\s+"dartsass"`), nil},
	{
		"program: sass (Dart Sass), for @use and @forward", pattern.New(`(?m)^\s*@(use|forward)\s+["']`),
		[]string{".scss", ".sass"},
	},
	{
		"program: postcss in node_modules/.bin, for css.PostCSS",
		pattern.New(`\b(css\.PostCSS|postCSS|resources\.PostCSS)\b`), nil,
	},
	{"program: tailwindcss in node_modules/.bin, for css.TailwindCSS", pattern.New(`\bcss\.TailwindCSS\b`), nil},
	{"program: babel in node_modules/.bin, for js.Babel", pattern.New(`\b(js\.Babel|babel)\s`), nil},
	{"network: other servers, for resources.GetRemote", pattern.New(`\bresources\.GetRemote\b`), nil},
	{
		"network: other servers, for getJSON or getCSV with a URL",
		pattern.New(`\bget(JSON|CSV)\s+["` + "`" + `]https?:`), nil,
	},
	{"program: asciidoctor, for AsciiDoc content", nil, []string{".adoc", ".asciidoc", ".ad"}},
	{"program: rst2html, for reStructuredText content", nil, []string{".rst"}},
	{"program: pandoc, for Pandoc content", nil, []string{".pandoc", ".pdc"}},
}

// needsOf returns what the templates and content of a project need, each with the first file that needs it.
func needsOf(cfg *config.Config) []string {
	first := map[int]string{}
	check := func(file projectFile, needs func(i int) bool) {
		for i := range hugoNeeds {
			if first[i] == "" && needs(i) {
				first[i] = file.rel
			}
		}
	}
	walkProject(cfg, componentDirs(cfg, "layouts", cfg.LayoutDir), func(f projectFile) {
		text := f.read()
		check(f, func(i int) bool { return hugoNeeds[i].suffix == nil && hugoNeeds[i].in.Match(text) })
	})
	named := func(f projectFile, i int) bool {
		return slices.ContainsFunc(hugoNeeds[i].suffix,
			func(s string) bool { return strings.HasSuffix(strings.ToLower(f.name), s) })
	}
	walkProject(cfg, cfg.ContentDirs(), func(f projectFile) {
		check(f, func(i int) bool { return hugoNeeds[i].in == nil && named(f, i) })
	})
	walkProject(cfg, componentDirs(cfg, "assets", cfg.AssetDir), func(f projectFile) {
		check(f, func(i int) bool { return hugoNeeds[i].in != nil && named(f, i) && hugoNeeds[i].in.Match(f.read()) })
	})
	var out []string
	for _, i := range slices.SortedFunc(maps.Keys(first), cmp.Compare[int]) {
		out = append(out, hugoNeeds[i].what+" ("+first[i]+")")
	}
	return append(out, packagesOf(cfg)...)
}

// projectFile is a file of a project or of its modules: its path on disk, and the path for people.
type projectFile struct{ name, rel string }

// read returns the contents, or nothing if the file cannot be read, which the build reports.
func (f projectFile) read() []byte {
	text, _ := os.ReadFile(f.name)
	return text
}

// componentDirs returns the folders of a component, highest precedence first.
func componentDirs(cfg *config.Config, component, own string) (dirs []string) {
	for _, m := range cfg.Component(component, own) {
		dirs = append(dirs, m.Dir)
	}
	return dirs
}

// walkProject calls fn for the regular files of folders.
func walkProject(cfg *config.Config, dirs []string, fn func(f projectFile)) {
	for _, dir := range dirs {
		abs := filepath.FromSlash(dir)
		if !filepath.IsAbs(abs) {
			abs = filepath.Join(cfg.Project, abs)
		}
		_ = filepath.WalkDir(abs, func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return nil // the build says what cannot be read
			}
			rel, err := filepath.Rel(cfg.Project, name)
			if err != nil || !filepath.IsLocal(rel) {
				rel = name
			}
			fn(projectFile{name, filepath.ToSlash(rel)})
			return nil
		})
	}
}
