package view

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// Ask answers a question again, with the methods and functions that templates call, so that c records the answer. It
// ignores questions that are not about views.
func (v *Views) Ask(c *Call, q trace.Question) {
	switch q.Kind {
	case trace.Git, trace.Resources:
		if p := v.PageByKey(q.Key); p != nil {
			p.record(c, q.Kind)
		}
	case trace.List, trace.ListCard, trace.ListParams, trace.Neighbour:
		v.askAboutList(c, q)
	case trace.Related, trace.RelatedHeadings:
		v.askForRelated(c, q.Key)
	case trace.Menu:
		if s := v.SiteByKey(q.Key); s != nil {
			s.Menus(c)
		}
	case trace.Resolve:
		v.askToResolve(c, q.Key)
	case trace.Config:
		if lang, ok := strings.CutPrefix(q.Key, "links "); !ok {
			v.askFolder(c)
		} else if s := v.SiteByKey(lang); s != nil {
			c.askLinks(s.e)
		}
	case trace.Now:
		c.Ask(trace.Now, q.Key, v.nowAnswer(q.Key))
	case trace.Data:
		v.data(c)
	case trace.File, trace.Glob:
		v.askAboutFiles(c, q)
	case trace.Modified:
		if p := v.PageByKey(q.Key); p != nil {
			_, _ = p.Discovery(c).Modified(c)
		}
	case trace.Listed:
		v.askWhoIsListed(c, q.Key)
	case trace.Projection:
		if lang, ok := strings.CutPrefix(q.Key, "sitemap "); ok {
			if s := v.SiteByKey(lang); s != nil {
				_, _ = s.SitemapAbsURL(c)
			}
		} else if p := v.PageByKey(q.Key); p != nil {
			p.Discovery(c)
		}
	}
}

// Direct answers questions that need no Call, which are most of them. known is false for a question that it does not
// answer, and there for one about something that no longer exists.
func (v *Views) Direct(q trace.Question) (answer uint64, there, known bool) {
	switch q.Kind {
	case trace.PageCard, trace.PageParams:
		p := v.keys()[q.Key]
		switch {
		case p == nil:
			return 0, false, true
		case q.Kind == trace.PageCard:
			return p.CardHash, true, true
		}
		return p.ParamsHash, true, true
	case trace.Batch:
		return v.o.Batches.Answer(q.Key), true, true
	case trace.Modified:
		p := v.keys()[q.Key]
		if p == nil {
			return 0, false, true
		}
		return ModifiedAnswer(v.o.Listing.LastMod(p).Shown()), true, true
	case trace.Source:
		d := v.documents()[q.Key]
		if d == nil {
			return 0, false, true
		}
		return v.o.Tree.SourceHash(d), true, true
	case trace.Config:
		return v.config, true, q.Key == ""
	}
	return 0, false, false
}

// data returns the data files, recording that they were read.
func (v *Views) data(c *Call) map[string]any {
	if v.o.Data != nil {
		c.Ask(trace.Data, "", v.o.DataHash)
	}
	return v.o.Data
}

// askAboutList asks which pages are in a list of the site or of a page, or what its members contain.
func (v *Views) askAboutList(c *Call, q trace.Question) {
	l := v.listNamed(c, q.Key)
	if q.Kind != trace.ListCard && q.Kind != trace.ListParams {
		return
	}
	if l != nil {
		facet := trace.PageCard
		if q.Kind == trace.ListParams {
			facet = trace.PageParams
		}
		l.record(c, facet)
	}
}

// listNamed reads a list, or another named value of a site or page, and returns it if it is a list that is kept.
func (v *Views) listNamed(c *Call, key string) *list {
	i := strings.LastIndexByte(key, '#')
	if i < 0 {
		return nil
	}
	owner, name := key[:i], key[i+1:]
	if s := v.SiteByKey(owner); s != nil {
		s.askFor(c, name)
	} else if p := v.PageByKey(owner); p != nil {
		p.askFor(c, name)
	}
	return v.knownList(key)
}

// askFor reads one of the lists of a site by its name.
func (s *Site) askFor(c *Call, name string) {
	switch name {
	case "Pages":
		s.Pages(c)
	case "RegularPages":
		s.RegularPages(c)
	case "AllPages":
		s.AllPages(c)
	case "Sections":
		s.Sections(c)
	case "MainSections":
		s.MainSections(c)
	case "Lastmod":
		s.Lastmod(c)
	case "Taxonomies":
		s.Taxonomies(c)
	case "HTMLSitemap":
		s.HTMLSitemap(c)
	case "FeedPage":
		s.FeedPage(c)
	case "Paths":
		c.Ask(trace.List, s.e.Language.Lower+"#Paths", c.Views.missing(s.e).Hash())
	}
}

// askFor reads one of the lists or neighbors of a page by its name.
func (p *Page) askFor(c *Call, name string) {
	if taxonomy, ok := strings.CutPrefix(name, "Terms/"); ok {
		p.GetTerms(c, taxonomy)
		return
	}
	switch name {
	case "Pages":
		p.Pages(c)
	case "RegularPages":
		p.RegularPages(c)
	case "RegularPagesRecursive":
		p.RegularPagesRecursive(c)
	case "Sections":
		p.Sections(c)
	case "Ancestors":
		p.Ancestors(c)
	case "Translations":
		p.Translations(c)
	case "AllTranslations":
		p.AllTranslations(c)
	case "File":
		p.File(c)
	case "OutputFormats":
		p.askFormats(c)
	case "Next":
		p.Next(c)
	case "Prev":
		p.Prev(c)
	case "NextInSection":
		p.NextInSection(c)
	case "PrevInSection":
		p.PrevInSection(c)
	case "Parent":
		p.Parent(c)
	case "CurrentSection":
		p.CurrentSection(c)
	case "FirstSection":
		p.FirstSection(c)
	}
}

func (v *Views) askToResolve(c *Call, key string) {
	parts := strings.SplitN(key, "\x00", 4)
	if len(parts) != 4 {
		return
	}
	var from *site.Page
	if parts[2] != "" {
		p := v.PageByKey(parts[2])
		if p == nil {
			return
		}
		from = p.p
	}
	if s := v.SiteByKey(parts[1]); s != nil {
		_, _ = v.resolve(c, s.e, from, parts[3], parts[0] == "ref")
	}
}

func (v *Views) askAboutFiles(c *Call, q trace.Question) {
	how, name, _ := strings.Cut(q.Key, "\x00")
	switch how {
	case "resource":
		if h, err := v.hashFile(name); err == nil {
			c.Ask(trace.File, q.Key, h)
		}
	case "read":
		c.Ask(trace.File, q.Key, c.HashFile(name))
	case "stat":
		_, _ = c.statFile(name)
	case "exists":
		_, _ = c.fileExists(name)
	case "folder":
		_, _ = c.readDir(name)
	case "size", "time", "mode", "entry-size", "entry-time", "entry-mode":
		v.askAboutInfo(c, how, name)
	case "asset":
		v.files.Asset(c, name)
	case "static":
		_, _ = resource.GetStatic(c, name) // an error is an answer, too
	case "env":
		_, _ = c.getenv(name)
	case "imported":
		v.files.AskImported(c, name)
	case "project":
		v.files.AskAboutProject(c)
	case "remote":
		v.files.AskAboutRemote(c, name)
	case "fetch":
		v.files.AskWhetherToFetch(c, name)
	case "program":
		v.files.AskAboutProgram(c, name)
	case "assets":
		v.files.AskAboutAssets(c, name)
	}
}

func (v *Views) askAboutInfo(c *Call, how, name string) {
	how, entry := strings.CutPrefix(how, "entry-")
	f, err := c.fileInfo(name, entry)
	if err != nil {
		return
	}
	switch how {
	case "size":
		f.Size(c)
	case "time":
		f.ModTime(c)
	case "mode":
		f.Mode(c)
	}
}

// hashFile returns the hash of a file's bytes; name is a slash path relative to the project, or absolute.
func (v *Views) hashFile(name string) (uint64, error) {
	abs := filepath.FromSlash(name)
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(v.site.Config.Project, abs)
	}
	if v.o.Hash != nil {
		return v.o.Hash(abs)
	}
	data, err := os.ReadFile(abs)
	return trace.Hash(data), err
}

// documentsByFile finds content files by their paths relative to the project.
func documentsByFile(t *content.Tree) map[string]*content.Document {
	m := make(map[string]*content.Document)
	if t != nil {
		for _, d := range slices.Concat(t.Documents, t.Adapters) {
			m[d.File] = d
		}
	}
	return m
}

// SiteByKey returns the site of a language by its key; nil if there is none.
func (s *perSite) SiteByKey(key string) *Site {
	for _, x := range s.Sites {
		if x.e.Language.Lower == key {
			return x
		}
	}
	return nil
}

// PageByKey returns a page by its key, including content files in bundles; nil if there is none.
func (s *perSite) PageByKey(key string) *Page { return s.Page(s.keys()[key]) }

func (s *perSite) readKeys() map[string]*site.Page {
	m := make(map[string]*site.Page, len(s.site.Pages))
	for _, p := range s.site.Pages {
		for _, res := range p.Resources {
			if res.Page != nil {
				m[res.Page.Key] = res.Page
			}
		}
	}
	for _, p := range s.site.Pages {
		m[p.Key] = p
	}
	return m
}

// NestedPage returns the page that a text is marked with; p itself if it is not marked.
func (s *perSite) NestedPage(key string, p *Page) *Page {
	if key == "" || key == p.p.Key {
		return p
	}
	if lang, path, ok := strings.Cut(key, ":"); ok {
		for _, e := range s.site.Editions {
			if q := e.PageAt(path); e.Language.Lower == lang && q != nil {
				return s.Page(q)
			}
		}
	}
	return p
}
