package pipeline

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/testing/race"
)

// hostedSite builds the example blog for a folder of a host, and a page of it a second time under another URL, and
// returns the folder above the site.
func hostedSite(t *testing.T) string {
	t.Helper()
	dir := sample(t, "blog")
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("content/here.md", "---\ntitle: Here\naliases: ['/was here/', '/$1&x;\"y/', '/ä/']\n---\nStill *here*.\n")
	write("content/left.md", "---\ntitle: Left\n---\nRemoved later.\n")
	write("content/left.de.md", "---\ntitle: Weg\n---\nBald weg.\n")
	write("content/closed.md", "---\ntitle: Closed\n---\nUnlisted later.\n")
	write("content/größe & %25.md", "---\ntitle: Escaped\n---\nText.\n")
	write("content/ugly.md", "---\ntitle: Ugly\nurl: /über uns.html\n---\nText.\n")
	write("static/notes.md", "Own notes.\n")
	write("static/notes/index.html", "<title>Notes</title>\n")
	write("static/_redirects", "/sub/old-news/* /sub/posts/:splat 302\n/sub/elsewhere https://else.example/x?a=b 307\n/sub/team /sub/archive/ 302\n")
	write("static/_headers", "/*\n  X-Own: of \"the\" 100% project\n  Referrer-Policy: no-referrer\n")
	write("static/.htaccess", "# of the project\nAddType text/x-own .own\n")
	write("static/a.own", "own\n")
	root := filepath.Join(t.TempDir(), "root")
	build := func(day int) {
		t.Helper()
		b, err := New(project.Options{
			Source: dir, Destination: filepath.Join(root, "sub"), Clock: clock.AddDate(0, 0, day), BaseURL: "https://crumb.alt/sub/",
			Flags: map[string]any{
				"deploy.hosts": []any{"netlify", "github-pages", "nginx", "apache"},
				"deploy.gone":  true,
				"feeds.hubs":   []any{"https://hub.example/"},

				"discovery.markdown": true, "discovery.markdownSitemap": true,
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		if _, err := b.Build(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	build(0)
	if err := os.Rename(filepath.Join(dir, "content/here.md"), filepath.Join(dir, "content/there.md")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"content/left.md", "content/left.de.md"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	write("content/closed.md", "---\ntitle: Closed\nnoindex: true\n---\nUnlisted later.\n")
	build(1)
	for dir := root; dir != os.TempDir() && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil { // servers may give up being root
			t.Fatal(err)
		}
	}
	return root
}

// A site below a folder works completely on real servers that are configured only by the files that the build wrote for
// them.
func TestServers(t *testing.T) {
	race.Skip(t, "it asks other programs; TestSampleSites builds this site, too")
	if testing.Short() {
		t.Skip("starts servers")
	}
	nginx, apache := program("nginx"), program("apache2")
	if nginx == "" && apache == "" {
		t.Skip("neither nginx nor apache2 is here: apt-get install nginx-light apache2-bin")
	}
	root := hostedSite(t)
	t.Run("nginx", func(t *testing.T) {
		if nginx == "" {
			t.Skip("nginx is not here: apt-get install nginx-light")
		}
		visit(t, root, serveNginx(t, nginx, root))
	})
	t.Run("apache", func(t *testing.T) {
		if apache == "" {
			t.Skip("apache2 is not here: apt-get install apache2-bin")
		}
		visit(t, root, serveApache(t, apache, root))
	})
}

// program finds a server, which may not be in the PATH.
func program(name string) string {
	for _, p := range []string{name, "/usr/sbin/" + name} {
		if file, err := exec.LookPath(p); err == nil {
			return file
		}
	}
	return ""
}

func serveNginx(t *testing.T, program, root string) string {
	dir, address := t.TempDir(), freeAddress(t)
	conf := fmt.Sprintf(`daemon off;
pid %[1]s/pid;
error_log %[1]s/error.log;
worker_processes 1;
events { worker_connections 64; }
http {
  include /etc/nginx/mime.types;
  access_log off;
  client_body_temp_path %[1]s/body; proxy_temp_path %[1]s/proxy; fastcgi_temp_path %[1]s/fastcgi;
  uwsgi_temp_path %[1]s/uwsgi; scgi_temp_path %[1]s/scgi;
  server { listen %[2]s; server_name crumb.alt; root %[3]s; include %[3]s/sub/_nginx.conf; }
}
`, dir, address, root)
	return startServer(t, dir, address, conf, program, "-c")
}

func serveApache(t *testing.T, program, root string) string {
	dir, address := t.TempDir(), freeAddress(t)
	var modules strings.Builder
	for _, m := range []string{"mpm_event", "authz_core", "mime", "dir", "alias", "headers", "rewrite", "setenvif"} {
		fmt.Fprintf(&modules, "LoadModule %s_module /usr/lib/apache2/modules/mod_%s.so\n", m, m)
	}
	conf := fmt.Sprintf(`ServerRoot %[1]s
PidFile %[1]s/pid
ErrorLog %[1]s/error.log
ServerName crumb.alt
Listen %[2]s
User nobody
Group nogroup
%[4]sTypesConfig /etc/mime.types
DocumentRoot %[3]s
<Directory %[3]s>
  AllowOverride FileInfo
  Require all granted
</Directory>
`, dir, address, root, &modules)
	return startServer(t, dir, address, conf, program, "-D", "FOREGROUND", "-f")
}

func freeAddress(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// startServer starts a server with a configuration, waits until it answers, and ends it after the test.
func startServer(t *testing.T, dir, address, conf, program string, args ...string) (origin string) {
	t.Helper()
	file := filepath.Join(dir, "server.conf")
	if err := os.WriteFile(file, []byte(conf), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, append(args, file)...)
	out := &strings.Builder{}
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		<-done
	})
	for range 3000 {
		select {
		case err := <-done:
			done <- err
			log, _ := os.ReadFile(filepath.Join(dir, "error.log"))
			t.Fatalf("%s ended: %v\n%s%s", program, err, out, log)
		default:
		}
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return "http://" + address
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%s does not answer", program)
	return ""
}

// visitor asks a server, and follows no redirect.
type visitor struct {
	*http.Client
	origin string
}

func (v visitor) get(t *testing.T, path string) (*http.Response, []byte) {
	t.Helper()
	res, err := v.Get(v.origin + path)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, body
}

// visit follows every link of the site, and requests URLs that only the host's files can answer.
func visit(t *testing.T, root, origin string) {
	v := visitor{&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}, origin}
	if n := v.everyLink(t, root); n < 150 {
		t.Errorf("only %d addresses were found", n)
	}
	for _, c := range []struct {
		path   string
		status int
		want   []string // "Name: value", "-Name" for one that must not be there
	}{
		{"/sub/", 200, []string{"Content-Type: text/html; charset=utf-8", "X-Content-Type-Options: nosniff", "X-Frame-Options: SAMEORIGIN", "X-Own: of \"the\" 100% project", "Referrer-Policy: no-referrer", "-Cache-Control", "-X-Robots-Tag"}},
		{"/sub/contact/", 301, []string{"Location: /sub/about/"}},
		{"/sub/contact?a=b", 301, []string{"Location: /sub/about/?a=b"}},
		{"/sub/contact/x", 404, nil},
		{"/sub/team", 302, []string{"Location: /sub/archive/"}}, // the project's own rule wins
		{"/sub/team/", 302, []string{"Location: /sub/archive/"}},
		{"/sub/en/", 301, []string{"Location: /sub/"}},
		{"/sub/here/", 301, []string{"Location: /sub/there/"}}, // moved
		{"/sub/here", 301, []string{"Location: /sub/there/"}},
		{"/sub/was%20here/", 301, []string{"Location: /sub/there/"}},
		{"/sub/$1&x;%22y/", 301, []string{"Location: /sub/there/"}},
		{"/sub/%C3%A4/", 301, []string{"Location: /sub/there/"}},
		{"/sub/old-news/2024/", 302, []string{"Location: /sub/posts/2024/"}},
		{"/sub/elsewhere", 307, []string{"Location: https://else.example/x?a=b"}},
		{"/sub/atom.xml", 200, []string{"Content-Type: application/atom+xml; charset=utf-8", `Link: <https://hub.example/>; rel="hub", <https://crumb.alt/sub/atom.xml>; rel="self"`, "X-Content-Type-Options: nosniff"}},
		{"/sub/posts/index.xml", 200, []string{"Content-Type: application/rss+xml; charset=utf-8"}},
		{"/sub/feed.json", 200, []string{"Content-Type: application/feed+json"}},
		{"/sub/sitemap.xml", 200, nil},
		{"/sub/_headers", 404, []string{"Content-Type: text/html; charset=utf-8"}},
		{"/sub/_redirects", 404, nil},
		{"/sub/_nginx.conf", 404, nil},
		{"/sub/left/", 410, []string{"Content-Type: text/html; charset=utf-8", "X-Content-Type-Options: nosniff"}},
		{"/sub/left?a=b", 410, nil},
		{"/sub/left/x", 404, nil},
		{"/sub/de/left/", 410, nil},
		{"/sub/closed/", 200, nil}, // no longer listed, but still there
		{"/sub/gone/", 404, []string{"X-Content-Type-Options: nosniff"}},
	} {
		res, _ := v.get(t, c.path)
		if res.StatusCode != c.status {
			t.Errorf("%s: status %d, want %d", c.path, res.StatusCode, c.status)
		}
		location := res.Header.Get("Location")
		res.Header.Set("Location", strings.TrimPrefix(strings.TrimPrefix(location, origin), "http://crumb.alt"))
		for _, want := range c.want {
			if name, found := strings.CutPrefix(want, "-"); found {
				if res.Header.Get(name) != "" {
					t.Errorf("%s: %s: %s", c.path, name, res.Header.Get(name))
				}
				continue
			}
			if name, value, _ := strings.Cut(want, ": "); !slices.Equal(res.Header.Values(name), []string{value}) {
				t.Errorf("%s: %s: %q, want %q", c.path, name, res.Header.Values(name), value)
			}
		}
	}
	v.markdown(t)
	for path, file := range map[string]string{
		"/sub/left/": "404.html", "/sub/de/left/": "de/404.html",
		"/sub/gone/": "404.html", "/sub/de/gone": "de/404.html", "/sub/ja/a/b/c.html": "ja/404.html",
	} {
		want, err := os.ReadFile(filepath.Join(root, "sub", file))
		if err != nil {
			t.Fatal(err)
		}
		if _, body := v.get(t, path); string(body) != string(want) {
			t.Errorf("%s is not answered with %s", path, file)
		}
	}
}

// markdown requests the texts of pages in Markdown, at their URLs and at those of the pages.
func (v visitor) markdown(t *testing.T) {
	const html, text = "text/html; charset=utf-8", "text/markdown; charset=utf-8"
	for _, c := range []struct {
		path, accept                  string
		mediaType, vary, robots, page string
	}{
		{"/sub/there/", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", html, "Accept", "", ""},
		{"/sub/there/", "", html, "Accept", "", ""},
		{"/sub/there/", "*/*", html, "Accept", "", ""},
		{"/sub/there/", "text/markdown", text, "Accept", "", ""},
		{"/sub/there/", "text/markdown, text/html, */*", text, "Accept", "", ""},
		{"/sub/there/", "TEXT/Markdown;charset=utf-8;q=1.0, text/html;q=0.9", text, "Accept", "", ""},
		{"/sub/there/", "text/markdown;q=0.5, */*;q=0.1", text, "Accept", "", ""},
		{"/sub/there/", "text/html, text/markdown;q=0.5", html, "Accept", "", ""},
		{"/sub/there/", "text/markdown;q=0, text/html", html, "Accept", "", ""},
		{"/sub/there/", "text/markdown;q=0.0", html, "Accept", "", ""},
		{"/sub/there/?a=.html.md", "text/markdown", text, "Accept", "", ""},
		{"/sub/there/index.html", "text/markdown", text, "Accept", "", ""},
		{"/sub/there/index.html.md", "", text, "", "noindex", "/sub/there/"},
		{"/sub/there/index.html.md?x", "text/markdown", text, "", "noindex", "/sub/there/"},
		{"/sub/gr%C3%B6%C3%9Fe--%25/", "text/markdown", text, "Accept", "", ""},
		{"/sub/gr%C3%B6%C3%9Fe--%25/index.html.md", "", text, "", "noindex", "/sub/gr%C3%B6%C3%9Fe--%25/"},
		{"/sub/%C3%BCber%20uns.html", "text/markdown", text, "Accept", "", ""},
		{"/sub/%C3%BCber%20uns.html", "", html, "Accept", "", ""},
		{"/sub/%C3%BCber%20uns.html.md", "", text, "", "noindex", "/sub/%C3%BCber%20uns.html"},
		{"/sub/posts/", "text/markdown", html, "", "", ""}, // a list
		{"/sub/", "text/markdown", html, "", "", ""},
		{"/sub/notes/", "text/markdown", html, "", "", ""}, // not ours
		{"/sub/gone/", "text/markdown", html, "", "", ""},
		{"/sub/sitemap.md", "", text, "", "noindex", ""},
	} {
		req, err := http.NewRequest(http.MethodGet, v.origin+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if c.accept != "" {
			req.Header.Set("Accept", c.accept)
		}
		res, err := v.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		want := []string{c.mediaType, c.vary, c.robots, ""}
		if c.page != "" {
			want[3] = "<https://crumb.alt" + c.page + `>; rel="canonical"`
		}
		h := res.Header
		got := []string{h.Get("Content-Type"), strings.Join(h.Values("Vary"), ", "), h.Get("X-Robots-Tag"), h.Get("Link")}
		if !slices.Equal(got, want) {
			t.Errorf("%s, Accept: %s: %q, want %q", c.path, c.accept, got, want)
		}
		if isText := strings.HasPrefix(string(body), "# "); isText != (c.mediaType == text) {
			t.Errorf("%s, Accept: %s: %.60s", c.path, c.accept, body)
		}
	}
	res, body := v.get(t, "/sub/notes.md")
	if string(body) != "Own notes.\n" || res.Header.Get("X-Robots-Tag") != "" {
		t.Errorf("a Markdown file of the project: %s, %v", body, res.Header)
	}
}

// everyLink requests all URLs in the pages, sitemaps and style sheets of the site, beginning at its home page.
func (v visitor) everyLink(t *testing.T, root string) int {
	seen := map[string]bool{}
	var todo []string
	found := func(from, address string) {
		base, err := url.Parse("https://crumb.alt" + from)
		if err != nil {
			t.Fatal(err)
		}
		u, err := base.Parse(strings.TrimSpace(address))
		if err != nil || u.Host != "crumb.alt" {
			return
		}
		if p := u.EscapedPath(); !seen[p] {
			seen[p] = true
			todo = append(todo, p)
		}
	}
	found("/", "/sub/")
	found("/", "/sub/robots.txt")
	loc := regexp.MustCompile(`(?:<loc>|Sitemap: |\burl\(["']?)([^<\s"')]+)`)
	immutable := 0
	for ; len(todo) > 0; todo = todo[1:] {
		p := todo[0]
		res, body := v.get(t, p)
		if res.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", p, res.StatusCode)
			continue
		}
		if hashed := regexp.MustCompile(`_hu_[0-9a-f]{16}\.|\.[0-9a-f]{32}\.|/search/[bst][0-9a-z-]+\.js`).MatchString(p); hashed != (res.Header.Get("Cache-Control") != "") {
			t.Errorf("%s: Cache-Control: %q", p, res.Header.Get("Cache-Control"))
		} else if hashed {
			immutable++
		}
		if strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") {
			page := new(html.PageReader).Read(body)
			for _, list := range [][]html.Text{page.Canonicals, page.Silent} {
				for _, l := range list {
					found(p, l.Text)
				}
			}
			for _, r := range page.Refs {
				found(p, r.URL)
			}
			for _, a := range page.Alternates {
				found(p, a.URL)
			}
			continue
		}
		for _, m := range loc.FindAllSubmatch(body, -1) {
			found(p, string(m[1]))
		}
	}
	if immutable < 3 {
		t.Errorf("only %d files with a hash in their name were found", immutable)
	}
	return len(seen)
}
