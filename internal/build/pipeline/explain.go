package pipeline

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/emitting"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/emit"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/finished/check"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/render"
)

// Explained is what Explain tells about one page, or about content that is not a page of this build.
type Explained struct {
	File     string // content file, relative to the project; "" for a page without one
	Kind     string // "page", "section", …
	Language string
	// NotBuilt says why the content has no page: "draft", "future", "expired"; the rest is empty then.
	NotBuilt string
	Line     int // of File, where that is said (rule L9); 0: it is not said there
	emit.Explanation
	Sitemaps  []string // files of the output that list it
	Templates []Template
}

// Template is how one output of a page came to its template.
type Template struct {
	Output string // file in the output folder
	render.Tried
}

// Explain tells what machines see of the pages that an argument names, and why: an address, a path of
// the site, a content file, or an output file. Everything is rendered, nothing is written.
func (b *Builder) Explain(ctx context.Context, what string) ([]Explained, Diagnostics, error) {
	r := &build{Project: project.Project{Options: b.o}}
	defer r.discard()
	if err := r.through(ctx, sealed); err != nil {
		return nil, r.res.Diagnostics, err
	}
	x := explainer{r}
	out := x.explain(ctx, what)
	if len(out) == 0 {
		return nil, r.res.Diagnostics, x.pages.Site.Unknown(what)
	}
	files, found, err := x.sitemapTexts(ctx)
	if err != nil {
		return nil, r.res.Diagnostics, err
	}
	names := slices.Sorted(maps.Keys(files))
	for i := range out {
		if out[i].URL != "" {
			out[i].Sitemaps = check.SitemapsWith(out[i].URL, names, func(name string) string { return files[name] })
			out[i].settle(found)
		}
		for j := range out[i].Emitters {
			a := &out[i].Emitters[j]
			a.Line = keyLine(&r.Project, a.File, a.Line, a.Key)
		}
		d := &out[i].LastMod
		d.Line = keyLine(&r.Project, d.File, d.Line, d.From)
	}
	return out, r.res.Diagnostics, nil
}

// explainer answers for the pages of a build that went up to its emissions.
type explainer struct{ *build }

// explain finds pages and left content.
func (b explainer) explain(ctx context.Context, what string) []Explained {
	var out []Explained
	o := emission.ExplainOptions{
		Options: emitting.Options(b.copied.Robots, b.pages.Run, b.pages.Out), RobotsFile: b.copied.RobotsFrom,
		Rendered: func(p *site.Page, rule string) (string, int) { return b.saidInPage(ctx, p, rule) },
	}
	for _, p := range b.pages.Site.Pages {
		if !p.IsNamed(what) || p.Kind == site.Search && (len(p.Targets) == 0 || !b.pages.Run.Searches(p.Edition)) {
			continue
		}
		x := Explained{
			Kind: string(p.Kind), Language: p.Edition.Language.Key,
			Explanation: emit.Explain(b.pages.Listing, p, o),
		}
		if p.Doc != nil {
			x.File = p.Doc.File
		}
		for _, t := range p.Targets {
			x.Templates = append(x.Templates, Template{t.File, b.pages.Run.Tried(p, t)})
		}
		out = append(out, x)
	}
	for _, l := range b.pages.Site.Left {
		if file := l.Doc.File; site.SameFile(what, file) || l.Doc.Logical == strings.TrimSuffix(what, "/") {
			out = append(out, Explained{File: file, Language: l.Doc.Lang, NotBuilt: l.Reason, Line: l.Line()})
		}
	}
	return out
}

// sitemapTexts writes the sitemaps into memory.
func (b explainer) sitemapTexts(ctx context.Context) (map[string]string, diag.List, error) {
	files := map[string]string{}
	var found diag.List
	for _, e := range emit.Emissions(b.pages.Listing, emitting.Options(b.copied.Robots, b.pages.Run, b.pages.Out)) {
		if path.Base(e.Name) != "sitemap" {
			continue
		}
		r, err := e.Run(emission.Inputs{Text: b.emitter().Text(ctx)}, func(file, _ string) (io.WriteCloser, error) {
			return &memoryFile{name: file, keep: func(name, text string) { files[name] = text }}, nil
		})
		if err != nil {
			return nil, nil, err
		}
		found = append(found, r.Found...)
	}
	return files, found, nil
}

// memoryFile is a file in memory.
type memoryFile struct {
	bytes.Buffer
	name string
	keep func(name, text string)
}

// Close keeps the text, unpacked.
func (k *memoryFile) Close() error {
	text := k.Bytes()
	if strings.HasSuffix(k.name, ".gz") {
		r, err := gzip.NewReader(&k.Buffer)
		if err != nil {
			return err
		}
		if text, err = io.ReadAll(r); err != nil {
			return err
		}
	}
	k.keep(k.name, string(text))
	return nil
}
