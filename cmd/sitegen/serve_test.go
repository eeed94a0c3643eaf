package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// running is a command that goes on until the test ends it.
type running struct {
	t      *testing.T
	lines  *bufio.Scanner
	cancel context.CancelFunc
	code   chan int
}

// begin runs a command line; what it prints, to both streams, is read by line.
func begin(t *testing.T, args ...string) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	p := &running{t, bufio.NewScanner(r), cancel, make(chan int, 1)}
	go func() {
		code := run(ctx, args, w, w, []string{"NO_COLOR=1"})
		w.Close()
		p.code <- code
	}()
	t.Cleanup(func() { cancel(); r.Close() })
	return p
}

// line returns the next line, with times replaced.
func (p *running) line() string {
	p.t.Helper()
	if !p.lines.Scan() {
		p.t.Fatalf("the program has ended: %v", p.lines.Err())
	}
	text := regexp.MustCompile(`\d\d:\d\d:\d\d `).ReplaceAllString(p.lines.Text(), "TIME ")
	return regexp.MustCompile(`[0-9.]+(ms|s|µs)\b`).ReplaceAllString(text, "0ms")
}

func (p *running) expect(want ...string) {
	p.t.Helper()
	for _, w := range want {
		if got := p.line(); got != w {
			p.t.Fatalf("printed %q, want %q", got, w)
		}
	}
}

// end stops the program as Ctrl-C does.
func (p *running) end() {
	p.t.Helper()
	p.cancel()
	for p.lines.Scan() {
		p.t.Errorf("printed at the end: %s", p.lines.Text())
	}
	if code := <-p.code; code != 0 {
		p.t.Errorf("exit code %d", code)
	}
}

// put writes a file in one step, so a preview sees one change: it is written elsewhere and renamed.
func put(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	aside := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(aside, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(aside, file); err != nil {
		t.Fatal(err)
	}
}

func fetch(t *testing.T, address string) string {
	t.Helper()
	res, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	body, _, _ := strings.Cut(string(text), "<script async")
	return fmt.Sprint(res.StatusCode, " ", strings.TrimSpace(body))
}

// small makes a site of one page.
func small(t *testing.T) string {
	dir := t.TempDir()
	put(t, dir, "hugo.toml", "baseURL = 'https://notes.blog/blog/'\ndisableKinds = ['taxonomy', 'rss', 'sitemap', 'home', 'section', '404']\n[feeds]\natom = false\njson = false\n[discovery]\ntextSitemap = false\nrobots = false\n")
	put(t, dir, "content/a.md", "one")
	put(t, dir, "layouts/all.html", "{{ hugo.Environment }} {{ .RelPermalink }} {{ .Content }}")
	return dir
}

func TestServe(t *testing.T) {
	dir := small(t)
	p := begin(t, "serve", "-s", dir, "--port", "0")
	address, _, ok := strings.Cut(p.line(), "  (Ctrl-C ends the preview)")
	if !ok || !strings.HasPrefix(address, "http://127.0.0.1:") || !strings.HasSuffix(address, "/blog/") {
		t.Fatalf("the first line is %q", address)
	}
	p.expect("1 page in 0ms")
	if got := fetch(t, address+"a/"); got != "200 development /blog/a/ <p>one</p>" {
		t.Error(got)
	}
	put(t, dir, "content/a.md", "two")
	p.expect("TIME content/a.md: 1 page rendered, 1 file changed, 0ms")
	if got := fetch(t, address+"a/"); got != "200 development /blog/a/ <p>two</p>" {
		t.Error(got)
	}
	put(t, dir, "content/a.md", "---\ntitle: [\n---\n")
	if got := p.line(); !strings.HasPrefix(got, "content/a.md:") || !strings.Contains(got, "error: ") {
		t.Errorf("printed %q", got)
	}
	for p.line() != "TIME not built; the last good site stays" {
	}
	if got := fetch(t, address+"a/"); got != "200 development /blog/a/ <p>two</p>" {
		t.Error(got)
	}
	p.end()
	if _, err := os.Stat(filepath.Join(dir, "public")); err == nil {
		t.Error("the output folder is written")
	}
}

// TestServeIgnoresWhatNoBuildReads: the log of the preview in the folder of the project, and the like.
func TestServeIgnoresWhatNoBuildReads(t *testing.T) {
	dir := small(t)
	put(t, dir, "layouts/all.html", `{{ .Content }}{{ if fileExists "extra.txt" }}{{ readFile "extra.txt" }}{{ end }}`)
	log, err := os.Create(filepath.Join(dir, "serve.log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	put(t, dir, ".obsidian/app.json", "{}") // the folder itself may tell what tool a project was written for
	p := begin(t, "serve", "-s", dir, "--port", "0")
	address, _, _ := strings.Cut(p.line(), "  (Ctrl-C")
	p.expect("1 page in 0ms")
	for i := range 5 {
		fmt.Fprintln(log, "a line")
		put(t, dir, ".obsidian/workspace.json", fmt.Sprint(i))
		put(t, dir, "notes/todo.md", fmt.Sprint(i))
		time.Sleep(30 * time.Millisecond)
	}
	put(t, dir, "extra.txt", "three") // which a template looked for
	p.expect("TIME extra.txt: 1 page rendered, 1 file changed, 0ms")
	if got := fetch(t, address+"a/"); got != "200 <p>one</p>\nthree" {
		t.Error(got)
	}

	// A failed build is one that may have read anything; it is said once.
	put(t, dir, "content/a.md", "---\ntitle: [\n---\n")
	for p.line() != "TIME not built; the last good site stays" {
	}
	for range 5 {
		fmt.Fprintln(log, "a line")
		time.Sleep(30 * time.Millisecond)
	}
	put(t, dir, "content/a.md", "two")
	if got := p.line(); !strings.HasPrefix(got, "TIME content/a.md") || !strings.HasSuffix(got, "1 page rendered, 1 file changed, 0ms") {
		t.Errorf("printed %q", got)
	}
	p.end()
}

// TestServeInAFolderOfNotes: in a folder that is its own content the names of pages and media count.
func TestServeInAFolderOfNotes(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "sitegen.toml", "ignore = ['private/**']\n")
	put(t, dir, "a.md", "one")
	put(t, dir, ".obsidian/app.json", "{}")
	p := begin(t, "serve", "-s", dir, "--port", "0")
	p.line()
	for !strings.Contains(p.line(), "theme =") {
	}
	put(t, dir, "serve.log", "a line")
	put(t, dir, ".obsidian/workspace.json", "{}")
	put(t, dir, "private/b.md", "mine")
	time.Sleep(30 * time.Millisecond)
	put(t, dir, "picture.svg", "<svg/>")
	if got := p.line(); !strings.HasPrefix(got, "TIME picture.svg: ") {
		t.Errorf("printed %q", got)
	}
	put(t, dir, "a.md", "two")
	if got := p.line(); !strings.HasPrefix(got, "TIME a.md: ") {
		t.Errorf("printed %q", got)
	}
	p.end()
}

func TestServeWithoutWatching(t *testing.T) {
	dir := small(t)
	p := begin(t, "server", "-s", dir, "-p", "0", "--watch=false", "-e", "staging", "--renderToDisk", "--disableFastRender", "--noBuildLock", "-DEF", "--disableLiveReload")
	address, _, _ := strings.Cut(p.line(), "  (")
	p.expect("1 page in 0ms")
	// The site is shown before it is on the disk, and an edit in between is an error of the build that writes it.
	written, limit := filepath.Join(dir, "public", "a", "index.html"), time.Now().Add(time.Minute)
	for _, err := os.Stat(written); err != nil; _, err = os.Stat(written) {
		if time.Now().After(limit) {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
	put(t, dir, "content/a.md", "two")
	if got := fetch(t, address+"a/"); got != "200 staging /blog/a/ <p>one</p>" {
		t.Error(got)
	}
	p.end()
}

func TestBuildWatch(t *testing.T) {
	dir := small(t)
	time.Sleep(100 * time.Millisecond) // files that are younger than a tick are reported twice
	p := begin(t, "build", "-s", dir, "--watch", "--poll", "5ms")
	p.expect("checking for changes periodically: asked for", "1 page in 0ms")
	put(t, dir, "content/a.md", "two")
	p.expect("TIME content/a.md: 1 page rendered, 1 file changed, 0ms")
	text, err := os.ReadFile(filepath.Join(dir, "public", "a", "index.html"))
	if err != nil || string(text) != "production /blog/a/ <p>two</p>\n" {
		t.Errorf("%v %q", err, text)
	}
	p.end()
}

func TestServeRefuses(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := fmt.Sprint(taken.Addr().(*net.TCPAddr).Port)
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--tlsAuto"}, "error: the preview supports only HTTP\n  hint: browsers on this machine"},
		{[]string{"--editor", "vscod"}, "error: --editor \"vscod\" is not known\n  hint: did you mean \"vscode\"?\n"},
		{[]string{"--editor", "x"}, "or a URL with {path}, {line}, and {column}\n"},
		{[]string{"--poll", "often"}, "error: --poll must be a duration, such as 700ms, not \"often\"\n"},
		{[]string{"--json"}, "error: serve prints text only, so it has no --json\n"},
		{[]string{"--port", "70000"}, "error: --port must be between 0 and 65535, not 70000\n"},
		{[]string{"--port", port}, "error: port " + port + " is in use\n  hint: end the program that uses it, choose another port, or omit --port to use the next free one\n"},
		{[]string{"--bind", "no such host"}, "error: cannot listen on no such host:1313: "},
		{[]string{"--baseURL", "::"}, "is not a valid URL\n"},
	} {
		var text strings.Builder
		code := run(t.Context(), append([]string{"serve", "-s", t.TempDir()}, tt.args...), io.Discard, &text, nil)
		if code != exitUsage || !strings.Contains(text.String(), tt.want) {
			t.Errorf("%v: exit code %d\n got %q\nwant %q", tt.args, code, text.String(), tt.want)
		}
	}
}

func TestNextFreePort(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := taken.Addr().(*net.TCPAddr).Port
	l, err := listen("localhost", port, false)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if got := l.Addr().(*net.TCPAddr); got.Port == port || !got.IP.IsLoopback() {
		t.Errorf("listening on %v", got)
	}
}

func TestPreviewAddress(t *testing.T) {
	for _, tt := range []struct {
		ip, baseURL string
		appendPort  bool
		want        string
	}{
		{"127.0.0.1", "", true, "http://127.0.0.1:4000"},
		{"::1", "", true, "http://[::1]:4000"},
		{"192.168.1.5", "", true, "http://192.168.1.5:4000"},
		{"0.0.0.0", "http://mine.local/", true, "http://mine.local:4000/"},
		{"127.0.0.1", "mine.local", true, "http://mine.local:4000/"},
		{"127.0.0.1", "http://mine.local:99/blog/", true, "http://mine.local:4000/blog/"},
		{"127.0.0.1", "https://tunnel.example/x?y#z", false, "https://tunnel.example/x"},
		{"127.0.0.1", "/", true, "http://:4000/"},
	} {
		f := serveFlags{appendPort: tt.appendPort}
		u, err := f.address(at{&net.TCPAddr{IP: net.ParseIP(tt.ip), Port: 4000}}, tt.baseURL)
		if tt.baseURL == "/" {
			if err == nil {
				t.Errorf("a path alone is an address: %s", u)
			}
			continue
		}
		if err != nil || u.String() != tt.want {
			t.Errorf("%s, %q: %v %v, want %s", tt.ip, tt.baseURL, u, err, tt.want)
		}
	}
}

// at is a listener at an address.
type at struct{ addr net.Addr }

func (a at) Accept() (net.Conn, error) { return nil, net.ErrClosed }
func (a at) Close() error              { return nil }
func (a at) Addr() net.Addr            { return a.addr }
