//go:build ignore

package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// themed are the sites of which the embedded themes are measured: each in three sizes, so that one sees whether
// what a page costs grows with the site.
var themed = []struct {
	name, theme string
	make        func(dir string, pages int) error
}{
	{"blog", "blog", corpus},
	{"docs, one section", "docs", func(dir string, pages int) error { return manual(dir, pages, false) }},
	{"docs, a tree", "docs", func(dir string, pages int) error { return manual(dir, pages, true) }},
}

// themes prints CPU time and bytes of HTML a page of clean builds with the embedded themes.
func themes(work, sitegen string, runs int) error {
	fmt.Printf("%-22s %8s %8s %10s %10s\n", "", "pages", "CPU s", "ms a page", "kB a page")
	for _, t := range themed {
		for _, pages := range []int{1000, 2000, 4000} {
			dir := filepath.Join(work, fmt.Sprintf("%s-%d", strings.ReplaceAll(t.name, " ", "-"), pages))
			if err := t.make(filepath.Join(dir, "content"), pages); err != nil {
				return err
			}
			config := fmt.Sprintf("baseURL = \"https://example.org/\"\ntitle = \"Bench\"\ntheme = %q\n", t.theme)
			if err := os.WriteFile(filepath.Join(dir, "sitegen.toml"), []byte(config), 0o666); err != nil {
				return err
			}
			var all []run
			html := int64(0)
			for i := range runs {
				out := filepath.Join(dir, fmt.Sprint("out-", i))
				r, err := measure([]string{sitegen, "build", "--quiet", "-s", dir, "-d", out, "--cacheDir", filepath.Join(dir, fmt.Sprint("state-", i))})
				if err != nil {
					return err
				}
				all = append(all, r)
				if html, err = bytesOfHTML(out); err != nil {
					return err
				}
				os.RemoveAll(out)
			}
			cpu := median(all).cpu
			fmt.Printf("%-22s %8d %8.2f %10.2f %10.1f\n", t.name, pages, cpu.Seconds(), float64(cpu)/float64(time.Millisecond)/float64(pages), float64(html)/1000/float64(pages))
			os.RemoveAll(dir)
		}
	}
	return nil
}

func bytesOfHTML(dir string) (n int64, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".html") {
			return err
		}
		info, err := d.Info()
		n += info.Size()
		return err
	})
	return n, err
}

// manual writes a documentation of short pages: in one section, or in sections of ten in sections of ten.
func manual(dir string, pages int, tree bool) error {
	put := func(name, text string) error {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		return os.WriteFile(file, []byte(text), 0o666)
	}
	for i := range pages {
		folder := "guide"
		if tree {
			folder = fmt.Sprintf("part-%03d/chapter-%03d", i/100, i/10)
			if i%100 == 0 {
				if err := put(fmt.Sprintf("part-%03d/_index.md", i/100), fmt.Sprintf("---\ntitle: Part %d\n---\n", i/100)); err != nil {
					return err
				}
			}
		}
		if i == 0 || tree && i%10 == 0 {
			if err := put(folder+"/_index.md", fmt.Sprintf("---\ntitle: Section %d\n---\n", i)); err != nil {
				return err
			}
		}
		text := fmt.Sprintf("---\ntitle: Page %d\nweight: %d\n---\nSome *text* with `code`.\n\n## One\n\nText.\n\n## Two\n\nText.\n", i, i%17)
		if err := put(fmt.Sprintf("%s/page-%05d.md", folder, i), text); err != nil {
			return err
		}
	}
	return nil
}
