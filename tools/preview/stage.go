package main

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/preview/serve"
	"github.com/sitegen/sitegen/internal/preview/watch"
	"github.com/sitegen/sitegen/tools/browser"
)

// failure ends a check.
type failure string

func (f failure) Error() string { return string(f) }

func must(err error) {
	if err != nil {
		panic(failure(err.Error()))
	}
}

// stage is a site, a preview of it, and tabs.
type stage struct {
	browser  context.Context
	shots    string
	axe      string
	dir      string
	port     string
	navigate bool
	without  without // script that runs first in every page
	server   *serve.Server
	runs     int
	stop     func()
	closers  []func()
}

// files is the site: long pages, so that there is something to scroll.
func files() map[string]string {
	long := strings.Repeat("A line of words that is there to be scrolled past.\n\n", 60)
	return map[string]string{
		"hugo.toml":        "baseURL = 'https://example.org/sub/'\ntitle = 'Stage'\n",
		"content/one.md":   "---\ntitle: One\n---\nfirst words\n\n" + long,
		"content/two.md":   "---\ntitle: Two\n---\nother words\n\n" + long,
		"content/draft.md": "---\ntitle: Draft\ndraft: true\n---\nunfinished words\n",
		"content/rtl.md": "---\ntitle: صفحة\ndir: rtl\n---\nكلمات أولى\n\n" +
			strings.Repeat("سطر من الكلمات للتمرير.\n\n", 60),
		"content/strict.md":    "---\ntitle: Strict\n---\nstrict words\n",
		"content/meta.md":      "---\ntitle: Meta\npolicy: \"default-src 'none'; style-src 'self'\"\n---\nmeta words\n",
		"static/css/main.css":  "@import 'deep.css';\nbody { color: rgb(1, 2, 3) }\n.side { height: 100px; width: 200px; overflow: auto } .side div { height: 900px }",
		"static/css/deep.css":  "body { background: rgb(250, 250, 250) }",
		"static/js/app.js":     "window.app = 1",
		"static/img/photo.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20"/></svg>`,
		"static/_headers":      "/sub/strict/\n  Content-Security-Policy: default-src 'none'; style-src 'self'; script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; upgrade-insecure-requests; require-trusted-types-for 'script'\n",
		"layouts/all.html": `<!DOCTYPE html>
<html lang="en" dir="{{ .Params.dir | default "ltr" }}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">{{ with .Params.policy }}<meta http-equiv="Content-Security-Policy" content="{{ . }}">{{ end }}
<title>{{ .Title }}</title><link rel="stylesheet" href="/sub/css/main.css">{{ if not .Params.policy }}<script src="/sub/js/app.js"></script>{{ end }}</head>
<body><main><h1>{{ .Title }}</h1><img src="/sub/img/photo.svg" alt="a square"><img class="set" srcset="/sub/img/photo.svg 1x, /sub/img/photo.svg 2x" alt="the same"><div class="side" tabindex="0"><div>aside</div></div>{{ .Content }}</main></body>
</html>`,
		"layouts/404.html": `<!DOCTYPE html><html lang="en"><head><title>Lost</title></head><body><main><h1>Lost</h1></main></body></html>`,
	}
}

func newStage(ctx context.Context, shots, axe string) (*stage, error) {
	dir, err := os.MkdirTemp("", "preview-site")
	if err != nil {
		return nil, err
	}
	s := &stage{browser: ctx, shots: shots, axe: axe, dir: dir, port: "0"}
	s.closers = append(s.closers, func() { os.RemoveAll(dir) })
	for name, text := range files() {
		s.write(name, text)
	}
	return s, nil
}

func (s *stage) close() {
	s.end()
	for i := range s.closers {
		s.closers[len(s.closers)-1-i]()
	}
}

// serve starts the preview; again, on the same port, after end.
func (s *stage) serve() {
	l, err := net.Listen("tcp", "127.0.0.1:"+s.port)
	for try := 0; err != nil && try < 50; try++ { // the port may still be busy
		time.Sleep(20 * time.Millisecond)
		l, err = net.Listen("tcp", "127.0.0.1:"+s.port)
	}
	must(err)
	s.port = strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	p, err := serve.NewProject(serve.ProjectOptions{
		Builder: project.Options{Source: s.dir, Drafts: true, Clock: time.Now(), Environment: "development"},
		Address: &url.URL{Scheme: "http", Host: l.Addr().String()},
	})
	must(err)
	w, err := watch.New(watch.Options{Roots: p.Roots(), Project: s.dir, Ignore: p.Ignore})
	must(err)
	s.runs++
	s.server = serve.New(serve.Options{
		ID: fmt.Sprint("run", s.runs, time.Now().UnixNano()), Project: s.dir,
		Editor: serve.Editors()["vscode"],
	})
	loop := &serve.Loop{Build: p.Build, Changes: w.Events(), Server: s.server, Navigate: s.navigate, Now: time.Now}
	ctx, cancel := context.WithCancel(context.Background())
	wait := s.server.Start(ctx, l, loop)
	s.stop = func() {
		cancel()
		if err := wait(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		w.Close()
		p.Close()
	}
}

func (s *stage) end() {
	if s.stop != nil {
		s.stop()
	}
	s.stop = nil
}

func (s *stage) write(name, text string) {
	file := filepath.Join(s.dir, filepath.FromSlash(name))
	must(os.MkdirAll(filepath.Dir(file), 0o777))
	must(os.WriteFile(file, []byte(text), 0o666))
}

// edit replaces a text in a file.
func (s *stage) edit(name, old, by string) {
	text, err := os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(name)))
	must(err)
	if !strings.Contains(string(text), old) {
		panic(failure(name + " holds no " + old))
	}
	s.write(name, strings.Replace(string(text), old, by, 1))
}

func (s *stage) rename(name, by string) {
	must(os.Rename(filepath.Join(s.dir, filepath.FromSlash(name)), filepath.Join(s.dir, filepath.FromSlash(by))))
}

// without takes something away from every page that the tabs of a check open, as an older browser has it.
type without string

func (w without) action() chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument,
			page.AddScriptToEvaluateOnNewDocumentParams{Source: string(w)})
		return chromedp.Void{}, err
	}
}

// tab is one tab on the site.
type tab struct {
	s     *stage
	ctx   context.Context
	close func()
}

// open opens a page in a new tab, and waits until it follows the preview.
func (s *stage) open(path string) *tab {
	ctx, cancel := chromedp.NewContext(s.browser)
	ctx, stop := context.WithTimeout(ctx, 10*time.Minute)
	closed := false
	t := &tab{s, ctx, func() {
		if !closed {
			closed = true
			must(chromedp.Cancel(ctx))
			stop()
			cancel()
		}
	}}
	s.closers = append(s.closers, func() { stop(); cancel() })
	if s.without != "" {
		must(chromedp.Do(t.ctx, s.without.action()))
	}
	t.to(path)
	return t
}

// to goes to a page, and waits until it follows the preview. A page that the tab shows already may reload itself at the
// same moment, and Chromium then aborts the other of the two: so it is asked again, a few times.
func (t *tab) to(path string) {
	var err error
	for range 5 {
		err = chromedp.Do(t.ctx, chromedp.EmulateViewport(1000, 700), chromedp.Navigate("http://127.0.0.1:"+t.s.port+path))
		if err == nil || !strings.Contains(err.Error(), "net::ERR_ABORTED") {
			break
		}
	}
	must(err)
	t.wait("the tab follows", "document.sitegenPreview === true")
	for range 500 {
		if t.s.server.Streams() > 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	panic(failure("no tab is connected"))
}

// is evaluates a condition; a page that is just being replaced makes it false.
func (t *tab) is(condition string) bool {
	ok, err := chromedp.Run(t.ctx, chromedp.Evaluate[bool]("!!("+condition+")"))
	return err == nil && ok
}

// wait waits until a condition is true.
func (t *tab) wait(what, condition string) {
	for start := time.Now(); time.Since(start) < 40*time.Second; time.Sleep(10 * time.Millisecond) {
		if t.is(condition) {
			return
		}
	}
	state, _ := chromedp.Run(t.ctx,
		chromedp.Evaluate[string]("location.href + ' ' + document.title + ' ' + document.body?.innerText.slice(0, 200) + ' ' + "+overlayText))
	panic(failure(fmt.Sprintf("%s: never %s\n    the page: %s", what, condition, state)))
}

// sure checks that a condition is true.
func (t *tab) sure(what, condition string) {
	if !t.is(condition) {
		panic(failure(fmt.Sprintf("%s: not %s", what, condition)))
	}
}

// mark marks the document, so that a reload shows.
func (t *tab) mark() { must(t.do("window.kept = true")) }

func (t *tab) do(script string) error {
	_, err := chromedp.Run(t.ctx, chromedp.Evaluate[bool]("("+script+", true)"))
	return err
}

const (
	kept        = "window.kept"
	overlayText = "(document.querySelector('sitegen-preview')?.shadowRoot.textContent ?? '')"
)

func says(text string) string {
	return fmt.Sprintf("document.body?.innerText.includes(%q)", text)
}

// shoot writes screenshots of a tab: of the desktop in light and dark, and of a phone.
func (t *tab) shoot(name string) {
	if t.s.shots == "" {
		return
	}
	must(os.MkdirAll(t.s.shots, 0o777))
	for _, k := range []struct {
		kind, scheme  string
		width, height int64
	}{{"light", "light", 1000, 700}, {"dark", "dark", 1000, 700}, {"phone", "light", 390, 700}} {
		must(chromedp.Do(t.ctx, chromedp.EmulateViewport(k.width, k.height), browser.Colours(k.scheme)))
		png, err := chromedp.Run(t.ctx, chromedp.CaptureScreenshot())
		must(err)
		must(os.WriteFile(filepath.Join(t.s.shots, name+"-"+k.kind+".png"), png, 0o666))
	}
	must(chromedp.Do(t.ctx, chromedp.EmulateViewport(1000, 700), browser.Colours("light")))
}

// accessible runs axe on a tab, in light and dark.
func (t *tab) accessible() {
	if t.s.axe == "" {
		return
	}
	for _, scheme := range []string{"light", "dark"} {
		must(chromedp.Do(t.ctx, browser.Colours(scheme), chromedp.Evaluate[chromedp.Void](t.s.axe)))
		found, err := chromedp.Run(t.ctx, browser.Axe())
		must(err)
		for _, v := range found.List {
			panic(failure(fmt.Sprintf("axe, %s: %s: %s: %s", scheme, v.ID, v.Help, v.Nodes[0].HTML)))
		}
	}
	must(chromedp.Do(t.ctx, browser.Colours("light")))
}
