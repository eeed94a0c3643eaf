package pipeline_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/race"
	"github.com/sitegen/sitegen/internal/testing/testsite"
	"github.com/sitegen/sitegen/internal/testing/witness"
)

// These are the limits in bytes for a theme's minified style sheet, for the scripts that every page loads, and for the
// search, which is loaded when readers open it, with its style sheet.
const themeCSS, themeJS, searchCSS, searchJS = 18_000, 4_500, 2_000, 7_500

// summer is a clock at which all posts of the example blog but one are published.
var summer = time.Date(2026, 6, 15, 0, 0, 0, 0, time.UTC)

// example builds one of the example sites in memory.
func example(t *testing.T, site string) (outputs map[string]string) {
	t.Helper()
	dir := testsite.Temp(t, "../../../testdata/sites/"+site)
	res := built(t, project.Options{Source: dir, Clock: summer, Memory: true})
	return held(t, res.Outputs)
}

// These are the additional bytes that pages with formulas or diagrams load. The library that draws diagrams does not
// count: its size is given, and it is loaded when a diagram comes near the window.
const (
	extraCSS = 2 << 10
	extraJS  = 6 << 10
	mathFont = 50_000 // each of its two files
)

// TestEmbeddedThemes builds each example site once, and checks the result.
func TestEmbeddedThemes(t *testing.T) {
	race.Skip(t, "it reads files; TestEarlyOutputsAreTheFinalOnes builds in memory, too")
	for _, site := range []string{"blog", "docs"} {
		out := example(t, site)
		t.Run(site+" is light", func(t *testing.T) { isLight(t, site, out) })
		t.Run(site+" has light pages", func(t *testing.T) { hasLightPages(t, site, out) })
		t.Run(site+" has a math font", func(t *testing.T) { namesItsFonts(t, site, out) })
		t.Run(site+" is strict", func(t *testing.T) { isStrict(t, site, out) })
		t.Run(site+" has no leftovers", func(t *testing.T) { hasNoLeftovers(t, out) })
	}
}

// hasNoLeftovers checks that no page contains traces of errors.
func hasNoLeftovers(t *testing.T, out map[string]string) {
	for p, text := range out {
		if path.Ext(p) == ".html" {
			for _, found := range witness.Leftovers(text) {
				t.Errorf("%s: %s", p, found)
			}
		}
	}
}

// isLight checks the style sheet and the scripts of a theme against their budget, and that parts which only some pages
// need are loaded by these alone.
func isLight(t *testing.T, site string, out map[string]string) {
	size := map[string]int{}
	for p, text := range out {
		name, _, _ := strings.Cut(path.Base(p), ".")
		switch {
		case path.Ext(p) == ".css" && slices.Contains([]string{"alerts", "math", "diagrams", "search", "splash", "tabs"}, name):
			size["css of "+name] += len(text)
		case path.Ext(p) == ".woff2":
			size["font "+name] += len(text)
		case path.Ext(p) == ".css":
			size["css"] += len(text)
		case path.Ext(p) != ".js" || !strings.HasPrefix(p, "js/"): // the others are the index of the search
		case name == "diagrams" || name == "mermaid":
			size["js of "+name] += len(text)
		case name == "search":
			size["js of search"] += len(text)
		default:
			size["js"] += len(text)
		}
	}
	t.Logf("%s: %v", site, size)
	if site == "docs" && (size["css of splash"] == 0 || size["css of splash"] > extraCSS) {
		t.Errorf("%d bytes of css of splash, want at most %d", size["css of splash"], extraCSS)
	}
	for what, most := range map[string]int{
		"css": themeCSS, "js": themeJS, "js of search": searchJS, "css of search": searchCSS, "css of tabs": extraCSS, "css of alerts": extraCSS, "css of math": extraCSS, "font math": mathFont, "font math-letters": mathFont, "css of diagrams": extraCSS, "js of diagrams": extraJS, "js of mermaid": 4 << 20,
	} {
		if size[what] == 0 || size[what] > most {
			t.Errorf("%s: %d bytes of %s, want at most %d", site, size[what], what, most)
		}
	}
	for p, text := range out {
		if path.Ext(p) != ".html" {
			continue
		}
		if strings.Contains(text, "css/math.") != strings.Contains(text, "<math") {
			t.Errorf("%s: the style sheet for formulas on a page without, or the other way round", p)
		}
		tabs := strings.Contains(text, `<div class="tabs`) || strings.Contains(text, `<div class="steps`)
		if strings.Contains(text, "css/tabs.") != tabs {
			t.Errorf("%s: the style sheet for tabs and steps on a page without, or the other way round", p)
		}
		if strings.Contains(text, "css/alerts.") != strings.Contains(text, `class="alert `) {
			t.Errorf("%s: the style sheet for alerts on a page without, or the other way round", p)
		}
		if strings.Contains(text, "css/splash.") != strings.Contains(text, `<div class="hero"`) {
			t.Errorf("%s: the style sheet for landing pages on a page without, or the other way round", p)
		}
		if strings.Contains(text, "js/diagrams.") != strings.Contains(text, `<figure class="mermaid`) {
			t.Errorf("%s: the script for diagrams on a page without, or the other way round", p)
		}
	}
}

// mostBytes is the most that a page has without pictures, compressed, with its style sheets and scripts. The pages that
// show every construct, and a section on one page, have more.
var mostBytes = map[string]int{"blog": 15_000, "docs": 18_000}

var (
	pageParts = regexp.MustCompile(`<(?:link rel="stylesheet" href|script src)="[^"]*/((?:css|js)/[^"]+)"`)
	heavy     = regexp.MustCompile(`/kitchen-sink/|/showcase/|^print/`)
)

// hasLightPages checks the weight of each page.
func hasLightPages(t *testing.T, site string, out map[string]string) {
	parts := 0
	for p, text := range out {
		if path.Ext(p) != ".html" || heavy.MatchString(p) {
			continue
		}
		size := compressed(t, text)
		for _, m := range pageParts.FindAllStringSubmatch(text, -1) {
			if out[m[1]] == "" {
				t.Errorf("%s: %s is missing", p, m[1])
			}
			parts++
			size += compressed(t, out[m[1]])
		}
		if size > mostBytes[site] {
			t.Errorf("%s: %s has %d bytes, want at most %d", site, p, size, mostBytes[site])
		}
	}
	if parts < 100 {
		t.Errorf("%s: %d style sheets and scripts", site, parts)
	}
}

// compressed is the size of a text as a host sends it.
func compressed(t *testing.T, text string) int {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}

var fontURL = regexp.MustCompile(`url\(([^)]*\.woff2)\)`)

// namesItsFonts checks that the style sheet of formulas names both fonts, by paths that work from its location.
func namesItsFonts(t *testing.T, site string, out map[string]string) {
	for p, text := range out {
		if !strings.HasPrefix(p, "css/math.") {
			continue
		}
		fonts := fontURL.FindAllStringSubmatch(text, -1)
		if len(fonts) != 2 {
			t.Errorf("%s: %s names %d fonts, want 2", site, p, len(fonts))
		}
		for _, m := range fonts {
			if font := path.Join(path.Dir(p), m[1]); !strings.HasPrefix(out[font], "wOF2") {
				t.Errorf("%s: %s names %s, which is not a font of the site", site, p, font)
			}
		}
	}
}

var (
	inline = regexp.MustCompile(`(?i)<style\b|<[a-z][^>]*\s(style|on[a-z]+)\s*=|<script(\s[^>]*)?>`)
	data   = regexp.MustCompile(`(?i)^<script type="application/ld\+json">$|^<script[^>]* src="[^"]`)
	loaded = regexp.MustCompile(`(?i)<(?:script|img|source|iframe|video|audio|link rel="(?:stylesheet|icon|apple-touch-icon|manifest|preload|modulepreload|preconnect|dns-prefetch)")[^>]*?\s(?:src|srcset|href|poster|data-src)="([^"]*)"`)
)

// isStrict checks that every page works under the policy "default-src 'self'; img-src 'self' data:"
// (https://www.w3.org/TR/CSP3/): nothing inline that runs or styles, nothing from another host.
func isStrict(t *testing.T, site string, out map[string]string) {
	pages := 0
	for p, text := range out {
		if path.Ext(p) != ".html" || strings.Contains(text, `http-equiv="refresh"`) {
			continue
		}
		pages++
		for _, m := range inline.FindAllString(text, -1) {
			if !data.MatchString(m) {
				t.Errorf("%s: %s: %s", site, p, m)
			}
		}
		for _, m := range loaded.FindAllStringSubmatch(text, -1) {
			for _, one := range strings.Split(m[1], ",") {
				if one = strings.TrimSpace(one); !strings.HasPrefix(one, "/") || strings.HasPrefix(one, "//") {
					if !strings.HasPrefix(one, "data:image/") {
						t.Errorf("%s: %s loads %s", site, p, one)
					}
				}
			}
		}
	}
	if pages < 10 {
		t.Errorf("%s: only %d pages", site, pages)
	}
}

// TestEmbeddedThemesKeepPages: an edit in the text of a post renders that post, and the four lists that tell how
// it begins and how long it takes to read: home page, section, tag and series. No other post.
func TestEmbeddedThemesKeepPages(t *testing.T) {
	dir, b := blog(t, project.Options{Memory: true})
	if _, err := b.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "content", "posts", "2024-04-28-keeping.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(text, "\nMore of it.\n"...), 0o666); err != nil {
		t.Fatal(err)
	}
	res, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if res.Rendered != 5 {
		t.Errorf("%d rendered, want 5: %q", res.Rendered, res.Changed)
	}
}
