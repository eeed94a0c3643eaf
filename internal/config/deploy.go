package config

import (
	"fmt"
	"net/url"
	"slices"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Deploy tells for which hosts to write configuration files next to the pages, and what they contain.
type Deploy struct {
	Hosts    []string // some of DeployHosts; empty (default) writes none
	Security bool     // add security headers that suit every site of static files; default true
	Gone     bool     // answer 410 for the URLs of removed pages; default false
	CNAME    bool     // write the file CNAME for GitHub Pages, with the host of the base URL; default false
	Limits   Limits   // those of the project's plan, in place of the documented ones

	CacheControl CacheControl // of files that sitegen publish sends
	Redirects    []Redirect   `key:"-"` // to other sites
}

// Redirect leads from a path on the site to a URL of another site.
type Redirect struct{ From, To string }

// CacheControl has the header of each kind of file; "" (default) makes browsers ask whether a file changed.
type CacheControl struct {
	Pages string // HTML
	Files string // other files whose names stay when their bytes change
}

// Limits are the limits of the project's plan: see the constants of type Measure in internal/htmldoc/hosting. 0 is the
// documented limit of each host, and a negative number means that there is none.
type Limits struct {
	Files, FolderFiles, FileBytes, TotalBytes                  int
	Redirects, RedirectPatterns, RedirectLength, RedirectBytes int
	HeaderRules, HeaderLength                                  int
}

// DeployHosts returns the supported hosts.
func DeployHosts() []string {
	return []string{"netlify", "cloudflare", "github-pages", "gitlab-pages", "nginx", "apache"}
}

// For reports whether files are written for one of these hosts.
func (d *Deploy) For(hosts ...string) bool {
	return slices.ContainsFunc(hosts, func(h string) bool { return slices.Contains(d.Hosts, h) })
}

// readDeploy reads [deploy].
func readDeploy(r reader) Deploy {
	d := Deploy{Security: true}
	s := r.sub("deploy")
	s.fill(&d)
	for _, h := range d.Hosts {
		if slices.Contains(DeployHosts(), h) {
			continue
		}
		p := s.problem("hosts", diag.Error, fmt.Sprintf("deploy.hosts: unknown host %q", h))
		p.Rule = "config-value"
		p.Hint = diag.DidYouMean(h, DeployHosts(),
			"choose from "+either(DeployHosts())+"; for other services, see sitegen init --ci")
	}
	for _, t := range s.tables("redirects") {
		var to Redirect
		t.fill(&to)
		if u, err := url.Parse(to.To); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			p := t.problem("to", diag.Error, fmt.Sprintf("%q is not a URL of another site", to.To))
			p.Rule, p.Hint = "config-value", "for a page of the site, write aliases into its front matter"
		}
		d.Redirects = append(d.Redirects, to)
	}
	return d
}
