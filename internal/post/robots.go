package post

import (
	"context"

	"github.com/sitegen/sitegen/sitemap"
)

const robotsFile = "robots.txt"

// writeRobots announces the sitemaps in a block of robots.txt; what else stands there stays (rule X4).
func (r *run) writeRobots(context.Context) error {
	if r.o.NoRobots {
		return nil
	}
	if r.tree.Prefix() != "/" && r.robots == nil {
		return nil // crawlers ask the root of the host only (rule X1)
	}
	old, err := r.out.readManifest()
	if err != nil {
		return err
	}
	f := r.out.create(robotsFile)
	f.amend = true
	f.foreign = r.robots != nil && len(old[robotsFile]) == 0
	if r.tree.Prefix() != "/" {
		r.report.Add("X1", robotsFile, "crawlers do not read it: robots.txt counts at the root of a host only, and the site is at "+r.tree.Base())
	}
	_, err = f.Write(sitemap.UpdateRobots(r.robots, r.roots...))
	return err
}
