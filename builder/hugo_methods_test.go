package builder_test

import (
	"context"
	"flag"
	"fmt"
	"image/color"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/builder"
)

var updateMethods = flag.Bool("update-methods", false, "write the results of the examples in docs/methods")

// TestMethodReference runs the examples of docs/methods on the site of docs/methods/example.md, in one build, and compares
// what they print with the results on the pages. To write the results, or to compare them with those of Hugo:
//
//	go test ./builder -run TestMethodReference -update-methods
//	go test ./builder -run TestMethodReference -hugo /path/of/hugo
//
// With Hugo, entries that say "Only in sitegen" are left out, and those that name a difference may differ.
func TestMethodReference(t *testing.T) {
	pages := methodPages(t)
	var examples []*methodExample
	for _, p := range pages {
		examples = append(examples, p.examples...)
	}
	if len(examples) < 250 {
		t.Errorf("found only %d examples", len(examples))
	}
	if *hugo != "" {
		compareWithHugo(t, examples)
		return
	}
	dir := methodSite(t, examples)
	b, err := builder.New(builder.Options{Source: dir, Clock: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := b.Build(context.Background()); err != nil {
		t.Fatal(err)
	}
	results := methodResults(t, dir)
	for _, e := range examples {
		got, ok := results[e.id()]
		switch {
		case !ok || strings.HasPrefix(got, "ERROR"):
			t.Errorf("%s.md:%d: %s\n%s", e.page, e.line+1, e.template, got)
		case got != strings.Join(strings.Fields(e.want), " ") && !*updateMethods:
			t.Errorf("%s.md:%d: %s\n got %s\nwant %s", e.page, e.line+1, e.template, got, e.want)
		}
	}
	if !*updateMethods || t.Failed() {
		return
	}
	for _, p := range pages {
		for _, e := range p.examples {
			before, _, _ := strings.Cut(p.lines[e.line], "→ ")
			p.lines[e.line] = before + "→ " + span(results[e.id()])
		}
		if err := os.WriteFile(methodsFolder+p.name+".md", []byte(strings.Join(p.lines, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// compareWithHugo runs the examples with Hugo.
func compareWithHugo(t *testing.T, examples []*methodExample) {
	t.Helper()
	var shared []*methodExample
	for _, e := range examples {
		if !strings.Contains(e.note, "Only in sitegen") {
			shared = append(shared, e)
		}
	}
	dir := methodSite(t, shared)
	if err := os.Rename(filepath.Join(dir, "sitegen.toml"), filepath.Join(dir, "hugo.toml")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(*hugo, "--clock", "2026-11-22T12:00:00Z")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	results := methodResults(t, dir)
	for _, e := range shared {
		if got := results[e.id()]; got != e.want {
			report := t.Errorf
			if strings.Contains(e.note, "hugo-differences/") || strings.Contains(e.note, "hugo-compatibility.md") || strings.Contains(e.note, "Hugo ") {
				report = t.Logf
			}
			report("%s.md:%d: %s\nHugo %s\nours %s", e.page, e.line+1, e.template, got, e.want)
		}
	}
	t.Logf("%d examples compared", len(shared))
}

// methodResults are what the examples printed, by id, as people read it: quotes and plus signs are not escaped, and
// shortcodes, of which each example has its own, have the name that they have on the page.
func methodResults(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, file := range []string{"index.html", "recipes/rye-bread/index.html"} {
		for id, text := range printed(t, filepath.Join(dir, "public", filepath.FromSlash(file))) {
			all[id] = strings.NewReplacer("&#43;", "+", "&#34;", `"`, "&#39;", "'", id, "demo").Replace(text)
		}
	}
	return all
}

var titledBlock = regexp.MustCompile("(?ms)^```[\\w-]+ \\{title=\"([^\"]+)\"\\}\n(.*?)^```$")

// methodSite writes the site of docs/methods/example.md with templates that run the examples.
func methodSite(t *testing.T, examples []*methodExample) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(methodsFolder + "example.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range titledBlock.FindAllStringSubmatch(string(text), -1) {
		write(m[1], plainCalls(m[2]))
	}
	photo, err := os.ReadFile("../internal/assets/media/picture/testdata/exif.jpg")
	if err != nil {
		t.Fatal(err)
	}
	write("assets/photo.jpg", string(photo))
	write("content/recipes/rye/loaf.png", drawn(t, 80, 60, func(x, y int) color.Color { return color.NRGBA{0x8b, 0x5a, 0x2b, 255} }))

	var onPage, onHome strings.Builder
	hidden := "---\ntitle: Examples\nbuild: {list: never, render: never}\n---\n"
	write("content/examples/_index.md", hidden)
	write("content/hooks/_index.md", hidden)
	for _, e := range examples {
		id := e.id()
		out := &onPage
		value := fmt.Sprintf("(partial %q .)", "examples/"+id+".html")
		switch {
		case e.hook != "":
			write("layouts/hooks/_markup/"+e.hook, e.template)
			write("content/hooks/"+id+".md", "---\ntitle: A page\nbuild: {list: never}\n---\n"+e.call+"\n")
			out, value = &onHome, fmt.Sprintf("(site.GetPage %q).Content", "/hooks/"+id)
		case e.call != "":
			write("layouts/_shortcodes/"+id+".html", e.template)
			call := regexp.MustCompile(`{{(<|%) (/?)demo\b`).ReplaceAllString(e.call, "{{$1 ${2}"+id)
			write("content/examples/"+id+".md", "---\ntitle: A page\nbuild: {list: never}\n---\n"+call+"\n")
			out, value = &onHome, fmt.Sprintf("(site.GetPage %q).Content", "/examples/"+id)
		default:
			write("layouts/_partials/examples/"+id+".html", e.start+"\n"+e.template)
			if e.onHome {
				out = &onHome
			}
		}
		fmt.Fprintf(out, "\n@@ %s\n{{ with try %s }}{{ with .Err }}ERROR {{ . }}{{ else }}{{ .Value }}{{ end }}{{ end }}\n", id, value)
	}
	only := func(path string, examples fmt.Stringer) string {
		return fmt.Sprintf("{{ if and (eq .Path %q) (eq .Language.Lang \"en\") }}%s\n@@ end\n{{ end }}{{ .Content }}", path, examples)
	}
	write("layouts/page.html", only("/recipes/rye", &onPage))
	write("layouts/home.html", only("/", &onHome))
	return dir
}
