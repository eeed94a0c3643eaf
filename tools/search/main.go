// Command search builds a site in four languages and searches it in headless Chromium, as people would.
//
//	go run -C tools ./search [-shots FOLDER] [-axe axe.min.js]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/finished/post"
	"github.com/sitegen/sitegen/tools/browser"
)

func main() {
	shots := flag.String("shots", "", "folder for screenshots")
	axe := flag.String("axe", "", "path to axe.min.js, to check the dialog with")
	flag.Parse()
	if err := run(*shots, *axe); err != nil {
		fmt.Fprintln(os.Stderr, "search:", err)
		os.Exit(1)
	}
}

// fillers is how many pages there are of one kind: more than a word names in its own shard.
const fillers = 860

// site is what is searched.
func site() map[string]string {
	files := map[string]string{
		"sitegen.toml": `title = "Search"
theme = "blog"
defaultContentLanguage = "en"
params.versions = [{ name = "2", path = "/v2" }, { name = "1", path = "/v1" }]
[languages.en]
weight = 1
[languages.de]
weight = 2
[languages.ja]
weight = 3
[languages.ar]
weight = 4
`,
		"content/docs/_index.md":           "---\ntitle: Handbook\n---\n",
		"content/docs/install.md":          "---\ntitle: Install\n---\nHow to begin.\n\n## On Windows\n\nRun the installer, then restart.\n\n## On Linux\n\nUse the package manager.\n",
		"content/docs/usage.md":            "---\ntitle: Usage\nkeywords: [manual]\ntags: [tip]\n---\nAfter you install it, open the panel. It restarts a machine.\n",
		"content/docs/hidden.md":           "---\ntitle: Hidden\nsearch: false\n---\nsecretword\n",
		"content/docs/noindex.md":          "---\ntitle: Noindex\nnoindex: true\n---\nsecretword\n",
		"content/docs/strasse.de.md":       "---\ntitle: Die Straße\n---\n## Über Größe\n\nVon der Größe der Straßen.\n",
		"content/docs/kensaku.ja.md":       "---\ntitle: 全文検索\n---\n## 索引\n\n日本語の文書を検索するための索引を作ります。\n",
		"content/docs/bahth.ar.md":         "---\ntitle: البحث\n---\n## الفهرس\n\nكيف تَبْحَثُ في المُحتوى العربي.\n",
		"content/v1/use.md":                "---\ntitle: Use one\n---\nTurn the gizmo.\n",
		"content/v1/_index.md":             "---\ntitle: One\n---\n",
		"content/v2/use.md":                "---\ntitle: Use two\n---\nThe gizmo turns.\n",
		"content/v2/_index.md":             "---\ntitle: Two\n---\n",
		"static/outside.html":              "<!doctype html><title>x</title>",
		"content/posts/2026-01-01-post.md": "---\ntitle: A post\ndate: 2026-01-01\ntags: [tip, other]\n---\nSome words of a post.\n",
	}
	for i := range fillers {
		files[fmt.Sprintf("content/docs/filler/p%03d.md",
			i)] = fmt.Sprintf("---\ntitle: Filler %d\n---\nWords that fill, number%d, again and again.\n", i, i)
	}
	return files
}

func build(dir, base, out string) error {
	b, err := pipeline.New(project.Options{
		Source: dir, BaseURL: base, Destination: out, NoCache: true,
		Clock: time.Unix(1790000000, 0), Minify: true,
	})
	if err != nil {
		return err
	}
	defer b.Close()
	_, err = b.Build(context.Background())
	return err
}

// finished writes the site of another generator in two languages, and adds the search to it.
func finished(dir, base, state string) error {
	page := func(lang, title, text string) string {
		return fmt.Sprintf("<!doctype html><html lang=%q><title>%s | Other</title><script src=%q defer></script>"+
			"<nav><a href=\"/sub/other/search/\">Find</a></nav><main><h1>%[2]s</h1>%[4]s</main></html>",
			lang, title, "/sub/other/search/open.js", text)
	}
	for name, text := range map[string]string{
		"index.html":               page("en", "Home", "<p>Welcome."),
		"guide/index.html":         page("en", "Guide", "<p>All of it."),
		"guide/install/index.html": page("en", "Install", `<h2 id="win">On Windows</h2><p>Run the installer.<h2 id="linux">On Linux</h2><p>Use the package manager.`),
		"fr/index.html":            page("fr", "Accueil", `<h2 id="les">Les paquets</h2><p>Utilisez le gestionnaire.`),
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			return err
		}
	}
	_, err := post.Run(context.Background(), post.Options{Dir: dir, Base: base, State: state, Search: "search"})
	return err
}

func run(shots, axe string) error {
	dir, err := os.MkdirTemp("", "search-site")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for name, text := range site() {
		file := filepath.Join(dir, "src", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			return err
		}
	}
	h := newHost(filepath.Join(dir, "web"))
	defer h.close()
	folder := filepath.Join(dir, "folder")
	if err := build(filepath.Join(dir, "src"), h.url+"/sub/", filepath.Join(dir, "web")); err != nil {
		return err
	}
	if err := build(filepath.Join(dir, "src"), folder+"/", folder); err != nil {
		return err
	}
	if err := finished(filepath.Join(dir, "web", "other"), h.url+"/sub/other/", filepath.Join(dir, "state")); err != nil {
		return err
	}
	ctx, stop, err := browser.Start()
	if err != nil {
		return err
	}
	defer stop()
	t := &tab{ctx: ctx, host: h, shots: shots}
	if axe != "" {
		script, err := os.ReadFile(axe)
		if err != nil {
			return err
		}
		t.axe = string(script)
	}
	failed := 0
	for _, c := range checks(h.url+"/sub/", "file://"+folder+"/") {
		if err := t.perform(c); err != nil {
			failed++
			fmt.Printf("FAIL %s: %v\n", c.name, err)
		}
	}
	fmt.Printf("search: %d checks in Chromium, %d failed\n", len(checks("", "")), failed)
	if failed > 0 {
		return fmt.Errorf("%d checks failed", failed)
	}
	return nil
}

// scripts turns JavaScript of pages on or off.
func scripts(off bool) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetScriptExecutionDisabled,
			emulation.SetScriptExecutionDisabledParams{Value: off})
		return chromedp.Void{}, err
	}
}
