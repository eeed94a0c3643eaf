package config

import (
	"fmt"
	"slices"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Deploy tells for which hosts to write configuration files next to the pages, and what they contain.
type Deploy struct {
	Hosts    []string // some of DeployHosts; empty (default) writes none
	Security bool     // add security headers that suit every site of static files; default true
	Gone     bool     // answer 410 for the URLs of removed pages; default false
	CNAME    bool     // write the file CNAME for GitHub Pages, with the host of the base URL; default false
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
		p.Rule, p.Hint = "config-value", "choose from "+either(DeployHosts())
		if near := diag.Nearest(h, DeployHosts()); near != "" {
			p.Hint = fmt.Sprintf("did you mean %q?", near)
		}
	}
	return d
}

func deployKeys() []Group {
	return []Group{
		{"Hosts", "Configuration files for hosts; see [deploy](deploy.md#files-for-hosts).", []Key{
			{
				Path: "deploy.hosts", Type: isList, Default: "[]", Example: `["netlify"]`,
				Text: "Hosts to write files for: `netlify`, `cloudflare`, `github-pages`, `gitlab-pages`, `nginx`, `apache`.",
				Own:  true,
			},
			{
				Path: "deploy.security", Type: isBoolean, Default: "true", Example: "false",
				Text: "Set `X-Content-Type-Options`, `Referrer-Policy`, and `X-Frame-Options` in these files.", Own: true,
			},
			{
				Path: "deploy.gone", Type: isBoolean, Default: "false", Example: "true",
				Text: "Answer 410 (Gone) for the URLs of removed pages, according to the ledger.", Own: true,
			},
			{
				Path: "deploy.cname", Type: isBoolean, Default: "false", Example: "true",
				Text: "For `github-pages`: write `CNAME` with the host of `baseURL`.", Own: true,
			},
		}},
	}
}
