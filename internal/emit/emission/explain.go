package emission

import (
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// Answer says whether one output lists a page, and by which rule it does not.
type Answer struct {
	Emitter   string // "sitemap", "images", "news", or a file: "sitemap.txt", "posts/index.xml", "robots.txt"
	In        bool
	Rule, Why string // what keeps it out, or lets it in when that is not plain; "" when nothing does
	File      string // where that is said; "" when no file says it
	Line      int    // from 1; 0: not known
	Key       string // of the front matter that says it; "" when none does
}

// ExplainOptions is what the listing cannot know by itself.
type ExplainOptions struct {
	Options
	// RobotsFile is the file whose lines Robots holds, for people: "static/robots.txt".
	RobotsFile string
	// Rendered finds where the rendered page says what keeps it out by a rule (L8, L9): a template, or the
	// output. nil: nobody looks.
	Rendered func(p *site.Page, rule string) (file string, line int)
}

// Question is about one page: whether outputs list it.
type Question struct {
	Listing *listing.Listing
	Page    *site.Page
	Options ExplainOptions
}

// Configured is an answer that the configuration gives.
func (q Question) Configured(emitter, rule, why, key string) Answer {
	a := Answer{Emitter: emitter, Rule: rule, Why: why}
	a.File, a.Line = listing.Origin(q.Listing.Site.Config, key)
	return a
}

// Excluded says which rule keeps the page out of all lists.
func (q Question) Excluded(a Answer) Answer {
	for _, ex := range q.Listing.Unlisted {
		if ex.Page != q.Page {
			continue
		}
		a.Rule, a.Why = ex.Rule, ex.Why
		switch {
		case ex.Robots.Line > 0:
			a.File, a.Line = q.Options.RobotsFile, ex.Robots.Line
		case ex.Rendered && q.Options.Rendered != nil:
			a.File, a.Line = q.Options.Rendered(q.Page, ex.Rule)
		default:
			a.Key = ex.Key
			a.File, a.Line = q.Said(ex.Key)
		}
	}
	return a
}

// Said returns where a value of the page is set: in its own front matter, in that of the page which
// cascades it, or in the configuration.
func (q Question) Said(key string) (file string, line int) {
	p, cfg := q.Page, q.Listing.Site.Config
	if key == "" {
		return "", 0
	}
	if p.Doc != nil && p.Doc.Front != nil && p.Doc.Front.Lines[key] > 0 {
		return p.Doc.File, p.Doc.Front.Lines[key]
	}
	from, configured := site.CascadedFrom(p, key, cfg.Environment)
	switch {
	case from != nil:
		return from.Doc.File, from.Doc.Front.Lines["cascade"]
	case configured:
		return listing.Origin(cfg, "cascade."+key, "cascade.params."+key, "cascade")
	case key == "sitemap":
		return listing.Origin(cfg, "sitemap.disable")
	case key == "params.versions":
		return listing.Origin(cfg, key)
	}
	return "", 0
}
