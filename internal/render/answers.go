package render

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/trace"
)

// ask makes the probe c ask q, through the same methods and functions that templates call.
func (r *Run) ask(c *Call, q trace.Question) {
	switch q.Kind {
	case trace.Template:
		r.askAboutTemplate(c, q.Key)
	case trace.Git, trace.Resources:
		if p := r.byKey(q.Key); p != nil {
			p.record(c, q.Kind)
		}
	case trace.List, trace.ListCard, trace.ListParams, trace.Neighbour:
		r.askAboutList(c, q)
	case trace.Menu:
		if s := r.siteByKey(q.Key); s != nil {
			s.Menus(c)
		}
	case trace.Resolve:
		r.askToResolve(c, q.Key)
	case trace.Config:
		r.askFolder(c)
	case trace.Data:
		r.data(c)
	case trace.File, trace.Glob:
		r.askAboutFiles(c, q)
	case trace.Now:
		c.ask(trace.Now, q.Key, nowAnswer(r.o.Now, r.o.Site.Config.TimeZone, q.Key))
	case trace.Piece:
		r.askAboutPiece(c, q.Key)
	case trace.Projection:
		if lang, ok := strings.CutPrefix(q.Key, "sitemap "); ok {
			if s := r.siteByKey(lang); s != nil {
				_, _ = s.SitemapAbsURL(c)
			}
		} else if p := r.byKey(q.Key); p != nil {
			p.Discovery(c)
		}
	}
}

func (r *Run) askAboutTemplate(c *Call, key string) {
	if name, ok := strings.CutPrefix(key, "exists "); ok {
		c.templateExists(name)
		return
	}
	if f := r.theme.store.byShown[key]; f != nil {
		c.rec.Ask(trace.Template, key, f.Hash)
	}
}

// askAboutList asks who is in a list of the site or of a page, or what its members say.
func (r *Run) askAboutList(c *Call, q trace.Question) {
	i := strings.LastIndexByte(q.Key, '#')
	if i < 0 {
		return
	}
	owner, name := q.Key[:i], q.Key[i+1:]
	if s := r.siteByKey(owner); s != nil {
		s.askFor(c, name)
	} else if p := r.byKey(owner); p != nil {
		p.askFor(c, name)
	}
	if q.Kind != trace.ListCard && q.Kind != trace.ListParams {
		return
	}
	if l, ok := r.lists.Load(q.Key); ok {
		facet := trace.PageCard
		if q.Kind == trace.ListParams {
			facet = trace.PageParams
		}
		l.(*list).record(c, facet)
	}
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
	case "Paths":
		s.askPaths(c)
	}
}

// askFor reads one of the lists or neighbours of a page by its name.
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

func (r *Run) askToResolve(c *Call, key string) {
	parts := strings.SplitN(key, "\x00", 4)
	if len(parts) != 4 {
		return
	}
	var from *site.Page
	if parts[2] != "" {
		p := r.byKey(parts[2])
		if p == nil {
			return
		}
		from = p.p
	}
	if parts[0] == "wiki" {
		if from != nil {
			r.wiki(c, from, parts[3])
		}
		return
	}
	if s := r.siteByKey(parts[1]); s != nil {
		_, _ = r.resolve(c, s.e, from, parts[3], parts[0] == "ref")
	}
}

func (r *Run) askAboutFiles(c *Call, q trace.Question) {
	how, name, _ := strings.Cut(q.Key, "\x00")
	switch how {
	case "resource":
		if h, err := r.o.hashFile(r.o.Site.Config, name); err == nil {
			c.ask(trace.File, q.Key, h)
		}
	case "read":
		_, _ = c.readFile(name)
	case "stat":
		_, _ = c.statFile(name)
	case "exists":
		_, _ = c.fileExists(name)
	case "folder":
		_, _ = c.readDir(name)
	case "size", "time", "mode", "entry-size", "entry-time", "entry-mode":
		r.askAboutInfo(c, how, name)
	case "asset":
		r.asset(c, name)
	case "static":
		getStatic(c, name)
	case "assets":
		r.askAboutAssets(c, name)
	}
}

func (r *Run) askAboutInfo(c *Call, how, name string) {
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
func (o *RunOptions) hashFile(cfg *config.Config, name string) (uint64, error) {
	abs := filepath.FromSlash(name)
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(cfg.Project, abs)
	}
	if o.Hash != nil {
		return o.Hash(abs)
	}
	data, err := os.ReadFile(abs)
	return trace.Hash(data), err
}

// document returns the content file of a path relative to the project; nil when there is none.
func (r *Run) document(file string) *content.Document {
	m := *once(&r.documents, func() *map[string]*content.Document {
		m := make(map[string]*content.Document, len(r.o.Tree.Documents))
		for _, d := range r.o.Tree.Documents {
			m[d.File] = d
		}
		return &m
	})
	if d := m[file]; d != nil {
		return r.o.Tree.Current(d)
	}
	return nil
}

// siteByKey returns the site of a language by its key; nil when there is none.
func (r *Run) siteByKey(key string) *Site {
	for _, e := range r.o.Site.Editions {
		if e.Language.Lower == key {
			return r.siteView(e)
		}
	}
	return nil
}

// byKey returns a page by its key, content files inside bundles among them; nil when there is none.
func (r *Run) byKey(key string) *Page { return r.pageView(r.pageByKey(key)) }

func (r *Run) pageByKey(key string) *site.Page {
	m := *once(&r.keys, func() *map[string]*site.Page {
		m := make(map[string]*site.Page, len(r.o.Site.Pages))
		for _, p := range r.o.Site.Pages {
			for _, res := range p.Resources {
				if res.Page != nil {
					m[res.Page.Key] = res.Page
				}
			}
		}
		for _, p := range r.o.Site.Pages {
			m[p.Key] = p
		}
		return &m
	})
	return m[key]
}
