package unchanged

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/foreign/detect"
)

// reads implements the function that MayMatter returns.
type reads struct {
	project string
	tree    *content.Tree
	// files are the folders that a build reads completely, the files that it always looks for, and those that templates
	// asked for
	files []string
}

// MayMatter returns a function that reports whether a change of a file or folder, given by its absolute path, can
// affect the next build: because this build read it or looked for it, or because builds read everything in its folder.
func MayMatter(p *project.Project, tree *content.Tree, round *trace.Round) func(path string) bool {
	r := &reads{
		project: p.Config.Project, tree: tree,
		files: slices.Concat(p.Always(), asked(p, round)),
	}
	return r.has
}

func (r *reads) has(path string) bool {
	rel, err := filepath.Rel(r.project, path)
	if err != nil || !filepath.IsLocal(rel) || rel == "." {
		return true // a path outside the project is watched because builds read it
	}
	if !strings.Contains(rel, string(filepath.Separator)) && len(detect.ConfigNames([]string{rel})) > 0 {
		return true
	}
	return slices.ContainsFunc(r.files, func(name string) bool { return related(path, name) }) ||
		r.tree.MayRead(path)
}

// related reports whether one path is the other, or a folder around it.
func related(a, b string) bool {
	within := func(path, dir string) bool {
		return path == dir || strings.HasPrefix(path,
			strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
	}
	return within(a, b) || within(b, a)
}

// read lists, as absolute paths, the files and folders that a build read, and those that it looked for in vain.
func read(p *project.Project, tree *content.Tree, round *trace.Round) []string {
	roots := slices.Concat(p.Always(), tree.Included(), asked(p, round), []string{p.Config.Project + filestat.NamesOnly})
	for _, dir := range p.Config.ContentDirs() {
		roots = append(roots, p.At(filepath.FromSlash(dir)))
	}
	slices.Sort(roots)
	return slices.Compact(roots)
}

// asked lists the files and folders that templates asked for by name.
func asked(p *project.Project, round *trace.Round) []string {
	var roots []string
	round.Questions(func(q trace.Question) {
		how, name, _ := strings.Cut(q.Key, "\x00")
		switch {
		case q.Kind == trace.File && (how == "read" || how == "stat" || how == "exists" || how == "imported"),
			q.Kind == trace.Glob && how == "folder":
			clean := filepath.FromSlash(strings.TrimPrefix(name, "/"))
			roots = append(roots, filepath.Join(p.Config.Project, clean), filepath.Join(p.At(p.Config.ContentDir), clean))
		case q.Kind == trace.Glob && strings.HasPrefix(q.Key, "project\x00"):
			roots = append(roots, p.Config.Project) // a program may have read any file of the project
		}
	})
	return roots
}
