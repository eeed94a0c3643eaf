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
		p.Rule, p.Hint = "config-value", "choose from "+either(DeployHosts())
		if near := diag.Nearest(h, DeployHosts()); near != "" {
			p.Hint = fmt.Sprintf("did you mean %q?", near)
		}
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

func deployKeys() []Group {
	return []Group{
		{"Hosts", "Configuration files for hosts; see [deploy](deploy/hosts.md).", []Key{
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
		{"Publishing", "Headers of files that `sitegen publish` sends to a bucket; see " +
			"[deploy](deploy/bucket.md).", []Key{
			{
				Path: "deploy.cacheControl.pages", Type: isText, Default: `"public, max-age=0, must-revalidate"`,
				Example: `"public, max-age=60"`, Text: "`Cache-Control` of pages.", Own: true,
			},
			{
				Path: "deploy.cacheControl.files", Type: isText, Default: `"public, max-age=0, must-revalidate"`,
				Example: `"public, max-age=3600"`,
				Text:    "`Cache-Control` of other files. Files with a hash in their names are always cached for a year.",
				Own:     true,
			},
		}},
		{"Redirects to other sites", "`[[deploy.redirects]]`; for pages of the site, see `aliases`.", []Key{
			{
				Path: "deploy.redirects[].from", Type: isText, Example: `"/chat/"`,
				Text: "Path on the site.", Own: true,
			},
			{
				Path: "deploy.redirects[].to", Type: isText, Example: `"https://chat.example.org/"`,
				Text: "URL to which a page at that path, and the rules for hosts, lead.", Own: true,
			},
		}},
		{"Limits of hosts", "In place of the documented limits, of all hosts in the list; -1 for no limit. See " +
			"[deploy](deploy/hosts.md#limits-of-hosts).", []Key{
			limit("files", "100000", "Files of the site."),
			limit("folderFiles", "54000", "Files and folders in one folder."),
			limit("fileBytes", "26214400", "Bytes of a file."),
			limit("totalBytes", "1073741824", "Bytes of the site."),
			limit("redirects", "2000", "Rules of `_redirects` with a fixed path."),
			limit("redirectPatterns", "100", "Rules of `_redirects` with `*` or placeholders."),
			limit("redirectLength", "1000", "Characters of a rule of `_redirects`."),
			limit("redirectBytes", "65536", "Bytes of `_redirects`."),
			limit("headerRules", "100", "Rules of `_headers`; those above the limit are not written."),
			limit("headerLength", "2000", "Characters of a header of `_headers`, name and value."),
		}},
	}
}

func limit(name, example, text string) Key {
	return Key{Path: "deploy.limits." + name, Type: isInteger, Default: "0", Example: example, Text: text, Own: true}
}
