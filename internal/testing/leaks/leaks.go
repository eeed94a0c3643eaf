// Package leaks finds syntax of other tools in the pages of a folder.
package leaks

import (
	"io/fs"
	"path"

	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/htmldoc/leaks"
)

// In returns the syntax that the pages of a folder show, by file, including what may be ordinary text.
func In(root fs.FS) (out []leaks.Leak, err error) {
	reader := html.PageReader{Prose: true}
	err = fs.WalkDir(root, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(file) != ".html" {
			return err
		}
		doc, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}
		reader.Read(doc)
		for _, l := range leaks.Find(reader.Text(), true) {
			l.File = file
			out = append(out, l)
		}
		return nil
	})
	return out, err
}
