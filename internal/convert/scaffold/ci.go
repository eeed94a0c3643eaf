package scaffold

import (
	"cmp"
	"embed"
	"fmt"
	"strings"
	"text/template"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

//go:embed ci
var services embed.FS

// CI tells which service builds a site, and how the service gets sitegen: from a repository with Go, or as a
// program in the project.
type CI struct {
	Service    string // one of Services; required
	Repository string // URL that git can clone; required without Binary
	Version    string // tag, branch, or commit there; required with Repository
	Commit     string // hash that the version must have; "" accepts any
	Binary     string // slash path of a program for Linux on amd64, relative to the project
	Branch     string // that is published; default: "main"
}

// Services returns the supported services.
func Services() []string {
	return []string{"github-pages", "netlify", "cloudflare", "gitlab", "vercel", "azure"}
}

// commit matches the full hash of a commit.
var commit = pattern.New(`^[0-9a-f]{40}$`)

// unsafe matches characters with a meaning in a shell, YAML, or TOML.
var unsafe = pattern.New("[^A-Za-z0-9._~:/@+=,%-]|^-")

// Pinned reports whether the service always builds the same sitegen.
func (c CI) Pinned() bool { return c.Binary != "" || c.Commit != "" || commit.MatchString(c.Version) }

// Check returns an error for a value that is missing, or unsafe in the files.
func (c CI) Check() error {
	for _, v := range []struct{ flag, value string }{
		{"repository", c.Repository}, {"version", c.Version}, {"binary", c.Binary}, {"branch", c.Branch},
	} {
		if bad := unsafe.FindString(v.value); bad != "" {
			return fmt.Errorf("--%s %q contains %q, which the files for the service cannot contain", v.flag, v.value, bad)
		}
	}
	switch {
	case c.Repository != "" && c.Binary != "":
		return fmt.Errorf("choose one of --repository and --binary")
	case c.Repository == "" && c.Binary == "":
		return fmt.Errorf("sitegen is not published yet: say where %s gets it\n"+
			"  hint: to build it from a repository that you trust, pass --repository URL --version TAG; to use a Linux program in your project, pass --binary PATH", c.Service)
	case c.Repository != "" && c.Version == "":
		return fmt.Errorf("--repository needs --version, because this program is not a release\n  hint: pass a tag, or the hash of a commit")
	}
	return nil
}

// Files returns the files that make the service build the site. They are short, so people can read and change
// them. The error is that of Check.
func (c CI) Files() ([]File, error) {
	if c.Service == "" {
		return nil, nil
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	c.Branch = cmp.Or(c.Branch, "main")
	var out []File
	for _, f := range ciFiles(c.Service) {
		text, err := services.ReadFile("ci/" + c.Service + "/" + f.from)
		if err != nil {
			return nil, err
		}
		t, err := template.New(f.from).Delims("<%", "%>").Funcs(template.FuncMap{"q": conversion.Quote}).Parse(string(text))
		if err != nil {
			return nil, err
		}
		var b strings.Builder
		if err := t.Execute(&b, c); err != nil {
			return nil, err
		}
		out = append(out, File{Path: f.to, Data: []byte(b.String())})
	}
	return out, nil
}

// Get returns the commands that create /tmp/sitegen/sitegen, in one line.
func (c CI) Get() string {
	if c.Binary != "" {
		return `mkdir -p /tmp/sitegen && install -m 755 "$SITEGEN" /tmp/sitegen/sitegen`
	}
	get := `git clone -q --depth 1 -b "$SITEGEN_VERSION" "$SITEGEN" /tmp/sitegen`
	if commit.MatchString(c.Version) {
		get = `git init -q /tmp/sitegen && git -C /tmp/sitegen fetch -q --depth 1 "$SITEGEN" "$SITEGEN_VERSION" && git -C /tmp/sitegen checkout -q FETCH_HEAD`
	} else if c.Commit != "" {
		get += ` && test "$(git -C /tmp/sitegen rev-parse HEAD)" = ` + c.Commit
	}
	return get + ` && go build -C /tmp/sitegen -o /tmp/sitegen/sitegen ./cmd/sitegen`
}

// From returns the origin of SITEGEN: the repository, or the path of the program.
func (c CI) From() string { return c.Repository + c.Binary }

// Host returns the host that the service publishes to, by its name in deploy.hosts, or "".
func (c CI) Host() string {
	switch c.Service {
	case "gitlab":
		return "gitlab-pages"
	case "vercel", "azure":
		return "" // they read one file for all of the project
	}
	return c.Service
}

type ciFile struct{ from, to string }

// ciFiles returns the names of the files for a service; embedded files have no leading dot.
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
	case "vercel":
		return []ciFile{{"vercel-build.sh", "vercel-build.sh"}, {"vercel.json", "vercel.json"}}
	case "azure":
		return []ciFile{
			{"static-web-app.yml", ".github/workflows/static-web-app.yml"},
			{"staticwebapp.config.json", "static/staticwebapp.config.json"},
		}
	}
	return nil
}
