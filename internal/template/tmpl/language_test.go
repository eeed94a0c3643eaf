package tmpl

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLanguage executes Hugo's language, template by template.
func TestLanguage(t *testing.T) {
	files := map[string]string{
		"_partials/x.html":      `x{{ .a }}{{ define "shared" }}shared {{ . }}{{ end }}`,
		"_partials/none.html":   `[{{ . }}]`,
		"_partials/number.html": `{{ return mul . 2 }}`,
		"_partials/map.html":    `{{ return dict "name" (printf "map of %s" .Title) }}`,
		"_partials/twice.html":  "text {{ return mul 2 (partial \"number.html\" .) }}\n{{/* nothing */}} text\n",
		"_partials/piped.html":  `{{ mul . 2 | return }}`,
		"_partials/bare.html":   `text {{ return }}`,
		"_partials/early.html":  `{{ if eq . 1 }}{{ return "one" }}{{ end }}{{ return "" }}`,
		"_partials/bare2.html":  `{{ range . }}{{ if eq . 2 }}{{ return . }}{{ end }}{{ end }}`,
		"plain.txt":             `{{ define "text" }}<{{ . }}>{{ end }}`,
	}
	for _, c := range []struct{ name, src, want string }{
		{"field", `{{ .Title }}`, "A"},
		{"method", `{{ .Date.Year }}`, "2024"},
		{"method that another value's type is asked for directly", `{{ .Next.Title }}`, "B"},
		{"variable", `{{ $p := . }}{{ $p.Title }} {{ $.Title }}`, "A A"},
		{"chain", `{{ (.Next).Title }}`, "B"},
		{"arguments", `{{ .Add 1 2 }} {{ .Date.Format "2006" }}`, "3 2024"},
		{"piped argument", `{{ 2 | .Add 1 }} {{ "2006" | $.Date.Format }}`, "3 2024"},
		{"variadic", `[{{ .Join }}] {{ .Join "a" "b" | upper }}`, "[] A&#43;B"},
		{"the scope is filled in", `{{ .Body }}`, "body of A for post A"},
		{"the scope and arguments", `{{ .Deep "Next" "Title" }}`, "B"},
		{"a function that takes the scope", `{{ page }}`, "post A"},
		{"parameters in any case", `{{ .Params.FOOBAR }}{{ .Params.foobar }}{{ .Params.mainColor }} {{ range .Params.maps }}{{ .NAME }}{{ end }}`, "11red n"},
		{"parameters below", `{{ .Params.Deep.Er.KEY }}`, "v"},
		{"missing parameter", `[{{ .Params.none }}{{ .Params.none.deeper }}]`, "[]"},
		{"keys of dict keep their case", `{{ $d := dict "Foo" 1 }}[{{ $d.Foo }}{{ $d.foo }}]`, "[1]"},
		{"namespace", `{{ strings.ToUpper "a" }} {{ "b" | strings.ToUpper }} {{ math.Pi | printf "%.2f" }}`, "A B 3.14"},
		{"names after a function", `{{ (time.AsTime "2024-05-06").Year }}`, "2024"},
		{"zero time is empty", `{{ if .Next.Date }}x{{ else }}none{{ end }} {{ with .Date }}{{ .Year }}{{ end }} {{ or .Next.Date "y" }} {{ not .Next.Date }}`, "none 2024 y true"},
		{"with and else", `{{ with .Params.empty }}a{{ else with .Params.list }}{{ len . }}{{ end }}`, "2"},
		{"range", `{{ range $i, $e := .Params.list }}{{ $i }}{{ $e }}{{ else }}none{{ end }}{{ range .Params.none }}x{{ else }} none{{ end }}`, "0x1y none"},
		{"break", `{{ range seq 5 }}{{ if eq . 2 }}{{ continue }}{{ end }}{{ if eq . 4 }}{{ break }}{{ end }}{{ . }}{{ end }}`, "13"},
		{"assignment", `{{ $x := 1 }}{{ if true }}{{ $x = 2 }}{{ end }}{{ $x }}`, "2"},
		{"constant conditions", `{{ if true }}a{{ end }}{{ if "" }}b{{ end }}{{ with 3 }}{{ . }}{{ end }}`, "a3"},
		{"try", `{{ with try (index (slice 1) "x") }}{{ with .Err }}failed{{ end }}{{ end }}`, "failed"},
		{"try by its full name", `{{ with (try (.Fails)) }}{{ .Err.Cause }}: {{ with .Value }}x{{ end }}{{ end }}`, "it fails: "},
		{"try keeps dot and variables", `{{ $x := 2 }}{{ with try (add $x (len $.Params.list) (len .Title)) }}{{ .Value }}{{ end }}`, "5"},
		{"try inside try", `{{ with try (slice (try (index 1 2)).Err 7) }}{{ index .Value 1 }}{{ end }}`, "7"},
		{"apply", `{{ apply (slice "a" "b") "strings.ToUpper" "." }} {{ apply (slice "a" "bc") "len" "." }} {{ apply (slice 0 1) "not" "." }}`, "[A B] [1 2] [true false]"},
		{"escaping", `<a title="{{ "\"<" }}" href="{{ "tel:x" }}">{{ "<b>" }}{{ "<b>" | safeHTML }}</a>`, `<a title="&#34;&lt;" href="tel:x">&lt;b&gt;<b></a>`},
		{"escaping of names", `<a title="{{ .Title }}" href="{{ .Params.mainColor }}">{{ .Title }}</a><title>{{ .Title }}</title>`, `<a title="A" href="red">A</a><title>A</title>`},
		{"script", `<script>var x = {{ .Title }}, y = {{ .Params.list }};</script>`, `<script>var x = "A", y = ["x","y"];</script>`},
		{"partial", `{{ partial "x.html" (dict "a" 1) }}|{{ partial "x.html" (dict "a" 2) }}`, "x1|x2"},
		{"partial without context", `{{ partial "none.html" }}`, "[]"},
		{"partial called as a template", `{{ template "partials/x.html" (dict "a" 3) }} {{ template "_internal/none.html" }}`, "x3 []"},
		{"return", `{{ add 1 (partial "number.html" 3) }} {{ (partial "map.html" .).name }} {{ partial "early.html" 1 }}{{ partial "early.html" 2 }}`, "7 map of A one"},
		{"return at the end", `{{ partial "twice.html" 3 }} {{ partial "piped.html" 2 }} {{ partial "bare.html" . }}|{{ with partial "bare.html" . }}kept{{ end }}`, "12 4 text |kept"},
		{"return in a template", `a{{ if true }}{{ return }}{{ end }}b`, "a"},
		{"return in a list", `{{ range slice 1 2 3 }}{{ if eq . 2 }}{{ return }}{{ end }}{{ . }}{{ else }}e{{ end }}z`, "1"},
		{"return in a map", `{{ range $k, $v := dict "a" 1 "b" 2 }}{{ with eq $v 2 }}{{ return }}{{ end }}{{ $k }}{{ end }}z`, "a"},
		{"return in a number", `{{ range 3 }}{{ range 3 }}{{ if eq . 1 }}{{ return }}{{ end }}{{ . }}{{ end }}z{{ end }}`, "0"},
		{"return in an attribute", `<a title="x{{ if true }}{{ return }}{{ end }}y">`, `<a title="x`},
		{"return in a loop", `{{ partial "bare2.html" (slice 1 2 3) }}`, "2"},
		{"template of the same file", `{{ define "own" }}own {{ . }}{{ end }}{{ template "own" .Title }}`, "own A"},
		{"template of another file", `{{ template "shared" "x" }}`, "shared x"},
		{"template without an argument", `{{ define "own" }}[{{ . }}]{{ end }}{{ template "own" }}`, "[]"},
		{"block", `{{ block "own" .Title }}own {{ . }}{{ end }}`, "own A"},
		{"current template", `{{ templates.Current.Name }} {{ templates.Current.Filename }} {{ with templates.Current.Base }}x{{ end }}`, "x.html layouts/x.html "},
		{"store", `{{ $s := newScratch }}{{ $s.Set "a" 1 }}{{ $s.Add "a" 2 }}{{ $s.Get "a" }}`, "3"},
		{"byte order mark", "\uFEFFx", "x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _, _, err := eval(t, c.src, files)
			if err != nil || got != c.want {
				t.Errorf("%s\n got %q, %v\nwant %q", c.src, got, err, c.want)
			}
		})
	}
}

// TestNamers: a Namer is asked before its type, and its type after it.
func TestNamers(t *testing.T) {
	p, problems := newProject(t, map[string]string{"x.html": `{{ .MAIN }}{{ .other }}`})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	if got, err := p.run(&scope{}, "x.html", "", menus{"main": "m"}); err != nil || got != "m" {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestPlainText: nothing is escaped in a plain-text template.
func TestPlainText(t *testing.T) {
	p, problems := newProject(t, map[string]string{
		"x.txt": `{{ template "quoted" .Title }} {{ "<&>" }}`, "y.txt": `{{ define "quoted" }}"{{ . }}"{{ end }}`,
	})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	if got, err := p.run(&scope{}, "x.txt", "", sample()); err != nil || got != `"A" <&>` {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestBases(t *testing.T) {
	for _, c := range []struct{ name, base, src, want string }{
		{"a define fills a block", `[{{ block "main" . }}default{{ end }}]`, `{{ define "main" }}{{ .Title }}{{ end }}`, "[A]"},
		{"a block has a default", `[{{ block "main" . }}default{{ end }}]`, `{{ define "other" }}x{{ end }}`, "[default]"},
		{"an empty define hides no default", `[{{ block "main" . }}default{{ end }}]`, `{{ define "main" }}{{ end }}{{ define "o" }}x{{ end }}`, "[default]"},
		{"a define calls one of the base", `[{{ block "main" . }}{{ end }}]{{ define "part" }}part{{ end }}`, `{{ define "main" }}{{ template "part" . }}{{ end }}`, "[part]"},
		{"text outside of defines makes a page", `[{{ block "main" . }}{{ end }}]`, `whole{{ define "main" }}x{{ end }}`, "whole"},
	} {
		p, problems := newProject(t, map[string]string{"base.html": c.base, "x.html": c.src})
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		s := &scope{}
		got, err := p.run(s, "x.html", "base.html", sample())
		if err != nil || got != c.want {
			t.Errorf("%s: got %q, %v, want %q", c.name, got, err, c.want)
		}
		for _, f := range []string{"used layouts/x.html", "used layouts/base.html"} {
			if !slices.Contains(s.notes, f) {
				t.Errorf("%s: notes %q, without %q", c.name, s.notes, f)
			}
		}
	}
	p, _ := newProject(t, map[string]string{"base.html": `{{ block "main" . }}{{ end }}`, "x.html": `{{ define "main" }}{{ templates.Current.Base.Filename }}{{ end }}`})
	if got, err := p.run(&scope{}, "x.html", "base.html", nil); err != nil || got != "layouts/base.html" {
		t.Errorf("the base is %q, %v", got, err)
	}
}

// TestRecords: reads are recorded before they happen, and executed files are recorded.
func TestRecords(t *testing.T) {
	for src, want := range map[string][]string{
		`{{ .Title }}`:                                  {"read card of A"},
		`{{ .Next.Title }}{{ .Date }}`:                  {"read card of B", "read card of A"},
		`{{ .Params.x }}`:                               nil,
		`{{ range slice . .Next }}{{ .Body }}{{ end }}`: {"read body of A", "read body of B"},
		`{{ if false }}{{ .Title }}{{ end }}`:           nil,
		`{{ partial "p.html" . }}`:                      {"used layouts/_partials/p.html", "read card of A"},
		`{{ template "q" . }}`:                          nil,
	} {
		_, _, s, err := eval(t, src, map[string]string{"_partials/p.html": `{{ .Title }}`, "q.html": `{{ define "q" }}q{{ end }}`})
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		all := []string{"used layouts/x.html"}
		if strings.Contains(src, "template") {
			all = append(all, "used layouts/q.html")
		}
		if diff := cmp.Diff(append(all, want...), s.notes); diff != "" {
			t.Errorf("%s (-want +got):\n%s", src, diff)
		}
	}
}

// TestMadeFiles: a text that is not a layout file can call layout files, and is not recorded as one of them.
func TestMadeFiles(t *testing.T) {
	p, problems := newProject(t, map[string]string{"a.html": `{{ define "shared" }}{{ .Title }}!{{ end }}{{ .Date.Year }}`})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	f := &File{Name: "m", Shown: "assets/m", Text: `{{ template "shared" . }} {{ .Next.Title }} <`, Plain: true, Made: true}
	if l := p.parser.Fork().Parse(f); l.Err() != nil {
		t.Fatal(l)
	}
	p.files["layouts/m"] = f
	s := &scope{}
	got, err := p.run(s, "m", "", sample())
	if want := "A! B <"; err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if slices.Contains(s.notes, "used assets/m") || !slices.Contains(s.notes, "used layouts/a.html") {
		t.Errorf("notes are %q", s.notes)
	}
	// The numbers of paths in the theme's files are unchanged.
	if got, err := p.run(s, "a.html", "", sample()); err != nil || got != "2024" {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestNowIsAskedAsItIsShown: the layout by which a template prints the clock decides its question.
func TestNowIsAskedAsItIsShown(t *testing.T) {
	cases := map[string]struct{ how, out string }{
		`{{ now.Year }}`:                                    {"2006", "2026"},
		`{{ time.Now.Year }}`:                               {"2006", "2026"},
		`{{ sub now.Year 1 }}`:                              {"2006", "2025"},
		`{{ with now.Year }}{{ . }}{{ end }}`:               {"2006", "2026"},
		`{{ now.Month }} {{ eq now.Month 3 }}`:              {"01", "March true"},
		`{{ now.YearDay }}`:                                 {"002", "63"},
		`{{ now.Day }}`:                                     {"02", "4"},
		`{{ now.Weekday }}`:                                 {"Mon", "Wednesday"},
		`{{ now.Format "2006" }}`:                           {"2006", "2026"},
		`{{ now | time.Format "2006" }}`:                    {"2006", "2026"},
		`{{ now | time.Format "2006" | print }}`:            {"2006", "2026"},
		`{{ dateFormat "2006" now }}`:                       {"2006", "2026"},
		`{{ now.Format "2 January 2006" }}`:                 {"2 January 2006", "4 March 2026"},
		`{{ time.Format ":date_long" now }}`:                {":date_long", "March 4, 2026"},
		`{{ now.Format "15:04" }}`:                          {"15:04", "05:06"},
		`{{ now.Format "2006 MST" }}`:                       {"2006 MST", "2026 UTC"},
		`{{ $f := "2006" }}{{ now.Format $f }}`:             {"2006", "2026"},
		`{{ now.Format (default "2006" "") }}`:              {"2006", "2026"},
		`{{ $f := "Jan" }}{{ now | time.Format $f }}`:       {"Jan", "Mar"},
		`{{ $f := "Jan" }}{{ time.Format $f now }}`:         {"Jan", "Mar"},
		`{{ time.Format ("2006" | safeHTML) now }}`:         {WholeClock, "2026"},
		`{{ now.Unix }}`:                                    {WholeClock, "1772600767"},
		`{{ $n := now }}{{ $n.Year }}`:                      {WholeClock, "2026"},
		`{{ now.YearDay | add now.Unix }}`:                  {"002 " + WholeClock, "1772600830"},
		`{{ (now.AddDate 0 0 1).Format "2006-01-02" }}`:     {WholeClock, "2026-03-05"},
		`{{ if lt now.Year 2000 }}old{{ else }}{{ end }}`:   {"2006", ""},
		`{{ range slice "2006" }}{{ now.Format . }}{{end}}`: {"2006", "2026"},
	}
	for _, src := range slices.Sorted(maps.Keys(cases)) {
		want := cases[src]
		out, p, _, err := eval(t, src, nil)
		if err != nil || out != want.out {
			t.Errorf("%s prints %q, %v, want %q", src, out, err, want.out)
		}
		if got := strings.Join(slices.Compact(p.clock), " "); got != want.how || len(p.clock) == 0 {
			t.Errorf("%s asks %q of the clock, want %q", src, p.clock, want.how)
		}
	}
}

// A layout that is not a text fails as it does where nothing is asked of the clock.
func TestLayoutOfNow(t *testing.T) {
	for src, want := range map[string]string{
		`{{ now.Format 2006 }}`:        "wrong type",
		`{{ now.Format .None }}`:       "",
		`{{ time.Format (dict) now }}`: "time.Format",
	} {
		if out, _, _, err := eval(t, src, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s prints %q, %v, want an error with %q", src, out, err, want)
		}
	}
}

// {{ return }} ends a template that is called by name, and not its caller. The standard library, which executes what
// cannot be compiled, says that it cannot do that.
func TestReturnInDefine(t *testing.T) {
	p, problems := newProject(t, map[string]string{
		"x.html": `{{ define "own" }}x{{ range slice 1 }}{{ return }}{{ end }}y{{ end }}[{{ template "own" }}]`,
	})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	if got, err := p.runBy(p.e, &scope{}, "x.html", "", nil); err != nil || got != "[x]" {
		t.Errorf("got %q, %v", got, err)
	}
	types := *p.e.types
	types.Stock = true
	stock := NewExecutor(p, &types, p.parser.vocabulary, p.functions())
	if got, err := p.runBy(stock, &scope{}, "x.html", "", nil); err == nil ||
		!strings.Contains(err.Error(), "return cannot end this template here") {
		t.Errorf("by the standard library: %q, %v", got, err)
	}
}

// Before Hugo 0.166, {{ return }} without a value had no effect.
func TestOldReturn(t *testing.T) {
	p, _ := newProject(t, map[string]string{"x.html": `{{ partial "p.html" }}{{ return }}c`, "_partials/p.html": `a{{ return }}b`})
	p.parser.OldReturn = true
	for _, f := range p.files {
		if problems := p.parser.Parse(f); problems.Err() != nil {
			t.Fatal(problems)
		}
	}
	if got, err := p.run(&scope{}, "x.html", "", nil); err != nil || got != "abc" {
		t.Errorf("got %q, %v", got, err)
	}
}

// Only a partial returns a value.
func TestReturnOfLayout(t *testing.T) {
	for _, src := range []string{`{{ return 1 }}`, `{{ 1 | return }}`} {
		_, _, _, err := eval(t, src, nil)
		if err == nil || !strings.Contains(err.Error(), "only a partial can return a value") {
			t.Errorf("%s: %v", src, err)
		}
	}
}
