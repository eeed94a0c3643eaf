package scaffold

import (
	"embed"
	"strings"
)

//go:embed ci
var services embed.FS

// CI says which service is to build a site.
type CI struct {
	Service    string // one of Services; required
	Repository string // from which the service gets sitegen: an address that git can clone; required
	Version    string // tag or branch there; required
}

// Services are the names of the services that files can be made for.
func Services() []string { return []string{"github-pages", "netlify", "cloudflare", "gitlab"} }

// Files returns the files that have a service build the site. Each of them is short: it is to be read and
// changed.
func (c CI) Files() ([]File, error) {
	fill := strings.NewReplacer("@REPOSITORY@", quote(c.Repository), "@VERSION@", quote(c.Version))
	var out []File
	for _, f := range ciFiles(c.Service) {
		text, err := services.ReadFile("ci/" + c.Service + "/" + f.from)
		if err != nil {
			return nil, err
		}
		out = append(out, File{f.to, []byte(fill.Replace(string(text)))})
	}
	return out, nil
}

// Host is the host that the service puts the site on, by its name in deploy.hosts.
func (c CI) Host() string {
	if c.Service == "gitlab" {
		return "gitlab-pages"
	}
	return c.Service
}

type ciFile struct{ from, to string }

// ciFiles names the files of a service; those that begin with a dot have none here.
func ciFiles(service string) []ciFile {
	switch service {
	case "github-pages":
		return []ciFile{{"pages.yml", ".github/workflows/pages.yml"}}
	case "netlify":
		return []ciFile{
			{"netlify.toml", "netlify.toml"},
			{"manifest.yml", "netlify/sitegen-cache/manifest.yml"},
			{"index.js", "netlify/sitegen-cache/index.js"},
			{"package.json", "netlify/sitegen-cache/package.json"},
		}
	case "cloudflare":
		return []ciFile{{"cloudflare-pages.sh", "cloudflare-pages.sh"}}
	case "gitlab":
		return []ciFile{{"gitlab-ci.yml", ".gitlab-ci.yml"}}
	}
	return nil
}
