package exec

import (
	"bytes"
	"fmt"
	"html/template"
	"testing"
	"text/template/parse"
	"time"
)

// shown prints itself through its pointer.
type shown struct{ s string }

func (p *shown) String() string { return "<" + p.s + ">" }

// TestEscaping holds the escapers that are written anew against those of html/template.
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
			context.write(&out, v)
			if got := fmt.Sprintf(layout, out.String()); got != b.String() {
				t.Errorf("%T %v\n got %q\nwant %q", v, v, got, b.String())
			}
		}
	}
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
			context.write(&out, v)
			l := layouts[context]
			if got := string(bytes.Replace([]byte(l), []byte("{{ . }}"), out.Bytes(), 1)); got != b.String() {
				t.Errorf("%q\n got %q\nwant %q", s, got, b.String())
			}
		}
	})
}

// TestNames: names of attributes are judged once, and only texts are remembered.
func TestNames(t *testing.T) {
	set := template.Must(template.New("main").Parse(`{{ range . }}<p {{ . }}>{{ end }}`))
	values := []any{"id", "onclick", "", "Title", template.HTMLAttr(`id="x"`), "id", "onclick", 3, nil, template.HTMLAttr("id"), "id"}
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
	if len(m.names) != 4 {
		t.Errorf("%d names are remembered", len(m.names))
	}
}
