// Command axe opens every HTML page below the folders in headless Chromium, under a strict
// Content-Security-Policy, and fails when
//
//   - axe-core finds a violation: on a desktop in light and in dark colours, or on a phone,
//   - the page says something in the console, as it does when the policy is violated or a file is missing,
//   - the page asks for anything that is not on 127.0.0.1,
//   - without JavaScript a part of it is missing or does nothing (noscript.js).
//
// With -shots it also writes screenshots.
//
//	go run ./scripts/axe -axe node_modules/axe-core/axe.min.js FOLDER...
//
// A folder is served at the root, so a site below a path lies in a folder of that name.
package main

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/chromedp"

	"github.com/sitegen/sitegen/internal/par"
	"github.com/sitegen/sitegen/scripts/browser"
)

// tabs is how many pages are looked at at once.
const tabs = 2

func main() {
	axe := flag.String("axe", "", "path to axe.min.js (required)")
	shots := flag.String("shots", "", "folder for screenshots of every page: desktop and phone, light and dark")
	match := flag.String("match", "", "only pages whose path holds this")
	flag.Parse()
	if err := run(*axe, *shots, *match, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "axe:", err)
		os.Exit(1)
	}
}

func run(axePath, shots, match string, roots []string) error {
	script, err := os.ReadFile(axePath)
	if err != nil {
		return err
	}
	pages, close, err := find(roots, match)
	if err != nil {
		return err
	}
	defer close()
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
		func(_ context.Context, tab context.Context, p page) ([]string, error) {
			found, err := look(tab, string(script), p, shots)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", p.name, err)
			}
			return found, nil
		})
	if err != nil {
		return err
	}
	bad := 0
	for i, list := range found {
		bad += len(list)
		for _, f := range list {
			fmt.Printf("%s: %s\n", pages[i].name, f)
		}
	}
	fmt.Printf("browser: %d pages, axe in light and dark and on a phone, console, requests, policy, without JavaScript: %d findings\n", len(pages), bad)
	if bad > 0 {
		return fmt.Errorf("%d findings", bad)
	}
	return nil
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
