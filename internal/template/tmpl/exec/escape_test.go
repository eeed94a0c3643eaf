package exec

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"strings"
	"testing"
	"text/template/parse"
	"time"
)

// shown prints itself through its pointer.
type shown struct{ s string }

func (p *shown) String() string { return "<" + p.s + ">" }

// TestEscaping compares the escapers implemented here with those of html/template.
func TestEscaping(t *testing.T) {
	values := []any{
		nil, "", "plain", `<b class="x">'&'+</b>`, "nul \x00 \x7f \xff \uFFFD é 日本 \U0001F600", template.HTML(`<i title="t">&amp; "q"</i>`),
		template.HTML("no tags & +"), template.URL("javascript:alert('1')"), template.URL("/a b?c=d&e='f'"), template.CSS("a > b"), template.JS("x<y"),
		template.HTMLAttr(`a="b"`), template.JSStr(`a"b`), template.Srcset("a b, c"), "id", "onclick", "Title", "data-x", "src", 0, -7, 1.5, true,
		[]string{"<a>", "b"},
		map[string]any{"k": "<v>"},
		time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC),
		&shown{"p"},
		shown{"v"},
		new(int), (*int)(nil), fmt.Errorf("<err>"),
		[2]any{"x", nil},
		time.Duration(5e9),
		"javascript:alert(1)", "JavaScript:x", "http://a.example/b c?d=é&e=%41%zz#f(g)'", "mailto:a@b", "x:y/z", "x/y:z", "//host/p", "?q", "#f", "[a]!$*,;=@~_.-",
	}
	sources := map[escaping]string{
		inText: `<p>%s</p>`, inAttribute: `<p title="%s">`, inRCDATA: `<title>%s</title>`, inURL: `<a href="%s">`,
		inPath: `<a href="/%s">`, inQuery: `<a href="/?%s">`, inRefresh: `<meta http-equiv="refresh" content="0; url=%s">`, inName: `<p %s>`, inScript: `<script>x = %s;</script>`,
	}
	for context, layout := range sources {
		want := template.Must(template.New("").Parse(fmt.Sprintf(layout, "{{ . }}")))
		for _, v := range values {
			var b bytes.Buffer
			if err := want.Execute(&b, v); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			ok := context.write(&out, v)
			got, want := fmt.Sprintf(layout, out.String()), b.String()
			if !sameEscaping(context, v, got, ok, want) {
				t.Errorf("%T %v\n got %q, %v\nwant %q", v, v, got, ok, want)
			}
		}
	}
}

// sameEscaping reports whether a value was printed as by html/template. A value that html/template replaces is an error
// here, except for URLs that are not dangerous, and names that start with data-.
func sameEscaping(context escaping, v any, got string, ok bool, want string) bool {
	if !strings.Contains(want, failsafe) || strings.Contains(fmt.Sprint(v), failsafe) {
		return ok && got == want
	}
	switch context {
	case inURL, inRefresh:
		return ok == !Dangerous(fmt.Sprint(v))
	case inName:
		return ok == dataName(strings.ToLower(fmt.Sprint(v)))
	}
	return !ok
}

func FuzzEscaping(f *testing.F) {
	f.Add("<a href='x'>&+\x00", true)
	f.Add("http://x/é%20%zz", false)
	texts := make(map[escaping]*template.Template)
	layouts := map[escaping]string{inText: `<p>{{ . }}</p>`, inAttribute: `<p title="{{ . }}">`, inRCDATA: `<title>{{ . }}</title>`, inURL: `<a href="{{ . }}">`, inPath: `<a href="/{{ . }}">`, inQuery: `<a href="/?{{ . }}">`, inRefresh: `<meta http-equiv="refresh" content="0; url={{ . }}">`, inName: `<p {{ . }}>`, inScript: `<script>x = {{ . }};</script>`}
	for c, l := range layouts {
		texts[c] = template.Must(template.New("").Parse(l))
	}
	f.Fuzz(func(t *testing.T, s string, html bool) {
		var v any = s
		if html {
			v = template.HTML(s)
		}
		for context, want := range texts {
			var b bytes.Buffer
			if err := want.Execute(&b, v); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			ok := context.write(&out, v)
			got := string(bytes.Replace([]byte(layouts[context]), []byte("{{ . }}"), out.Bytes(), 1))
			if !sameEscaping(context, v, got, ok, b.String()) {
				t.Errorf("%q\n got %q, %v\nwant %q", s, got, ok, b.String())
			}
		}
	})
}

// TestNames: names of attributes are checked once, and only texts are cached.
func TestNames(t *testing.T) {
	set := template.Must(template.New("main").Parse(`{{ range . }}<p {{ . }}>{{ end }}`))
	values := []any{"id", "Title", template.HTMLAttr(`id="x"`), "id", 3, template.HTMLAttr("id"), "id"}
	var want bytes.Buffer
	if err := set.Execute(&want, values); err != nil {
		t.Fatal(err)
	}
	p, err := Compile("main", map[string]*parse.Tree{"main": set.Tree}, func(string) any { return nil })
	if err != nil {
		t.Fatal(err)
	}
	m := &Machine{}
	for range 2 {
		var got bytes.Buffer
		if err := m.Execute(p, &got, values); err != nil || got.String() != want.String() {
			t.Errorf("got %q, %v\nwant %q", got.String(), err, want.String())
		}
	}
	if len(m.names) != 2 {
		t.Errorf("%d names are remembered", len(m.names))
	}
}

// TestRefused: a value that html/template would replace ends the execution at its position, with advice.
func TestRefused(t *testing.T) {
	for _, test := range []struct{ source, value, want string }{
		{`<a href="{{ . }}">`, "javascript:alert(1)", `1:13: the URL "javascript:alert(1)" can run a script`},
		{`<a href="{{ . }}">`, "\x01 Java\tScript\n:x", `can run a script`},
		{`<a href={{ . }}>`, "vbscript:x", `the URL "vbscript:x" can run a script`},
		{`<a href="{{ . }}">`, "DATA:text/html,x", `the URL "DATA:text/html,x" can run a script`},
		{`<a href="{{ . }}">`, "data:image/svg+xml;base64,x", `can run a script`},
		{`<a href="{{ . }}">`, "file:///etc/passwd", `can run a script`},
		{`<meta http-equiv="refresh" content="0; url={{ . }}">`, "javascript:x", `can run a script`},
		{`<img srcset="{{ . }} 2x, /b">`, "javascript:x", `"javascript:x" can't be printed in srcset`},
		{"<p\n  {{ . }}=1>", "onclick", `2:5: "onclick" can't be printed as the name of an attribute`},
		{`<p {{ . }}>`, "", `"" can't be printed as the name of an attribute`},
		{`<p {{ . }}>`, "data-x y", `"data-x y" can't be printed as the name of an attribute`},
		{`<p style="color: {{ . }}">`, "expression(x)", `"expression(x)" can't be printed as a value in a style`},
		{`<style>p { color: {{ . }} }</style>`, "}</style>", `can't be printed as a value in a style`},
	} {
		set := template.Must(template.New("main").Parse(test.source))
		_ = set.Execute(new(bytes.Buffer), "") // makes html/template escape it
		p, err := Compile("main", map[string]*parse.Tree{"main": set.Tree}, func(string) any { return nil })
		if err != nil {
			t.Fatal(err)
		}
		err = (&Machine{}).Execute(p, new(bytes.Buffer), test.value)
		if r := (*Refused)(nil); !errors.As(err, &r) || r.Hint == "" || !strings.Contains(err.Error(), test.want[strings.IndexByte(test.want, ' ')+1:]) {
			t.Errorf("%s with %q: got %v, want %s", test.source, test.value, err, test.want)
		}
	}
}

// TestAllowed: harmless values that html/template would replace.
func TestAllowed(t *testing.T) {
	for _, test := range []struct{ source, value, want string }{
		{`<a href="{{ . }}">`, "tel:+1", `<a href="tel:&#43;1">`},
		{`<a href={{ . }}>`, "xmpp:a@b", `<a href=xmpp:a@b>`},
		{`<img src="{{ . }}">`, "data:image/png;base64,AA", `<img src="data:image/png;base64,AA">`},
		{`<a href="{{ . }}">`, "javascript%3Aalert(1)", `<a href="javascript%3Aalert%281%29">`},
		{`<a href="{{ . }}">`, "java script:x", `<a href="java%20script:x">`},
		{`<p {{ . }}="1">`, "data-Foo-b.c_d:e", `<p data-foo-b.c_d:e="1">`},
		{`<p {{ . }}="1">`, "data-src", `<p data-src="1">`},
		{`<p title="{{ . }}">`, "ZgotmplZ", `<p title="ZgotmplZ">`},
		{`<style>p { font-family: "{{ . }}" }</style>`, "ZgotmplZ", `<style>p { font-family: "ZgotmplZ" }</style>`},
	} {
		set := template.Must(template.New("main").Parse(test.source))
		_ = set.Execute(new(bytes.Buffer), "") // makes html/template escape it
		p, err := Compile("main", map[string]*parse.Tree{"main": set.Tree}, func(string) any { return nil })
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := (&Machine{}).Execute(p, &out, test.value); err != nil || out.String() != test.want {
			t.Errorf("%s with %q\n got %s, %v\nwant %s", test.source, test.value, out.String(), err, test.want)
		}
	}
}
