package main

import (
	"cmp"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/config"
)

// explainHugo says of a project, before its first build, what it needs from elsewhere and what will differ.
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
		a.printf(a.out, "refused: uploading to the deployment target %s (%s); use %s\n", t.name, t.url, t.tool(cfg.PublishDir))
	}
	a.printf(a.out, "For all differences, see docs/hugo-differences.md and docs/hugo-compatibility.md.\n")
	return nil
}

// hugoNeeds are the functions and files that need something from elsewhere, or that are refused.
var hugoNeeds = []struct {
	what   string
	in     *regexp.Regexp // in a template
	suffix []string       // or of a content file
}{
	{"program: sass (Dart Sass), for css.Sass or toCSS", regexp.MustCompile(`\b(css\.Sass|toCSS|resources\.ToCSS)\b`), nil},
	{"program: postcss in node_modules/.bin, for css.PostCSS", regexp.MustCompile(`\b(css\.PostCSS|postCSS|resources\.PostCSS)\b`), nil},
	{"program: tailwindcss in node_modules/.bin, for css.TailwindCSS", regexp.MustCompile(`\bcss\.TailwindCSS\b`), nil},
	{"program: babel in node_modules/.bin, for js.Babel", regexp.MustCompile(`\b(js\.Babel|babel)\s`), nil},
	{"network: other servers, for resources.GetRemote", regexp.MustCompile(`\bresources\.GetRemote\b`), nil},
	{"network: other servers, for getJSON or getCSV with a URL", regexp.MustCompile(`\bget(JSON|CSV)\s+["` + "`" + `]https?:`), nil},
	{"program: asciidoctor, for AsciiDoc content", nil, []string{".adoc", ".asciidoc", ".ad"}},
	{"program: rst2html, for reStructuredText content", nil, []string{".rst"}},
	{"program: pandoc, for Pandoc content", nil, []string{".pandoc", ".pdc"}},
	{"refused: js.Batch; use js.Build for each script", regexp.MustCompile(`\bjs\.Batch\b`), nil},
}

// needsOf lists what the templates and content of a project need, each with the first file that does.
func needsOf(cfg *config.Config) []string {
	first := map[int]string{}
	walk := func(dirs []string, check func(i int, name string, text func() []byte) bool) {
		for _, dir := range dirs {
			abs := filepath.FromSlash(dir)
			if !filepath.IsAbs(abs) {
				abs = filepath.Join(cfg.Project, abs)
			}
			_ = filepath.WalkDir(abs, func(name string, d fs.DirEntry, err error) error {
				if err != nil || !d.Type().IsRegular() {
					return nil // the build says what cannot be read
				}
				var read []byte
				text := func() []byte {
					if read == nil {
						read, _ = os.ReadFile(name)
					}
					return read
				}
				for i := range hugoNeeds {
					if first[i] == "" && check(i, name, text) {
						rel, err := filepath.Rel(cfg.Project, name)
						if err != nil || !filepath.IsLocal(rel) {
							rel = name
						}
						first[i] = filepath.ToSlash(rel)
					}
				}
				return nil
			})
		}
	}
	var layouts []string
	for _, m := range cfg.Component("layouts", cfg.LayoutDir) {
		layouts = append(layouts, m.Dir)
	}
	walk(layouts, func(i int, _ string, text func() []byte) bool {
		return hugoNeeds[i].in != nil && hugoNeeds[i].in.Match(text())
	})
	walk(cfg.ContentDirs(), func(i int, name string, _ func() []byte) bool {
		return slices.ContainsFunc(hugoNeeds[i].suffix, func(s string) bool { return strings.HasSuffix(strings.ToLower(name), s) })
	})
	var out []string
	for _, i := range slices.SortedFunc(maps.Keys(first), cmp.Compare[int]) {
		out = append(out, hugoNeeds[i].what+" ("+first[i]+")")
	}
	return out
}
