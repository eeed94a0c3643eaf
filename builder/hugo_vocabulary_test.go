package builder_test

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sitegen/sitegen/builder"
)

const vocabularyFolder = "../testdata/vocabulary/"

// row is a function or method of Hugo's reference with an example. The example is executed in the project of
// site.txtar, by Hugo when the row was written and by sitegen in the test.
type row struct {
	name, aliases string
	template      string
	call          string // the content that calls a template which is a shortcode's
	needs         string // a program that must be there
	hugo          string // what Hugo prints: 0.165, or the one that first had the name or changed the result
	ours          string // what sitegen prints, when that is something else
	refused       string // a part of the error that sitegen gives
	why           string // how it differs, or what to write instead
}

// readRows reads a table of rows. Below each name are lines that begin with a tab: the example, then by their first
// word call, needs, and by their first sign → (Hugo's result), ≠ (ours), ✗ (our error), ! (why).
func readRows(t *testing.T, name string) (rows []*row) {
	t.Helper()
	text, err := os.ReadFile(vocabularyFolder + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		body, indented := strings.CutPrefix(line, "\t")
		if !indented {
			first, aliases, _ := strings.Cut(line, " ")
			rows = append(rows, &row{name: first, aliases: aliases})
			continue
		}
		r := rows[len(rows)-1]
		if more, ok := strings.CutPrefix(body, "\t"); ok {
			r.call += "\n" + more
			continue
		}
		kind, rest, _ := strings.Cut(body, " ")
		switch kind {
		case "call":
			r.call = rest
		case "needs":
			r.needs = rest
		case "→":
			r.hugo = rest
		case "≠":
			r.ours = rest
		case "✗":
			r.refused = rest
		case "!":
			r.why = rest
		default:
			r.template = body
		}
	}
	return rows
}

// String is the row as readRows reads it.
func (r *row) String() string {
	var b strings.Builder
	b.WriteString(strings.TrimSpace(r.name+" "+r.aliases) + "\n\t" + r.template + "\n")
	for _, field := range [][2]string{
		{"call", strings.ReplaceAll(r.call, "\n", "\n\t\t")},
		{"needs", r.needs},
		{"→", r.hugo},
		{"≠", r.ours},
		{"✗", r.refused},
		{"!", r.why},
	} {
		if field[1] != "" {
			fmt.Fprintf(&b, "\t%s %s\n", field[0], field[1])
		}
	}
	return b.String()
}

// status says in a word whether Hugo's name does here what it does there.
func (r *row) status() string {
	switch {
	case r.refused != "":
		return "refused"
	case r.why != "":
		return "differs"
	}
	return "works"
}

// file names the files that are made for a row. The names of methods begin with a type in capitals.
func (r *row) file() string {
	kind, name, _ := strings.Cut(r.name, ".")
	if kind == "" {
		kind = "removed"
	}
	if kind == strings.ToUpper(kind) {
		kind = "method-" + kind
	}
	return strings.ToLower("row-" + kind + "-" + name)
}

// vocabularySite writes the project with the examples of the rows.
func vocabularySite(t *testing.T, rows []*row) string {
	t.Helper()
	archive, err := txtar.ParseFile(vocabularyFolder + "site.txtar")
	if err != nil {
		t.Fatal(err)
	}
	remote := remoteServer(t)
	var home strings.Builder
	home.WriteString(`{{ if eq site.Language.Lang "en" }}{{ with site.GetPage "/posts/a" }}`)
	add := func(name, text string) {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(text)})
	}
	for _, r := range rows {
		if r.template == "" {
			t.Fatalf("%s has no example", r.name)
		}
		text := strings.NewReplacer("REMOTE", remote, "NAME", r.file()).Replace(r.template)
		value := fmt.Sprintf("(partial %q .)", "rows/"+r.file()+".html")
		if r.call != "" {
			add("layouts/_shortcodes/"+r.file()+".html", text)
			add("content/calls/"+r.file()+".md", "---\ntitle: The page\nbuild: {list: never}\n---\n"+strings.ReplaceAll(r.call, "NAME", r.file())+"\n")
			value = fmt.Sprintf("(site.GetPage %q).Content", "/calls/"+r.file())
			fmt.Fprintf(&home, "\n@@ %s\n{{ %s }}\n", r.name, value)
			continue
		}
		add("layouts/_partials/rows/"+r.file()+".html", text)
		fmt.Fprintf(&home, "\n@@ %s\n{{ with try %s }}{{ with .Err }}ERROR {{ . }}{{ else }}{{ .Value }}{{ end }}{{ end }}\n", r.name, value)
	}
	add("layouts/home.html", home.String()+"\n@@ end\n{{ end }}{{ end }}")
	exif, err := os.ReadFile("../internal/assets/media/picture/testdata/exif.jpg")
	if err != nil {
		t.Fatal(err)
	}
	plain := drawn(t, 8, 8, func(x, y int) color.Color { return color.NRGBA{0x33, 0x66, 0x99, 255} })
	add("assets/exif.jpg", string(exif))
	add("assets/plain.png", plain)
	add("assets/shades.png", drawn(t, 8, 8, func(x, y int) color.Color { return color.NRGBA{uint8(x * 32), uint8(x * 32), uint8(y * 32), 255} }))
	add("content/posts/a/picture.png", plain)
	dir := t.TempDir()
	if err := txtar.Write(archive, dir); err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"postcss", "tailwindcss", "babel"} {
		if err := os.Chmod(filepath.Join(dir, "node_modules", ".bin", program), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// drawn is a PNG.
func drawn(t *testing.T, width, height int, at func(x, y int) color.Color) string {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for x := range width {
		for y := range height {
			img.Set(x, y, at(x, y))
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// remoteServer answers resources.GetRemote.
func remoteServer(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprint(w, "from afar")
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// printed returns what the examples printed, by the name of the row.
func printed(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for part := range strings.SplitSeq(string(text), "\n@@ ") {
		name, result, _ := strings.Cut(part, "\n")
		out[name] = strings.Join(strings.Fields(result), " ")
	}
	return out
}

// TestHugoVocabulary executes an example of each function and method of Hugo's reference and holds what it prints to
// what Hugo 0.169 printed, and docs/hugo-compatibility.md to the outcome. To renew what Hugo prints, and the page:
//
//	go test ./builder -run TestHugoVocabulary -hugo /path/of/hugo
//	go test ./builder -run TestHugoVocabulary -update-vocabulary
func TestHugoVocabulary(t *testing.T) {
	tables := map[string][]*row{"functions.txt": readRows(t, "functions.txt"), "methods.txt": readRows(t, "methods.txt")}
	var rows []*row
	for _, name := range []string{"functions.txt", "methods.txt"} {
		rows = append(rows, tables[name]...)
	}
	dir := vocabularySite(t, rows)
	if *hugo != "" {
		cmd := exec.Command(*hugo)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		results := printed(t, filepath.Join(dir, "public", "index.html"))
		for name, table := range tables {
			var b strings.Builder
			for _, r := range table {
				if r.hugo = results[r.name]; strings.HasPrefix(r.hugo, "ERROR") {
					t.Errorf("%s: %s", r.name, r.hugo)
				}
				b.WriteString(r.String())
			}
			if err := os.WriteFile(vocabularyFolder+name, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	b, err := builder.New(builder.Options{Source: dir, Clock: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := b.Build(context.Background()); err != nil {
		t.Fatal(err)
	}
	results := printed(t, filepath.Join(dir, "public", "index.html"))
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) { r.check(t, results[r.name]) })
	}
	if !t.Failed() {
		checkFunctions(t, tables["functions.txt"])
		checkCompatibility(t, tables["functions.txt"], tables["methods.txt"], checkRemoved(t))
	}
}

// check holds a result to what the row says.
func (r *row) check(t *testing.T, got string) {
	if r.needs != "" {
		if _, err := exec.LookPath(r.needs); err != nil {
			t.Skip("there is no " + r.needs)
		}
	}
	want := r.hugo
	switch {
	case r.refused != "":
		if got == r.hugo {
			t.Log("works now: the line that says ✗ may go")
			return
		}
		if message := html.UnescapeString(got); !strings.Contains(message, r.refused) {
			t.Errorf("%s\n got %s\nwant an error that says %s", r.template, message, r.refused)
		}
		return
	case r.ours != "":
		want = r.ours
	}
	if got != want {
		t.Errorf("%s\n got %s\nwant %s", r.template, got, want)
	}
}
