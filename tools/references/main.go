// Command references tells what the embedded theme adds to the errors of the texts of real sites. It passes
// the pages built with the theme to the Nu HTML checker, and pages of the same names that hold nothing but
// the same texts, and fails when a themed page has an error that its text alone does not have, or more
// often. It also picks pages to look at in a browser (tools/axe): as many of each site in every language,
// kind and folder in turn.
//
//	go run -C tools ./references -nu vnu.jar [-pages 130 -sample LIST] THEMED CONTROL
//
// Each folder has one folder for each site. tools/check-references.sh builds them.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	nu := flag.String("nu", "", "path to vnu.jar; without it pages are only picked")
	count := flag.Int("pages", 130, "how many pages of each site to pick")
	list := flag.String("sample", "", "file to write the paths of the picked pages to, one a line")
	flag.Parse()
	if err := run(*nu, *count, *list, flag.Arg(0), flag.Arg(1)); err != nil {
		fmt.Fprintln(os.Stderr, "references:", err)
		os.Exit(1)
	}
}

func run(nu string, count int, list, themed, control string) error {
	sites, err := os.ReadDir(themed)
	if err != nil {
		return err
	}
	var picked []string
	bad := 0
	for _, site := range sites {
		pages, err := pagesOf(filepath.Join(themed, site.Name()))
		if err != nil {
			return err
		}
		names := sample(pages, count)
		for _, name := range names {
			picked = append(picked, site.Name()+"/"+name)
		}
		fmt.Printf("%s: %d of %d pages picked, in %d languages and %d kinds\n", site.Name(), len(names), len(pages),
			different(pages, names, func(p page) string { return p.language }), different(pages, names,
				func(p page) string { return p.kind }))
		if nu == "" {
			continue
		}
		n, err := compare(nu, filepath.Join(themed, site.Name()), filepath.Join(control, site.Name()))
		if err != nil {
			return err
		}
		bad += n
	}
	if list != "" {
		if err := os.WriteFile(list, []byte(strings.Join(picked, "\n")+"\n"), 0o644); err != nil {
			return err
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d errors that the theme adds", bad)
	}
	return nil
}

// different is how many values the picked pages have.
func different(pages []page, names []string, value func(page) string) int {
	of := map[string]string{}
	for _, p := range pages {
		of[p.name] = value(p)
	}
	values := map[string]bool{}
	for _, name := range names {
		values[of[name]] = true
	}
	return len(values)
}
