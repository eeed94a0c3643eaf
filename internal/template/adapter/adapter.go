// Package adapter executes content adapters: templates named _content.gotmpl that make pages and resources from data.
// https://gohugo.io/content-management/content-adapters/
//
// It runs after the content is loaded and before the Site is assembled: an adapter makes the same Documents and
// Resources as files. An adapter sees the configuration, data, and strings of the site, but no pages, which are not
// known yet.
package adapter

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
)

// Worker executes templates for a Site without pages.
type Worker interface {
	// Text executes a text as a plain-text template. It returns a record of what the template read, and its messages.
	Text(ctx context.Context, e *site.Edition, name, text string, dot any) (asked trace.Record, messages diag.List,
		err error)
	// Answer answers a question again.
	Answer(ctx context.Context, q trace.Question) (uint64, error)
	// SiteOf returns the view of a language's site.
	SiteOf(e *site.Edition) *view.Site
}

// Options are the inputs of the adapters of a build.
type Options struct {
	Config *config.Config // required
	Tree   *content.Tree  // required; as loaded
	Now    time.Time      // the build clock
	Files  string         // absolute path of the folder for the content of resources; required
	Before *Result        // of the previous build, if its other inputs are unchanged; nil: none
	// Open returns a worker for a Site without pages, which is valid while Execute runs; required.
	Open func(*site.Site) (Worker, error)
}

// Result is the output of the adapters.
type Result struct {
	Tree  *content.Tree // with the documents and resources of the adapters
	Asked trace.Record  // inputs of the adapters
	Found diag.List

	adapters  []*content.Document
	pages     []content.MadePage
	resources []*content.MadeResource
}

// layout is a value of the front matter key `layout`, a key of the name of a document, and the partial that makes pages
// of it.
const layout = "openapi"

// Of returns the adapters of a tree: the files, then pages with `layout: openapi`. In a Hugo project, that is a layout of
// the theme, unless the theme is sitegen's.
func Of(c *config.Config, t *content.Tree) []*content.Document {
	adapters := slices.Clone(t.Adapters)
	if c.Hugo && c.EmbeddedTheme != "docs" {
		return adapters
	}
	for _, d := range t.Documents {
		if _, named := d.Value(layout).(string); named && d.Value("layout") == layout {
			adapters = append(adapters, d)
		}
	}
	return adapters
}

// text returns the template of an adapter; that of a page is on the line of the key.
func (x *execution) text(a *content.Document) (string, error) {
	if a.Form == content.Adapter {
		text, _, err := x.o.Tree.Body(a, nil)
		return string(text), err
	}
	return strings.Repeat("\n", max(0, a.Front.Line(layout)-1)) + fmt.Sprintf(`{{ partial "%s.html" (dict "adapter" . "document" %q) }}`, layout, a.Value(layout)), nil
}

// Execute executes the adapters of a tree: for all languages if they say so, otherwise for the language of their file.
// Mistakes are in the result.
func Execute(ctx context.Context, o Options) (*Result, error) {
	bare, found := site.Assemble(site.Input{Config: o.Config, Tree: &content.Tree{Roots: o.Tree.Roots}, Now: o.Now})
	if bare == nil {
		return &Result{Tree: o.Tree, Found: found.Errors()}, nil
	}
	worker, err := o.Open(bare)
	if err != nil {
		return nil, err
	}
	x := &execution{o: o, worker: worker, site: bare}
	r := &Result{adapters: Of(o.Config, o.Tree)}
	if o.Before.upToDate(ctx, x) {
		r.pages, r.resources, r.Asked, r.Found = o.Before.pages, o.Before.resources, o.Before.Asked, o.Before.Found
	} else {
		for _, a := range r.adapters {
			if err := x.adapter(ctx, a); err != nil {
				return nil, err
			}
		}
		r.pages, r.resources, r.Asked, r.Found = x.pages, x.resources, x.asked.Record(), x.found
	}
	tree, problems := o.Tree.With(o.Config.ContentOptions(), r.pages, r.resources)
	r.Tree = tree
	r.Found = slices.Concat(r.Found, diag.FromAll(problems))
	return r, nil
}

// upToDate reports whether the adapters would make the same again.
func (r *Result) upToDate(ctx context.Context, x *execution) bool {
	if r == nil || len(r.Found) > 0 || !slices.EqualFunc(r.adapters, Of(x.o.Config, x.o.Tree), sameAdapter) {
		return false
	}
	for _, s := range r.Asked.Steps {
		if s.Kind == trace.Template || s.Kind == trace.Lookup || s.Kind == trace.Data || s.Kind == trace.I18n {
			continue // from the theme
		}
		if answer, err := x.worker.Answer(ctx, s.Question); err != nil || answer != s.Answer {
			return false
		}
	}
	return true
}

func sameAdapter(a, b *content.Document) bool {
	return a.File == b.File && a.Path == b.Path && a.Lang == b.Lang && a.Hash == b.Hash
}

// execution is the state of executing all adapters.
type execution struct {
	o      Options
	worker Worker
	site   *site.Site

	pages     []content.MadePage
	resources []*content.MadeResource
	asked     trace.Recorder
	found     diag.List
}

// adapter executes one adapter.
func (x *execution) adapter(ctx context.Context, a *content.Document) error {
	if a.Form != content.Adapter && a.Form != content.Branch {
		x.found = append(x.found, &diag.Diagnostic{
			Rule: "front-matter", Severity: diag.Error, File: a.File, Line: a.Front.Line("layout"),
			Message: "layout: openapi makes pages below the page, which must be a section",
			Hint:    "move the file to " + path.Join(path.Dir(a.File), a.Base, "_index.md"),
		})
		return nil
	}
	text, err := x.text(a)
	if err != nil {
		return err
	}
	own := slices.IndexFunc(x.site.Editions, func(e *site.Edition) bool { return e.Language.Lower == a.Lang })
	if own < 0 {
		return nil // its language is disabled
	}
	store := tmpl.NewStore()
	dot := &Context{x: x, adapter: a, edition: x.site.Editions[own], store: store}
	if !x.language(ctx, dot, text) || !dot.all {
		return nil
	}
	for i, e := range x.site.Editions {
		if i != own && !x.language(ctx, &Context{x: x, adapter: a, edition: e, store: store}, text) {
			break
		}
	}
	return nil
}

// language executes an adapter for one language, and reports whether that succeeded.
func (x *execution) language(ctx context.Context, dot *Context, text string) bool {
	asked, messages, err := x.worker.Text(ctx, dot.edition, dot.adapter.File, text, dot)
	for _, m := range messages {
		// A message of a partial has its place there; the adapter names the partial, and what it is about.
		if before, _, called := strings.Cut(text, strconv.Quote(path.Base(m.File))); called && m.Callers == "" {
			m.Callers = fmt.Sprintf("%s:%d", dot.adapter.File, 1+strings.Count(before, "\n"))
		}
	}
	x.found = append(x.found, messages...)
	for _, s := range asked.Steps {
		switch s.Kind {
		case trace.Template, trace.Lookup, trace.Config, trace.Data, trace.I18n, trace.File, trace.Glob, trace.Now,
			trace.Piece:
			// Other questions may have other answers when the pages are known.
			x.asked.Ask(s.Kind, s.Key, s.Answer)
		}
	}
	if err != nil {
		x.found = append(x.found, diag.From(err)...)
	}
	return err == nil && messages.Err() == nil
}
