package esbuild

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// keepInside limits imports to files of the project and of packages, so a script of a theme cannot publish other files
// of the machine. It also covers files that a pattern of import() matches, and checks each file against the limits of
// the bundle.
func keepInside(build api.PluginBuild, project string, b *bundle) {
	build.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: "file"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
		if !mayRead(project, a.Path) {
			return api.OnLoadResult{}, fmt.Errorf("%s is outside the project, and not in a package: move it to assets/",
				filepath.Base(a.Path))
		}
		text, err := os.ReadFile(a.Path)
		if err != nil {
			return api.OnLoadResult{}, nil // esbuild reports the error
		}
		of := b.options.kindOf(a.Path)
		if of == isScript {
			of = other
		}
		return api.OnLoadResult{}, b.check(filepath.Base(a.Path), "file:"+a.Path, string(text), of)
	})
}

// mayRead reports whether a file is in the project, in a folder node_modules, or in a package that a node_modules of
// the project or of a folder above it links to, as workspaces do. Links are followed in both paths.
func mayRead(project, file string) bool {
	project, file = realPath(project), realPath(file)
	if within(project, file) || slices.Contains(strings.Split(filepath.ToSlash(file), "/"), "node_modules") {
		return true
	}
	for dir := project; ; dir = filepath.Dir(dir) {
		for _, pattern := range []string{"*", filepath.Join("@*", "*")} {
			packages, _ := filepath.Glob(filepath.Join(escaped(dir), "node_modules", pattern))
			for _, p := range packages {
				if info, err := os.Lstat(p); err == nil && info.Mode()&os.ModeSymlink != 0 && within(realPath(p), file) {
					return true
				}
			}
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}

// realPath returns the target of a path with all links resolved; the path itself if that fails.
func realPath(path string) string {
	if at, err := filepath.EvalSymlinks(path); err == nil {
		return at
	}
	return filepath.Clean(path)
}

// within reports whether a file is below a folder.
func within(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && filepath.IsLocal(rel)
}

// escaped returns a pattern that matches only this path.
func escaped(path string) string {
	if os.PathSeparator == '\\' {
		return path // patterns have no escapes on this system
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}
