package resource

import (
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
)

// AskAboutProject records the hash of the project's files, except those written by programs, for tools that may read
// any of them.
func (f *Files) AskAboutProject(c Scope) uint64 {
	answer := f.project()
	c.Ask(trace.Glob, "project\x00", answer)
	return answer
}

// hashProject hashes the files of the project and its themes by path and content. Packages of npm are identified by
// npm's own record.
func (f *Files) hashProject() uint64 {
	cfg := f.o.Config
	out := filepath.Join(cfg.Project, filepath.FromSlash(cfg.PublishDir))
	if filepath.IsAbs(cfg.PublishDir) {
		out = filepath.Clean(cfg.PublishDir)
	}
	answer := uint64(1)
	note := func(name string) {
		h, err := f.o.Hash(name)
		if err != nil {
			h = trace.HashString(err.Error()) // the program cannot read it either
		}
		rel, err := filepath.Rel(cfg.Project, name)
		if err != nil {
			rel = name
		}
		answer = trace.Mix(trace.Mix(answer, trace.HashString(filepath.ToSlash(rel))), h)
	}
	visit := func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || name == cfg.Project: // the program cannot read unreadable files either
			return nil
		case e.IsDir() && e.Name() == "node_modules":
			note(filepath.Join(name, ".package-lock.json"))
			if name == filepath.Join(cfg.Project, "node_modules") {
				answer = trace.Mix(answer, f.imports().packages())
			}
			return fs.SkipDir
		case e.IsDir() && (strings.HasPrefix(e.Name(), ".") || name == out ||
			name == filepath.Join(cfg.Project, "resources")):
			return fs.SkipDir
		case e.Type().IsRegular():
			note(name)
		}
		return nil
	}
	_ = filepath.WalkDir(cfg.Project, visit)
	for _, theme := range cfg.Themes {
		if dir := filepath.FromSlash(cfg.ThemeDir(theme)); !filepath.IsLocal(dir) { // else it is part of the project
			if !filepath.IsAbs(dir) {
				dir = filepath.Join(cfg.Project, dir)
			}
			_ = filepath.WalkDir(dir, visit)
		}
	}
	return answer
}
