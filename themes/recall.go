package themes

import (
	"context"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/trace"
)

// begin asks what every rendering of p depends on, whatever its templates read: the configuration,
// which templates there are, and what of the page decides which of them it gets.
func (c *Call) begin(p *Page) {
	c.run.askConfig(c)
	c.rec.Ask(trace.Lookup, "", c.run.theme.store.shape)
	if p != nil {
		p.record(c, trace.PageCard)
		p.record(c, trace.PageParams)
	}
}

// bodyName names the body of a page in a format ("" for the one that all formats share): questions know
// it by that, and what is kept of a build.
func bodyName(p *Page, format string) string {
	if format == "" {
		return p.p.Key
	}
	return p.p.Key + "\x00" + format
}

// recall returns the body of p that a build before this one left, when all that it asked still has the
// same answer; else nil, and it is rendered anew. An error on the way is none here: the rendering meets
// it again, and says it as it would in a clean build.
func (w *Worker) recall(asker *Call, p *Page, format string) *Body {
	o := &w.run.o
	if o.Round == nil || o.Recall == nil || asker.depth >= maxDepth {
		return nil
	}
	old := o.Recall(bodyName(p, format))
	if old == nil || len(old.trace) == 0 || !plain(old.stored) {
		return nil // that of a page without a file asked nothing, and is as dear as to ask
	}
	c := w.newCall(asker.ctx, p, w.bodyTarget(p, format, asker))
	c.parent, c.depth = asker, asker.depth+1
	if same, err := w.same(c, old.trace); err != nil || !same {
		return nil
	}
	return old
}

// plain reports whether a stored value means the same in another build: views belong to their own.
func plain(v any) bool {
	switch v := v.(type) {
	case nil, bool, int, int64, uint64, float64, string, template.HTML, template.CSS, template.JS, template.URL, time.Time:
		return true
	case map[string]any:
		for _, e := range v {
			if !plain(e) {
				return false
			}
		}
		return true
	case []any:
		return !slices.ContainsFunc(v, func(e any) bool { return !plain(e) })
	}
	return false
}

// Bodies calls yield with every body of this build by its name, for Recall of the next one.
func (r *Run) Bodies(yield func(name string, b *Body)) {
	for i := range r.bodies {
		if b := r.bodies[i].Load(); b != nil {
			yield(r.o.Site.Pages[i].Key, b)
		}
	}
	r.moreBodies.Range(func(k, b any) bool {
		key := k.(bodyKey)
		yield(bodyName(key.page, key.format), b.(*Body))
		return true
	})
}

// Asked returns the numbers of what the rendering of b asked; none without a Round.
func (b *Body) Asked() []trace.ID { return b.trace }

// Asked returns what the rendering of b asked.
func (w *Worker) Asked(b *Body) trace.Record {
	if w.run.o.Round == nil {
		return b.asked
	}
	return w.run.o.Round.Record(b.trace)
}

// Same reports whether everything that a render asked in the build before has the same answer now.
func (w *Worker) Same(ctx context.Context, asked []trace.ID) bool {
	same, err := w.same(w.newCall(ctx, nil, site.Target{}), asked)
	return err == nil && same
}

func (w *Worker) same(c *Call, asked []trace.ID) (bool, error) {
	return w.run.o.Round.Same(asked, func(q trace.Question) (uint64, error) { return w.answer(c, q) })
}

// unanswered is the answer to a question that cannot be asked any more: no record has it.
const unanswered = 0xdead_a115_3e11_0000

// answer asks a question again.
func (w *Worker) answer(c *Call, q trace.Question) (uint64, error) {
	if q.Kind == trace.PageBody || q.Kind == trace.PageText {
		return w.bodyAnswer(c, q)
	}
	probe := &Call{ctx: c.ctx, w: w, run: w.run, rec: &trace.Recorder{}, number: 1}
	before := w.call
	w.call = probe
	w.run.ask(probe, q)
	w.call = before
	if a, ok := probe.rec.Answer(q); ok {
		return a, nil
	}
	return unanswered, nil
}

// bodyAnswer makes sure that a body is there, and returns its hash.
func (w *Worker) bodyAnswer(c *Call, q trace.Question) (uint64, error) {
	key, format, _ := strings.Cut(q.Key, "\x00")
	p := w.run.byKey(key)
	if p == nil {
		return unanswered, nil
	}
	if format != "" && c.target.Format == nil {
		c.target.Format = w.run.o.Site.Config.OutputFormats[format]
	}
	b, err := w.bodyIn(c, p, format)
	if err != nil {
		return 0, err
	}
	if q.Kind == trace.PageBody {
		return b.hash, nil
	}
	facts, err := w.facts(b)
	if err != nil {
		return 0, err
	}
	return facts.hash, nil
}

// ask makes the probe c ask q, through the same methods and functions that templates call.
func (r *Run) ask(c *Call, q trace.Question) {
	switch q.Kind {
	case trace.Template:
		r.askAboutTemplate(c, q.Key)
	case trace.Lookup:
		c.rec.Ask(trace.Lookup, "", r.theme.store.shape)
	case trace.PageCard, trace.PageParams, trace.Git, trace.Resources:
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
		if q.Key == "folder" {
			r.askFolder(c)
		} else {
			r.askConfig(c)
		}
	case trace.Data:
		r.data(c)
	case trace.I18n:
		c.ask(trace.I18n, q.Key, r.theme.strings.hash)
	case trace.File, trace.Glob:
		r.askAboutFiles(c, q)
	case trace.Now:
		c.ask(trace.Now, q.Key, nowAnswer(r.o.Now, r.o.Site.Config.TimeZone, q.Key))
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
		c.rec.Ask(trace.Template, key, f.hash)
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
	if s := r.siteByKey(parts[1]); s != nil {
		_, _ = r.resolve(c, s.e, from, parts[3], parts[0] == "ref")
	}
}

func (r *Run) askAboutFiles(c *Call, q trace.Question) {
	how, name, _ := strings.Cut(q.Key, "\x00")
	switch how {
	case "source":
		if d := r.document(name); d != nil {
			c.ask(trace.File, q.Key, d.Hash)
		}
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
	case "asset":
		r.asset(c, name)
	case "assets":
		r.askAboutAssets(c, name)
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
	return m[file]
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
func (r *Run) byKey(key string) *Page {
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
	return r.pageView(m[key])
}
