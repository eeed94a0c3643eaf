package inspect

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/ledgerfile"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/emit"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/finished/check"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/render"
)

// Explained is the explanation of one page, or of content that is not a page of this build.
type Explained struct {
	File     string // content file, relative to the project; "" for a page without one
	Kind     string // "page", "section", …
	Language string
	// NotBuilt is the reason why the content has no page: "draft", "future", "expired", "version", "role". The fields
	// after Line are empty then.
	NotBuilt string
	Line     int // line of File that says so (rule L9); 0 if none does
	emit.Explanation
	Sitemaps  []string // files of the output that list it
	Templates []Template
}

// Template is the template of one output of a page, and how it was chosen.
type Template struct {
	Output string // file in the output folder
	render.TemplateChoice
}

// Explain explains what machines see of the pages that an argument names, and why. The argument is a URL, a path of the
// site, a content file, or an output file. Explain renders everything.
func Explain(ctx context.Context, o project.Options, what string) ([]Explained, error) {
	s, err := pipeline.Run(ctx, o, pipeline.Sealed)
	defer s.Discard()
	if err != nil {
		return nil, err
	}
	out := named(ctx, s, what)
	if len(out) == 0 {
		if err := removed(s, what); err != nil {
			return nil, err
		}
		return nil, s.Pages.Site.Unknown(what)
	}
	files, found, err := sitemapTexts(ctx, s)
	if err != nil {
		return nil, err
	}
	names := slices.Sorted(maps.Keys(files))
	for i := range out {
		if out[i].URL != "" {
			out[i].Sitemaps = check.SitemapsWith(out[i].URL, names, func(name string) string { return files[name] })
			out[i].correct(found)
		}
		for j := range out[i].Emitters {
			a := &out[i].Emitters[j]
			a.Line = keyLine(&s.Project, a.File, a.Line, a.Key)
		}
		d := &out[i].LastMod
		d.Line = keyLine(&s.Project, d.File, d.Line, d.From)
	}
	return out, nil
}

// named explains the pages and files that an argument names. The path of a file may also begin with the output folder,
// as in the findings of a check, or with the folder from which it is copied.
func named(ctx context.Context, s *pipeline.State, what string) []Explained {
	out := explained(ctx, s, what)
	name := path.Clean(strings.ReplaceAll(what, `\`, "/"))
	for _, dir := range slices.Concat([]string{s.Config.PublishDir, s.Config.ContentDir}, s.Config.StaticDirs) {
		if file, ok := strings.CutPrefix(name, dir+"/"); ok && len(out) == 0 {
			out = explained(ctx, s, file)
		}
	}
	return out
}

// removed returns an error about a URL or path where the ledger knows a page that was removed; nil if it knows none.
func removed(s *pipeline.State, what string) error {
	known, _ := ledgerfile.Read(&s.Project, ledgerfile.ReadOptions{Keeps: ledgerfile.Keeps(&s.Project, s.Pages.Listing)})
	name := what
	for _, e := range s.Pages.Site.Editions {
		for _, base := range []string{e.Base.At("/").Abs(), e.Base.At("/").Rel()} {
			name = strings.TrimPrefix(name, base)
		}
	}
	name = "/" + strings.Trim(name, "/")
	for _, url := range []string{name, name + "/"} {
		if e, ok := known.Ledger.Find(url); ok && !e.Gone.IsZero() {
			return &diag.Diagnostic{
				Rule: "L11", File: s.Rel(s.LedgerFile()),
				Message: fmt.Sprintf("%s was removed: the build of %s did not list it", what, e.Gone.UTC().Format(time.DateOnly)),
				Hint:    "if it moved, add the old URL to the front matter of the new page, as in aliases: [/old/]",
			}
		}
	}
	return nil
}

// explained finds the named pages, and the named content without a page, in a build that ran up to its emissions.
func explained(ctx context.Context, s *pipeline.State, what string) []Explained {
	var out []Explained
	o := emission.ExplainOptions{
		Options: s.Emitter().Options(), RobotsFile: s.Copied.RobotsFrom,
		Rendered: func(p *site.Page, rule string) (string, int) { return saidInPage(ctx, s, p, rule) },
	}
	for _, p := range s.Pages.Site.Pages {
		if !p.IsNamed(what) || p.Kind == site.Search && (len(p.Targets) == 0 || !s.Pages.Run.Searches(p.Edition)) {
			continue
		}
		x := Explained{
			Kind: string(p.Kind), Language: p.Edition.Language.Key,
			Explanation: emit.Explain(s.Pages.Listing, p, o),
		}
		if p.Doc != nil {
			x.File = p.Doc.File
		}
		for _, t := range p.Targets {
			x.Templates = append(x.Templates, Template{t.File, s.Pages.Run.ChooseTemplate(p, t)})
		}
		out = append(out, x)
	}
	for _, l := range s.Pages.Site.Left {
		if file := l.Doc.File; site.SameFile(what, file) || l.Doc.Logical == strings.TrimSuffix(what, "/") {
			out = append(out, Explained{File: file, Language: l.Doc.Lang, NotBuilt: l.Reason, Line: l.Line()})
		}
	}
	for _, f := range s.Pages.Listing.FilesNamed(what) {
		out = append(out, Explained{
			Kind: "file", File: f.From, Language: f.Edition.Language.Key,
			Explanation: emit.ExplainFile(s.Pages.Listing, f),
		})
	}
	return out
}

// sitemapTexts writes the sitemaps into memory.
func sitemapTexts(ctx context.Context, s *pipeline.State) (map[string]string, diag.List, error) {
	files := map[string]string{}
	var found diag.List
	for _, e := range emit.Emissions(s.Pages.Listing, s.Emitter().Options()) {
		if path.Base(e.Name) != "sitemap" {
			continue
		}
		r, err := e.Run(emission.Inputs{Text: s.Emitter().Text(ctx)}, func(file, _ string) (io.WriteCloser, error) {
			return &memoryFile{name: file, keep: func(name, text string) { files[name] = text }}, nil
		})
		if err != nil {
			return nil, nil, err
		}
		found = append(found, r.Found...)
	}
	return files, found, nil
}

// memoryFile is a file in memory that passes its text to keep when it is closed.
type memoryFile struct {
	bytes.Buffer
	name string
	keep func(name, text string)
}

// Close keeps the text, decompressed.
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
