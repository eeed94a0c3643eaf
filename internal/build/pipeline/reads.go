package pipeline

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content"

	"github.com/sitegen/sitegen/internal/foreign/detect"
)

// Reads returns what tells whether a change of a file or folder, an absolute path, can make a difference to the next
// Build: because the last good one read it, or looked for it, or because it lies where a build reads all that it finds.
// It may be called while a Build runs. nil, without a good build so far: every path can.
func (b *Builder) Reads() func(path string) bool { return b.reads }

// reads answers Builder.Reads for one build.
type reads struct {
	project string
	tree    *content.Tree
	// folders that a build reads as a whole, files that it always looks for, and those that templates asked for
	files []string
}

func newReads(b *State) func(string) bool {
	if b.Pages.Round == nil {
		return nil
	}
	r := &reads{
		project: b.Config.Project, tree: b.in.Tree,
		files: slices.Concat(b.Always(), askedFiles(&b.Project, b.Pages.Round)),
	}
	return r.has
}

func (r *reads) has(path string) bool {
	rel, err := filepath.Rel(r.project, path)
	if err != nil || !filepath.IsLocal(rel) || rel == "." {
		return true // what is watched outside of the project is watched for what is read there
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
