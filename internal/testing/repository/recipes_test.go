package repository_test

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/image/font/gofont/gomono"
)

var keep = flag.String("keep", "", "new folder for the sites of the recipes, from which tools/gallery.sh takes pictures")

// recipe is what a test adds to a page of docs/recipes.
type recipe struct {
	files map[string]string // that a reader brings, by path in the site
	want  map[string]string // texts that files of the site contain in the end
	not   []string          // files that do not exist in the end
}

// recipes returns what readers bring to each recipe, and what they get.
func recipes(t *testing.T) map[string]recipe {
	program, _ := tool(t)
	audio := read(t, "internal/assets/media/testdata/a.mp3")
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="170" height="28"><path fill="#b5452c" d="M2 26a14 20 0 0 1 28 0z"/>` +
		`<text x="38" y="21" font-family="serif" font-weight="bold" fill="%s">North Bakery</text></svg>`
	logo := func(colour string) string { return strings.Replace(svg, "%s", colour, 1) }
	return map[string]recipe{
		"font": {
			files: map[string]string{"static/fonts/brand.ttf": string(gomono.TTF)},
			want:  map[string]string{"public/css/site.min.*.css": "url(../fonts/brand.ttf)", "public/fonts/brand.ttf": string(gomono.TTF)},
		},
		"logo": {
			files: map[string]string{"assets/logo.svg": logo("#222"), "assets/logo-dark.svg": logo("#eee"), "static/favicon.svg": logo("#222")},
			want:  map[string]string{"public/index.html": `alt="North Bakery"`, "public/favicon.svg": logo("#222")},
		},
		"contact-form": {
			want: map[string]string{
				"public/contact/index.html": `<form action="https://forms.alt/f/abc" method="post">`,
				"public/index.html":         `href="/contact/"`,
			},
		},
		"comments": {want: map[string]string{"public/posts/hello/index.html": "giscus"}},
		"photos": {
			files: map[string]string{
				"content/posts/lake/photos/boat.jpg":  read(t, "testdata/sites/blog/assets/covers/night.jpg"),
				"content/posts/lake/photos/field.jpg": read(t, "testdata/sites/blog/assets/covers/field.jpg"),
				"content/posts/lake/photos/fire.jpg":  read(t, "testdata/sites/blog/assets/covers/oven.jpg"),
				"content/posts/lake/photos/pier.jpg":  read(t, "testdata/sites/blog/assets/covers/loaf.jpg"),
			},
			want: map[string]string{
				"public/posts/lake/index.html": `alt="A blue boat at the pier"`, "public/posts/lake/photos/pier.jpg": "",
				"public/posts/lake/photos/*.webp": "",
			},
		},
		"podcast": {
			files: map[string]string{"content/show/cover.png": cover(t), "content/show/one/talk.mp3": audio},
			want: map[string]string{
				"public/show/index.xml": `<itunes:category text="Food"/>`, "public/show/one/talk.mp3": audio,
				"public/show/index.html":     `<img src="/show/cover.png" alt="" class="show" width="384" height="384">`,
				"public/show/one/index.html": `<audio controls preload="none" src="/show/one/talk.mp3"`,
			},
		},
		"language": {
			want: map[string]string{
				"public/fr/about/index.html": "Je fais du pain.", "public/about/index.html": `hreflang="fr"`,
			},
		},
		"scheduled": {want: map[string]string{"public/posts/index.html": "Hello"}, not: []string{"public/posts/spring/index.html"}},
		"private": {
			files: map[string]string{"content/private/secret.md": "# Secret\n"},
			want:  map[string]string{"public/posts/index.html": "Hello"},
			not:   []string{"public/posts/plan/index.html", "public/private/secret/index.html"},
		},
		"shortcode": {want: map[string]string{
			"public/posts/bread/index.html": "<p><strong>Plain bread</strong>, for 6</p>\n  500 g of flour, <em>10 g</em> of salt",
		}},
		"move": {
			files: map[string]string{
				"manual/mkdocs.yml": "site_name: Manual\nsite_url: https://manual.alt/\n", "manual/docs/index.md": "# Manual\n",
				"manual/docs/use.md": "# Use\n\n## Start\n\n!!! tip\n    Press the red key.\n\n## Stop\n\nPress it again.\n",
				"old/index.html":     "<!doctype html><title>Manual</title>", "old/use/index.html": "<!doctype html><title>Use</title>",
			},
			want: map[string]string{"manual/sitegen.toml": "Manual", "manual/public/use/index.html": "<h1"},
		},
		"publish": {
			files: map[string]string{"bin/sitegen": read(t, program)},
			want: map[string]string{
				".github/workflows/pages.yml": "bin/sitegen", "netlify.toml": "publish", "cloudflare-pages.sh": "bin/sitegen",
				".gitlab-ci.yml": "bin/sitegen", "vercel-build.sh": "bin/sitegen", "public/_headers": "",
			},
		},
	}
}

var titled = regexp.MustCompile("(?ms)^```([\\w-]+)(?: \\{title=\"([^\"]+)\"\\})?\n(.*?)^```$")

// TestRecipes does what each page of docs/recipes says, in its order, in a new blog: it runs the commands, and writes the
// files that the titles of code name.
func TestRecipes(t *testing.T) {
	if testing.Short() {
		t.Skip("builds sites")
	}
	_, env := tool(t)
	pages, err := filepath.Glob("docs/recipes/[a-z]*.md")
	if err != nil {
		t.Fatal(err)
	}
	all := recipes(t)
	if len(pages) != len(all) {
		t.Errorf("%d recipes, and %d of them are tested", len(pages), len(all))
	}
	index := read(t, "docs/recipes/_index.md")
	for _, page := range pages {
		name := strings.TrimSuffix(filepath.Base(page), ".md")
		t.Run(name, func(t *testing.T) {
			r, ok := all[name]
			if !ok {
				t.Fatal("the recipe is not tested")
			}
			if !strings.Contains(index, "("+name+".md)") {
				t.Error("docs/recipes/_index.md does not name the recipe")
			}
			text := read(t, page)
			if lines := strings.Count(text, "\n"); lines > 60 {
				t.Errorf("%d lines do not fit on a screen", lines)
			}
			dir := t.TempDir()
			if *keep != "" {
				dir = filepath.Join(*keep, name)
				if err := os.MkdirAll(dir, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			runDocumented(t, dir, env, "sitegen init blog . --title Notes --baseURL https://notes.alt/ --yes")
			for file, content := range r.files {
				writeFile(t, filepath.Join(dir, filepath.FromSlash(file)), content)
			}
			for _, b := range titled.FindAllStringSubmatch(text, -1) {
				content := strings.NewReplacer("{{</*", "{{<", "*/>}}", ">}}").Replace(b[3])
				switch file := filepath.Join(dir, filepath.FromSlash(b[2])); {
				case b[1] == "sh":
					for _, command := range commands(content) {
						runDocumented(t, dir, env, command)
					}
				case b[2] == "sitegen.toml":
					writeFile(t, file, withSettings(read(t, file), content))
				case b[2] != "":
					writeFile(t, file, content)
				}
			}
			if t.Failed() {
				return
			}
			if name != "move" {
				runDocumented(t, dir, env, "sitegen build --strict")
			}
			for pattern, want := range r.want {
				files, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
				if err != nil || len(files) == 0 {
					t.Errorf("%s does not exist", pattern)
				} else if got := read(t, files[0]); !strings.Contains(got, want) {
					t.Errorf("%s has no %s:\n%s", pattern, want, got)
				}
			}
			for _, file := range r.not {
				if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(file))); err == nil {
					t.Errorf("%s exists", file)
				}
			}
		})
	}
}

var tableHeader = regexp.MustCompile(`(?m)^\[.*\]`)

// withSettings adds lines to a TOML file as the recipes say: those before the first table at the top, those of a table
// that exists below its header, and new tables at the end.
func withSettings(file, lines string) string {
	starts := tableHeader.FindAllStringIndex(lines, -1)
	end := len(lines)
	for i := len(starts) - 1; i >= 0; i-- {
		header, body := lines[starts[i][0]:starts[i][1]], lines[starts[i][1]:end]
		end = starts[i][0]
		if at := strings.Index(file, "\n"+header+"\n"); at >= 0 && !strings.HasPrefix(header, "[[") {
			at += len(header) + 1
			file = file[:at] + strings.TrimRight(body, "\n") + file[at:]
		} else {
			file += "\n" + header + body
		}
	}
	return lines[:end] + file
}

func TestWithSettings(t *testing.T) {
	got := withSettings("title = \"T\"\n\n[params]\nb = 2\n[[menus.main]]\nname = \"A\"\n",
		"top = 0\n[params]\na = 1\n[[menus.main]]\nname = \"B\"\n[new]\nc = 3\n")
	want := "top = 0\ntitle = \"T\"\n\n[params]\na = 1\nb = 2\n[[menus.main]]\nname = \"A\"\n\n[new]\nc = 3\n\n[[menus.main]]\nname = \"B\"\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// cover returns a PNG that directories of podcasts accept.
func cover(t *testing.T) string {
	const size = 1400
	m := image.NewPaletted(image.Rect(0, 0, size, size), color.Palette{color.RGBA{0x24, 0x3b, 0x55, 255}, color.RGBA{0xe8, 0xa9, 0x5b, 255}})
	for i := range m.Pix { // rings around a point
		x, y := i%size-size/2, i/size-size*2/3
		m.Pix[i] = uint8((x*x + y*y) / 60_000 % 2)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
