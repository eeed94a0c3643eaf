// Command axe opens every HTML page below the folders in headless Chromium, under a strict
// Content-Security-Policy, and fails when
//
//   - axe-core finds a violation: on a desktop in light and in dark colours, or on a phone,
//   - the page says something in the console, as it does when the policy is violated or a file is missing,
//   - the page asks for anything that is not on 127.0.0.1,
//   - without JavaScript a part of it is missing or does nothing (noscript.js).
//
// With -shots it also writes screenshots. With -control findings are left out that a page of the same name in
// another folder has as well, as often: pages made of the same texts without the theme, so that what remains is the
// theme's.
//
//	go run -C tools ./axe -axe AXE.MIN.JS [-control FOLDER] [-only LIST] FOLDER...
//
// A folder is served at the root, so a site below a path lies in a folder of that name.
package main

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/chromedp/chromedp"

	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/tools/browser"
)

// tabs is how many pages are looked at at once.
const tabs = 2

func main() {
	axe := flag.String("axe", "", "path to axe.min.js (required)")
	shots := flag.String("shots", "", "folder for screenshots of every page: desktop and phone, light and dark")
	match := flag.String("match", "", "only pages whose path holds this")
	only := flag.String("only", "", "file with the paths of the pages to look at, one a line")
	control := flag.String("control", "",
		"folder of the same pages without the theme: what is wrong with them too is left out")
	flag.Parse()
	if err := run(*axe, *shots, *match, *only, *control, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "axe:", err)
		os.Exit(1)
	}
}

func run(axePath, shots, match, only, control string, roots []string) error {
	script, err := os.ReadFile(axePath)
	if err != nil {
		return err
	}
	pages, close, err := find(roots, match)
	if err != nil {
		return err
	}
	defer close()
	if only != "" {
		if pages, err = listed(pages, only); err != nil {
			return err
		}
	}
	body, end, err := find(slices.DeleteFunc([]string{control}, func(s string) bool { return s == "" }), "")
	if err != nil {
		return err
	}
	defer end()
	bodies := map[string]page{}
	for _, p := range body {
		bodies[p.name] = p
	}
	if len(pages) == 0 {
		return fmt.Errorf("no page was checked")
	}
	ctx, stop, err := browser.Start()
	if err != nil {
		return err
	}
	defer stop()

	first := make(chan context.Context, tabs) // one for each worker
	for range tabs {
		tab, cancel := chromedp.NewContext(ctx)
		defer cancel()
		if err := chromedp.Do(tab, chromedp.Navigate("about:blank")); err != nil {
			return err
		}
		first <- tab
	}
	found, err := par.MapWith(context.Background(), tabs, pages, func() context.Context { return <-first },
		func(_ context.Context, tab context.Context, p page) (seen, error) {
			found, err := look(tab, string(script), p, shots)
			b, ok := bodies[p.name]
			if err != nil || len(found) == 0 || !ok {
				return seen{found, nil}, wrap(p.name, err)
			}
			alone, err := look(tab, string(script), b, "")
			own, common := apart(found, alone)
			return seen{own, common}, wrap(p.name, err)
		})
	if err != nil {
		return err
	}
	bad := 0
	var left []finding
	for i, s := range found {
		bad, left = bad+len(s.found), append(left, s.left...)
		for _, f := range s.found {
			fmt.Printf("%s: %s\n", pages[i].name, f.text)
		}
	}
	if control != "" {
		fmt.Printf("browser: %d findings left out, which the texts have without the theme:\n%s", len(left), summary(left))
	}
	fmt.Printf("browser: %d pages, axe in light and dark and on a phone, console, requests, policy, without JavaScript: %d findings\n", len(pages), bad)
	if bad > 0 {
		return fmt.Errorf("%d findings", bad)
	}
	return nil
}

// seen is what is wrong with a page, and how much was left out of it.
type seen struct {
	found []finding
	left  []finding
}

// apart parts what is only in found from what is in alone too, as often as it is there.
func apart(found, alone []finding) (own, common []finding) {
	times := map[string]int{}
	for _, f := range alone {
		times[f.kind]++
	}
	for _, f := range found {
		if times[f.kind]--; times[f.kind] < 0 {
			own = append(own, f)
		} else {
			common = append(common, f)
		}
	}
	return own, common
}

// addresses is where a finding says which file, host or piece of code it is about.
var addresses = regexp.MustCompile(`: <.*| https?://.*| /.*| Either .*`)

// summary counts findings by what they say, without addresses.
func summary(list []finding) string {
	times := map[string]int{}
	for _, f := range list {
		times[addresses.ReplaceAllString(strings.ReplaceAll(f.kind, "\n", " "), "")]++
	}
	var b strings.Builder
	for _, kind := range slices.Sorted(maps.Keys(times)) {
		fmt.Fprintf(&b, "  %4d %s\n", times[kind], kind)
	}
	return b.String()
}

func wrap(name string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// listed keeps the pages that a file names.
func listed(pages []page, file string) ([]page, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for name := range strings.Lines(string(src)) {
		names[strings.TrimSuffix(name, "\n")] = true
	}
	return slices.DeleteFunc(pages, func(p page) bool { return !names[p.name] }), nil
}

// page is one that is looked at.
type page struct{ name, address string }

// find serves the folders and lists their pages.
func find(roots []string, match string) (pages []page, end func(), err error) {
	var ends []func()
	end = func() {
		for _, e := range ends {
			e()
		}
	}
	for _, root := range roots {
		at, stop := serve(root)
		ends = append(ends, stop)
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".html" || !strings.Contains(path, match) {
				return err
			}
			src, err := os.ReadFile(path)
			if err != nil || strings.Contains(string(src), `http-equiv="refresh"`) {
				return err // a redirect page would lead away
			}
			rel, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			name := filepath.ToSlash(rel)
			pages = append(pages, page{name, at(strings.TrimSuffix("/"+name, "index.html"))})
			return nil
		})
		if err != nil {
			end()
			return nil, nil, err
		}
	}
	return pages, end, nil
}
