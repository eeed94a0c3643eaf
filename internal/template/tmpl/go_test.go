package tmpl

import (
	"bytes"
	htmltemplate "html/template"
	"maps"
	"strings"
	"testing"
	texttemplate "text/template"
	"time"

	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
)

// goFuncs returns the functions of package funcs for Go's own packages, which have no namespaces.
func goFuncs() map[string]any {
	namespaces := funcs.Namespaces(&funcs.Env{})
	m := make(map[string]any)
	for alias, full := range funcs.Aliases() {
		ns, name, _ := strings.Cut(full, ".")
		m[alias] = namespaces[ns][name]
	}
	return m
}

// goData is the data for the templates of TestEqualsGo. Its names are exported, as Go's packages require.
type goData struct {
	Title, Empty, Markup string
	Number, Zero         int
	Float                float64
	Yes, No              bool
	List                 []string
	None                 []int
	Numbers              []int
	Map                  map[string]any
	Next                 *goData
	Any, Nil             any
	HTML                 htmltemplate.HTML
	Time                 time.Time
	Func                 func(string) string
}

func (d *goData) Self() *goData                   { return d }
func (d *goData) Say(words ...string) string      { return strings.Join(words, "-") }
func (d *goData) Sum(a, b int) int                { return a + b }
func (d *goData) Pair(a string, b int) []any      { return []any{a, b} }
func (d *goData) Same(v any) any                  { return v }
func (d goData) Value() string                    { return "value of " + d.Title }
func (d *goData) Maybe(ok bool) (string, error)   { return map[bool]string{true: "yes"}[ok], nil }
func (d *goData) Each(fn func(string) bool) error { return nil }

func someGoData() *goData {
	next := &goData{Title: "Next", Number: 2}
	return &goData{
		Title: "T & <t>", Markup: `<b class="x">'q' "w" + y</b>`, Number: 42, Float: 1.5, Yes: true,
		List: []string{"a", "b<", "c"}, Numbers: []int{3, 1, 2}, Next: next, Any: "any", HTML: "<i>i</i>",
		Map:  map[string]any{"k": "v", "n": 1, "deep": map[string]any{"er": []any{1, "x"}}, "f": strings.ToUpper},
		Time: time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC), Func: strings.ToUpper,
	}
}

// language are templates whose results must equal those of text/template, whose trees this package rewrites.
var language = []string{
	// text and white space
	`plain`,
	`{{/* comment */}}`,
	`a {{- " b" }} c`,
	`a {{ "b " -}} c`,
	`a {{- 3 -}} b`,
	`{{- " trimmed " -}}`,
	`a {{- /* comment */ -}} b`,
	"line {{ 1 }}\n{{- 2 }}\n {{ 3 -}} \n4",
	`{{"no space"}}`,
	`{{ "quoted \"q\" and \\ and \n" }}`,
	"{{ `raw \\n` }}",
	`{{ "{{" }} and }}`,

	// constants
	`{{ 1 }} {{ -1 }} {{ 0x10 }} {{ 1.5 }} {{ 1e3 }} {{ 'a' }} {{ true }} {{ false }}`,
	`{{ "é日本" }} {{ len "é" }}`,
	`{{ 1_000 }}`,
	`{{ 0b11 }} {{ 0o17 }}`,

	// fields, methods and maps
	`{{ .Title }}`,
	`{{ .Empty }}|`,
	`{{ .Number }} {{ .Float }} {{ .Yes }} {{ .No }}`,
	`{{ .Next.Title }} {{ .Next.Number }}`,
	`{{ .Self.Self.Next.Title }}`,
	`{{ .Value }}`,
	`{{ .Next.Value }}`,
	`{{ .Say }} {{ .Say "a" }} {{ .Say "a" "b" }}`,
	`{{ .Sum 1 2 }} {{ .Sum .Number 1 }} {{ .Sum (.Sum 1 2) 3 }}`,
	`{{ .Pair "x" 1 }}`,
	`{{ .Same .Next.Title }} {{ .Same 1.5 }}`,
	`{{ .Maybe true }} {{ .Maybe false }}`,
	`{{ .Map.k }} {{ .Map.n }} {{ .Map.deep.er }}`,
	`{{ .Map.none }}`,
	`{{ .Any }}`,
	`{{ (.Self).Title }} {{ (.Self.Next).Number }}`,
	`{{ (index .List 1) }} {{ index .Map "k" }} {{ index .Map "deep" "er" 1 }}`,
	`{{ .Time.Year }} {{ .Time.Month }} {{ .Time.Format "2006-01-02" }} {{ .Time.Unix }}`,
	`{{ .List }} {{ .Numbers }} {{ .None }} {{ .Map.deep }}`,
	`{{ len .List }} {{ len .Map }} {{ len .None }} {{ len .Title }}`,
	`{{ call .Func "x" }} {{ call .Map.f "y" }}`,
	`{{ .HTML }}`,

	// variables
	`{{ $x := 1 }}{{ $x }}`,
	`{{ $x := 1 }}{{ $x = 2 }}{{ $x }}`,
	`{{ $x := .Next }}{{ $x.Title }} {{ $.Title }}`,
	`{{ $x := 1 }}{{ if .Yes }}{{ $x := 2 }}{{ $x }}{{ end }}{{ $x }}`,
	`{{ $x := 1 }}{{ if .Yes }}{{ $x = 2 }}{{ end }}{{ $x }}`,
	`{{ $x := 1 }}{{ range .Numbers }}{{ $x = . }}{{ end }}{{ $x }}`,
	`{{ $a := .Title }}{{ $b := $a }}{{ $b | printf "%q" }}`,
	`{{ $f := .Func }}{{ call $f "z" }}`,
	`{{ $m := .Map }}{{ $m.deep.er }} {{ $m.k }}`,
	`{{ with $x := .Next }}{{ $x.Number }}{{ .Number }}{{ end }}`,
	`{{ if $x := .Number }}{{ $x }}{{ else }}{{ $x }}no{{ end }}`,
	`{{ if $x := .Zero }}{{ $x }}{{ else }}zero {{ $x }}{{ end }}`,
	`{{ $x := .Self.Next.Title | printf "%s!" }}{{ $x }}`,

	// conditions
	`{{ if .Yes }}y{{ end }}{{ if .No }}n{{ end }}`,
	`{{ if .Yes }}y{{ else }}n{{ end }} {{ if .No }}y{{ else }}n{{ end }}`,
	`{{ if .No }}1{{ else if .Zero }}2{{ else if .Number }}3{{ else }}4{{ end }}`,
	`{{ if .No }}1{{ else if .Zero }}2{{ else }}4{{ end }}`,
	`{{ if .Empty }}x{{ else }}empty{{ end }}`,
	`{{ if .List }}list{{ end }}{{ if .None }}none{{ end }}`,
	`{{ if .Map }}map{{ end }}{{ if .Map.none }}none{{ end }}`,
	`{{ if .Next }}next{{ end }}{{ if .Next.Next }}nextnext{{ end }}`,
	`{{ if .Nil }}nil{{ else }}no{{ end }}`,
	`{{ if 0.0 }}y{{ else }}n{{ end }}{{ if 1 }}y{{ end }}{{ if "" }}y{{ end }}`,
	`{{ if not .Yes }}y{{ else }}n{{ end }}`,
	`{{ if and .Yes .Number }}y{{ end }}{{ if and .Yes .Zero }}y{{ else }}n{{ end }}`,
	`{{ if or .No .Zero }}y{{ else }}n{{ end }}{{ if or .No .Title }}y{{ end }}`,
	`{{ and .Yes .Title }} {{ and .Empty .Title }}| {{ and 1 2 0 3 }}`,
	`{{ or .Empty .Title }} {{ or .Zero .Empty 5 }} {{ or 0 "" }}|`,
	`{{ not 0 }} {{ not 1 }} {{ not "" }} {{ not .List }}`,
	`{{ and .No (index .List 99) }}`,
	`{{ or .Yes (index .List 99) }}`,
	`{{ if and .Next (eq .Next.Title "Next") }}is next{{ end }}`,
	`{{ with .Title }}{{ . }}{{ end }}{{ with .Empty }}x{{ end }}`,
	`{{ with .Empty }}x{{ else }}{{ .Title }}{{ end }}`,
	`{{ with .Empty }}x{{ else with .Number }}{{ . }}{{ else }}z{{ end }}`,
	`{{ with .Zero }}x{{ else with .No }}y{{ else }}{{ .Number }}{{ end }}`,
	`{{ with .Next }}{{ .Title }}{{ with .Next }}x{{ else }}{{ .Title }}{{ end }}{{ $.Number }}{{ end }}`,
	`{{ with $n := .Next }}{{ with .Title }}{{ . }}{{ $n.Number }}{{ end }}{{ end }}`,
	`{{ with 0 }}x{{ else }}y{{ end }}{{ with 3 }}{{ . }}{{ end }}`,

	// comparisons
	`{{ eq 1 1 }} {{ eq .Title "T & <t>" }} {{ eq .Number 1 42 }} {{ ne 1 2 }}`,
	`{{ lt 1 2 }} {{ le 2 2 }} {{ gt 1 2 }} {{ ge 2 3 }}`,
	`{{ lt "a" "b" }} {{ if and (ge .Number 1) (lt .Number 50) }}in{{ end }}`,
	`{{ eq .Yes true }} {{ eq .Next.Title "Next" }} {{ eq "a" "b" "c" "a" }}`,

	// loops
	`{{ range .List }}[{{ . }}]{{ end }}`,
	`{{ range $e := .List }}{{ $e }}{{ end }}`,
	`{{ range $i, $e := .List }}{{ $i }}={{ $e }} {{ end }}`,
	`{{ range .None }}x{{ else }}none{{ end }}`,
	`{{ range .Map.none }}x{{ else }}none{{ end }}`,
	`{{ range $k, $v := .Map.deep }}{{ $k }}:{{ $v }}{{ end }}`,
	`{{ range $k, $v := .Map }}{{ $k }} {{ end }}`,
	`{{ range .Numbers }}{{ if eq . 1 }}{{ continue }}{{ end }}{{ . }}{{ end }}`,
	`{{ range .Numbers }}{{ if eq . 1 }}{{ break }}{{ end }}{{ . }}{{ end }}`,
	`{{ range .List }}{{ range $.Numbers }}{{ . }}{{ break }}{{ end }}{{ . }}{{ end }}`,
	`{{ range $i, $e := .List }}{{ if $i }}, {{ end }}{{ $e }}{{ end }}`,
	`{{ range .List }}{{ $.Title }}{{ end }}`,
	`{{ range slice 1 2 3 }}{{ . }}{{ end }}`,
	`{{ range seq 3 }}{{ . }}{{ end }}`,
	`{{ range 3 }}{{ . }}{{ end }}`,
	`{{ range $i := 2 }}{{ $i }}{{ end }}`,
	`{{ range .Map.deep.er }}{{ . }},{{ end }}`,
	`{{ range dict "b" 1 "a" 2 }}{{ . }}{{ end }}`,
	`{{ range $i, $e := .Numbers }}{{ range $j, $f := $.List }}{{ $i }}{{ $j }} {{ end }}{{ end }}`,
	`{{ range .Self.List }}{{ with . }}{{ . }}{{ end }}{{ end }}`,
	`{{ $n := 0 }}{{ range .Numbers }}{{ $n = add $n . }}{{ end }}{{ $n }}`,
	`{{ range .List }}{{ else }}x{{ end }}|`,
	`{{ with .List }}{{ range . }}{{ . }}{{ end }}{{ end }}`,

	// pipes and parentheses
	`{{ .Title | upper }}`,
	`{{ .Title | upper | printf "%s %d" "n" | len }}`,
	`{{ 1 | add 2 | mul 3 }}`,
	`{{ "x" | printf "%s%s" "y" }}`,
	`{{ .Number | printf "%05d" }}`,
	`{{ (printf "%s" .Title) | lower }}`,
	`{{ printf "%d %s %v" .Number .Empty .Yes }}`,
	`{{ print .Title .Number }} {{ println 1 2 }}`,
	`{{ (add 1 2) }} {{ mul (add 1 2) (sub 5 1) }}`,
	`{{ upper (lower (upper "x")) }}`,
	`{{ index .List (sub (len .List) 1) }}`,
	`{{ .List | len | add 1 }}`,
	`{{ "a" | .Say "b" }}`,
	`{{ .Number | .Sum 1 }}`,
	`{{ (dict "a" (dict "b" 3)).a.b }}`,
	`{{ (slice 1 2 3) | len }}`,
	`{{ html .Markup }} {{ urlquery "a b&c" }} {{ js "it's" }}`,
	`{{ len (printf "%s" "abc") }}`,
	`{{ if (and (not .No) (or .Zero .Yes)) }}deep{{ end }}`,

	// templates
	`{{ define "t" }}t{{ . }}{{ end }}{{ template "t" 1 }}{{ template "t" .Number }}`,
	`{{ define "t" }}[{{ .Title }}]{{ end }}{{ template "t" . }}{{ template "t" .Next }}`,
	`{{ define "t" }}{{ if . }}{{ . }}{{ template "t" 0 }}{{ end }}{{ end }}{{ template "t" 3 }}`,
	`{{ define "a" }}a{{ template "b" . }}{{ end }}{{ define "b" }}b{{ . }}{{ end }}{{ template "a" "x" }}`,
	`{{ block "t" .Next }}{{ .Title }}{{ end }}`,
	`{{ define "t" }}{{ $x := 1 }}{{ $x }}{{ end }}{{ $x := 2 }}{{ template "t" }}{{ $x }}`,
	`{{ define "t" }}{{ $ }}{{ end }}{{ template "t" "root" }}`,
	`{{ define "t" }}{{ range . }}{{ $ }}{{ end }}{{ end }}{{ template "t" .Numbers }}`,
	`{{ range .List }}{{ template "t" . }}{{ end }}{{ define "t" }}({{ . }}){{ end }}`,
	`{{ define "empty" }}{{ end }}a{{ template "empty" }}b`,
	`{{ define "t" }}{{ .a }}{{ .b }}{{ end }}{{ template "t" (dict "a" 1 "b" "x") }}`,
}

// markup are templates whose results must equal those of html/template.
var markup = []string{
	`<p>{{ .Markup }}</p>`,
	`<p title="{{ .Markup }}">`,
	`<p title='{{ .Markup }}'>`,
	`<p title={{ .Markup }}>`,
	`<p data-x="a {{ .Number }} b">`,
	`<p class="{{ if .Yes }}on{{ end }} {{ .Any }}">`,
	`<p {{ if .Yes }}class="on"{{ end }}>x</p>`,
	`<p {{ if .Yes }}hidden{{ else }}class=a{{ end }}>`,
	`<input value="{{ .Title }}" {{ with .Any }}name="{{ . }}"{{ end }}>`,
	`<a href="{{ .Markup }}">`,
	`<a href="/x/{{ .Title }}">`,
	`<a href="/x?q={{ .Title }}">`,
	`<a href="/x?q={{ .Title }}&amp;r={{ .Number }}">`,
	`<a href="#{{ .Title }}">`,
	`<a href="{{ "javascript:alert(1)" }}">`,
	`<a href="{{ "https://example.org/a b?c=d&e" }}">`,
	`<a href="mailto:{{ "a@b.example" }}">`,
	`<a href='{{ "/it's" }}'>`,
	`<a href={{ "/a b" }}>`,
	`<a href="{{ "/a" | safeURL }}{{ "b c" }}">`,
	`<a href="{{ "javascript:ok()" | safeURL }}">`,
	`<a href="{{ if .Yes }}/a{{ else }}/b{{ end }}/c">`,
	`<img src="{{ .Title }}" alt="{{ .Markup }}">`,
	`<img srcset="{{ "a.png 1x, b.png 2x" }}">`,
	`<img srcset="{{ "a b.png" }} 1x">`,
	`<img src="data:image/png;base64,{{ "AA==" }}">`,
	`<img src="{{ "data:image/png;base64,AA==" | safeURL }}">`,
	`<form action="{{ "/a?b" }}">`,
	`<p style="color: {{ "red" }}">`,
	`<p style="color: {{ "expression(x)" }}">`,
	`<p style="{{ "color: red" }}">`,
	`<p style="{{ "color: red" | safeCSS }}">`,
	`<p style="width: {{ .Number }}px">`,
	`<p style="background: url({{ "/a b" }})">`,
	`<p style="background: url('{{ "/it's" }}')">`,
	`<style>p { color: {{ "red" }} }</style>`,
	`<style>p { width: {{ .Number }}px }</style>`,
	`<style>{{ "p{}" | safeCSS }}</style>`,
	`<style>p { background: url("{{ "/x" }}") }</style>`,
	`<style>/* {{ .Title }} */ p {}</style>`,
	`<script>var a = {{ .Title }};</script>`,
	`<script>var a = {{ .Number }}, b = {{ .Float }}, c = {{ .Yes }};</script>`,
	`<script>var a = {{ .List }};</script>`,
	`<script>var a = {{ .Map.deep }};</script>`,
	`<script>var a = {{ .Nil }};</script>`,
	`<script>var a = "{{ .Title }}";</script>`,
	`<script>var a = '{{ .Markup }}';</script>`,
	`<script>var a = "{{ .Title | safeJSStr }}";</script>`,
	`<script>{{ "f(1)" | safeJS }}</script>`,
	`<script>var a = /{{ "re.x" }}/;</script>`,
	`<script>f({{ .Number }}, {{ dict "a" 1 }});</script>`,
	"<script>// {{ .Title }}\nx()</script>",
	`<script>if (a < {{ .Number }}) { f("</" + "b>") }</script>`,
	`<script type="application/ld+json">{"a": {{ .Title }}}</script>`,
	`<script type="application/ld+json">{{ jsonify .Map.deep }}</script>`,
	`<script type="application/ld+json">{{ jsonify .Map.deep | safeJS }}</script>`,
	`<script type="text/template"><b>{{ .Title }}</b></script>`,
	`<script src="{{ "/a.js" }}"></script>`,
	`<p onclick="f({{ .Title }})">`,
	`<p onclick="f('{{ .Title }}')">`,
	`<p onclick="{{ "g()" | safeJS }}">`,
	`<title>{{ .Markup }}</title>`,
	`<textarea>{{ .Markup }}</textarea>`,
	`<!-- {{ .Title }} -->`,
	`<!-- a comment -->kept`,
	`<!doctype html>{{ .Number }}`,
	`<{{ "b" }}>`,
	`<p {{ "class" }}="x">`,
	"<p {{ `title=\"x\"` | safeHTMLAttr }}>",
	`<p data-{{ "x" }}="y">`,
	`{{ .HTML }}`,
	`<p title="{{ .HTML }}">`,
	`<title>{{ .HTML }}</title>`,
	`{{ "<b>" | safeHTML }}{{ "<b>" }}`,
	`{{ printf "<b>%s</b>" .Title }}`,
	`{{ printf "<b>%s</b>" .Title | safeHTML }}`,
	`{{ .Markup | html }}`,
	`{{ html .HTML }}`,
	`<ul>{{ range .List }}<li>{{ . }}</li>{{ end }}</ul>`,
	`<ul>{{ range $i, $e := .List }}<li id="i{{ $i }}">{{ $e }}</li>{{ else }}<li>none</li>{{ end }}</ul>`,
	`<p>{{ with .Next }}<a href="/{{ .Number }}">{{ .Title }}</a>{{ end }}</p>`,
	`<p>{{ if .No }}<b>{{ else }}<i>{{ end }}{{ .Title }}</p>`,
	`{{ define "t" }}<b>{{ . }}</b>{{ end }}<p>{{ template "t" .Title }}</p>`,
	`{{ define "t" }}{{ . }}{{ end }}<p title="{{ template "t" .Markup }}">{{ template "t" .Markup }}</p>`,
	`{{ define "t" }}{{ . }}{{ end }}<a href="{{ template "t" .Title }}">`,
	`{{ define "t" }}{{ . }}{{ end }}<script>var x = {{ template "t" .Title }}</script>`,
	`{{ define "t" }}{{ if . }}<i>{{ . }}</i>{{ template "t" "" }}{{ end }}{{ end }}{{ template "t" "<" }}`,
	`{{ $x := .Title }}<p title="{{ $x }}">{{ $x }}</p><a href="{{ $x }}">{{ $x | upper }}</a>`,
	`<svg><path d="{{ "M0 0" }}"/><text>{{ .Title }}</text></svg>`,
	`<a xlink:href="{{ "javascript:x" }}">`,
	`<meta content="{{ .Title }}" property="og:title">`,
	`<link rel="canonical" href="{{ "https://example.org/?a=1&b=2" }}">`,
	`<iframe srcdoc="{{ .Markup }}"></iframe>`,
	`<a href="{{ .Number }}">{{ .Float }}</a>`,
	`<p title="{{ .List }}">{{ .List }}</p>`,
	`<p title="{{ .Nil }}">{{ .Nil }}</p>`,
	`<p>{{ .Time }}</p><time datetime="{{ .Time.Format "2006-01-02T15:04:05Z07:00" }}">`,
	`<p title="{{ .Yes }}">{{ .No }}</p>`,
	`<a href="{{ "é/ü?ö" }}">{{ "é" }}</a>`,
	`<a href="{{ "%41%zz" }}">`,
	`<b title="{{ "+" }}">{{ "+" }}</b>`,
	`<b title="{{ "nul \x00" }}">{{ "nul \x00" }}</b>`,
}

// ours executes a template of the project with this package.
func ours(t *testing.T, name, src string, data any) (string, error) {
	t.Helper()
	p, problems := newProject(t, map[string]string{name: src})
	if err := problems.Err(); err != nil {
		return "", err
	}
	return p.run(&scope{}, name, "", data)
}

// TestEqualsGo compares plain-text templates with text/template, and HTML with html/template.
func TestEqualsGo(t *testing.T) {
	for _, src := range language {
		var want bytes.Buffer
		g, err := texttemplate.New("g").Funcs(goFuncs()).Parse(src)
		if err == nil {
			err = g.Execute(&want, someGoData())
		}
		if err != nil {
			t.Errorf("%s: in Go: %v", src, err)
			continue
		}
		got, err := ours(t, "x.txt", src, someGoData())
		if err != nil || got != want.String() {
			t.Errorf("%s\n got %q, %v\nwant %q", src, got, err, want.String())
		}
	}
	for _, src := range append(markup, language...) {
		var want bytes.Buffer
		g, err := htmltemplate.New("g").Funcs(goFuncs()).Parse(src)
		if err == nil {
			err = g.Execute(&want, someGoData())
		}
		got, err2 := ours(t, "x.html", src, someGoData())
		if strings.Contains(want.String(), "ZgotmplZ") { // a value that html/template replaces is an error here
			err = &exec.Refused{}
		}
		if (err == nil) != (err2 == nil) || err == nil && got != want.String() {
			t.Errorf("%s\n got %q, %v\nwant %q, %v", src, got, err2, want.String(), err)
		}
	}
}

// TestAgainAndAgain: a template is executed many times with values of different types.
func TestAgainAndAgain(t *testing.T) {
	p, problems := newProject(t, map[string]string{"x.html": `{{ .Title }}{{ with .Next }} {{ .Title }}{{ end }};`})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	values := map[string]any{
		"A B;":       sample(),
		"M;":         map[string]any{"Title": "M"},
		"T &amp; <;": map[string]any{"Title": "T & <"},
		"Next;":      someGoData().Next,
		"m;":         Params{"title": "m"},
	}
	for range 3 {
		for want, v := range maps.Clone(values) {
			got, err := p.run(&scope{}, "x.html", "", v)
			if want = strings.ReplaceAll(want, "<", "&lt;"); err != nil || got != want {
				t.Errorf("%T: got %q, %v, want %q", v, got, err, want)
			}
		}
	}
}
