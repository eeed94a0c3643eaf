package render

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/view"
)

// TestBodies compares complete bodies.
func TestBodies(t *testing.T) {
	cases := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"both forms of shortcodes", map[string]string{
			"content/posts/a.md":           "*a* {{< em >}} {{% em %}}\n\n{{< em >}}\n",
			"layouts/_shortcodes/em.html":  "*x*",
			"layouts/_shortcodes/not.html": "",
		}, "<p><em>a</em> *x* <em>x</em></p>\n*x*\n"},
		{"children before parents", map[string]string{
			"content/posts/a.md":             "{{< outer x=1 >}}{{< inner >}}{{< /outer >}}",
			"layouts/_shortcodes/outer.html": "[{{ .Inner }}]",
			"layouts/_shortcodes/inner.html": `{{ .Parent.Name }} {{ .Parent.Get "x" }} {{ .Ordinal }}`,
		}, "[outer 1 0]\n"},
		{"arguments", map[string]string{
			"content/posts/a.md":         "{{< s 1 two true >}}\n{{< s a=`raw` B=2 >}}\n{{< s >}}",
			"layouts/_shortcodes/s.html": `{{ .Get 0 }}{{ .Get 1 }}{{ .Get 2 }}{{ .Get 9 }}{{ .Get "a" }}{{ .Get "B" }} {{ .IsNamedParams }} {{ len .Params }};`,
		}, "<p>1twotrue false 3;\nraw2 true 2;\n false 0;</p>\n"},
		{"values stored by shortcodes reach the layout", map[string]string{
			"content/posts/a.md":         "{{< s >}}{{< s >}}",
			"layouts/_shortcodes/s.html": `{{ .Page.Store.Add "n" 1 }}`,
			"layouts/single.html":        `{{ .Content }}{{ .Store.Get "n" }}`,
		}, "<p></p>\n2"},
		{"a page sees nothing of its own body while that is rendered", map[string]string{
			"content/posts/a.md":         "{{< s >}} words",
			"layouts/_shortcodes/s.html": `[{{ .Page.Content }}{{ .Page.WordCount }}]`,
		}, "<p>[0] words</p>\n"},
		{"table of contents in a shortcode", map[string]string{
			"content/posts/a.md":         "{{< s >}}\n\n## Two\n",
			"layouts/_shortcodes/s.html": `{{ .Page.TableOfContents }}`,
		}, "<nav id=\"TableOfContents\">\n  <ul>\n    <li><a href=\"#two\">Two</a></li>\n  </ul>\n</nav>\n<h2 id=\"two\">Two</h2>\n"},
		{"body of another page", map[string]string{
			"content/posts/a.md":         "A and {{< s >}}",
			"content/posts/b.md":         "B",
			"layouts/_shortcodes/s.html": `{{ (site.GetPage "/posts/b").Content }}`,
		}, "<p>A and <p>B</p>\n</p>\n"},
		{"Markdown of another page", map[string]string{
			"content/posts/a.md":               "{{% s %}}\n",
			"content/posts/b/index.md":         "[l](x) {{< t >}}",
			"layouts/_shortcodes/s.html":       `{{ (site.GetPage "/posts/b").RenderShortcodes }}`,
			"layouts/_shortcodes/t.html":       `<b>`,
			"layouts/_markup/render-link.html": `{{ .Page.Path }} {{ .PageInner.Path }} {{ .Destination }}`,
		}, "<p>/posts/a /posts/b x <b></p>\n"},
		{"RenderString", map[string]string{
			"content/posts/a.md":         "x",
			"layouts/single.html":        `{{ .RenderString "*a*" }} {{ .RenderString (dict "display" "block") "*a*" }}{{ .RenderString "{{< s >}} *b*" }} {{ "*c*" | markdownify }}`,
			"layouts/_shortcodes/s.html": `*s*`,
		}, "<em>a</em> <p><em>a</em></p>\n*s* <em>b</em> <em>c</em>"},
		{"hooks", map[string]string{
			"content/posts/a.md":                     "# H\n\n[l](u \"t\") ![i](s)\n\n```go {a=1}\nx\n```\n\n> q\n",
			"layouts/_markup/render-heading.html":    `<h{{ .Level }}>{{ .Anchor }} {{ .Text }}`,
			"layouts/_markup/render-link.html":       `L{{ .Destination }} {{ .Title }} {{ .Text }}`,
			"layouts/_markup/render-image.html":      `I{{ .Destination }} {{ .PlainText }} {{ .Ordinal }}`,
			"layouts/_markup/render-codeblock.html":  `C{{ .Type }} {{ .Inner }} {{ .Attributes.a }}` + "\n",
			"layouts/_markup/render-blockquote.html": `Q{{ .Type }} {{ .Text }}`,
		}, "<h1>h H<p>Lu t l Is i 0</p>\nCgo x 1\nQregular <p>q</p>\n"},
		{"hook of a section", map[string]string{
			"content/posts/a.md":                     "[l](u)",
			"layouts/_markup/render-link.html":       `root`,
			"layouts/posts/_markup/render-link.html": `posts`,
		}, "<p>posts</p>\n"},
		{"built-in links resolve", map[string]string{
			"sitegen.toml": "baseURL = \"https://example.org/\"", "hugo.toml": "",
			"content/posts/a.md": "[b](b.md#f) [c](/posts/) [x](https://x.example/ \"t\") [n](nope.md) [s](#h)",
			"content/posts/b.md": "b",
		}, `<p><a href="/posts/b/#f">b</a> <a href="/posts/">c</a> <a href="https://x.example/" title="t">x</a> <a href="nope.md">n</a> <a href="/posts/a/#h">s</a></p>` + "\n"},
		{"a Hugo project in one language has no built-in hooks", map[string]string{
			"content/posts/a.md": "[b](b.md)", "content/posts/b.md": "b",
		}, "<p><a href=\"b.md\">b</a></p>\n"},
		{"unless it asks for them", map[string]string{
			"hugo.toml":          "baseURL = \"https://example.org/\"\nmarkup.goldmark.renderHooks.link.useEmbedded = \"always\"\n",
			"content/posts/a.md": "[b](b.md)", "content/posts/b.md": "b", "layouts/_markup/render-link.html": "own",
		}, "<p><a href=\"/posts/b/\">b</a></p>\n"},
		{"attributes of an image keep their backslashes", map[string]string{
			"hugo.toml":          "",
			"sitegen.toml":       "baseURL = \"https://example.org/\"\n[markup.goldmark]\nparser.attribute.block = true\nparser.wrapStandAloneImageWithinParagraph = false\nrenderHooks.image.useEmbedded = \"always\"\n",
			"content/posts/a.md": "![i](https://x.example/i.png)\n{data-at=\"C:\\dir\"}\n",
		}, "<img src=\"https://x.example/i.png\" alt=\"i\" data-at=\"C:\\dir\">"},
		{"references", map[string]string{
			"content/posts/a.md": "{{< ref \"b\" >}} {{< relref \"/posts/b#f\" >}} {{< relref path=\"b.md\" >}}", "content/posts/b.md": "b",
		}, "<p>https://example.org/posts/b/ /posts/b/#f /posts/b/</p>\n"},
		{"an HTML file", map[string]string{
			"hugo.toml":          "[security]\nallowContent = [\".*\"]\n",
			"content/posts/a.md": "", "content/posts/h.html": "<b>*h*</b> {{< s >}} {{% s %}}", "layouts/_shortcodes/s.html": "*s*",
			"layouts/single.html": `{{ (site.GetPage "/posts/h").Content }}`,
		}, "<b>*h*</b> *s* *s*"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			files := with(map[string]string{"layouts/single.html": "{{ .Content }}"})
			maps.Copy(files, c.files)
			for name, data := range files {
				if data == "" {
					delete(files, name)
				}
			}
			_, run, problems := newRun(t, files)
			if err := problems.Err(); err != nil {
				t.Fatal(err)
			}
			run.o.Keep = shelf
			p := &project{t, run, run.Worker()}
			path := "/posts/a"
			if files["content/posts/a.md"] == "" {
				path = "/posts/h"
			}
			if got := p.html(path); got != c.want {
				t.Errorf("\n got %q\nwant %q", got, c.want)
			}
		})
	}
}

// shelf keeps texts in memory, as a spool does on disk.
func shelf(_ string, _ uint64, text string) Reader {
	return func(_ string, _ uint64, low, high int) (string, error) { return text[low:high], nil }
}

func TestSummaries(t *testing.T) {
	t.Run("in memory", func(t *testing.T) { testSummaries(t, nil) })
	t.Run("put away", func(t *testing.T) { testSummaries(t, shelf) })
}

func testSummaries(t *testing.T, keep func(string, uint64, string) Reader) {
	_, run, problems := newRun(t, with(map[string]string{
		"content/posts/a.md": "---\nsummary: of *front matter*\n---\nBody.",
		"content/posts/b.md": "One.\n\n<!--more-->\n\nTwo.",
		"content/posts/c.md": strings.Repeat("word ", 80) + "\n\nRest.",
	}))
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	run.o.Keep = keep
	w := run.Worker()
	want := map[string][3]string{
		"/posts/a": {"of <em>front matter</em>", "<p>Body.</p>\n", "false"},
		"/posts/b": {"<p>One.</p>", "<p>Two.</p>", "true"},
		"/posts/c": {"<p>" + strings.TrimSpace(strings.Repeat("word ", 80)) + "</p>", "<p>Rest.</p>", "true"},
	}
	for _, p := range run.o.Site.Pages {
		facts, ok := want[p.Path]
		if !ok {
			continue
		}
		b, err := w.Body(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		truncated := "false"
		if b.Truncated {
			truncated = "true"
		}
		summary, err := w.Summary(b)
		if err != nil {
			t.Fatal(err)
		}
		rest, err := w.text(b, b.text.rest)
		if err != nil {
			t.Fatal(err)
		}
		if got := [3]string{string(summary), rest, truncated}; got != facts {
			t.Errorf("%s\n got %q\nwant %q", p.Path, got, facts)
		}
		if again, _ := w.Body(context.Background(), p); again != b {
			t.Errorf("%s was rendered twice", p.Path)
		}
	}
}

// TestBodyCannotBeReadBack: a body whose text cannot be read is rendered again, and sees itself as empty meanwhile.
func TestBodyCannotBeReadBack(t *testing.T) {
	_, run, problems := newRun(t, with(map[string]string{
		"content/posts/a.md": "A{{< self >}}", "layouts/_shortcodes/self.html": "{{ .Page.Content }}", "layouts/single.html": "{{ .Title }}\n{{ .Summary }}\n{{ .Content }}",
	}))
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	lost := 0
	run.o.Keep = func(string, uint64, string) Reader {
		return func(string, uint64, int, int) (string, error) { lost++; return "", errors.New("the disk is gone") }
	}
	for _, page := range run.o.Site.Pages { // by another worker, which still has the text
		if _, err := run.Worker().Body(t.Context(), page); err != nil {
			t.Fatal(err)
		}
	}
	p := &project{t, run, run.Worker()}
	r, err := p.render("/posts/a", "html")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(r.Outputs[0].Bytes), "\n<p>A</p>\n<p>A</p>\n"; !strings.HasSuffix(got, want) || lost == 0 {
		t.Errorf("got %q, want %q; %d reads failed", got, want, lost)
	}
}

// asked returns the questions of a record.
func asked(r trace.Record) map[trace.Question]uint64 {
	out := make(map[trace.Question]uint64)
	for _, s := range r.Steps {
		out[s.Question] = s.Answer
	}
	return out
}

// TestTraces checks that all ways to read something are recorded.
func TestTraces(t *testing.T) {
	_, run, problems := newRun(t, with(map[string]string{
		"layouts/single.html":        `{{ partial "p.html" . }}{{ partialCached "q.html" . }}{{ templates.Exists "_partials/none.html" }}{{ .Content }}{{ readFile "notes.txt" }}{{ now.Year }}`,
		"layouts/_partials/p.html":   `{{ .Title }}`,
		"layouts/_partials/q.html":   `{{ .Params.foobar }}`,
		"layouts/_shortcodes/s.html": `{{ (site.GetPage "/posts/b").Summary }}`,
		"content/posts/a.md":         "---\nfoobar: 1\n---\n{{< s >}}",
		"content/posts/b.md":         "b",
		"notes.txt":                  "n",
	}))
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	p := &project{t, run, run.Worker()}
	r, err := p.render("/posts/a", "html")
	if err != nil {
		t.Fatal(err)
	}
	got := asked(r.Trace)
	key := view.Model(p.page("/posts/a")).Key
	for _, q := range []trace.Question{
		{Kind: trace.Template, Key: "layouts/single.html"},
		{Kind: trace.Template, Key: "layouts/_partials/p.html"},
		{Kind: trace.Template, Key: "layouts/_partials/q.html"},
		{Kind: trace.Template, Key: "exists _partials/none.html"},
		{Kind: trace.PageCard, Key: key},
		{Kind: trace.PageParams, Key: key},
		{Kind: trace.PageBody, Key: key},
		{Kind: trace.File, Key: "read\x00notes.txt"},
		{Kind: trace.Now, Key: "2006"},
	} {
		if _, ok := got[q]; !ok {
			t.Errorf("not recorded: %v", q)
		}
	}
	body, err := p.w.Body(context.Background(), view.Model(p.page("/posts/a")))
	if err != nil {
		t.Fatal(err)
	}
	got = asked(body.asked.Record())
	for _, q := range []trace.Question{
		{Kind: trace.Template, Key: "layouts/_shortcodes/s.html"},
		{Kind: trace.Source, Key: "content/posts/a.md"},
		{Kind: trace.PageSummary, Key: view.Model(p.page("/posts/b")).Key},
	} {
		if _, ok := got[q]; !ok {
			t.Errorf("not recorded for the body: %v", q)
		}
	}
}

// TestPartialCached checks that partialCached equals partial, whatever was cached before.
func TestPartialCached(t *testing.T) {
	cases := []struct{ name, src, call string }{
		{"of the context", `{{ .Title }}`, `{{ partialCached "x.html" . }}`},
		{"of a part of it", `{{ .Section }} {{ .Site.Title }}`, `{{ partialCached "x.html" . }}`},
		{"of nothing", `{{ range site.RegularPages }}{{ .Title }}{{ end }}`, `{{ partialCached "x.html" . }}`},
		{"of the page", `{{ page.Title }}`, `{{ partialCached "x.html" "same" }}`},
		{"of what a partial inside reads", `{{ partial "y.html" "z" }}`, `{{ partialCached "x.html" . }}`},
		{"of a variant", `{{ .v }}`, `{{ partialCached "x.html" (dict "v" .Title) "variant" }}`},
		{"with a store", `{{ .Store.Add "n" 1 }}{{ .Store.Get "n" }}`, `{{ partialCached "x.html" . }}{{ partialCached "x.html" . }}`},
		{"returning a value", `{{ return slice .Title }}`, `{{ index (partialCached "x.html" .) 0 }}`},
		{"with a body that stores", `{{ (site.GetPage "/docs/s").Content }}`, `{{ partialCached "x.html" "same" }}{{ (site.GetPage "/docs/s").Store.Get "n" }}`},
		{"with a body that stored before", `{{ (site.GetPage "/docs/s").Content }}`, `{{ if eq .Title "A" }}{{ (site.GetPage "/docs/s").WordCount }}{{ end }}{{ partialCached "x.html" "same" }}{{ (site.GetPage "/docs/s").Store.Get "n" }}`},
		{"inside with", `{{ with .Params.list }}{{ $.Title }}{{ end }}`, `{{ partialCached "x.html" . }}`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			build := func(call string) map[string]string {
				_, run, problems := newRun(t, with(map[string]string{
					"layouts/single.html": call, "layouts/_partials/x.html": c.src, "layouts/_partials/y.html": `{{ page.Title }}{{ . }}`,
					"content/posts/a.md": "---\ntitle: A\nlist: [1]\n---\n", "content/posts/b.md": "---\ntitle: B\nlist: [1]\n---\n", "content/docs/c.md": "---\ntitle: C\nlist: [1]\n---\n",
					"content/docs/s.md": "{{< s >}}", "layouts/_shortcodes/s.html": `{{ .Page.Store.Set "n" 1 }}`,
				}))
				if err := problems.Err(); err != nil {
					t.Fatal(err)
				}
				p := &project{t, run, run.Worker()}
				out := make(map[string]string)
				for _, path := range []string{"/posts/a", "/posts/b", "/docs/c"} {
					r, err := p.render(path, "html")
					if err != nil {
						t.Fatal(err)
					}
					out[path] = string(r.Outputs[0].Bytes)
				}
				return out
			}
			want := build(strings.ReplaceAll(strings.ReplaceAll(c.call, "partialCached", "partial"), ` "variant" }}`, ` }}`))
			if got := build(c.call); !maps.Equal(got, want) {
				t.Errorf("\n got %v\nwant %v", got, want)
			}
		})
	}
}
