package repository_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/convert/scaffold"
)

// The commands in the files of `sitegen init --ci` work on this machine as they should on that of the service:
// they fetch sitegen, build it, and build the site with the URL that the service supplies. The first case of
// each service fetches and builds sitegen for all of them.
func TestCIFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("clones the repository and builds the program")
	}
	origin := filepath.Join(t.TempDir(), "sitegen.git")
	if out, err := exec.Command("git", "clone", "--quiet", "--bare", ".", origin).CombinedOutput(); err != nil {
		t.Skipf("not a git checkout: %v\n%s", err, out)
	}
	if out, err := exec.Command("git", "--git-dir", origin, "branch", "-f", "trial", "HEAD").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const live, preview = "https://live.example/sub/", "https://preview.example/"
	shared := t.TempDir()
	// The build cache knows packages built with -trimpath wherever they lie.
	for _, c := range []struct {
		service, name, commands string // a path to the commands in the file
		env                     []string
		base                    string
	}{
		{"netlify", "production", "build.command", []string{"CONTEXT=production", "URL=https://live.example/sub", "DEPLOY_PRIME_URL=https://preview.example"}, live},
		{"netlify", "deploy preview", "build.command", []string{"CONTEXT=deploy-preview", "URL=https://live.example/sub", "DEPLOY_PRIME_URL=https://preview.example"}, preview},
		{"netlify", "branch", "build.command", []string{"CONTEXT=branch-deploy", "URL=https://live.example/sub", "DEPLOY_PRIME_URL=https://preview.example"}, preview},
		{"github-pages", "production", "jobs.build.steps.run", []string{"BASE=https://live.example/sub"}, live},
		{"gitlab", "production", "default.before_script pages.script", []string{"CI_PAGES_URL=https://live.example/sub"}, live},
		{"gitlab", "own domain", "default.before_script pages.script", []string{"CI_PAGES_URL=https://other.example", "SITE_URL=https://live.example/sub"}, live},
		{"gitlab", "merge request", "default.before_script preview.script", []string{"CI_PAGES_URL=https://preview.example"}, preview},
		{"cloudflare", "production", "", []string{"CF_PAGES_BRANCH=main", "CF_PAGES_URL=https://1a2b3c.crumb.pages.dev"}, "https://crumb.pages.dev/"},
		{"cloudflare", "own domain", "", []string{"CF_PAGES_BRANCH=trunk", "PRODUCTION=trunk", "SITE_URL=https://live.example/sub", "CF_PAGES_URL=https://1a2b3c.crumb.pages.dev"}, live},
		{"cloudflare", "branch", "", []string{"CF_PAGES_BRANCH=idea", "CF_PAGES_URL=https://1a2b3c.crumb.pages.dev"}, "https://1a2b3c.crumb.pages.dev/"},
		{"vercel", "production", "", []string{"VERCEL_ENV=production", "VERCEL_PROJECT_PRODUCTION_URL=crumb.vercel.app", "VERCEL_URL=crumb-1a2b.vercel.app"}, "https://crumb.vercel.app/"},
		{"vercel", "own domain", "", []string{"VERCEL_ENV=production", "VERCEL_PROJECT_PRODUCTION_URL=crumb.vercel.app", "SITE_URL=https://live.example/sub"}, live},
		{"vercel", "preview", "", []string{"VERCEL_ENV=preview", "VERCEL_PROJECT_PRODUCTION_URL=crumb.vercel.app", "VERCEL_URL=crumb-1a2b.vercel.app"}, "https://crumb-1a2b.vercel.app/"},
		{"azure", "production", "jobs.site.steps.run", []string{"BASE=https://live.example/sub", "KIND=production"}, live},
		{"azure", "preview", "jobs.site.steps.run", []string{"BASE=https://preview.example", "KIND=preview"}, preview},
	} {
		t.Run(c.service+" "+c.name, func(t *testing.T) {
			site := t.TempDir()
			writeFile(t, filepath.Join(site, "content", "one.md"), "# One\n\nText.\n")
			files, err := scaffold.CI{Service: c.service, Repository: "file://" + origin, Version: "trial"}.Files()
			if err == nil {
				err = scaffold.Write(site, files)
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				if n := strings.Count(string(f.Data), "\n"); n > 35 {
					t.Errorf("%s has %d lines", f.Path, n)
				}
			}
			env := append(os.Environ(), c.env...)
			script := string(files[0].Data)
			if c.commands != "" {
				var more []string
				script, more = commandsOf(t, files[0], c.commands)
				env = append(env, more...)
			}
			bin := t.TempDir()
			clone := filepath.Join(shared, c.service)
			script = strings.ReplaceAll(script, "/tmp/sitegen", clone) // where others test at the same time
			if _, err := os.Stat(clone); err == nil {
				script = "git() { :; }\ngo() { :; }\n" + script // it was fetched and built
			}
			script = "gh() { :; }\n" + script // no pull request is open
			cmd := exec.Command("sh", "-ec", script)
			cmd.Dir, cmd.Env = site, append(env, "GOBIN="+bin, "GOFLAGS=-trimpath -buildvcs=false", "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s\n%s", err, script, out)
			}
			page := read(t, filepath.Join(site, "public", "one", "index.html"))
			hidden := strings.Contains(c.name, "preview") || strings.Contains(c.name, "branch") || c.name == "merge request"
			if !strings.Contains(page, `<link rel="canonical" href="`+c.base+`one/">`) && !hidden || !strings.Contains(page, ` href="`+c.base+`index.xml"`) {
				t.Errorf("the address is not %s:\n%s", c.base, page)
			}
			if noindex := strings.Contains(page, `<meta name="robots" content="noindex">`) && !strings.Contains(page, `rel="canonical"`); noindex != hidden {
				t.Errorf("a preview: %v; closed by the page: %v", hidden, noindex)
			}
			_, err = os.Stat(filepath.Join(site, "public", "sitemap.xml"))
			closed := read(t, filepath.Join(site, "public", "robots.txt")) == "User-agent: *\nDisallow: /\n"
			if hidden != (err != nil) || hidden != closed {
				t.Errorf("a preview: %v; no sitemap: %v; closed to robots: %v", hidden, err, closed)
			}
		})
	}
}

// The workflow for GitHub Pages puts the pull requests that are open below /previews/, and takes away those that are
// closed. One that cannot be built does not hold up the site.
func TestPagesPreviews(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	work := t.TempDir()
	program := filepath.Join(work, "sitegen")
	if out, err := exec.Command("go", "build", "-o", program, "./cmd/sitegen").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	git := func(dir string, args ...string) {
		t.Helper()
		args = append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b"}, args...)
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	site := filepath.Join(work, "site")
	writeFile(t, filepath.Join(site, "content", "one.md"), "# One\n\nText.\n")
	git(work, "init", "-q", "-b", "trunk", "site")
	git(site, "add", ".")
	git(site, "commit", "-qm", "site")
	for n, text := range map[string]string{"7": "# Seven\n", "9": "---\ntitle: [\n---\n"} {
		git(site, "checkout", "-q", "-b", "change"+n, "trunk")
		writeFile(t, filepath.Join(site, "content", "new.md"), text)
		git(site, "add", ".")
		git(site, "commit", "-qm", "change")
		git(site, "update-ref", "refs/pull/"+n+"/head", "HEAD")
	}
	git(site, "checkout", "-q", "trunk")
	git(site, "remote", "add", "origin", site)
	writeFile(t, filepath.Join(site, "public", "previews", "3", "index.html"), "closed")

	files, err := scaffold.CI{Service: "github-pages", Binary: "bin/sitegen", Branch: "trunk"}.Files()
	if err != nil {
		t.Fatal(err)
	}
	script, _ := commandsOf(t, files[0], "jobs.build.steps.run")
	script = "gh() { echo 9; echo 7; }\n" + strings.ReplaceAll(script, "/tmp/", work+"/tmp/")
	cmd := exec.Command("bash", "-ec", script)
	summary := filepath.Join(work, "summary")
	cmd.Dir, cmd.Env = site, append(os.Environ(), "BASE=https://live.example", "SITEGEN="+program, "GITHUB_STEP_SUMMARY="+summary)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "::warning::pull request 9 cannot be built") {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := read(t, summary); got != "Preview of #7: https://live.example/previews/7/\n" {
		t.Errorf("summary: %q", got)
	}
	if page := read(t, filepath.Join(site, "public", "previews", "7", "new", "index.html")); !strings.Contains(page, `href="https://live.example/previews/7/index.xml"`) {
		t.Errorf("the preview has another URL:\n%s", page)
	}
	if page := read(t, filepath.Join(site, "public", "previews", "7", "new", "index.html")); !strings.Contains(page, `<meta name="robots" content="noindex">`) || strings.Contains(page, `rel="canonical"`) {
		t.Errorf("search engines may index the preview:\n%s", page)
	}
	if page := read(t, filepath.Join(site, "public", "one", "index.html")); strings.Contains(page, "noindex") {
		t.Errorf("the site is closed:\n%s", page)
	}
	if page := read(t, filepath.Join(site, "public", "one", "index.html")); !strings.Contains(page, `href="https://live.example/one/"`) {
		t.Errorf("the site has another URL:\n%s", page)
	}
	for _, name := range []string{"new", "previews/3", "previews/9"} {
		if _, err := os.Stat(filepath.Join(site, "public", filepath.FromSlash(name))); err == nil {
			t.Errorf("%s is published", name)
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// commandsOf returns the commands at some paths in a file, and the environment that the file sets for them.
func commandsOf(t *testing.T, f scaffold.File, paths string) (script string, env []string) {
	t.Helper()
	format := frontmatter.YAML
	if filepath.Ext(f.Path) == ".toml" {
		format = frontmatter.TOML
	}
	root, _, err := frontmatter.Decode(format, f.Path, f.Data)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, p := range strings.Fields(paths) {
		lines = append(lines, stringsAt(root, strings.Split(p, "."))...)
	}
	if len(lines) == 0 {
		t.Fatalf("%s has no %s", f.Path, paths)
	}
	for _, at := range []string{"build.environment", "variables", "env"} {
		for _, name := range []string{"SITEGEN", "SITEGEN_VERSION"} {
			for _, v := range stringsAt(root, strings.Split(at+"."+name, ".")) {
				env = append(env, name+"="+v)
			}
		}
	}
	return strings.Join(lines, "\n"), env
}

// stringsAt returns the texts at a path in decoded data; lists are looked through.
func stringsAt(v any, path []string) []string {
	switch v := v.(type) {
	case []any:
		var out []string
		for _, e := range v {
			out = append(out, stringsAt(e, path)...)
		}
		return out
	case map[string]any:
		if len(path) > 0 {
			return stringsAt(v[path[0]], path[1:])
		}
	case string:
		if len(path) == 0 {
			return []string{v}
		}
	}
	return nil
}
