package render

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/template/view"
)

// render renders a page of the first language in one format, as a build does.
func (p *project) render(path, format string) (*Rendered, error) {
	p.t.Helper()
	page := view.Model(p.page(path))
	for _, t := range page.Targets {
		if t.Format.Name == format {
			return p.w.Page(context.Background(), page, t)
		}
	}
	p.t.Fatalf("%s is not written as %s", path, format)
	return nil, nil
}

// html renders a page as HTML and returns the first output.
func (p *project) html(path string) string {
	p.t.Helper()
	r, err := p.render(path, "html")
	if err != nil {
		p.t.Fatal(err)
	}
	if r.NoTemplate {
		return "no template"
	}
	if len(r.Outputs) == 0 {
		return "" // an empty output is not written
	}
	return string(r.Outputs[0].Bytes)
}

// with returns a project of one page and the given files.
func with(files map[string]string) map[string]string {
	out := map[string]string{
		"hugo.toml":           "baseURL = \"https://example.org/\"\ntitle = \"Site\"\n[params]\nmainColor = \"red\"\n",
		"content/_index.md":   "---\ntitle: Home\n---\n",
		"content/posts/a.md":  "---\ntitle: A\ndate: 2024-01-02\nfooBar: 1\nlist: [x, y]\nmaps: [{Name: n}]\nempty: \"\"\n---\nText.\n",
		"layouts/single.html": "single",
		"layouts/list.html":   "list",
	}
	maps.Copy(out, files)
	return out
}

func TestLanguage(t *testing.T) {
	cases := []struct{ name, src, want string }{
		{"field", `{{ .Title }}`, "A"},
		{"variable", `{{ $p := . }}{{ $p.Title }} {{ $.Title }}`, "A A"},
		{"chain", `{{ (.Site.GetPage "/posts/a").Title }}`, "A"},
		{"chain with arguments", `{{ (.Site.GetPage "/posts/a").Param "mainColor" }}`, "red"},
		{"arguments", `{{ .Param "fooBar" }} {{ .Date.Format "2006" }}`, "1 2024"},
		{"piped argument", `{{ "mainColor" | .Param }} {{ "2006" | $.Date.Format }}`, "red 2024"},
		{"parameters in any case", `{{ .Params.FOOBAR }}{{ .Params.foobar }}{{ .Site.Params.maincolor }} {{ range .Params.maps }}{{ .Name }}{{ end }}`, "11red n"},
		{"missing parameter", `[{{ .Params.none }}{{ .Params.none.deeper }}]`, "[]"},
		{"keys of dict keep their case", `{{ $d := dict "Foo" 1 }}[{{ $d.Foo }}{{ $d.foo }}]`, "[1]"},
		{"namespace", `{{ strings.ToUpper "a" }} {{ "b" | strings.ToUpper }} {{ math.Pi | printf "%.2f" }}`, "A B 3.14"},
		{"names after a function", `{{ (time.AsTime "2024-05-06").Year }} {{ hugo.Environment }} {{ site.Title }} {{ page.Title }}`, "2024 production Site A"},
		{"zero time is empty", `{{ if .ExpiryDate }}x{{ else }}none{{ end }} {{ with .Date }}{{ .Year }}{{ end }} {{ or .ExpiryDate "y" }} {{ not .ExpiryDate }}`, "none 2024 y true"},
		{"with and else", `{{ with .Params.empty }}a{{ else with .Params.list }}{{ len . }}{{ end }}`, "2"},
		{"range", `{{ range $i, $e := .Params.list }}{{ $i }}{{ $e }}{{ else }}none{{ end }}{{ range .Params.none }}x{{ else }} none{{ end }}`, "0x1y none"},
		{"break", `{{ range seq 5 }}{{ if eq . 2 }}{{ continue }}{{ end }}{{ if eq . 4 }}{{ break }}{{ end }}{{ . }}{{ end }}`, "13"},
		{"assignment", `{{ $x := 1 }}{{ if true }}{{ $x = 2 }}{{ end }}{{ $x }}`, "2"},
		{"try", `{{ with try (index (slice 1) "x") }}{{ with .Err }}failed{{ end }}{{ end }}`, "failed"},
		{"try keeps dot and variables", `{{ $x := 2 }}{{ with try (add $x (len $.Params.list) (len .Title)) }}{{ .Value }}{{ end }}`, "5"},
		{"try inside try", `{{ with try (slice (try (index 1 2)).Err 7) }}{{ index .Value 1 }}{{ end }}`, "7"},
		{"apply", `{{ apply (slice "a" "b") "strings.ToUpper" "." }}`, "[A B]"},
		{"where and sort", `{{ range where site.RegularPages "Params.FooBar" 1 }}{{ .Title }}{{ end }}`, "A"},
		{"escaping", `<a title="{{ "\"<" }}" href="{{ "javascript:x" }}">{{ "<b>" }}{{ "<b>" | safeHTML }}</a>`, `<a title="&#34;&lt;" href="#ZgotmplZ">&lt;b&gt;<b></a>`},
		{"partial", `{{ partial "x" (dict "a" 1) }}|{{ partial "x.html" (dict "a" 2) }}|{{ partial "sub/y.html" . }}`, "x1|x2|y A"},
		{"partial without context", `{{ partial "none.html" }}`, "[]"},
		{"return", `{{ add 1 (partial "number.html" 3) }} {{ (partial "map.html" .).name }} {{ partial "early.html" 1 }}{{ partial "early.html" 2 }}`, "7 map of A one"},
		{"return at the end", `{{ partial "twice.html" 3 }} {{ partial "piped.html" 2 }} {{ partial "bare.html" . }}|{{ with partial "bare.html" . }}kept{{ end }}`, "12 4 text |kept"},
		{"inline partial", `{{ define "_partials/inline/mine.html" }}mine {{ . }}{{ end }}{{ partial "inline/mine.html" "x" }}`, "mine x"},
		{"old name of a built-in template", `{{ template "_internal/opengraph.html" . }}`, `<meta property="og:url" content="https://example.org/posts/a/">`},
		{"template of another file", `{{ template "shared" "x" }}`, "shared x"},
		{"exists", `{{ templates.Exists "_partials/x.html" }} {{ templates.Exists "_partials/nope.html" }}`, "true false"},
		{"view", `{{ .Render "card" }}`, "[card A]"},
		{"current template", `{{ templates.Current.Name }}`, "single.html"},
		{"css partial", `<style>{{ partial "style.css" . }}</style>`, "<style>a > b { color: red }</style>"},
		{"method of a variable in a pipe", `{{ $s := newScratch }}{{ $s.Set "a" 1 }}{{ $s.Add "a" 2 }}{{ $s.Get "a" }}`, "3"},
	}
	files := map[string]string{
		"layouts/_partials/x.html":      `x{{ .a }}{{ define "shared" }}shared {{ . }}{{ end }}`,
		"layouts/_partials/sub/y.html":  `y {{ .Title }}`,
		"layouts/partials/none.html":    `[{{ . }}]`,
		"layouts/_partials/number.html": `{{ return mul . 2 }}`,
		"layouts/_partials/map.html":    `{{ return dict "name" (printf "map of %s" .Title) }}`,
		"layouts/_partials/twice.html":  "text {{ return mul 2 (partial \"number.html\" .) }}\n{{/* nothing */}} text\n",
		"layouts/_partials/piped.html":  `{{ mul . 2 | return }}`,
		"layouts/_partials/bare.html":   `text {{ return }}`,
		"layouts/_partials/early.html":  `{{ if eq . 1 }}{{ return "one" }}{{ end }}{{ return "" }}`,
		"layouts/_partials/style.css":   `a > b { color: red }`,
		"layouts/card.html":             `[card {{ .Title }}]`,
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			files := maps.Clone(files)
			files["layouts/single.html"] = c.src
			got := newProject(t, with(files)).html("/posts/a")
			if c.name == "old name of a built-in template" {
				got, _, _ = strings.Cut(got, "\n")
			}
			if got != c.want {
				t.Errorf("%s\n got %q\nwant %q", c.src, got, c.want)
			}
		})
	}
}

func TestBaseTemplates(t *testing.T) {
	cases := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"blocks", map[string]string{
			"layouts/baseof.html": `[{{ block "main" . }}empty{{ end }}]`, "layouts/single.html": `{{ define "main" }}{{ .Title }}{{ end }}`,
		}, "[A]"},
		{"a comment may stand before", map[string]string{
			"layouts/baseof.html": `[{{ block "main" . }}empty{{ end }}]`, "layouts/single.html": "{{- /* x */ -}}\n{{/* y */}} {{- define \"main\" }}{{ .Title }}{{ end }}",
		}, "[A]"},
		{"a block that nobody fills", map[string]string{
			"layouts/baseof.html": `[{{ block "main" . }}empty{{ end }}]`, "layouts/single.html": `{{ define "other" }}x{{ end }}`,
		}, "[empty]"},
		{"an empty define fills nothing", map[string]string{
			"layouts/baseof.html": `[{{ block "main" . }}empty{{ end }}]`, "layouts/single.html": "{{ define \"main\" }} \n{{ end }}",
		}, "[empty]"},
		{"a whole page stays whole", map[string]string{
			"layouts/baseof.html": `[{{ block "main" . }}{{ end }}]`, "layouts/single.html": `whole {{ .Title }}{{ define "main" }}x{{ end }}`,
		}, "whole A"},
		{"text after the defines is the page", map[string]string{
			"layouts/baseof.html": `[{{ block "main" . }}{{ end }}]`, "layouts/single.html": `{{ define "main" }}x{{ end }}after`,
		}, "after"},
		{"no base template at all", map[string]string{"layouts/single.html": `{{ define "main" }}x{{ end }}`}, ""},
		{"the nearest base template", map[string]string{
			"layouts/baseof.html": `[{{ block "main" . }}{{ end }}]`, "layouts/posts/baseof.html": `({{ block "main" . }}{{ end }})`,
			"layouts/single.html": `{{ define "main" }}x{{ end }}`,
		}, "(x)"},
		{"a base template for a layout", map[string]string{
			"layouts/baseof.html": `[{{ block "main" . }}{{ end }}]`, "layouts/baseof.single.html": `({{ block "main" . }}{{ end }})`,
			"layouts/single.html": `{{ define "main" }}x{{ end }}`,
		}, "(x)"},
		{"the same in the old spelling", map[string]string{
			"layouts/_default/baseof.html": `[{{ block "main" . }}{{ end }}]`, "layouts/_default/single-baseof.html": `({{ block "main" . }}{{ end }})`,
			"layouts/_default/single.html": `{{ define "main" }}x{{ end }}`, "layouts/single.html": "",
		}, "(x)"},
		{"a theme's", map[string]string{
			"hugo.toml":                           "theme = [\"plainest\"]",
			"themes/plainest/layouts/baseof.html": `[{{ block "main" . }}{{ end }}{{ partial "p.html" }}]`, "themes/plainest/layouts/_partials/p.html": `theme`,
			"themes/plainest/layouts/single.html": "never", "layouts/_partials/p.html": "project",
			"layouts/single.html": `{{ define "main" }}x{{ end }}`,
		}, "[xproject]"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			files := with(c.files)
			if files["layouts/single.html"] == "" {
				delete(files, "layouts/single.html")
			}
			if got := newProject(t, files).html("/posts/a"); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestMistakes compares the messages about mistakes in templates.
func TestMistakes(t *testing.T) {
	cases := []struct {
		name  string
		files map[string]string
		want  string // file:line:col: message | hint
	}{
		{
			"unknown function",
			map[string]string{"layouts/single.html": "a\n{{ uper .Title }}"},
			`layouts/single.html:2:4: function "uper" not defined | did you mean upper?`,
		},
		{
			"unknown function of a namespace",
			map[string]string{"layouts/single.html": "{{ strings.ToUper .Title }}"},
			`layouts/single.html:1:4: function "strings.ToUper" not defined (while rendering content/posts/a.md) | did you mean strings.ToUpper?`,
		},
		{
			"syntax",
			map[string]string{"layouts/single.html": "a\n{{ if }}"},
			`layouts/single.html:2:4: missing value for if | `,
		},
		{
			"unknown template",
			map[string]string{"layouts/single.html": `{{ template "mian" . }}{{ define "main" }}{{ end }}`},
			`layouts/single.html:1:13: template "mian" is not defined | did you mean "main"?`,
		},
		{
			"unknown field",
			map[string]string{"layouts/single.html": "é {{ .Titel }}"},
			`layouts/single.html:1:6: can't evaluate field Titel in type page (while rendering content/posts/a.md) | did you mean .Title?`,
		},
		{
			"field of nothing",
			map[string]string{"layouts/list.html": "{{ .Parent.Title }}"},
			`layouts/list.html:1:4: nil pointer evaluating page.Title (while rendering content/_index.md) | `,
		},
		{
			"unknown partial",
			map[string]string{"layouts/single.html": `{{ partial "haed.html" . }}`, "layouts/_partials/head.html": ""},
			`layouts/single.html:1:4: partial "haed.html" not found (while rendering content/posts/a.md) | did you mean "head.html"?`,
		},
		{
			"unknown content view", // a warning in Hugo projects
			map[string]string{"sitegen.toml": "theme = []\n", "layouts/single.html": `{{ .Render "crad" }}`, "layouts/card.html": "x"},
			`layouts/single.html:1:4: no template "crad" for .Render (while rendering content/posts/a.md) | did you mean "card"?`,
		},
		{
			"error in a partial",
			map[string]string{"layouts/single.html": `{{ partial "head.html" . }}`, "layouts/_partials/head.html": "\n{{ index 1 2 }}"},
			`layouts/_partials/head.html:2:4: index: 1 (int) has no index (while rendering content/posts/a.md)`,
		},
		{
			"error of a function",
			map[string]string{"layouts/single.html": `{{ div 1 0 }}`},
			`layouts/single.html:1:4: `,
		},
		{
			"unknown shortcode",
			map[string]string{"content/posts/a.md": "---\ntitle: A\n---\nx {{< figrue >}}\n", "layouts/single.html": "{{ .Content }}"},
			`content/posts/a.md:4:3: no template for shortcode "figrue" | did you mean "figure"?`,
		},
		{"unclosed shortcode", map[string]string{
			"content/posts/a.md": "x\n{{< box >}}\n", "layouts/single.html": "{{ .Content }}", "layouts/_shortcodes/box.html": "{{ .Inner }}",
		}, `content/posts/a.md:2:1: shortcode "box" must be closed or self-closed`},
		{"error in a shortcode", map[string]string{
			"content/posts/a.md": "x\n\n{{< box >}}\n", "layouts/single.html": "{{ .Content }}", "layouts/_shortcodes/box.html": "{{ .Nmae }}",
		}, `layouts/_shortcodes/box.html:1:4: can't evaluate field Nmae in type shortcode (while rendering content/posts/a.md:3) | did you mean .Name?`},
		{
			"broken reference",
			map[string]string{"content/posts/a.md": "x\n[l]({{< ref \"/posts/bb\" >}})\n", "content/posts/b.md": "", "layouts/single.html": "{{ .Content }}"},
			`content/posts/a.md:2:5: reference "/posts/bb": page not found | did you mean "/posts/b"?`,
		},
		{
			"escaping",
			map[string]string{"layouts/single.html": `<a href="{{ if .Draft }}"{{ end }}>`},
			`layouts/single.html:1:`,
		},
		{
			"endless recursion",
			map[string]string{"layouts/single.html": `{{ partial "a.html" . }}`, "layouts/_partials/a.html": `{{ partial "a.html" . }}`},
			`layouts/_partials/a.html:1:4: template layouts/_partials/a.html calls itself endlessly`,
		},
		{"bodies in a circle", map[string]string{
			"content/posts/a.md": "{{< body b >}}", "content/posts/b.md": "{{< body a >}}", "layouts/single.html": "{{ .Content }}",
			"layouts/_shortcodes/body.html": `{{ (site.GetPage (printf "/posts/%s" (.Get 0))).Content }}`,
		}, `content/posts/a.md: the texts of pages need each other: content/posts/a.md → content/posts/b.md → content/posts/a.md`},
		{"headings in a circle", map[string]string{
			"content/posts/a.md": "{{% made b %}}", "content/posts/b.md": "{{% made a %}}", "layouts/single.html": "{{ .Content }}",
			"layouts/_shortcodes/made.html": `# {{ len (site.GetPage (printf "/posts/%s" (.Get 0))).Fragments.Headings }}`,
		}, `content/posts/b.md: the texts of pages need each other: content/posts/b.md → content/posts/a.md → content/posts/b.md`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := mistake(t, with(c.files))
			if got != c.want && !(strings.HasPrefix(got, c.want) && !strings.Contains(c.want, " | ")) {
				t.Errorf("\n got %s\nwant %s", got, c.want)
			}
		})
	}
}

// mistake builds the pages of a project and returns the first error.
func mistake(t *testing.T, files map[string]string) string {
	t.Helper()
	theme, run, problems := newRun(t, files)
	if d := problems.Errors(); len(d) > 0 {
		return d[0].Error() + " | " + d[0].Hint
	}
	_ = theme
	w := run.Worker()
	for _, p := range run.o.Site.Pages {
		for _, target := range p.Targets {
			if target.Format.Name != "html" {
				continue
			}
			r, err := w.Page(context.Background(), p, target)
			if err == nil {
				continue
			}
			if r != nil {
				t.Error("a failed rendering gave outputs")
			}
			var d *diag.Diagnostic
			var l diag.List
			if errors.As(err, &l) {
				d = l[0]
			} else if !errors.As(err, &d) {
				t.Fatalf("%T is no diagnostic: %v", err, err)
			}
			return d.Error() + " | " + d.Hint
		}
	}
	return "no error"
}
