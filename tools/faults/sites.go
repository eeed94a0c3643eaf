package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sitegen/sitegen/internal/testing/faults"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// prepare makes a copy of a site as it is before the build that fails.
func prepare(b *faults.Bench, site, dir, kind string) error {
	if err := testsite.Copy(dir, site); err != nil || kind == "first" {
		return err
	}
	if err := b.Build(dir); err != nil || kind == "again" {
		return err
	}
	return edit(dir)
}

// edit changes a site: a page gets another body, one appears, one goes, a layout and copied files change.
func edit(dir string) error {
	pages, err := filepath.Glob(filepath.Join(dir, "content", "*", "*.md"))
	if err != nil || len(pages) < 2 {
		return fmt.Errorf("too few pages in %s", dir)
	}
	statics, _ := filepath.Glob(filepath.Join(dir, "static", "*.txt"))
	for _, file := range append([]string{pages[0], filepath.Join(dir, "layouts", "page.html")}, statics...) {
		if err := add(file, "\nMore words.\n"); err != nil {
			return err
		}
	}
	return errors.Join(os.Remove(pages[len(pages)-1]),
		add(filepath.Join(filepath.Dir(pages[0]), "fresh.md"), "---\ntitle: Fresh\ndate: 2026-01-05\n---\nNew.\n"))
}

func add(file, text string) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the site has no such folder
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
