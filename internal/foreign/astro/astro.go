// Package astro reads projects of Starlight (https://starlight.astro.build/), and maps the source files of other sites
// made with Astro to their pages: https://docs.astro.build/en/guides/routing/
package astro

import (
	"os"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// Tool is Astro.
var Tool = &foreign.Tool{
	Name: "Astro", ID: "astro", FeedLimit: "the items passed to rss() in your feed endpoint",
	Configs: configs(), Detect: detect, Converts: converts, Convert: convert, InPlace: true,
	Sources: func(dir string) *foreign.Sources {
		return &foreign.Sources{
			Folder:     folderOf(dir),
			Extensions: foreign.Markdown(".mdoc", ".astro", ".html"),
			Paths:      func(s foreign.Source) []string { return paths(path.Base(dir), s) },
		}
	},
}

func configs() []string {
	return []string{"astro.config.mjs", "astro.config.js", "astro.config.ts", "astro.config.mts", "astro.config.cjs"}
}

// folderOf returns the folder of the sources in a project that sets srcDir, or "".
func folderOf(dir string) string {
	file, text := foreign.ConfigIn(os.DirFS(dir), ".", configs()...)
	if file == "" {
		return ""
	}
	program, err := script.Read(file, text)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(path.Clean("/"+program.Export().Str("srcDir")), "/")
}

// paths returns the route of a file in src/pages, or of a collection entry if the route has the name of the collection;
// the collection docs of Starlight is at the root.
func paths(folder string, s foreign.Source) []string {
	p := s.Path
	switch folder {
	case "content", "pages":
		p = folder + "/" + p
	}
	p = strings.TrimPrefix(p, "src/")
	dir, base := path.Split(foreign.Stem(p))
	if strings.ContainsAny(p, "[]") || strings.HasPrefix(base, "_") {
		return nil // a route with parameters
	}
	page := dir + base
	if base == "index" {
		page = dir
	}
	if rest, ok := strings.CutPrefix(page, "pages/"); ok || page == "pages" {
		return []string{strings.TrimPrefix(rest, "pages")}
	}
	page = strings.TrimPrefix(page, "content/")
	collection, rest, nested := strings.Cut(page, "/")
	if !nested {
		return []string{page}
	}
	rest = strings.ToLower(strings.ReplaceAll(rest, " ", "-"))
	if slug := s.Say("slug"); slug != "" {
		return []string{collection + "/" + slug, slug}
	}
	if collection == "docs" {
		return []string{rest, "docs/" + rest}
	}
	return []string{collection + "/" + rest}
}
