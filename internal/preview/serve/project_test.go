package serve

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
)

// newProject writes files ("name: text") and returns a project of them at http://127.0.0.1:1313.
func newProject(t *testing.T, o ProjectOptions, files map[string]string) (*Project, string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	o.Builder.Source, o.Builder.Clock = dir, noon
	if o.Address == nil {
		o.Address = &url.URL{Scheme: "http", Host: "127.0.0.1:1313"}
	}
	p, err := NewProject(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p, dir
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// build builds, and shows the result in a server.
func (p *Project) build(t *testing.T, s *Server, paths ...string) *Outcome {
	t.Helper()
	o, err := p.Build(t.Context(), Task{Now: noon, Paths: paths, All: len(paths) == 0})
	if err != nil {
		t.Fatal(err)
	}
	s.Show(o.Site, o.Result.Changed, o.Edited)
	return o
}

const layouts = "layouts/all.html"

// Rewrites lead to this machine only if the configuration says which addresses may be fetched, in each build.
func TestProjectAllowsPrivateRewrites(t *testing.T) {
	p, dir := newProject(t, ProjectOptions{}, map[string]string{"hugo.toml": "", layouts: "x"})
	if o := p.build(t, New(Options{ID: "t"})); o.Site.server.private {
		t.Error("private by default")
	}
	write(t, filepath.Join(dir, "hugo.toml"), "[security.http]\nurls = ['.*']\n")
	if o := p.build(t, New(Options{ID: "t"}), filepath.Join(dir, "hugo.toml")); !o.Site.server.private {
		t.Error("not private where all addresses may be fetched")
	}
}

func TestProjectHasThePreviewsAddress(t *testing.T) {
	files := map[string]string{
		"hugo.toml":       "baseURL = 'https://example.com/blog/'\n",
		"content/a.md":    "---\ntitle: A\n---\n",
		layouts:           "<body>{{ hugo.IsServer }} {{ site.IsServer }} {{ .Permalink }}</body>",
		"static/_headers": "/blog/*\n  X-Own: yes\n",
	}
	p, dir := newProject(t, ProjectOptions{}, files)
	if got := p.Address(); got != "http://127.0.0.1:1313/blog/" {
		t.Errorf("the address is %s", got)
	}
	s := New(Options{ID: "t"})
	p.build(t, s)
	if got := brief(get(s, "/blog/a/")); got != "200 text/html; charset=utf-8 <body>true true http://127.0.0.1:1313/blog/a/" {
		t.Error(got)
	}
	if got := get(s, "/blog/a/").Header().Get("X-Own"); got != "yes" {
		t.Error("the headers of the project are not there")
	}

	config := filepath.Join(dir, "hugo.toml")
	write(t, config, "baseURL = 'https://example.com/docs/'\n")
	p.build(t, s, config)
	if got := brief(get(s, "/docs/a/")); got != "200 text/html; charset=utf-8 <body>true true http://127.0.0.1:1313/docs/a/" {
		t.Errorf("after the base URL changed: %s", got)
	}
	if _, err := os.Stat(filepath.Join(dir, "public")); err == nil {
		t.Error("the output folder is written")
	}

	p, _ = newProject(t, ProjectOptions{Address: &url.URL{Scheme: "https", Host: "x.example", Path: "/p"}}, files)
	if got := p.Address(); got != "https://x.example/p/" {
		t.Errorf("the address is %s", got)
	}
}

// TestProjectShowsItsFirstBuild: a page is shown before the first build is done, unless redirects may hide it.
func TestProjectShowsItsFirstBuild(t *testing.T) {
	for file, want := range map[string]bool{
		"": true, "static/_headers": true, "static/_redirects": false, "content/_redirects": false, "content/a/_redirects": false, "static/docs/_redirects": true,
	} {
		files := map[string]string{"hugo.toml": "", "content/a/index.md": "---\ntitle: A\n---\n", layouts: "<body>{{ .Title }}</body>"}
		if file != "" {
			files[file] = "/a/ /b/ 301!\n"
		}
		p, _ := newProject(t, ProjectOptions{}, files)
		s := New(Options{ID: "t"})
		shown, during := false, ""
		early := func(site *Site) { // the build goes on when this returns, so a page that waits for its end never comes
			shown = true
			s.ShowEarly(site)
			r := httptest.NewRequest(http.MethodGet, "/a/", nil)
			r.Host = "localhost"
			w := httptest.NewRecorder()
			done := make(chan struct{})
			go func() { s.ServeHTTP(w, r); close(done) }()
			select {
			case <-done:
				during = brief(w)
			case <-time.After(time.Minute):
			}
		}
		if _, err := p.Build(t.Context(), Task{Now: noon, All: true, Early: early}); err != nil {
			t.Fatal(err)
		}
		if shown != want {
			t.Errorf("with %q the first build is shown early: %v", file, shown)
		}
		if !shown {
			continue
		}
		if during != "200 text/html; charset=utf-8 <body>A" {
			t.Errorf("with %q, during the build: %q", file, during)
		}
		if got := brief(get(s, "/a/")); got != "200 text/html; charset=utf-8 <body>A" {
			t.Errorf("with %q: %s", file, got)
		}
	}
}

func TestProjectOfHosts(t *testing.T) {
	p, _ := newProject(t, ProjectOptions{}, map[string]string{
		"hugo.toml": `defaultContentLanguage = 'de'
[languages.de]
baseURL = 'https://de.example.com/'
weight = 1
[languages.fr]
baseURL = 'https://fr.example.com/x/'
weight = 2
`,
		"content/a.md": "---\ntitle: A\n---\n", "content/a.fr.md": "---\ntitle: F\n---\n", layouts: "<body>{{ .Permalink }}</body>",
	})
	s := New(Options{ID: "t"})
	p.build(t, s)
	for address, want := range map[string]string{
		"/": "302 to /de/", "/de/a/": "200 text/html; charset=utf-8 <body>http://127.0.0.1:1313/de/a/", "/fr/a/": "200 text/html; charset=utf-8 <body>http://127.0.0.1:1313/fr/a/",
	} {
		if got := brief(get(s, address)); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

func TestProjectTellsWhatChanged(t *testing.T) {
	p, dir := newProject(t, ProjectOptions{Builder: project.Options{Drafts: true, Future: true}}, map[string]string{
		"content/posts/a.md": "---\ntitle: A\n---\nold", "content/posts/d.md": "---\ndraft: true\n---\n",
		"content/posts/f.md": "---\npublishDate: 2026-06-02\n---\n",
		layouts:              "<body>{{ .Content }}{{ range .Pages }}{{ .Title }}{{ end }}</body>",
	})
	s := New(Options{ID: "t"})
	first := p.build(t, s)
	if want := time.Date(2026, 6, 2, 0, 0, 0, 0, time.UTC); !first.Next.Equal(want) {
		t.Errorf("the next build is needed at %v, want %v", first.Next, want)
	}
	if got := get(s, "/posts/d/").Body.String(); !strings.Contains(got, `data-badge="Draft" data-reason="Production leaves this page out because it is a draft. content/posts/d.md goes live without draft: true."`) {
		t.Errorf("the draft has no badge: %s", got)
	}
	if got := get(s, "/posts/f/").Body.String(); !strings.Contains(got, `data-badge="Future"`) || !strings.Contains(got, "2 June 2026") {
		t.Errorf("the future page has no badge: %s", got)
	}
	file := filepath.Join(dir, "content", "posts", "a.md")
	write(t, file, "---\ntitle: A\n---\nnew")
	o := p.build(t, s, file)
	if diff := cmp.Diff([]string{"feed.json", "index.xml", "posts/a/index.html", "posts/index.xml"}, o.Result.Changed); diff != "" || o.Edited != "posts/a/index.html" {
		t.Errorf("edited %q, changed:\n%s", o.Edited, diff)
	}
	if got := brief(get(s, "/posts/a/")); !strings.Contains(got, "new") {
		t.Error(got)
	}
}

// TestProjectFollowsTheClock builds again at the time that a build names: a page goes live.
func TestProjectFollowsTheClock(t *testing.T) {
	p, _ := newProject(t, ProjectOptions{}, map[string]string{
		"content/posts/a.md": "---\ntitle: A\n---\n", "content/posts/f.md": "---\ntitle: F\npublishDate: 2026-06-02\n---\nlive\n", layouts: "<body>{{ .Content }}</body>",
	})
	s := New(Options{ID: "t"})
	o := p.build(t, s)
	if w := get(s, "/posts/f/"); w.Code != 404 {
		t.Errorf("before its date the page is there: %d", w.Code)
	}
	if want := time.Date(2026, 6, 2, 0, 0, 0, 0, time.UTC); !o.Next.Equal(want) {
		t.Fatalf("the next build is needed at %v, want %v", o.Next, want)
	}
	o, err := p.Build(t.Context(), Task{Now: o.Next, All: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Show(o.Site, o.Result.Changed, "")
	if got := brief(get(s, "/posts/f/")); !strings.Contains(got, "live") {
		t.Errorf("at its date: %s", got)
	}
}

func TestProjectWritesToo(t *testing.T) {
	p, dir := newProject(t, ProjectOptions{Write: true}, map[string]string{"content/a.md": "old", layouts: "<body>{{ .Content }}</body>"})
	s := New(Options{ID: "t"})
	o := p.build(t, s)
	if err := o.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "public", "a", "index.html"))
	if err != nil || !strings.Contains(string(text), "old") || strings.Contains(string(text), "__sitegen") {
		t.Errorf("%v %s", err, text)
	}
}

// If the path of the site changes, new builders take over. They use the same cache, and the shown outputs stay
// readable until the new ones are ready.
func TestProjectThatMoves(t *testing.T) {
	config := func(path string) string { return "baseURL = 'https://example.com" + path + "'\n" }
	p, dir := newProject(t, ProjectOptions{Write: true, Builder: project.Options{Version: "t"}}, map[string]string{
		"hugo.toml": config("/one/"), "content/a.md": "text", layouts: "<body>{{ .Content }}{{ .RelPermalink }}</body>",
	})
	s := New(Options{ID: "t"})
	for _, path := range []string{"/one/", "/two/", "/three/"} {
		write(t, filepath.Join(dir, "hugo.toml"), config(path))
		before := p.last
		o := p.build(t, s, filepath.Join(dir, "hugo.toml"))
		if o.Result.CacheOff != "" {
			t.Errorf("%s: the cache is not used: %s", path, o.Result.CacheOff)
		}
		if err := o.Write(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := brief(get(s, path+"a/")); !strings.Contains(got, path+"a/") {
			t.Errorf("%s: %s", path, got)
		}
		if before == nil {
			continue
		}
		f, ok := before.tree.Lookup("a/index.html")
		if !ok {
			t.Fatal("the page is gone")
		}
		r, err := f.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func TestProjectThatCannotBeRead(t *testing.T) {
	p, dir := newProject(t, ProjectOptions{}, map[string]string{"hugo.toml": "baseURL = \n", "content/a.md": "", layouts: "<body>{{ .Permalink }}</body>"})
	if _, err := p.Build(t.Context(), Task{All: true, Now: noon}); err == nil {
		t.Fatal("a broken configuration is no error")
	}
	config := filepath.Join(dir, "hugo.toml")
	write(t, config, "baseURL = 'https://example.com/sub/'\n")
	s := New(Options{ID: "t"})
	p.build(t, s, config)
	if got := brief(get(s, "/sub/a/")); got != "200 text/html; charset=utf-8 <body>http://127.0.0.1:1313/sub/a/" {
		t.Error(got)
	}
}

func TestIgnore(t *testing.T) {
	p, dir := newProject(t, ProjectOptions{}, map[string]string{"hugo.toml": "publishDir = 'out'\nthemesDir = '../themes'\n"})
	for path, want := range map[string]bool{
		"out": true, ".sitegen": true, ".git": true, "node_modules": true, "content": false, "public": false, "hugo.toml": false, "themes/x/node_modules": true,
	} {
		if got := p.Ignore(filepath.Join(dir, path)); got != want {
			t.Errorf("%s: ignored is %v", path, got)
		}
	}
	if diff := cmp.Diff([]string{dir, filepath.Join(filepath.Dir(dir), "themes")}, p.Roots()); diff != "" {
		t.Error(diff)
	}
}

// A page that the ledger knows and that is gone is answered with 410 if a host does that, until it returns.
func TestProjectGone(t *testing.T) {
	const config = "baseURL = 'https://example.com/'\ndisableKinds = ['taxonomy', 'term', 'section']\n[deploy]\ngone = true\n"
	files := map[string]string{
		"sitegen.toml": config + "hosts = ['nginx']\n", "content/a.md": "---\ntitle: A\n---\n",
		"content/b.md": "---\ntitle: B\n---\n", layouts: "<body>{{ .Title }}</body>",
	}
	p, dir := newProject(t, ProjectOptions{}, files)
	b, err := pipeline.New(project.Options{Source: dir, Clock: noon})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := b.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := New(Options{ID: "t"})
	a := filepath.Join(dir, "content/a.md")
	status := func(want int) {
		t.Helper()
		for _, address := range []string{"/a/", "/a"} {
			if got := get(s, address).Code; got != want && (want != 200 || got != 301) {
				t.Errorf("%s: %d, want %d", address, got, want)
			}
		}
	}
	p.build(t, s)
	status(200)
	if err := os.Remove(a); err != nil {
		t.Fatal(err)
	}
	p.build(t, s, a)
	status(410)
	write(t, filepath.Join(dir, "sitegen.toml"), config+"hosts = ['github-pages']\n")
	p.build(t, s, filepath.Join(dir, "sitegen.toml"))
	status(404)
	write(t, filepath.Join(dir, "sitegen.toml"), config+"hosts = ['apache']\n")
	p.build(t, s, filepath.Join(dir, "sitegen.toml"))
	status(410)
	write(t, a, files["content/a.md"])
	p.build(t, s, a)
	status(200)
}
