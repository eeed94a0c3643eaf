package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/finished/linkcheck"
)

const key = "abcd1234efgh"

// engine is a search engine that implements https://www.indexnow.org/documentation. script contains its first answers.
type engine struct {
	*httptest.Server
	script []func(http.ResponseWriter)
	got    [][]string
	keys   bool // it accepts any key
}

func newEngine(t *testing.T, script ...func(http.ResponseWriter)) *engine {
	e := &engine{script: script, keys: true}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(e.script) > 0 {
			first := e.script[0]
			e.script = e.script[1:]
			first(w)
			return
		}
		var body struct {
			Host, Key, KeyLocation string
			URLList                []string
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json; charset=utf-8" || len(body.URLList) > 10_000 {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if !e.keys {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		folder := strings.TrimSuffix(body.KeyLocation, body.Key+".txt")
		for _, u := range body.URLList {
			if body.Key != key || !strings.HasPrefix(u, folder) || !strings.Contains(folder, "://"+body.Host+"/") {
				w.WriteHeader(http.StatusUnprocessableEntity)
				return
			}
		}
		e.got = append(e.got, body.URLList)
		// the first time, the key is not verified yet
		w.WriteHeader([]int{http.StatusAccepted, http.StatusOK}[min(len(e.got)-1, 1)])
	}))
	t.Cleanup(e.Close)
	return e
}

func (e *engine) service(batch int) IndexNow {
	return IndexNow{Address: e.URL + "/indexnow", Host: "www.site.dev", Key: key, KeyLocation: "https://www.site.dev/" + key + ".txt", Batch: batch}
}

func answers(code int, header ...string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
	}
}

func site(n int) Site {
	var s Site
	for i := range n {
		s.Now = append(s.Now, Change{fmt.Sprintf("https://www.site.dev/p%05d/", i), fmt.Sprint(i)})
	}
	return s
}

// run sends the pending changes, and returns the result, the waits, and how often the state was saved.
func run(t *testing.T, s Service, of Site, state *State) (Result, []time.Duration, int) {
	t.Helper()
	var waits []time.Duration
	saved := 0
	res, err := Send(context.Background(), s, Pending(s, of, state), state, Options{Requests: linkcheck.Requests{
		Now:   time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Sleep: func(_ context.Context, d time.Duration) error { waits = append(waits, d); return nil },
	}}, func() error { saved++; return nil })
	if err != nil {
		t.Fatal(err)
	}
	return res, waits, saved
}

func TestIndexNow(t *testing.T) {
	e := newEngine(t)
	state, s := NewState(), e.service(0)
	res, _, saved := run(t, s, site(25_000), state)
	if diff := cmp.Diff(Result{Service: s.Name(), Accepted: 25_000}, res); diff != "" || saved != 3 {
		t.Errorf("saved %d times\n%s", saved, diff)
	}
	if len(e.got) != 3 || len(e.got[0]) != 10_000 || len(e.got[2]) != 5000 {
		t.Errorf("%d requests", len(e.got))
	}
	if res, _, _ := run(t, s, site(25_000), state); res.Accepted != 0 || len(e.got) != 3 {
		t.Errorf("what was accepted was sent again: %+v", res)
	}
	changed := site(24_999) // one page was removed
	changed.Now[7].Print = "other"
	changed.Now = append(changed.Now, Change{"https://www.site.dev/new/", "x"})
	run(t, s, changed, state)
	if diff := cmp.Diff([]string{"https://www.site.dev/new/", "https://www.site.dev/p00007/", "https://www.site.dev/p24999/"}, e.got[len(e.got)-1]); diff != "" {
		t.Error(diff)
	}
	if run(t, s, changed, state); len(e.got) != 4 {
		t.Error("the page that is gone was told of twice")
	}
}

func TestIndexNowRefuses(t *testing.T) {
	for _, tt := range []struct {
		name     string
		change   func(*engine, *IndexNow)
		accepted int
		stopped  string
		waits    []time.Duration
	}{
		{"400", func(e *engine, _ *IndexNow) { e.script = append(e.script, answers(400)) }, 0, "it returned 400: the request is not valid", nil},
		{"403", func(e *engine, _ *IndexNow) { e.keys = false }, 0, "it returned 403: the key is not valid", nil},
		{"422", func(_ *engine, i *IndexNow) { i.Host = "other.dev" }, 0, "it returned 422: URLs do not belong to the host, or the key does not match", nil},
		{"429 with seconds", func(e *engine, _ *IndexNow) { e.script = append(e.script, answers(429, "Retry-After", "7")) }, 5, "", []time.Duration{7 * time.Second}},
		{"429 with a date", func(e *engine, _ *IndexNow) {
			e.script = append(e.script, answers(429, "Retry-After", "Fri, 02 Jan 2026 03:04:25 GMT"))
		}, 5, "", []time.Duration{20 * time.Second}},
		{"429 for long", func(e *engine, _ *IndexNow) { e.script = append(e.script, answers(429, "Retry-After", "3600")) }, 0, "rate limited (429 Too Many Requests); retry after 1h0m0s", nil},
		{"429 again and again", func(e *engine, _ *IndexNow) {
			for range 9 {
				e.script = append(e.script, answers(429))
			}
		}, 0, "it returned 429 Too Many Requests", []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second}},
		{"a broken server", func(e *engine, _ *IndexNow) { e.script = append(e.script, answers(500), answers(503)) }, 5, "", []time.Duration{time.Second, 2 * time.Second}},
		{"a redirect", func(e *engine, _ *IndexNow) { e.script = append(e.script, answers(301, "Location", "/x")) }, 0, "it returned 301", nil},
		{"the second batch", func(e *engine, i *IndexNow) {
			i.Batch = 3
			e.script = append(e.script, nil)
			e.script[0] = func(w http.ResponseWriter) { w.WriteHeader(200); e.script = append(e.script, answers(400)) }
		}, 3, "it returned 400: the request is not valid", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := newEngine(t)
			s := e.service(0)
			tt.change(e, &s)
			state := NewState()
			res, waits, _ := run(t, s, site(5), state)
			if res.Accepted != tt.accepted || res.Left != 5-tt.accepted || res.Stopped != tt.stopped {
				t.Errorf("%+v", res)
			}
			if diff := cmp.Diff(tt.waits, waits); diff != "" {
				t.Error(diff)
			}
			e.script, e.keys, s.Host = nil, true, "www.site.dev"
			if res, _, _ := run(t, s, site(5), state); res.Accepted != 5-tt.accepted {
				t.Errorf("the next run: %+v", res)
			}
		})
	}
}

// An interrupted run continues where it stopped: the last saved state contains everything that was accepted.
func TestInterrupted(t *testing.T) {
	e := newEngine(t)
	s, state := e.service(2), NewState()
	ctx, cancel := context.WithCancel(context.Background())
	var file bytes.Buffer
	_, err := Send(ctx, s, Pending(s, site(6), state), state, Options{}, func() error {
		file.Reset()
		if len(e.got) == 2 {
			cancel()
		}
		return state.Write(&file)
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	again, err := ReadState(&file)
	if err != nil {
		t.Fatal(err)
	}
	if res, _, _ := run(t, s, site(6), again); res.Accepted != 2 || len(e.got) != 3 {
		t.Errorf("%+v, %d requests", res, len(e.got))
	}
}

// URLs that are known from before the first run are not sent until they change.
func TestSince(t *testing.T) {
	e := newEngine(t)
	s, state := e.service(0), NewState()
	of := site(4)
	of.Known = map[string]bool{of.Now[0].URL: true, of.Now[1].URL: true}
	of.Gone = []string{"https://www.site.dev/old/"}
	for range 2 {
		run(t, s, of, state)
	}
	if diff := cmp.Diff([][]string{{"https://www.site.dev/old/", "https://www.site.dev/p00002/", "https://www.site.dev/p00003/"}}, e.got); diff != "" {
		t.Error(diff)
	}
	if (WebSub{}).Gone() || (Baidu{}).Gone() {
		t.Error("they take no addresses that are gone")
	}
}

func TestWebSub(t *testing.T) {
	var got []string
	hub := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = append(got, r.Header.Get("Content-Type")+" "+string(body))
		if strings.Contains(string(body), "strange") {
			http.Error(w, "no such topic", http.StatusBadRequest)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	}))
	defer hub.Close()
	s, state := WebSub{hub.URL}, NewState()
	of := Site{Now: []Change{{"https://www.site.dev/index.xml", "1"}, {"https://www.site.dev/strange.xml", "1"}}}
	res, _, _ := run(t, s, of, state)
	want := Result{Service: s.Name(), Accepted: 1, Left: 1, Refused: []Refusal{{"https://www.site.dev/strange.xml", "it returned 400: no such topic"}}}
	if diff := cmp.Diff(want, res); diff != "" {
		t.Error(diff)
	}
	if got[0] != "application/x-www-form-urlencoded hub.mode=publish&hub.url=https%3A%2F%2Fwww.site.dev%2Findex.xml" {
		t.Error(got[0])
	}
	if run(t, s, of, state); len(got) != 3 {
		t.Errorf("%d messages: what was accepted was sent again, or what was not was forgotten", len(got))
	}
}

func TestReadTopic(t *testing.T) {
	feed := func(build, item string) string {
		return `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>T</title><link>https://www.site.dev/</link><description>D</description>
<lastBuildDate>` + build + `</lastBuildDate><atom:link rel="self" href="https://www.site.dev/index.xml"/><atom:link rel="hub" href="https://hub.dev/"/>
<item><title>` + item + `</title><guid>x</guid></item></channel></rss>`
	}
	one, ok := ReadTopic([]byte(feed("Mon, 05 Jan 2026 00:00:00 GMT", "A")))
	if diff := cmp.Diff(Topic{Self: "https://www.site.dev/index.xml", Hubs: []string{"https://hub.dev/"}, Print: one.Print}, one); diff != "" || !ok {
		t.Errorf("%v %s", ok, diff)
	}
	later, _ := ReadTopic([]byte(feed("Tue, 06 Jan 2026 00:00:00 GMT", "A")))
	other, _ := ReadTopic([]byte(feed("Mon, 05 Jan 2026 00:00:00 GMT", "B")))
	if later.Print != one.Print || other.Print == one.Print {
		t.Errorf("%s %s %s", one.Print, later.Print, other.Print)
	}
	if _, ok := ReadTopic([]byte(`<rss version="2.0"><channel><title>T</title></channel></rss>`)); ok {
		t.Error("a feed without a hub is no topic")
	}
}

// baidu returns a server with a quota that answers as documented by Baidu.
func baidu(t *testing.T, quota int) (*httptest.Server, *[]int) {
	var sizes []int
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		urls := strings.Split(strings.TrimSpace(string(body)), "\n")
		sizes = append(sizes, len(urls))
		fail := func(code int, message string) {
			w.WriteHeader(code)
			fmt.Fprintf(w, `{"error":%d,"message":%q}`, code, message)
		}
		switch {
		case r.URL.Query().Get("token") != "secret":
			fail(401, "token is not valid")
		case r.URL.Query().Get("site") != "https://www.site.dev":
			fail(400, "site error")
		case r.Header.Get("Content-Type") != "text/plain" || len(urls) > 2000:
			fail(400, "only 2000 urls are allowed once")
		case len(urls) > quota:
			fail(400, "over quota")
		default:
			quota -= len(urls)
			var bad []string
			for _, u := range urls {
				if strings.Contains(u, "/p00003/") {
					bad = append(bad, u)
				}
			}
			json.NewEncoder(w).Encode(map[string]any{"remain": quota, "success": len(urls) - len(bad), "not_valid": bad})
		}
	}))
	t.Cleanup(s.Close)
	return s, &sizes
}

func TestBaidu(t *testing.T) {
	server, sizes := baidu(t, 10)
	s := Baidu{Address: server.URL + "/urls", Site: "https://www.site.dev", Token: "secret"}
	state := NewState()
	res, _, _ := run(t, s, site(12), state)
	want := Result{Service: "baidu:https://www.site.dev", Accepted: 9, Left: 3, Refused: []Refusal{{"https://www.site.dev/p00003/", "it is not valid"}}, Stopped: spent, Hint: "to send the rest, run the same command again tomorrow"}
	if diff := cmp.Diff(want, res); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{12, 6, 6, 3, 3, 1}, *sizes); diff != "" { // halved if it exceeds the quota
		t.Error(diff)
	}
	for _, tt := range []struct{ site, token, why string }{
		{"https://www.site.dev", "wrong", "it returned 401: token is not valid"},
		{"https://other.dev", "secret", "it returned 400: site error"},
	} {
		res, _, _ := run(t, Baidu{server.URL, tt.site, tt.token}, site(1), NewState())
		if res.Stopped != tt.why || res.Hint == "" {
			t.Errorf("%+v", res)
		}
	}
	server.Close()
	res, waits, _ := run(t, s, site(30), state)
	if !strings.HasPrefix(res.Stopped, "it cannot be reached: ") || strings.Contains(res.Stopped, "secret") || len(waits) != 4 {
		t.Errorf("%+v %v", res, waits)
	}
}

func TestCheckKey(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/good.txt":
			fmt.Fprintln(w, key)
		case "/other.txt":
			fmt.Fprint(w, "<!doctype html>")
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	for path, want := range map[string]string{"/good.txt": "", "/other.txt": "it does not contain the key", "/none.txt": "it returned 404 Not Found"} {
		if got := CheckKey(context.Background(), IndexNow{Key: key, KeyLocation: server.URL + path}, Options{}); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestPublic(t *testing.T) {
	for base, public := range map[string]bool{
		"https://www.site.dev/": true, "https://xn--bcher-kva.de/x/": true, "http://8.8.8.8/": true, "https://example.community/": true,
		"http://localhost:1313/": false, "http://127.0.0.1/": false, "http://[::1]/": false, "http://192.168.1.5/": false, "http://nas/": false,
		"https://example.org/": false, "https://www.example.com/": false, "https://a.test/": false, "http://box.local/": false, "/": false, "": false,
	} {
		if why := Public(base); (why == "") != public {
			t.Errorf("%q: %q", base, why)
		}
	}
}

func TestConsoles(t *testing.T) {
	for _, c := range Consoles("https://www.site.dev/docs/") {
		if strings.Contains(c.Page, "/ping") {
			t.Errorf("%s is retired (rule W4)", c.Page)
		}
	}
	if got := Consoles("https://www.site.dev/docs/")[0].Page; got != "https://search.google.com/search-console/sitemaps?resource_id=https%3A%2F%2Fwww.site.dev%2Fdocs%2F" {
		t.Error(got)
	}
}

func FuzzReadState(f *testing.F) {
	f.Add(stateHead + "\nbaidu:x\thttps://a.dev/\t1\nindexnow:y\thttps://a.dev/\t-\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadState(strings.NewReader(text))
		if err != nil {
			return
		}
		var one, two bytes.Buffer
		s.Write(&one)
		again, err := ReadState(bytes.NewReader(one.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if again.Write(&two); one.String() != two.String() {
			t.Errorf("%q\n%q", one.String(), two.String())
		}
	})
}
