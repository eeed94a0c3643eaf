package post

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/internal/emit/sitemaps"
	"github.com/sitegen/sitegen/internal/htmldoc/webpage"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/internal/listing"
)

// Explanation describes how a page is listed, and why.
type Explanation struct {
	File   string         `json:"file"` // slash path in the folder
	URL    string         `json:"url"`
	Listed bool           `json:"listed"`
	Reason listing.Reason `json:"reason,omitempty"` // reason why it is not listed
	Rule   string         `json:"rule,omitempty"`
	Why    string         `json:"why,omitempty"`

	LastMod   string   `json:"lastmod,omitempty"` // "" if unknown
	From      string   `json:"from,omitempty"`    // source of the date
	Others    []string `json:"others,omitempty"`  // other known dates, with lower precedence
	Published string   `json:"published,omitempty"`
	Source    string   `json:"source,omitempty"` // content file
	Sitemap   string   `json:"sitemap,omitempty"`
	Feeds     []string `json:"feeds,omitempty"`
}

// Explain returns whether and how a page is listed. The page is given by URL, path or file. Explain writes nothing.
func Explain(ctx context.Context, o Options, what string) (*Explanation, error) {
	r, err := prepare(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Dir, err)
	}
	i, err := r.find(what)
	if err != nil {
		return nil, err
	}
	w, p := &r.pages.Pages[i], r.site.Pages[i]
	x := &Explanation{File: w.Path, URL: w.URL, Listed: r.listing.Listed(p), Published: said(w.Published)}
	for _, ex := range r.res.Excluded {
		if ex.File == w.Path {
			x.Reason, x.Rule, x.Why = ex.Reason, ex.Rule, ex.Why
		}
	}
	candidates := []webpage.Date{w.Modified}
	if s := r.sources.Of(i); s != nil {
		x.Source = s.Path
		for _, d := range []webpage.Date{r.past(s.Modified), r.past(s.Git)} {
			if d.From != w.Modified.From {
				candidates = append(candidates, d)
			}
		}
	}
	if known := r.listing.Remembered(p); !known.Changed.IsZero() {
		candidates = append(candidates, webpage.Date{Time: known.Changed, From: listing.FromLedger})
	}
	for _, d := range candidates {
		switch text := dateText(d); {
		case text == "":
		case x.LastMod == "":
			x.LastMod, x.From = text, strings.TrimPrefix(d.From, ":")
		default:
			x.Others = append(x.Others, said(d))
		}
	}
	if !o.NoSitemap {
		x.Sitemap = sitemaps.Of(r.listing, p)
	}
	x.Feeds = feedsOf(r.listing, p)
	return x, nil
}

// said returns a date with its source.
func said(d webpage.Date) string {
	if d.Time.IsZero() {
		return ""
	}
	return dateText(d) + " (" + strings.TrimPrefix(d.From, ":") + ")"
}

// find returns the page for a URL, a path or a file name.
func (r *run) find(what string) (int, error) {
	for i := range r.pages.Pages {
		if p := &r.pages.Pages[i]; p.Path == what || p.URL == what ||
			filepath.Join(r.o.Dir, filepath.FromSlash(p.Path)) == filepath.Clean(what) {
			return i, nil
		}
	}
	if u, err := url.Parse(what); r.tree.Len() > 0 && err == nil {
		address := what
		if !u.IsAbs() && !strings.HasPrefix(what, "/") {
			address = r.tree.Prefix() + what
		}
		resolver := r.tree.Resolver()
		if to := resolver.Resolve(resolver.Referrer(0, ""), address); to.Kind == webtree.Own {
			if i := r.pages.Of(to.File); i >= 0 {
				return int(i), nil
			}
		}
	}
	return 0, fmt.Errorf("no page %q found in %s", what, r.o.Dir)
}

// String returns the explanation as text.
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
