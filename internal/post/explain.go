package post

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/webpage"
	"github.com/sitegen/sitegen/internal/webtree"
)

// Explanation says what lists make of a page, and why.
type Explanation struct {
	File   string         `json:"file"` // slash path in the folder
	URL    string         `json:"url"`
	Listed bool           `json:"listed"`
	Reason webpage.Reason `json:"reason,omitempty"` // why not
	Rule   string         `json:"rule,omitempty"`
	Why    string         `json:"why,omitempty"`

	LastMod   string   `json:"lastmod,omitempty"` // "" when nobody knows
	From      string   `json:"from,omitempty"`    // who says it
	Others    []string `json:"others,omitempty"`  // what else was known, weaker
	Published string   `json:"published,omitempty"`
	Source    string   `json:"source,omitempty"` // file of the content
	Sitemap   string   `json:"sitemap,omitempty"`
	Feeds     []string `json:"feeds,omitempty"`
}

// Explain answers whether a page may be listed: by its address, a path of the site, or its file. It writes nothing.
func Explain(ctx context.Context, o Options, what string) (*Explanation, error) {
	r, err := prepare(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Dir, err)
	}
	i, err := r.find(what)
	if err != nil {
		return nil, err
	}
	p := &r.pages.Pages[i]
	x := &Explanation{File: p.Path, URL: p.URL, Listed: p.Listed(), Reason: p.Reason, Rule: p.Reason.Rule(), Why: p.Why}
	for _, d := range r.candidates(i) {
		switch text := dateText(d); {
		case text == "":
		case x.LastMod == "":
			x.LastMod, x.From = text, d.From
		default:
			x.Others = append(x.Others, text+" ("+d.From+")")
		}
	}
	if d := p.Published; !d.Time.IsZero() {
		x.Published = dateText(d) + " (" + d.From + ")"
	}
	if s := r.sources.of(i); s != nil {
		x.Source = s.path
	}
	if x.Listed && !o.Sitemaps.None {
		groups, _ := r.groups()
		for _, g := range groups {
			for _, k := range g.pages {
				if k == i {
					x.Sitemap = g.name
				}
			}
		}
	}
	for k := range r.plans {
		for _, n := range r.plans[k].pages {
			if n == i {
				x.Feeds = append(x.Feeds, r.plans[k].file)
			}
		}
	}
	return x, nil
}

func dateText(d webpage.Date) string {
	switch {
	case d.Time.IsZero():
		return ""
	case d.DayOnly:
		return d.Time.Format("2006-01-02")
	}
	return d.Time.Format(time.RFC3339)
}

// find returns the page that an address, a path or a file name means.
func (r *run) find(what string) (int32, error) {
	for i := range r.pages.Pages {
		if p := &r.pages.Pages[i]; p.Path == what || p.URL == what || filepath.Join(r.o.Dir, filepath.FromSlash(p.Path)) == filepath.Clean(what) {
			return int32(i), nil
		}
	}
	resolver := r.tree.Resolver()
	if r.tree.Len() > 0 {
		if u, err := url.Parse(what); err == nil && !u.IsAbs() && !strings.HasPrefix(what, "/") {
			what = r.tree.Prefix() + what
		}
		to := resolver.Resolve(resolver.Place(0, ""), what)
		if to.Kind == webtree.Own {
			for i := range r.pages.Pages {
				if r.pages.Pages[i].File == to.File {
					return int32(i), nil
				}
			}
		}
	}
	return 0, fmt.Errorf("there is no page %q in %s", what, r.o.Dir)
}

// String says it for people.
func (x *Explanation) String() string {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-10s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("address", "%s", x.URL)
	line("file", "%s", x.File)
	if x.Listed {
		line("listed", "yes")
	} else {
		line("listed", "no, %s: %s (rule %s)", x.Reason, x.Why, x.Rule)
	}
	if x.LastMod == "" {
		line("lastmod", "none: neither the page nor its source, git or the ledger says when it changed (rule M2)")
	} else {
		line("lastmod", "%s (%s)", x.LastMod, x.From)
	}
	for _, o := range x.Others {
		line("", "not taken: %s", o)
	}
	if x.Published != "" {
		line("published", "%s", x.Published)
	}
	if x.Source != "" {
		line("source", "%s", x.Source)
	}
	if x.Sitemap != "" {
		line("sitemap", "%s", x.Sitemap)
	}
	if len(x.Feeds) > 0 {
		line("feeds", "%s", strings.Join(x.Feeds, ", "))
	}
	return b.String()
}
