package sitemaps

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/sitemap"
)

// writeRobots writes robots.txt: the project's own or one that allows everything, with Sitemap lines
// (rule X4) and the policy for crawlers.
func (x *host) writeRobots(roots []string, create emission.Create, r *emission.Emitted) error {
	cfg, robots := x.l.Site.Config, x.o.Robots
	policy := sitemap.CrawlerPolicy(cfg.Discovery.Crawlers)
	asked := cfg.EnableRobotsTXT || robots != nil || !policy.IsZero()
	disabled := x.h.First().Language.DisableKinds["robotstxt"]
	if (disabled || !cfg.Discovery.Robots) && !policy.IsZero() {
		r.Found = append(r.Found, x.crawlers("discovery.crawlers has no effect: sitegen does not write robots.txt",
			"remove discovery.robots = false, and robotsTXT from disableKinds"))
		policy = sitemap.CrawlerPolicy{}
	}
	if disabled || !cfg.Discovery.Robots && robots == nil && !cfg.EnableRobotsTXT {
		return nil
	}
	if !cfg.Discovery.Robots {
		roots = nil
	}
	content := sitemap.MergeRobots(robots, policy, roots...)
	if x.o.RobotsBlock {
		content = sitemap.UpdateRobots(robots, policy, roots...)
	}
	x.checkAllowed(content, roots, r)
	x.checkPolicy(content, policy, r)
	if x.l.Site.Config.Preview() {
		content = []byte(sitemap.DisallowAll)
		r.Found = append(r.Found, &diag.Diagnostic{
			Rule: "X7", Severity: diag.Warning,
			Message: fmt.Sprintf("robots.txt disallows everything, and no sitemap is written: %q is an environment for previews",
				cfg.Environment),
		})
	}
	if asked && x.h.Editions[0].Base.Prefix() != "" {
		r.Found = append(r.Found, &diag.Diagnostic{
			Rule: "X1", Severity: diag.Warning,
			Message: fmt.Sprintf("crawlers do not read %s: robots.txt must be at the root of the host",
				x.h.Editions[0].Base.At("/robots.txt").Rel()),
			Hint: "add its lines to the robots.txt of the host",
		})
	}
	return r.Write(create, x.h.Dir+"robots.txt", "text/plain", content)
}

// checkAllowed reports sitemaps that the project's robots.txt keeps crawlers from (rule U8).
func (x *host) checkAllowed(content []byte, roots []string, r *emission.Emitted) {
	if x.l.Site.Config.Preview() || x.o.Robots == nil {
		return
	}
	rules := sitemap.ParseRobots(content)
	all := slices.Clone(roots)
	for _, f := range r.Files {
		if loc := x.h.Editions[0].Base.At(strings.TrimPrefix(f, x.h.Dir)).Abs(); !slices.Contains(all, loc) {
			all = append(all, loc)
		}
	}
	n, line, first := 0, 0, ""
	for _, loc := range all {
		u, err := url.Parse(loc)
		if err != nil {
			continue
		}
		if rule, ok := rules.Match("*", u.RequestURI()); ok && !rule.Allow {
			if n++; n == 1 {
				line, first = rule.Line, loc
			}
		}
	}
	if n == 0 {
		return
	}
	more := ""
	if n > 1 {
		more = fmt.Sprintf(" (and %s)", words.Count(n-1, "more sitemap"))
	}
	r.Found = append(r.Found, &diag.Diagnostic{
		Rule: "U8", Severity: diag.Warning,
		Message: fmt.Sprintf("line %d of robots.txt disallows the sitemap %s%s: crawlers do not read it", line, first, more),
		Hint:    "allow it, for example with the line Allow: /sitemap",
	})
}

// crawlers returns a warning about discovery.crawlers.
func (x *host) crawlers(message, hint string) *diag.Diagnostic {
	d := &diag.Diagnostic{Rule: "X8", Severity: diag.Warning, Message: message, Hint: hint}
	d.File, d.Line = listing.Origin(x.l.Site.Config, "discovery.crawlers.search", "discovery.crawlers.answers",
		"discovery.crawlers.training")
	return d
}

// checkPolicy reports crawlers for which the project's robots.txt says something else than the policy, which leaves its
// groups as they are: search engines that are shut out, and crawlers that are not (rule X8).
func (x *host) checkPolicy(content []byte, policy sitemap.CrawlerPolicy, r *emission.Emitted) {
	if x.l.Site.Config.Preview() || policy.IsZero() {
		return
	}
	rules := sitemap.ParseRobots(content)
	home := x.h.Editions[0].Base.Prefix() + "/"
	var out, in []string
	for _, c := range sitemap.Crawlers() {
		switch refused, may := policy.Refuses(c), rules.Allowed(c.Token, home); {
		case refused && may:
			in = append(in, c.Token)
		case !refused && !may && c.Uses&sitemap.ForSearch != 0 && policy.Search != nil:
			out = append(out, c.Token)
		}
	}
	if out != nil {
		rule, _ := rules.Match(out[0], home)
		r.Found = append(r.Found, x.crawlers(fmt.Sprintf(
			"discovery.crawlers lets search engines in, but line %d of robots.txt disallows the home page for %s",
			rule.Line, strings.Join(out, ", ")), "remove the line, or set search = false"))
	}
	if in != nil {
		r.Found = append(r.Found, x.crawlers(
			"robots.txt has its own rules for "+strings.Join(in, ", ")+", which discovery.crawlers leaves as they are",
			"disallow / there, or remove these groups"))
	}
}
