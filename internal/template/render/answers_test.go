package render

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/trace"
)

// resolved lists the questions of a record about links, with NULs shown as spaces.
func resolved(rec trace.Record) (out []string) {
	for _, s := range rec.Steps {
		if s.Kind == trace.Resolve {
			out = append(out, strings.ReplaceAll(s.Key, "\x00", " "))
		}
	}
	return out
}

// TestQuestionsOfWikiLinks: the questions of a body for its links and embeds, each asked once.
func TestQuestionsOfWikiLinks(t *testing.T) {
	for _, c := range []struct {
		note string
		want []string
	}{
		{"[[near]] [[near|again]] [[#here]]", []string{"wiki en en:/garden/note near", "link en en:/garden/note /garden/near"}},
		{"[[Near.md#A part]] [[nope]] [[song.mp3]]", []string{"wiki en en:/garden/note Near.md", "link en en:/garden/note /garden/near", "wiki en en:/garden/note nope", "wiki en en:/garden/note song.mp3"}},
		{"![[near]]", []string{"wiki en en:/garden/note near", "embed en:/garden/note en:/garden/near"}},
		{"![[note]]", []string{"wiki en en:/garden/note note", "embed en:/garden/note en:/garden/note", "link en en:/garden/note /garden/note"}},
		{"see ![[near]]", []string{"wiki en en:/garden/note near", "embed en:/garden/note en:/garden/near"}},
	} {
		p := newProject(t, vault(c.note+"\n"))
		b, _ := p.body(p.page("/garden/note"))
		if diff := cmp.Diff(c.want, resolved(b.asked.Record())); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.note, diff)
		}
	}
}

// TestAskedAgain: every question of a body gets the same answer from another worker of the same build.
func TestAskedAgain(t *testing.T) {
	files := vault("[[twin]] [[wide.svg]] [[nope]]\n\n![[near]]\n\n![[p]] {{< all >}}\n")
	files["content/garden/p.md"] = "![[note]]\n"
	files["layouts/_shortcodes/all.html"] = `{{ with site.GetPage "/garden/near" }}{{ .Content }}{{ .Summary }}{{ .WordCount }}{{ .Params.x }}{{ range site.Backlinks . }}{{ .Title }}{{ end }}{{ end }}` +
		`{{ partialCached "year.html" 1 }}{{ partialCached "titles.html" (site.GetPage "/garden") }}{{ templates.Exists "_partials/none.html" }}{{ T "hello" }}{{ site.Data.x }}{{ range site.RegularPages }}{{ .Title }}{{ end }}`
	files["layouts/_partials/year.html"] = `{{ now.Year }}`
	files["layouts/_partials/titles.html"] = `{{ $s := . }}{{ range $s.RegularPages }}{{ .Title }}{{ end }}`
	p := newProject(t, files)
	b, _ := p.body(p.page("/garden/note"))
	other, kinds := p.run.Worker(), map[trace.Kind]bool{}
	for _, s := range b.asked.Record().Steps {
		kinds[s.Kind] = true
		if got, err := other.Answer(t.Context(), s.Question); err != nil || got != s.Answer {
			t.Errorf("kind %d %q was answered %x, and asked again %x, %v", s.Kind, s.Key, s.Answer, got, err)
		}
	}
	for _, k := range []trace.Kind{trace.PageBody, trace.PageSummary, trace.PageText, trace.Resolve, trace.Template, trace.Piece, trace.I18n, trace.Data, trace.List} {
		if !kinds[k] {
			t.Errorf("nothing of kind %d was asked: the test says nothing of it", k)
		}
	}
}

// TestAskedInVain: a question about something that was removed gets an answer that no record has.
func TestAskedInVain(t *testing.T) {
	p := newProject(t, vault("\n"))
	for _, q := range []trace.Question{
		{Kind: trace.PageBody, Key: "en:/gone"},
		{Kind: trace.PageSummary, Key: "en:/gone\x00json"},
		{Kind: trace.PageText, Key: ""},
		{Kind: trace.PageCard, Key: "en:/gone"},
		{Kind: trace.Template, Key: "layouts/gone.html"},
		{Kind: trace.Resolve, Key: "wiki"},
		{Kind: trace.Resolve, Key: "wiki\x00en\x00en:/gone\x00near"},
		{Kind: trace.Resolve, Key: "backlinks\x00en:/gone"},
		{Kind: trace.Resolve, Key: "embed\x00en:/garden/note"},
		{Kind: trace.Resolve, Key: "embed\x00en:/garden/note\x00en:/gone"},
		{Kind: trace.Piece, Key: "gone.html\x00en\x00html\x00null"},
	} {
		if got, err := p.w.Answer(t.Context(), q); err != nil || got != unanswered {
			t.Errorf("kind %d %q is answered %x, %v", q.Kind, q.Key, got, err)
		}
	}
}
