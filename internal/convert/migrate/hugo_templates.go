package migrate

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

// templates finds the project's customizations of its old theme. Shortcodes, which pages call by name, are
// copied to the new layouts folder.
func (h *hugo) templates() error {
	var own []string
	for _, sub := range []string{"", "_default", "partials", "_partials"} {
		entries, err := os.ReadDir(filepath.Join(h.Dir, filepath.FromSlash(h.layouts), sub))
		if err != nil {
			continue
		}
		for _, e := range entries {
			if !e.IsDir() {
				own = append(own, path.Join(h.layouts, sub, e.Name()))
			}
		}
	}
	to := h.layouts
	if len(own) > 0 {
		to = "templates"
		h.Out.Set("layoutDir", to, h.layouts+" holds templates for the old theme")
		for _, hooks := range []string{"_markup", "_default/_markup"} {
			if dir := path.Join(h.layouts, hooks); h.Exists(dir) {
				h.Note("", 0, dir, conversion.NeedsYou,
					"render hooks for the old theme are not read: copy those that the content is written for to %s/_markup/", to)
			}
		}
		h.Note("", 0, h.layouts, conversion.NeedsYou, "%d templates for the old theme are not read: %s; new ones go into %s/",
			len(own), conversion.Few(own), to)
	}
	return h.shortcodes(to)
}

// shortcodes copies the shortcodes that pages call.
func (h *hugo) shortcodes(to string) error {
	called, err := h.calls()
	if err != nil {
		return err
	}
	folders := []string{h.layouts}
	for _, t := range h.themes {
		folders = append(folders, path.Join("themes", t, "layouts"))
	}
	done := map[string]bool{}
	for _, folder := range folders {
		for _, sub := range []string{"_shortcodes", "shortcodes"} {
			for _, name := range called {
				file := path.Join(folder, sub, name+".html")
				text, err := os.ReadFile(filepath.Join(h.Dir, filepath.FromSlash(file)))
				if err != nil || done[name] {
					continue
				}
				done[name] = true
				if folder == to {
					continue // it is there
				}
				copied := path.Join(to, "_shortcodes", name+".html")
				h.Files = append(h.Files, conversion.File{Path: copied, Data: text})
				h.Note("", 0, file, conversion.Used, "copied to %s", copied)
			}
		}
	}
	return nil
}

// call matches the beginning of a shortcode in a page.
var call = regexp.MustCompile(`\{\{[<%]\s*/?\s*([A-Za-z0-9_./-]+)`)

// calls returns the sorted names of the shortcodes that pages call.
func (h *hugo) calls() ([]string, error) {
	pages, err := h.List(h.content, ".md", ".markdown", ".html", ".htm")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	names := map[string]bool{}
	for _, page := range pages {
		text, err := os.ReadFile(filepath.Join(h.Dir, filepath.FromSlash(h.content), filepath.FromSlash(page)))
		if err != nil {
			continue // the build says so
		}
		for _, m := range call.FindAllSubmatch(text, -1) {
			if name := strings.Trim(string(m[1]), "/"); fs.ValidPath(name) {
				names[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names)), nil
}
