package render

import (
	"html/template"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/view"
)

// after is the project in a build that reuses bodies of an earlier one; old and table are empty in the first.
func after(t *testing.T, files map[string]string, table *trace.Table, old map[string]*Body) *project {
	t.Helper()
	_, run, problems := newRun(t, files)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	run.o.Round = table.Begin(trace.Revisions{})
	run.o.Recall = func(name string) *Body { return old[name] }
	return &project{t, run, run.Worker()}
}

// TestRecall: a body of an earlier build is reused while its questions have the same answers. Reused or not, it equals
// that of a clean build.
func TestRecall(t *testing.T) {
	base := vault("[[twin]] [[nope]]\n\n![[near]]\n\n{{< all >}}\n")
	base["layouts/_shortcodes/all.html"] = `{{ T "hello" }} {{ site.Data.x.y }} {{ with site.GetPage "/b" }}{{ .Title }} {{ .Summary }}{{ end }}`
	base["i18n/en.yaml"], base["data/x.yaml"] = "hello: Hello\n", "y: 1\n"
	base["content/b/index.md"] = "---\ntitle: Bundle\n---\nFirst.\n\n<!--more-->\n\nSecond.\n"
	for _, c := range []struct {
		name, file, text string // "" removes the file
		recalled         bool
	}{
		{"nothing", "content/_index.md", base["content/_index.md"], true},
		{"its text", "content/garden/note.md", "Other.\n", false},
		{"its title", "content/garden/note.md", "---\ntitle: New\n---\n[[twin]] [[nope]]\n\n![[near]]\n\n{{< all >}}\n", false},
		{"the text of a page that it links to", "content/z/twin.md", "---\ntitle: Upper twin\n---\nText.\n", true},
		{"a link leads elsewhere", "content/garden/twin.md", "---\ntitle: Nearest\n---\n", false},
		{"a link leads somewhere", "content/x/nope.md", "---\ntitle: New\n---\n", false},
		{"a link leads nowhere", "content/z/twin.md", "", false},
		{"the text of a note that it shows", "content/garden/Near.md", "---\ntitle: Near\n---\nNew.\n", false},
		{"that note shows the page", "content/garden/Near.md", "---\ntitle: Near\n---\n![[note]]\n", false},
		{"the text behind a summary that it shows", "content/b/index.md", "---\ntitle: Bundle\n---\nFirst.\n\n<!--more-->\n\nOther.\n", true},
		{"that summary", "content/b/index.md", "---\ntitle: Bundle\n---\nNew.\n\n<!--more-->\n\nSecond.\n", false},
		{"its shortcode", "layouts/_shortcodes/all.html", "new", false},
		{"another shortcode", "layouts/_shortcodes/none.html", "new", false},
		{"a string", "i18n/en.yaml", "hello: Hi\n", false},
		{"data", "data/x.yaml", "y: 2\n", false},
		{"a page that it does not name", "content/far/new.md", "---\ntitle: New\n---\n", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			table, old := &trace.Table{}, map[string]*Body{}
			p := after(t, base, table, nil)
			p.body(p.page("/garden/note"))
			p.run.Bodies(func(name string, b *Body) { old[name] = b })
			p.run.o.Round.Commit()

			files := maps.Clone(base)
			if files[c.file] = c.text; c.text == "" {
				delete(files, c.file)
			}
			p = after(t, files, table, old)
			b, got := p.body(p.page("/garden/note"))
			if recalled := b == old["en:/garden/note"]; recalled != c.recalled {
				t.Errorf("recalled: %v, want %v", recalled, c.recalled)
			}
			clean := newProject(t, files)
			want, html := clean.body(clean.page("/garden/note"))
			if diff := cmp.Diff(html, got) + cmp.Diff(messages(want), messages(b)); diff != "" || b.Hash() != want.Hash() {
				t.Errorf("(-clean +got)\n%s", diff)
			}
		})
	}
}

// TestNotRecalled: a body with a value in its store that belongs to one build is rendered again.
func TestNotRecalled(t *testing.T) {
	for store, recalled := range map[string]bool{
		`1`: true, `(slice "a" (dict "b" 1.5))`: true, `now`: true, `.Page`: false, `(dict "list" (slice .Page))`: false,
	} {
		files := vault("{{< s >}}\n")
		files["layouts/_shortcodes/s.html"] = `{{ .Page.Store.Set "x" ` + store + ` }}`
		table, old := &trace.Table{}, map[string]*Body{}
		for range 2 {
			p := after(t, files, table, old)
			b, _ := p.body(p.page("/garden/note"))
			if old["en:/garden/note"] != nil && (b == old["en:/garden/note"]) != recalled {
				t.Errorf("%s: recalled is %v, want %v", store, !recalled, recalled)
			}
			p.run.Bodies(func(name string, b *Body) { old[name] = b })
			p.run.o.Round.Commit()
		}
	}
}

// TestNamesOfBodies: a page has one body, plus one for each format for which shortcodes or hooks have templates.
func TestNamesOfBodies(t *testing.T) {
	files := vault("{{< s >}}\n")
	files["sitegen.toml"] += "[outputs]\npage = [\"html\", \"json\"]\n"
	files["layouts/_shortcodes/s.html"], files["layouts/_shortcodes/s.json"] = "h", "j"
	p := newProject(t, files)
	page := view.Model(p.page("/garden/note"))
	want := map[string]template.HTML{"en:/garden/note\x00json": "j\n", "en:/garden/note": "h\n"}
	for _, target := range page.Targets {
		if _, err := p.w.body(p.w.newCall(t.Context(), p.page("/garden/note"), target), p.page("/garden/note")); err != nil {
			t.Fatal(err)
		}
	}
	got := map[string]template.HTML{}
	p.run.Bodies(func(name string, b *Body) { got[name], _ = p.w.HTML(b) })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
