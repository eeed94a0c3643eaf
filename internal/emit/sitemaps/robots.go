package sitemaps

import (
	"fmt"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/sitemap"
)

// writeRobots writes robots.txt: the project's own or one that allows everything, with Sitemap lines
// (rule X4).
func (x *host) writeRobots(roots []string, create emission.Create, r *emission.Emitted) error {
	cfg, robots := x.l.Site.Config, x.o.Robots
	asked := cfg.EnableRobotsTXT || robots != nil
	if x.h.First().Language.DisableKinds["robotstxt"] || !asked && !cfg.Discovery.Robots {
		return nil
	}
	if !cfg.Discovery.Robots {
		roots = nil
	}
	content := sitemap.MergeRobots(robots, roots...)
	if x.o.RobotsBlock {
		content = sitemap.UpdateRobots(robots, roots...)
	}
	if x.l.Preview() {
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
