package view

import (
	"context"
	"fmt"
	"html/template"
	"testing"
	"text/template/parse"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
	"github.com/sitegen/sitegen/internal/testing/testsite"
	"github.com/sitegen/sitegen/themes"
)

// project is a site with views for the templates of the tests. The Renderer is plainRenderer.
type project struct {
	t         *testing.T
	views     *Views
	exec      *tmpl.Executor
	parser    *tmpl.Parser
	converter *markdown.Converter
}

// newProject writes files into a folder and assembles them as a build does.
func newProject(t *testing.T, files map[string]string) *project {
	t.Helper()
	dir := t.TempDir()
	testsite.Write(t, dir, files)
	cfg, problems := config.Load(config.LoadOptions{Project: dir})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	tree, found, err := content.Load(context.Background(), cfg.Project, cfg.ContentOptions())
	if err != nil {
		t.Fatal(err)
	}
	if err := diag.FromAll(found).Err(); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	s, problems := site.Assemble(site.Input{Config: cfg, Tree: tree, Now: now})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	p := &project{t: t}
	if p.converter, err = markdown.New(cfg.Markup); err != nil {
		t.Fatal(err)
	}
	imaging, err := picture.NewDefaults(cfg.Imaging())
	if err != nil {
		t.Fatal(err)
	}
	folders := themes.Project{
		Dir: dir, ThemesDir: cfg.ThemesDir, Themes: cfg.Themes, Own: map[themes.Kind]string{themes.Assets: cfg.AssetDir},
	}
	assets, err := folders.Find(themes.Assets)
	if err != nil {
		t.Fatal(err)
	}
	p.views = New(Options{
		Site: s, Tree: tree, Listing: listing.Declare(s), Now: now, Assets: assets,
		Data: map[string]any{"people": map[string]any{"Ann": map[string]any{"born": 1970}}}, DataHash: 1,
		Images: picture.NewMaker(picture.MakerOptions{}), Imaging: imaging,
	}, nil)
	running := func() *Call { return p.exec.Scope().(*Call) }
	table := &tmpl.Functions{Namespaces: funcs.Namespaces(Env(running)), Alone: make(map[string]any), Aliases: funcs.Aliases()}
	AddFunctions(table, running)
	v := tmpl.NewVocabulary(table)
	p.parser, p.exec = tmpl.NewParser(v), tmpl.NewExecutor(noLibrary{}, Types(), v, table)
	return p
}

// noLibrary is for templates that do not call other files.
type noLibrary struct{}

func (noLibrary) Lookup(string) (*parse.Tree, *tmpl.File) { return nil, nil }
func (noLibrary) Source(string) string                    { return "" }

// plainRenderer is the Renderer of the tests: bodies are Markdown without shortcodes and hooks.
type plainRenderer struct {
	*project
	c *Call
}

func (r *plainRenderer) body(p *Page, kind trace.Kind) (*markdown.Output, error) {
	text, _, err := r.Source(p)
	if err != nil {
		return nil, err
	}
	out, err := r.converter.Convert(markdown.Input{Source: text})
	if err != nil {
		return nil, err
	}
	r.c.Recorder.Ask(kind, p.p.Key, trace.HashString(out.HTML))
	return out, nil
}

func (r *plainRenderer) Content(p *Page) (template.HTML, error) {
	out, err := r.body(p, trace.PageBody)
	if err != nil {
		return "", err
	}
	return template.HTML(out.HTML), nil
}

func (r *plainRenderer) Summary(p *Page) (template.HTML, error) {
	out, err := r.body(p, trace.PageSummary)
	if err != nil {
		return "", err
	}
	return template.HTML(markdown.SplitAuto(out.HTML, 3, false, 0).Summary), nil
}

func (r *plainRenderer) ContentWithoutSummary(p *Page) (template.HTML, error) {
	out, err := r.body(p, trace.PageBody)
	if err != nil {
		return "", err
	}
	return template.HTML(markdown.SplitAuto(out.HTML, 3, false, 0).Rest), nil
}

func (r *plainRenderer) SummaryType(*Page) (string, error) { return "auto", nil }

func (r *plainRenderer) Truncated(p *Page) (bool, error) {
	out, err := r.body(p, trace.PageSummary)
	if err != nil {
		return false, err
	}
	return markdown.SplitAuto(out.HTML, 3, false, 0).Truncated, nil
}

func (r *plainRenderer) Length(p *Page) (int, error) {
	html, err := r.Content(p)
	return len(html), err
}

func (r *plainRenderer) Facts(p *Page) (Facts, error) {
	out, err := r.body(p, trace.PageText)
	if err != nil {
		return Facts{}, err
	}
	f := markdown.TextFacts(out.HTML, false, 0)
	return Facts{
		WordCount: f.WordCount, FuzzyWordCount: markdown.FuzzyWordCount(f.WordCount, 0),
		ReadingTime: markdown.ReadingTime(f.WordCount, false, 0),
	}, nil
}

func (r *plainRenderer) Fragments(p *Page) (*markdown.Fragments, error) {
	out, err := r.body(p, trace.PageText)
	if err != nil {
		return nil, err
	}
	return out.TOC, nil
}

func (r *plainRenderer) TableOfContents(p *Page) (template.HTML, error) {
	f, err := r.Fragments(p)
	if err != nil {
		return "", err
	}
	return f.ToHTML(2, 3, false), nil
}

func (r *plainRenderer) Source(p *Page) (string, int, error) {
	if p.p.Doc == nil {
		return "", 1, nil
	}
	r.c.Recorder.Ask(trace.Source, p.p.Doc.File, p.p.Doc.Hash)
	b, line, err := r.views.o.Tree.Body(p.p.Doc, nil)
	return string(b), line, err
}

func (r *plainRenderer) RenderShortcodes(p *Page) (template.HTML, error) {
	text, _, err := r.Source(p)
	return template.HTML(text), err
}

func (r *plainRenderer) RenderString(_ *Page, args []any) (template.HTML, error) {
	out, err := r.converter.Convert(markdown.Input{Source: tmpl.Text(args[len(args)-1]), Inline: len(args) == 1})
	if err != nil {
		return "", err
	}
	return template.HTML(out.HTML), nil
}

func (r *plainRenderer) HasShortcode(_ *Page, name string) (bool, error) {
	return name == "figure", nil
}

func (r *plainRenderer) Translate(lang string, id any, _ []any) (string, error) {
	return fmt.Sprint(lang, " ", id), nil
}

func (r *plainRenderer) ContentView(p *Page, name string, _ any) (string, error) {
	return name + " of " + p.Title(), nil
}

func (r *plainRenderer) OwnSitemap(*site.Edition) (bool, error) { return false, nil }

func (r *plainRenderer) Execute(name, text string, dot any) (string, bool, error) {
	f := &tmpl.File{Name: name, Shown: name, Text: text, Plain: true, Made: true}
	if err := r.parser.Fork().Parse(f).Err(); err != nil {
		return "", false, err
	}
	u, err := r.exec.Template(f, nil)
	if err != nil {
		return "", false, err
	}
	out, _, _, err := r.exec.Execute(r.c, u, dot)
	return out, false, err
}

// call starts an execution for a page.
func (p *project) call(page *Page) *Call {
	var target site.Target
	if page != nil && len(page.p.Targets) > 0 {
		target = page.p.Targets[0]
	}
	c := p.views.NewCall(context.Background(), p.exec, &trace.Recorder{}, page, target)
	c.Renderer = &plainRenderer{p, &c}
	return &c
}

// execute executes a template in c with a page as its context.
func (c *Call) execute(src string, dot any) (string, error) {
	out, _, err := c.Renderer.Execute("test", src, dot)
	return out, err
}

// page returns a page of the first language by its path.
func (p *project) page(path string) *Page { return p.pageIn(0, path) }

func (p *project) pageIn(language int, path string) *Page {
	p.t.Helper()
	v := p.views.Page(p.views.site.Editions[language].PageAt(path))
	if v == nil {
		p.t.Fatalf("there is no page %s", path)
	}
	return v
}

// eval executes a template with a page as its context.
func (p *project) eval(page *Page, src string) (string, error) {
	return p.call(page).execute(src, page)
}

// check executes templates on a page and compares their output.
func (p *project) check(path string, cases [][2]string) {
	p.t.Helper()
	page := p.page(path)
	for _, c := range cases {
		got, err := p.eval(page, c[0])
		if err != nil {
			p.t.Errorf("%s: %v", c[0], err)
			continue
		}
		if got != c[1] {
			p.t.Errorf("%s\n got %q\nwant %q", c[0], got, c[1])
		}
	}
}

// asked executes a template for a page and returns its output and questions.
func (p *project) asked(page *Page, src string) (string, []string) {
	p.t.Helper()
	c := p.call(page)
	out, err := c.execute(src, page)
	if err != nil {
		p.t.Fatalf("%s: %v", src, err)
	}
	var steps []string
	for _, s := range c.Recorder.Record().Steps {
		steps = append(steps, kindName(s.Kind)+" "+s.Key)
	}
	return out, steps
}

func kindName(k trace.Kind) string {
	names := []string{
		"", "Template", "Lookup", "PageCard", "PageParams", "PageText", "PageBody", "List", "ListCard",
		"ListParams", "Neighbour", "Resources", "Menu", "Resolve", "Git", "Config", "Data",
		"I18n", "File", "Glob", "Now", "Projection", "Source", "Piece", "PageSummary", "Emission", "Output", "Modified", "Listed", "Related",
	}
	return names[k]
}
