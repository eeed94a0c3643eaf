package main

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/config"
)

// npmTools are the template functions that run a program from npm: the program, and the package that contains
// it.
var npmTools = []struct {
	in           *pattern.Pattern
	program, npm string
}{
	{pattern.New(`\b(css\.PostCSS|postCSS|resources\.PostCSS)\b`), "postcss", "postcss-cli"},
	{pattern.New(`\bcss\.TailwindCSS\b`), "tailwindcss", "@tailwindcss/cli"},
	{pattern.New(`\b(js\.Babel|babel)\s`), "babel", "@babel/cli"},
}

var (
	bundles      = pattern.New(`\bjs\.(Build|Batch)\b`)
	postCSS      = npmTools[0].in
	scriptImport = pattern.New(`(?m)(?:^\s*(?:import|export)\b[^'"` + "`" +
		`();]*|\brequire\(\s*|\bimport\(\s*)['"]([^'"\s]+)['"]`)
	importedName = pattern.New(`^(@[\w.-]+/)?[\w.-]+`)
)

// packagesOf returns the npm packages that templates, scripts, and the configuration of PostCSS name and that
// are not installed, each with the first file that names it.
func packagesOf(cfg *config.Config) []string {
	missing := map[string]string{} // file by package
	need := func(name string, f projectFile) {
		if missing[name] == "" && !installed(cfg.Project, name) {
			missing[name] = f.rel
		}
	}
	scripts, styles := false, false
	walkProject(cfg, componentDirs(cfg, "layouts", cfg.LayoutDir), func(f projectFile) {
		text := f.read()
		scripts, styles = scripts || bundles.Match(text), styles || postCSS.Match(text)
		for _, t := range npmTools {
			if t.in.Match(text) && !installed(cfg.Project, filepath.Join(".bin", t.program)) {
				need(t.npm, f)
			}
		}
	})
	if scripts {
		assets := componentDirs(cfg, "assets", cfg.AssetDir)
		walkProject(cfg, assets, func(f projectFile) {
			if !slices.Contains([]string{".js", ".mjs", ".jsx", ".ts", ".tsx"}, path.Ext(f.rel)) {
				return
			}
			for _, name := range imports(f) {
				if !isAsset(cfg, assets, name) {
					need(importedName.FindString(name), f)
				}
			}
		})
	}
	if styles {
		for _, name := range []string{"postcss.config.js", "postcss.config.mjs", "postcss.config.cjs"} {
			f := projectFile{filepath.Join(cfg.Project, name), name}
			for _, name := range imports(f) {
				need(importedName.FindString(name), f)
			}
		}
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		out = append(out, "npm package: "+name+", which is not in node_modules ("+missing[name]+")")
	}
	return out
}

// imports returns the names of packages or assets that a script imports, without relative imports.
func imports(f projectFile) (names []string) {
	for _, m := range scriptImport.FindAllSubmatch(f.read(), -1) {
		name := string(m[1])
		if importedName.MatchString(name) && !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "@params") &&
			!strings.Contains(name, ":") {
			names = append(names, name)
		}
	}
	return names
}

// isAsset reports whether a script imports a file of assets, with or without its extension.
func isAsset(cfg *config.Config, assets []string, name string) bool {
	for _, dir := range assets {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(cfg.Project, filepath.FromSlash(dir))
		}
		for _, end := range []string{"", ".js", ".ts", ".tsx", ".jsx", "/index.js", "/index.ts"} {
			if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name+end))); err == nil && info.Mode().IsRegular() {
				return true
			}
		}
	}
	return false
}

// installed reports whether a package is in node_modules of a project, or of a folder above it, where Node
// looks, too.
func installed(project, name string) bool {
	for dir := project; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "node_modules", filepath.FromSlash(name))); err == nil {
			return true
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}
