package render

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
)

// pieces is a project with cached partials.
func pieces(t *testing.T) *project {
	files := blog()
	files["layouts/_partials/menu.html"] = `{{ $s := .section }}{{ range $s.RegularPages.ByTitle }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}`
	files["layouts/_partials/order.html"] = `{{ $s := . }}{{ return $s.RegularPages.ByTitle }}`
	files["layouts/_partials/length.html"] = `{{ $s := . }}{{ len $s.Content }}`
	files["layouts/_partials/titles.html"] = `{{ range first 2 .Site.RegularPages.ByTitle }}{{ .Title }}{{ end }}`
	files["layouts/_partials/below.html"] = `{{ range .RegularPages }}{{ .Title }}{{ end }}`
	for i := range 40 {
		files[fmt.Sprintf("content/many/m%02d.md", i)] = fmt.Sprintf("---\ntitle: M%02d\n---\n", 39-i)
	}
	return newProject(t, files)
}

// TestPieces: a piece is one question, the same for a cached and a repeated result.
func TestPieces(t *testing.T) {
	p := pieces(t)
	one, two := p.page("/posts/one"), p.page("/posts/two")
	for src, want := range map[string]string{
		`{{ partialCached "menu.html" (dict "section" .Parent "n" 3 "m" (add 1 1)) }}`:                  "Piece menu.html\x00en\x00html\x00{\"m\":{\"$int64\":2},\"n\":3,\"section\":{\"$page\":\"en:/posts\"}}",
		`{{ partialCached "menu.html" (dict "section" .Parent) "v" }}`:                                  "Piece menu.html\x00en\x00html\x00{\"section\":{\"$page\":\"en:/posts\"}}\x00\"v\"",
		`{{ partialCached "menu.html" (dict "section" .Parent "n" ("n: 5" | transform.Unmarshal).n) }}`: "Piece menu.html\x00en\x00html\x00{\"n\":{\"$uint64\":\"5\"},\"section\":{\"$page\":\"en:/posts\"}}",
		`{{ len (partialCached "order.html" .Parent) }}`:                                                "Piece order.html\x00en\x00html\x00{\"$page\":\"en:/posts\"}",
		// For a partial that reads only a part of its context, one context serves all similar ones.
		`{{ partialCached "titles.html" . }}`:                     "Piece titles.html\x00en\x00html\x00{\"$page\":\"en:/\"}",
		`{{ partialCached "below.html" (site.GetPage "/many") }}`: "Piece below.html\x00en\x00html\x00{\"$page\":\"en:/many\"}",
	} {
		out, asked := p.asked(one, src)
		again, askedAgain := p.asked(two, src)
		if out != again || !slices.Contains(asked, want) || !slices.Contains(askedAgain, want) {
			t.Errorf("%s gives %q, then %q; it asks %q, then %q", src, out, again, asked, askedAgain)
		}
		q := trace.Question{Kind: trace.Piece, Key: want[len("Piece "):]}
		var answers []uint64
		for range 2 {
			c := p.w.newCall(context.Background(), nil, site.Target{})
			end := p.w.exec.Run(&c.Call)
			p.run.ask(c, q)
			end()
			answer, ok := c.Recorder.Answer(q)
			if !ok {
				t.Fatalf("%q has no answer", want)
			}
			answers = append(answers, answer)
			p.run.memo.Clear()
		}
		if answers[0] != answers[1] {
			t.Errorf("%q is answered %x, and when it is made anew %x", want, answers[0], answers[1])
		}
	}
	// A partial that reads a body is not a piece, since bodies may be rendered for the first page that needs them.
	if _, asked := p.asked(one, `{{ partialCached "length.html" .Parent }}`); !slices.Contains(asked, "PageBody en:/posts") {
		t.Errorf("a partial that reads a body asks %q", asked)
	}
}

func TestPosition(t *testing.T) {
	p := pieces(t)
	got, err := p.eval(p.page("/posts/one"), `{{ with site.GetPage "/many" }}{{ $o := partialCached "order.html" . }}`+
		`{{ $o.Position (site.GetPage "/many/m05") }} {{ $o.Position . }} {{ .Pages.Position (site.GetPage "/many/m39") }}{{ end }}`)
	if want := "34 -1 0"; err != nil || got != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}

// TestTextOfSite: a text that is the same for all pages of a site is executed once, also if it reads pages whose
// shortcodes store values; these reach the page itself, not the text.
func TestTextOfSite(t *testing.T) {
	files := blog()
	files["assets/index.txt"] = `{{ $.Scratch.Add "index" slice }}{{ range .Site.RegularPages.ByTitle }}{{ $.Scratch.Add "index" .Plain }}{{ end }}{{ $.Scratch.Get "index" }}`
	files["layouts/_shortcodes/mark.html"] = `{{ .Page.Store.Set "seen" .Page.Title }}mark`
	files["content/posts/one.md"] = "---\ntitle: One\n---\n{{< mark >}}\n"
	files["content/posts/two.md"] = "---\ntitle: Two\n---\n{{< mark >}}\n"
	p := newProject(t, files)
	var outputs []string
	for _, path := range []string{"/posts/one", "/posts/two"} {
		out, err := p.eval(p.page(path), `{{ with resources.Get "index.txt" | resources.ExecuteAsTemplate "index.txt" . }}{{ .Content }}{{ end }}`)
		if err != nil {
			t.Fatal(err)
		}
		outputs = append(outputs, out)
	}
	made := 0
	p.run.memo.Range(func(k, _ any) bool {
		if k, ok := k.(partialKey); ok && strings.HasPrefix(string(k), "assets/index.txt") {
			made++
		}
		return true
	})
	if made != 1 || outputs[0] != outputs[1] || !strings.Contains(outputs[0], "mark") {
		t.Errorf("kept %d times, outputs %q", made, outputs)
	}
}
