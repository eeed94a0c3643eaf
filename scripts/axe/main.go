// Command axe opens every HTML page below a folder in headless Chromium, runs axe-core on it in light
// and in dark colours, and fails when it finds a violation. With -shots it also writes screenshots.
//
//	go run ./scripts/axe -axe node_modules/axe-core/axe.min.js FOLDER...
package main

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/chromedp"

	"github.com/sitegen/sitegen/scripts/browser"
)

func main() {
	axe := flag.String("axe", "", "path to axe.min.js (required)")
	shots := flag.String("shots", "", "folder for screenshots of every page: desktop, phone and dark")
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
	ctx, stop, err := browser.Start()
	if err != nil {
		return err
	}
	defer stop()

	pages, bad := 0, 0
	for _, root := range roots {
		server := httptest.NewServer(http.FileServer(http.Dir(root)))
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
			pages++
			address := server.URL + (&url.URL{Path: "/" + filepath.ToSlash(rel)}).String()
			n, err := check(ctx, string(script), address, rel, shots)
			bad += n
			return err
		})
		server.CloseClientConnections()
		server.Close()
		if err != nil {
			return err
		}
	}
	fmt.Printf("axe: %d pages, light and dark, %d violations\n", pages, bad)
	if pages == 0 {
		return fmt.Errorf("no page was checked")
	}
	if bad > 0 {
		return fmt.Errorf("%d violations", bad)
	}
	return nil
}

// check runs axe on one page in both colour schemes and returns the number of violations.
func check(ctx context.Context, script, address, name, shots string) (int, error) {
	bad := 0
	for _, scheme := range []string{"light", "dark"} {
		err := chromedp.Do(ctx, chromedp.EmulateViewport(1200, 900),
			browser.Colours(scheme), chromedp.Navigate(address), chromedp.Evaluate[chromedp.Void](script))
		if err != nil {
			return bad, fmt.Errorf("%s: %w", name, err)
		}
		r, err := chromedp.Run(ctx, browser.Axe())
		if err != nil {
			return bad, fmt.Errorf("%s: %w", name, err)
		}
		for _, v := range r.List {
			bad++
			fmt.Printf("%s (%s): %s, %s: %s\n", name, scheme, v.ID, v.Impact, v.Help)
			for _, n := range v.Nodes {
				fmt.Printf("    %s\n", n.HTML)
			}
		}
		if shots == "" {
			continue
		}
		for kind, width := range map[string]int64{"desktop": 1200, "phone": 390} {
			if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 900)); err != nil {
				return bad, err
			}
			png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
			if err != nil {
				return bad, err
			}
			file := filepath.Join(shots, strings.ReplaceAll(strings.TrimSuffix(name, ".html"), "/", "-")+"-"+kind+"-"+scheme+".png")
			if err := os.MkdirAll(shots, 0o755); err != nil {
				return bad, err
			}
			if err := os.WriteFile(file, png, 0o644); err != nil {
				return bad, err
			}
		}
	}
	return bad, nil
}
