package view

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
)

// again answers a question, as a build does that checks whether a rendering is still valid.
func (p *project) again(q trace.Question) (uint64, bool) {
	p.t.Helper()
	if answer, there, known := p.views.Direct(q); known {
		return answer, there
	}
	c := p.views.NewCall(context.Background(), p.exec, &trace.Recorder{}, nil, site.Target{})
	c.Renderer = &plainRenderer{p, &c}
	end := p.exec.Run(&c)
	defer end()
	p.views.Ask(&c, q)
	return c.Recorder.Answer(q)
}

// answeredAnew returns the names of the questions whose answers differ between two projects, in order.
func answeredAnew(before, after *project, questions map[string]trace.Question) string {
	before.t.Helper()
	var changed []string
	for _, name := range sortedKeys(questions) {
		was, there := before.again(questions[name])
		is, still := after.again(questions[name])
		if !there {
			before.t.Fatalf("%s has no answer", name)
		}
		if was != is || there != still {
			changed = append(changed, name)
		}
	}
	return strings.Join(changed, ", ")
}

// rendered are the kinds of questions about bodies and templates, which views do not answer.
var rendered = map[trace.Kind]bool{
	trace.Template: true, trace.PageText: true, trace.PageBody: true, trace.PageSummary: true, trace.Lookup: true,
}

// TestAskedAgain: every question of a member of the views gets the same answer when it is asked again, and when the
// same project is assembled again.
func TestAskedAgain(t *testing.T) {
	files := blog()
	files["assets/pic.png"] = picturePNG(t)
	p, other := newProject(t, files), newProject(t, files)
	kinds := make(map[trace.Kind]int)
	for _, c := range memberQuestions() {
		for _, row := range c.rows {
			page := p.page(c.page)
			call := p.call(page)
			call.execute(`{{ $v := `+c.base+` }}{{ $entry := index site.Menus.main 0 }}{{ $x := $v.`+row[0]+` }}`, page) // an error asks, too
			for _, s := range call.Recorder.Record().Steps {
				if rendered[s.Kind] {
					continue
				}
				kinds[s.Kind]++
				answer, ok := p.again(s.Question)
				if !ok || answer != s.Answer {
					t.Errorf("%v.%s asks %s %q: it is %x, asked again %x, %v", c.of, row[0], kindName(s.Kind), s.Key, s.Answer, answer, ok)
				}
				if s.Key == "folder" || strings.HasPrefix(s.Key, "time\x00") { // the two are in different folders and have different ages
					continue
				}
				if anew, ok := other.again(s.Question); !ok || anew != s.Answer {
					t.Errorf("%v.%s asks %s %q: it is %x, of the project assembled anew %x, %v", c.of, row[0], kindName(s.Kind), s.Key, s.Answer, anew, ok)
				}
			}
		}
	}
	for _, k := range []trace.Kind{
		trace.PageCard, trace.PageParams, trace.List, trace.ListCard, trace.ListParams, trace.Neighbour, trace.Resources, trace.Menu,
		trace.Resolve, trace.Git, trace.Config, trace.Data, trace.File, trace.Glob, trace.Projection, trace.Source, trace.Related,
	} {
		if kinds[k] == 0 {
			t.Errorf("nothing asked %s", kindName(k))
		}
	}
}

// TestAnswersChange: a change of the project changes the answers to the questions that it affects, and no others.
func TestAnswersChange(t *testing.T) {
	const one, two = "content/posts/one.md", "content/posts/two.md"
	q := func(kind trace.Kind, key string) trace.Question { return trace.Question{Kind: kind, Key: key} }
	questions := map[string]trace.Question{
		"card": q(trace.PageCard, "en:/posts/one"), "params": q(trace.PageParams, "en:/posts/one"), "source": q(trace.Source, one),
		"other card": q(trace.PageCard, "en:/posts/two"), "list": q(trace.List, "en#RegularPages"), "cards": q(trace.ListCard, "en#RegularPages"),
		"all params": q(trace.ListParams, "en#RegularPages"), "next": q(trace.Neighbour, "en:/posts/one#Next"), "terms": q(trace.List, "en:/posts/one#Terms/tags"),
		"files": q(trace.Resources, "en:/posts/b"), "menu": q(trace.Menu, "en"), "config": q(trace.Config, ""), "asset": q(trace.File, "resource\x00assets/css/main.css"),
		"assets": q(trace.Glob, "asset\x00/css/main.css"), "found": q(trace.Resolve, "page\x00en\x00en:/posts/one\x00two"),
		"polish": q(trace.List, "pl#RegularPages"), "translations": q(trace.List, "en:/posts/one#Translations"), "related": q(trace.Related, "en#RegularPages\x00en:/posts/one"),
	}
	for _, c := range []struct {
		name   string
		change func(files map[string]string)
		want   string // the questions whose answers change, sorted
	}{
		{"nothing", func(map[string]string) {}, ""},
		{"text", func(f map[string]string) { f[one] += "More.\n" }, "source"},
		{"title", func(f map[string]string) { f[one] = strings.Replace(f[one], "title: One", "title: Uno", 1) }, "all params, card, cards, menu, params, source"},
		{"parameter", func(f map[string]string) { f[one] = strings.Replace(f[one], "color: red", "color: green", 1) }, "all params, params, source"},
		{"weight", func(f map[string]string) { f[one] = strings.Replace(f[one], "weight: 2", "weight: 7", 1) }, "all params, card, cards, menu, params, source"},
		{"order", func(f map[string]string) { f[two] = strings.Replace(f[two], "weight: 1", "weight: 9", 1) }, "all params, cards, list, next, other card"},
		{"tag", func(f map[string]string) { f[one] = strings.Replace(f[one], "tags: [b, a]", "tags: [b]", 1) }, "all params, params, source, terms"},
		{"new page", func(f map[string]string) { f["content/posts/new.md"] = "---\ntitle: New\n---\n" }, "all params, cards, list"},
		{"page gone", func(f map[string]string) { delete(f, two) }, "all params, cards, found, list, menu, next, other card, related"},
		{"translation gone", func(f map[string]string) { delete(f, "content/posts/one.pl.md") }, "polish, translations"},
		{"file of a bundle", func(f map[string]string) { f["content/posts/b/more.txt"] = "x" }, "files"},
		{"file of a bundle changes", func(f map[string]string) { f["content/posts/b/notes.txt"] = "other\n" }, ""},
		{"menu", func(f map[string]string) {
			f["hugo.toml"] = strings.Replace(f["hugo.toml"], `name = "Zed"`, `name = "Zet"`, 1)
		}, "config, menu"},
		{"parameter of the site", func(f map[string]string) {
			f["hugo.toml"] = strings.Replace(f["hugo.toml"], `Main = "red"`, `Main = "blue"`, 1)
		}, "config"},
		{"asset", func(f map[string]string) { f["assets/css/main.css"] = "b {}\n" }, "asset"},
		{"asset gone", func(f map[string]string) { delete(f, "assets/css/main.css") }, "asset, assets"},
		{"other asset", func(f map[string]string) { f["assets/css/other.css"] = "" }, ""},
	} {
		files := blog()
		before := newProject(t, files)
		c.change(files)
		after := newProject(t, files)
		if got := answeredAnew(before, after, questions); got != c.want {
			t.Errorf("%s changes %s; want %s", c.name, got, c.want)
		}
	}
}

// TestImageAnchors checks which part of an image is kept, by its color: red is left, blue is right.
func TestImageAnchors(t *testing.T) {
	p := newProject(t, withPictures(t, library()))
	const red, blue, both = "#ff0000 ", "#0000ff ", "#0000ff #ff0000 "
	for _, c := range []struct{ spec, want string }{
		{"4x4 Left", red},
		{"4x4 TopLeft", red},
		{"4x4 BottomLeft", red},
		{"4x4 Right", blue},
		{"4x4 TopRight", blue},
		{"4x4 BottomRight", blue},
		{"4x4 Center", both},
		{"4x4 Top", both},
		{"4x4 Bottom", both},
		{"4x4 left", red},
		{"4x4 RIGHT", blue},
		{"8x12 Left", red},
		{"8x12 Right", blue},
		{"Left 4x4", red},
		{"4x4 Left r180", blue},
	} {
		for _, method := range []string{"Crop", "Process"} {
			spec := c.spec
			if method == "Process" {
				spec = "crop " + spec
			}
			src := fmt.Sprintf(`{{ range ((.Resources.Get "poster").%s %q).Colors }}{{ .ColorHex }} {{ end }}`, method, spec)
			if got, err := p.eval(p.page("/films/metropolis"), src); err != nil || got != c.want {
				t.Errorf("%s: %q, %v, want %q", src, got, err, c.want)
			}
		}
	}
}
