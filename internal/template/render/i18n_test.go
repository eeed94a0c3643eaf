package render

import (
	"fmt"
	"strings"
	"testing"
)

func TestTranslate(t *testing.T) {
	p := newProject(t, blog())
	p.check("/posts/one", [][2]string{
		{`{{ i18n "hello" }} {{ T "named" (dict "Name" "Ada") }} {{ i18n "none" }}| {{ i18n "a.b" }} {{ i18n "read" . }}`, "Hello Hi, Ada | nested 1 min"},
		{`{{ range slice 0 1 2 }}{{ i18n "apples" . }}, {{ end }}{{ i18n "apples" (dict "Count" 1) }} {{ i18n "apples" "1" }}`, "0 apples, 1 apple, 2 apples, 1 apple "},
	})
	pl := p.run.views.Page(p.run.o.Site.Editions[1].PageAt("/posts/one"))
	got, err := p.eval(pl, `{{ i18n "hello" }} {{ i18n "only" }} {{ range slice 0 1 2 5 11 22 }}{{ i18n "apples" . }}, {{ end }}{{ i18n "apples" 1.5 }}`)
	want := "Cześć Only 0 jabłek, 1 jabłko, 2 jabłka, 5 jabłek, 11 jabłek, 22 jabłka, "
	if err != nil || !strings.HasPrefix(got, want) {
		t.Errorf("got %q, %v\nwant %q", got, err, want)
	}
	files := blog()
	files["hugo.toml"] = "enableMissingTranslationPlaceholders = true\n" + files["hugo.toml"]
	newProject(t, files).check("/about", [][2]string{{`{{ i18n "none" }}`, "[i18n] none"}})
}

// TestStringsByLocale: the file of the locale of a language comes before that of its key, as in Hugo 0.169.
func TestStringsByLocale(t *testing.T) {
	for _, test := range []struct{ files, es, pt string }{
		{"es es-ar pt pt-br", "es-ar", "pt-br"},
		{"es es-ar pt", "es-ar", "pt"},
		{"es es-ar", "es-ar", "es-ar"},
		{"es pt-br", "es", "pt-br"},
	} {
		files := map[string]string{
			"hugo.toml": "defaultContentLanguage = 'es'\n[languages.es]\nlocale = 'es-AR'\n[languages.pt]\nlocale = 'pt-BR'\n",
		}
		for name := range strings.FieldsSeq(test.files) {
			files["i18n/"+name+".toml"] = "foo = '" + name + "'\n"
		}
		p := newProject(t, files)
		for i, want := range []string{test.es, test.pt} {
			home := p.run.views.Page(p.run.o.Site.Editions[i].Home)
			if got, err := p.eval(home, `{{ T "foo" }}`); got != want || err != nil {
				t.Errorf("%s, language %d: got %q, %v, want %q", test.files, i, got, err, want)
			}
		}
	}
}

// TestStoresKeepToThemselves: values that a template puts into a map of a store change neither the source of the map
// nor other renderings.
func TestStoresKeepToThemselves(t *testing.T) {
	_, run, problems := newRun(t, with(map[string]string{
		"content/posts/a.md":         "{{< s >}}",
		"layouts/_shortcodes/s.html": `{{ .Page.Store.SetInMap "m" "body" 1 }}`,
		"data/d.yaml":                "k: v\nl: w\n",
	}))
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	p := &project{t, run, run.Worker()}
	for range 2 {
		p.check("/posts/a", [][2]string{
			{`{{ .Content | len | not }} {{ .Store.SetInMap "m" "layout" 2 }}{{ .Store.Get "m" }}`, "false map[body:1 layout:2]"},
			{`{{ .Content | len | not }} {{ .Store.Get "m" }}`, "false map[body:1]"},
			{`{{ $s := newScratch }}{{ $s.Set "d" site.Data.d }}{{ $s.SetInMap "d" "x" 1 }}{{ $s.DeleteInMap "d" "k" }}{{ $s.Get "d" }} {{ site.Data.d }}`, "map[l:w x:1] map[k:v l:w]"},
		})
	}
}

// onePixel is the header of a PNG image of 3 by 2 pixels.
const onePixel = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x03\x00\x00\x00\x02\x08\x02\x00\x00\x00"

// TestDataFiles: data files are found by folder, name, and key.
func TestDataFiles(t *testing.T) {
	newProject(t, blog()).check("/", [][2]string{
		{`{{ site.Data.people.Ann.born }} {{ index site.Data.fruit.list 1 }} {{ index (index site.Data.table 1) 1 }} {{ hugo.Data.people.Ann.born }}`, "1970 apple 2 1970"},
	})
}

func TestLayers(t *testing.T) {
	files := blog()
	files["hugo.toml"] = "theme = [\"strong\", \"weak\"]\n" + files["hugo.toml"]
	files["assets/x.txt"] = "project"
	files["themes/strong/assets/x.txt"] = "strong"
	files["themes/strong/assets/y.txt"] = "strong"
	files["themes/weak/assets/y.txt"] = "weak"
	files["themes/weak/assets/z.txt"] = "weak"
	files["themes/weak/assets/i.png"] = onePixel
	files["themes/strong/i18n/en.yaml"] = "hello: theirs\nstrong: strong"
	files["themes/weak/i18n/en.yaml"] = "strong: weak\nweak: weak"
	files["themes/strong/data/people.yaml"] = "Ann:\n  born: 1\nBo:\n  born: 2"
	files["themes/weak/data/deep/er.json"] = `{"a": [1]}`
	newProject(t, files).check("/", [][2]string{
		{`{{ range slice "x" "y" "z" }}{{ (resources.Get (printf "%s.txt" .)).Content }} {{ end }}`, "project strong weak "},
		{`{{ i18n "hello" }} {{ i18n "strong" }} {{ i18n "weak" }}`, "Hello strong weak"},
		{`{{ hugo.Data.people.Ann.born }} {{ hugo.Data.people.Bo.born }} {{ index hugo.Data.deep.er.a 0 }}`, "1970 2 1"},
		{`{{ with resources.Get "i.png" }}{{ .Width }}x{{ .Height }} {{ .ResourceType }}{{ end }}`, "3x2 image"},
	})
}

// TestCounter: numbers differ and do not depend on the worker that renders.
func TestCounter(t *testing.T) {
	p := newProject(t, blog())
	const src = `{{ math.Counter }} {{ math.Counter }}`
	a, _ := p.asked(p.page("/posts/one"), src)
	b, _ := p.asked(p.page("/posts/two"), src)
	p.w = p.run.Worker()
	again, _ := p.asked(p.page("/posts/one"), src)
	var x, y int
	if _, err := fmt.Sscan(a, &x, &y); err != nil || y != x+1 || a == b || a != again {
		t.Errorf("%q, on another page %q, by another worker %q", a, b, again)
	}
}
