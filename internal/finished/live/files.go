package live

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/finished/check"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/sitemap"
)

// sitemaps reads the sitemaps that robots.txt announces, otherwise sitemap.xml, and returns the URLs on this host in
// the order of the sitemaps.
func (s *site) sitemaps(ctx context.Context) ([]string, error) {
	queue := s.robots.Sitemaps
	if len(queue) == 0 {
		queue = []string{s.res.Base + "sitemap.xml"}
	}
	v := sitemap.NewValidator(sitemap.CheckOptions{Now: s.o.Now, Complete: true, Allowed: func(loc string) bool {
		u, err := url.Parse(loc)
		return err != nil || s.robots.Allowed("*", u.RequestURI())
	}})
	var locs []string
	seen, listed := map[string]bool{}, map[string]bool{}
	for len(queue) > 0 {
		loc := queue[0]
		queue = queue[1:]
		if seen[loc] {
			continue
		}
		seen[loc] = true
		if !s.own(loc) {
			s.found("live-sitemap", diag.Warning, loc, "the sitemap is on another host: it was not checked", "")
			continue
		}
		r, err := s.get(ctx, loc, nil)
		if err != nil {
			return nil, err
		}
		if !s.readable(loc, r) {
			continue
		}
		s.res.Sitemaps++
		s.compare(loc, r.body)
		checked := v.File(loc, loc, bytes.NewReader(r.body))
		queue = append(queue, checked.Children...)
		if len(checked.Children) > 0 {
			continue
		}
		for _, e := range entries(r.body) {
			if s.own(e) && !listed[e] {
				listed[e] = true
				locs = append(locs, e)
			}
		}
	}
	for _, f := range v.Close() {
		s.res.Found = append(s.res.Found, check.Finding(f))
	}
	return locs, nil
}

// readable reports a sitemap that crawlers cannot read.
func (s *site) readable(loc string, r *reply) bool {
	switch {
	case r.err != nil, r.location == nil && r.status != http.StatusOK:
		s.found("live-sitemap", diag.Error, loc, "the sitemap cannot be read: "+r.trouble(), "")
		return false
	case r.location != nil:
		s.found("live-sitemap", diag.Error, loc, fmt.Sprintf("the sitemap redirects to %s", r.location),
			"announce that URL in robots.txt")
		return false
	case mediaType(r.header) == "text/html":
		s.found("live-sitemap", diag.Error, loc, "the sitemap is sent as an HTML page",
			"send it as application/xml, or text/plain for a list of URLs")
		return false
	}
	return true
}

// entries returns the URLs in a sitemap; what is wrong with it is found by the validator.
func entries(file []byte) (locs []string) {
	r := sitemap.NewReader(bytes.NewReader(file), sitemap.ReadOptions{})
	for {
		e, err := r.Next()
		if err != nil {
			return locs
		}
		if e.Loc != "" {
			locs = append(locs, e.Loc)
		}
	}
}

// own reports whether a URL is on the host that is checked, by http or https.
func (s *site) own(loc string) bool {
	u, err := url.Parse(loc)
	return err == nil && strings.EqualFold(u.Host, s.base.Host) && (u.Scheme == "https" || u.Scheme == "http")
}

// feeds asks for the feeds that the home page names: their type, and whether readers can ask "has it changed?".
func (s *site) feeds(ctx context.Context, home *reply) error {
	if mediaType(home.header) != "text/html" {
		return nil
	}
	var names []string
	at, err := url.Parse(s.res.Base)
	if err != nil {
		return err
	}
	for _, f := range new(html.PageReader).Read(home.body).Feeds {
		u, err := at.Parse(f.Text)
		if err == nil && s.own(u.String()) && !slices.Contains(names, u.String()) {
			names = append(names, u.String())
		}
	}
	for _, loc := range names {
		if err := s.feed(ctx, loc); err != nil {
			return err
		}
	}
	return nil
}

// feedTypes are the types by which readers know a feed: RFC 4287 §7, JSON Feed 1.1, RSS Best Practices Profile, and the
// types of XML and JSON.
var feedTypes = []string{
	"application/atom+xml", "application/rss+xml", "application/feed+json", "application/xml", "text/xml",
	"application/json",
}

func (s *site) feed(ctx context.Context, loc string) error {
	r, err := s.get(ctx, loc, nil)
	if err != nil {
		return err
	}
	s.res.Feeds++
	if r.err != nil || r.status != http.StatusOK {
		s.found("live-feed", diag.Error, loc, "the home page names a feed that cannot be read: "+r.trouble(), "")
		return nil
	}
	s.compare(loc, r.body)
	if t := mediaType(r.header); !slices.Contains(feedTypes, t) {
		s.found("live-type", diag.Warning, loc, fmt.Sprintf("the feed is sent as %q", t),
			"send it as application/rss+xml, application/atom+xml, or application/feed+json")
	}
	ask := http.Header{}
	if tag := r.header.Get("ETag"); tag != "" {
		ask.Set("If-None-Match", tag)
	}
	if when := r.header.Get("Last-Modified"); when != "" {
		ask.Set("If-Modified-Since", when)
	}
	if len(ask) == 0 {
		s.found("live-feed-reload", diag.Warning, loc, "the feed has neither an ETag nor a Last-Modified header",
			"with one of them, readers load the feed only if it changed")
		return nil
	}
	if r, err = s.get(ctx, loc, ask); err != nil {
		return err
	}
	if r.err == nil && r.status == http.StatusOK {
		s.found("live-feed-reload", diag.Warning, loc, "the feed is sent again although it did not change",
			"answer with status 304 to If-None-Match and If-Modified-Since")
	}
	return nil
}
