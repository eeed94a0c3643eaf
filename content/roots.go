package content

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
)

// roots returns the content folders that exist: the common one, whose files are in the default
// language, and those that languages have of their own, in language order. A folder that two
// languages name belongs to the first.
func roots(cfg *config.Config) ([]Root, diag.List) {
	var out []Root
	var problems diag.List
	add := func(dir, lang string) {
		abs := dir
		if !filepath.IsAbs(dir) {
			abs = filepath.Join(cfg.Project, filepath.FromSlash(dir))
		}
		r := Root{Dir: abs, Rel: filepath.ToSlash(dir), Lang: lang}
		if rel, err := filepath.Rel(cfg.Project, abs); err == nil && filepath.IsLocal(rel) {
			r.Rel = filepath.ToSlash(rel)
		}
		if slices.ContainsFunc(out, func(o Root) bool { return o.Dir == abs }) {
			return
		}
		ok, err := usable(cfg.Project, r)
		if err != nil {
			problems = append(problems, &diag.Diagnostic{Rule: "content-folder", File: r.Rel, Message: err.Error()})
		}
		if ok {
			out = append(out, r)
		}
	}
	common := len(cfg.Languages) == 0
	lang := lower(cfg.DefaultLanguage)
	for _, l := range cfg.Languages {
		common = common || l.ContentDir == "" || l.ContentDir == cfg.ContentDir
		if l.Default {
			lang = l.Lower
		}
	}
	if common {
		add(cfg.ContentDir, lang)
	}
	for _, l := range cfg.Languages {
		if l.ContentDir != "" {
			add(l.ContentDir, l.Lower)
		}
	}
	return out, problems
}

// usable reports whether a root is a folder that may be read. A link inside the project must not
// make a folder outside of it part of the site; a configured path may lie anywhere.
func usable(project string, r Root) (bool, error) {
	info, err := os.Stat(r.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("the content folder cannot be read: %w", err)
	case !info.IsDir():
		return false, errors.New("the content folder is a file")
	}
	rel, err := filepath.Rel(project, r.Dir)
	if err != nil || !filepath.IsLocal(rel) {
		return true, nil
	}
	real, err := filepath.EvalSymlinks(r.Dir)
	if err != nil {
		return false, fmt.Errorf("the content folder cannot be read: %w", err)
	}
	within, err := filepath.EvalSymlinks(project)
	if err != nil {
		return false, fmt.Errorf("the project folder cannot be read: %w", err)
	}
	if rel, err := filepath.Rel(within, real); err != nil || !filepath.IsLocal(rel) {
		return false, fmt.Errorf("the content folder is a symbolic link that leads out of the project, to %s", real)
	}
	return true, nil
}

// inside returns the folders of other roots that lie below root i, relative to it: they are read
// once, as roots.
func inside(all []Root, i int) map[string]bool {
	out := map[string]bool{}
	for j, r := range all {
		rel, err := filepath.Rel(all[i].Dir, r.Dir)
		if j != i && err == nil && filepath.IsLocal(rel) && rel != "." {
			out[filepath.ToSlash(rel)] = true
		}
	}
	return out
}

// keys returns the language keys that file names may hold.
func keys(cfg *config.Config) languages {
	l := languages{}
	for _, key := range cfg.DisabledLanguages {
		l[strings.ToLower(key)] = false
	}
	for _, lang := range cfg.Languages {
		l[lang.Lower] = true
	}
	return l
}
