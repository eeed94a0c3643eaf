package emission

import (
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// Answer tells whether one output lists a page, and if not, which rule excludes it.
type Answer struct {
	Emitter   string // "sitemap", "images", "news", or a file: "sitemap.txt", "posts/index.xml", "robots.txt"
	In        bool
	Rule, Why string // reason why it is excluded, or included if that is not obvious; "" for none
	File      string // where that is set; "" if in no file
	Line      int    // from 1; 0: not known
	Key       string // front matter key that sets it; "" for none
}

// ExplainOptions has the inputs that are not in the listing.
type ExplainOptions struct {
	Options
	// RobotsFile is the source of the lines of Robots, for messages: "static/robots.txt".
	RobotsFile string
	// Rendered finds the position that excludes the rendered page by a rule (L8, L9): in a template, or in the output.
	// nil: no position is given.
	Rendered func(p *site.Page, rule string) (file string, line int)
}

// Question asks whether outputs list one page.
type Question struct {
	Listing *listing.Listing
	Page    *site.Page
	Options ExplainOptions
}

// Configured returns an answer that comes from the configuration.
func (q Question) Configured(emitter, rule, why, key string) Answer {
	a := Answer{Emitter: emitter, Rule: rule, Why: why}
	a.File, a.Line = listing.Origin(q.Listing.Site.Config, key)
	return a
}

// Excluded fills in the rule that excludes the page from all lists.
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

// Said returns where a value of the page is set: in its front matter, in the page that cascades it, or in the
// configuration.
func (q Question) Said(key string) (file string, line int) {
	p, cfg := q.Page, q.Listing.Site.Config
	if key == "" {
		return "", 0
	}
	if p.Doc != nil && p.Doc.Front != nil && p.Doc.Front.Lines[key] > 0 {
		return p.Doc.File, p.Doc.Front.Lines[key]
	}
	from, configured := site.CascadedFrom(p, key, cfg)
	switch {
	case from != nil:
		return from.Doc.File, from.Doc.Front.Line("cascade." + key)
	case configured:
		return listing.Origin(cfg, "cascade."+key, "cascade.params."+key, "cascade")
	case key == "sitemap":
		return listing.Origin(cfg, "sitemap.disable")
	case key == "params.versions":
		return listing.Origin(cfg, key)
	}
	return "", 0
}
