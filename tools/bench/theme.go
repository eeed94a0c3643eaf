package main

import (
	"os"
	"path/filepath"
)

// withTheme returns the same content as a site of Hugo with the theme in a folder: a theme of the same kind as
// sitegen's.
func (s shape) withTheme(dir string) shape {
	finish := s.finish
	s.files = sites("hugo")
	s.finish = func(project string) error {
		if err := os.CopyFS(filepath.Join(project, "themes", "theme"), os.DirFS(dir)); err != nil {
			return err
		}
		if finish == nil {
			return nil
		}
		return finish(project)
	}
	return s
}

// templates are the places where a site may have a template by which every page is made.
func templates(project string) (files []string) {
	for _, dir := range []string{"layouts", "themes/theme/layouts"} {
		for _, name := range []string{"_default/baseof.html", "baseof.html", "_partials/slots/footer.html"} {
			files = append(files, filepath.Join(project, filepath.FromSlash(dir), filepath.FromSlash(name)))
		}
	}
	return files
}
