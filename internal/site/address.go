package site

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/config"
)

// address computes the outputs and the permalink of every page: https://gohugo.io/content-management/urls/
func (e *edition) address() {
	// A page may ask for something invalid. Errors are in the order of the pages.
	e.slugged = !e.config.Release.Before(167) && slices.ContainsFunc(e.all,
		func(p *Page) bool { return p.IsNode() && p.Kind != Home && p.Slug != "" })
	usual, keeps := make([]*Page, 0, len(e.all)), e.keepsAddresses()
	for _, p := range e.all {
		if keeps && p.addressAs(e.a.predecessor(p)) {
			continue
		}
		if _, own := p.Params["outputs"]; own || e.urls[p] != "" {
			e.addressIn(p, e.formatsOf(p))
		} else {
			usual = append(usual, p)
		}
	}
	const chunk = 512
	_, _ = par.Map(context.Background(), 0, slices.Collect(slices.Chunk(usual, chunk)),
		func(_ context.Context, pages []*Page) (struct{}, error) {
			for _, p := range pages {
				e.addressIn(p, e.formats[p.Kind])
			}
			return struct{}{}, nil
		})
	if f := e.Language.OutputFormats["404"]; f != nil {
		e.addressIn(e.NotFound, []*config.OutputFormat{f})
	}
	if f := e.Language.OutputFormats["html"]; f != nil {
		for _, p := range e.optional() {
			e.addressIn(p, []*config.OutputFormat{f})
		}
	}
}

// formatsOf returns the output formats of a page: those of its front matter, else those of its kind.
func (e *edition) formatsOf(p *Page) []*config.OutputFormat {
	v, there := p.Params["outputs"]
	if !there {
		return e.formats[p.Kind]
	}
	own, done := e.own[p]
	if !done {
		own = e.outputs(p, fields(v))
		e.own[p] = own
	}
	if len(own) > 0 {
		return own
	}
	return e.formats[p.Kind]
}

// outputs returns the formats in a page's front matter.
func (e *edition) outputs(p *Page, names []string) []*config.OutputFormat {
	var out []*config.OutputFormat
	for _, name := range names {
		f := e.Language.OutputFormats[strings.ToLower(name)]
		if f == nil {
			x := e.a.problem(diag.Error, p.Doc, "outputs", "unknown output format %q", name)
			x.Hint = diag.DidYouMean(name, slices.Sorted(maps.Keys(e.Language.OutputFormats)), "")
			continue
		}
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// addressIn computes the URLs of a page in its formats. A page that is not rendered may still have a URL.
func (e *edition) addressIn(p *Page, formats []*config.OutputFormat) {
	if len(formats) == 0 {
		return
	}
	l := e.fill(p, e.urls[p])
	l.formats = formats
	if p.IsNode() {
		kept := l
		p.lists().output = &kept
	}
	if !p.Link {
		return
	}
	if !p.Render {
		formats = formats[:1]
	}
	targets := make([]Target, len(formats))
	for i, f := range formats {
		s := l.in(p.Kind, f, "")
		targets[i] = Target{Format: f, File: s.file, URL: URL{base: e.Base.withProtocol(f.Protocol), path: s.link}}
	}
	p.URL = targets[0].URL
	if len(e.a.Config.Segments) > 0 && p.Render {
		written := slices.DeleteFunc(slices.Clone(targets), func(t Target) bool {
			return !e.a.Config.InSegments(string(p.Kind), p.Path, e.Language.Lower, t.Format.Name)
		})
		if p.Render = len(written) > 0; p.Render {
			targets = written
		} else {
			targets = targets[:1]
		}
	}
	if p.Render {
		p.Targets = targets
	} else {
		p.extras().linked = targets
	}
}

// fill computes the output path of a page; url is its front matter `url`.
func (e *edition) fill(p *Page, url string) outputPath {
	out := outputPath{
		rules: e.rules, url: url,
		ugly:   e.Language.UglyURLs != nil && e.Language.UglyURLs(p.SectionPath),
		bundle: p.Doc == nil || p.Doc.Form != content.Single,
	}
	path := e.spelled(p)
	switch {
	case p.Kind == Home:
	case p.Kind == Regular:
		cut := strings.LastIndexByte(path, '/')
		out.dir, out.base = path[:cut], path[cut+1:]
		if e.slugged && p.Current != nil && !e.fixedFolders() {
			out.dir = e.listFolder(p.Current) + strings.TrimPrefix(out.dir, e.listPath(p.Current))
		}
		out.base = cmp.Or(p.Slug, out.base)
	case p.Kind == NotFound:
		out.base = "404"
	case e.slugged:
		out.dir = e.listFolder(p)
	default:
		out.dir = path
	}
	if strings.Contains(url, ":") {
		t, err := parsePattern(url)
		if err != nil {
			e.a.problem(diag.Error, p.Doc, "url", "url: %v", err).Hint = hint(err)
		} else if full := t.expand(p, e.rules.Settings); full != "" {
			out.url = full
		}
	}
	if p.Doc != nil && e.fallbacks[p.Doc] { // the path from the root is that of the original document
		out.url = strings.TrimLeft(out.url, "/")
	}
	if t := e.links.find(p); t != nil {
		if full := t.expand(p, e.rules.Settings); full != "" {
			out.expanded = cleanPath(full)
		}
	}
	return out
}

// spelled returns the path of a page in the spelling of its URL.
func (e *edition) spelled(p *Page) string {
	if e.rules.KeepCase {
		return e.diskPath(p)
	}
	return p.Path
}

// listPath is spelled for a list, and "" for the home page.
func (e *edition) listPath(p *Page) string {
	if p == nil || p.Kind == Home {
		return ""
	}
	return e.spelled(p)
}

// listFolder returns the output folder of a list: a slug, of the list or of one above it, replaces the name of its
// folder.
func (e *edition) listFolder(p *Page) string {
	if p == nil || p.Kind == Home {
		return ""
	}
	above, rel := "", e.listPath(p)
	if !e.fixedFolders() {
		above, rel = e.listFolder(p.Parent), strings.TrimPrefix(rel, e.listPath(p.Parent))
	}
	if p.Slug != "" {
		rel = rel[:strings.LastIndexByte(rel, '/')+1] + p.Slug
	}
	return above + rel
}

// fixedFolders reports whether the slug of a list does not move what is below it, as in tools where each folder is a
// section.
func (e *edition) fixedFolders() bool {
	return e.config.Tool != nil && e.config.Tool.Sections
}

// diskPath returns the path of a page in the spelling of its folders and files.
func (e *edition) diskPath(p *Page) string {
	if p.Doc == nil {
		if p.Kind == Home || p.Parent == nil || p.Kind == Term && e.a.Config.Tool != nil && e.a.Config.Tool.LowerTerms {
			return p.Path
		}
		up := ""
		if p.Parent.Kind != Home && p.Kind != Taxonomy { // whose name, such as dev/topics, is its path
			if up = e.diskPath(p.Parent); p.Parent.Doc != nil && p.Parent.Doc.Form == content.Single {
				name, _ := e.a.spelling(p.Parent.Path) // of the folder next to the file
				up = up[:strings.LastIndexByte(up, '/')+1] + name
			}
		}
		if p.Kind == Term || p.Kind == Section || p.Kind == Taxonomy {
			return up + "/" + p.name
		}
		return p.Path
	}
	if p.Doc.Home && p.Doc.Form == content.Branch {
		if folder := e.config.Tool.PartOf(p.Doc.Path); folder != "" {
			return "/" + folder
		}
	}
	d := "/" + p.Doc.Path
	d = e.config.Tool.Unnumbered(d[:strings.LastIndexByte(d, '/')])
	if p.Doc.Form == content.Single {
		d += "/" + p.name
	}
	return d
}
