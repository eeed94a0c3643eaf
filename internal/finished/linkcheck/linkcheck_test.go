package linkcheck

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var now = time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)

// server answers by path and records the requests.
type server struct {
	*httptest.Server
	mu     sync.Mutex
	log    []string
	at     int // number of requests being answered
	most   int // maximum number at once
	visits map[string]int
}

func serve(t *testing.T) *server {
	s := &server{visits: map[string]int{}}
	s.Server = httptest.NewServer(http.HandlerFunc(s.answer))
	t.Cleanup(s.Close)
	return s
}

func (s *server) answer(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.log = append(s.log, r.Method+" "+r.URL.RequestURI())
	s.visits[r.URL.Path]++
	n := s.visits[r.URL.Path]
	s.at++
	s.most = max(s.most, s.at)
	s.mu.Unlock()
	defer func() { s.mu.Lock(); s.at--; s.mu.Unlock() }()
	switch r.URL.Path {
	case "/ok":
	case "/gone":
		w.WriteHeader(http.StatusGone)
	case "/no-head":
		if r.Method == http.MethodHead {
			w.WriteHeader(http.StatusMethodNotAllowed)
		}
	case "/moved":
		http.Redirect(w, r, "/ok", http.StatusMovedPermanently)
	case "/moved-twice":
		http.Redirect(w, r, "/moved#x", http.StatusPermanentRedirect)
	case "/today":
		http.Redirect(w, r, "/moved", http.StatusFound)
	case "/circle":
		http.Redirect(w, r, "/circle", http.StatusFound)
	case "/endless":
		http.Redirect(w, r, "/endless?"+r.URL.RawQuery+"x", http.StatusFound)
	case "/app":
		http.Redirect(w, r, "market://x", http.StatusFound)
	case "/busy":
		if n == 1 {
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	case "/tomorrow":
		w.Header().Set("Retry-After", now.Add(24*time.Hour).Format(http.TimeFormat))
		w.WriteHeader(http.StatusTooManyRequests)
	case "/forbidden":
		w.WriteHeader(http.StatusForbidden)
	case "/slow":
		select {
		case <-r.Context().Done():
		case <-time.After(10 * time.Second):
		}
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

// naps records the waits and does not wait.
type naps struct {
	mu  sync.Mutex
	all []time.Duration
}

func (n *naps) sleep(ctx context.Context, d time.Duration) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all = append(n.all, d)
	return ctx.Err()
}

func TestAsk(t *testing.T) {
	for path, want := range map[string]Answer{
		"/ok":          {},
		"/none":        {Dead: "404 Not Found"},
		"/gone":        {Dead: "410 Gone"},
		"/no-head":     {},
		"/moved":       {Moved: "/ok"},
		"/moved-twice": {Moved: "/ok"},
		"/today":       {},
		"/circle":      {Dead: "with redirects in a circle"},
		"/endless?":    {Dead: "with more than 10 redirects"},
		"/app":         {Dead: `with a redirect to "market://x", which is not a page`},
		"/busy":        {},
		"/tomorrow":    {Unsure: "429 Too Many Requests"},
		"/forbidden":   {Unsure: "403 Forbidden"},
	} {
		s := serve(t)
		if want.Moved != "" {
			want.Moved = s.URL + want.Moved
		}
		var n naps
		got, err := Ask(context.Background(), []string{s.URL + path}, Options{Requests: Requests{Now: now, Sleep: n.sleep}})
		if err != nil || got[0] != want {
			t.Errorf("%s: %+v, %v, want %+v", path, got, err, want)
		}
	}
	s := serve(t)
	s.Close()
	got, _ := Ask(context.Background(), []string{s.URL, "http://", "https://name.invalid/"}, Options{Requests: Requests{Now: now}})
	if got[0].Unsure == "" || got[1].Dead == "" || got[2].Dead == "" && got[2].Unsure == "" {
		t.Errorf("%+v", got)
	}
}

func TestTimeout(t *testing.T) {
	s := serve(t)
	got, err := Ask(context.Background(), []string{s.URL + "/slow"}, Options{Requests: Requests{Timeout: 50 * time.Millisecond, Now: now}})
	if err != nil || got[0].Unsure != "the server took too long" {
		t.Errorf("%+v, %v", got, err)
	}
}

// A host gets one request at a time with a pause in between. A wait that it asks for is observed, and a host that asks
// for too long a wait gets no more requests.
func TestPolite(t *testing.T) {
	s, other := serve(t), serve(t)
	var n naps
	var urls []string
	for i := range 5 {
		urls = append(urls, fmt.Sprint(s.URL, "/ok?", i), fmt.Sprint(other.URL, "/ok?", i))
	}
	urls = append(urls, s.URL+"/busy")
	if _, err := Ask(context.Background(), urls, Options{Requests: Requests{Now: now, Sleep: n.sleep}, Pause: 3 * time.Second}); err != nil {
		t.Fatal(err)
	}
	want := []string{"HEAD /ok?0", "HEAD /ok?1", "HEAD /ok?2", "HEAD /ok?3", "HEAD /ok?4", "HEAD /busy", "HEAD /busy"}
	if diff := cmp.Diff(want, s.log); diff != "" || s.most != 1 || other.most != 1 {
		t.Errorf("%d at once, %s", max(s.most, other.most), diff)
	}
	var sum time.Duration
	for _, d := range n.all {
		sum += d
	}
	if sum != (5+4)*3*time.Second+7*time.Second {
		t.Errorf("waited for %v in all", n.all)
	}
	s = serve(t)
	got, _ := Ask(context.Background(), []string{s.URL + "/tomorrow", s.URL + "/ok"}, Options{Requests: Requests{Now: now, Sleep: n.sleep}})
	if len(s.log) != 1 || !strings.Contains(got[1].Unsure, "come back later") {
		t.Errorf("%q, %+v", s.log, got)
	}
}

func TestInterrupted(t *testing.T) {
	s := serve(t)
	ctx, cancel := context.WithCancel(context.Background())
	stop := func(context.Context, time.Duration) error { cancel(); return ctx.Err() }
	if _, err := Ask(ctx, []string{s.URL + "/ok?1", s.URL + "/ok?2"}, Options{Requests: Requests{Sleep: stop}}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Recent answers are not requested again.
func TestCache(t *testing.T) {
	s := serve(t)
	urls := []string{s.URL + "/ok", s.URL + "/none", s.URL + "/forbidden"}
	cache, err := ReadCache(strings.NewReader("not json\n{}\n"))
	if err != nil {
		t.Fatal(err)
	}
	var n naps
	ask := func(c *Cache, at time.Time) []Answer {
		t.Helper()
		s.log = nil
		got, err := Ask(context.Background(), urls, Options{Requests: Requests{Now: at, Sleep: n.sleep}, Cache: c})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	first := ask(cache, now)
	var b bytes.Buffer
	if err := cache.Write(&b); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("{\"url\":%q,\"at\":\"2026-06-15T12:00:00Z\",\"dead\":\"404 Not Found\"}\n{\"url\":%q,\"at\":\"2026-06-15T12:00:00Z\"}\n", urls[1], urls[0])
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
	for after, asked := range map[time.Duration]string{
		time.Hour:           "HEAD /forbidden GET /forbidden",
		2 * day:             "HEAD /none GET /none HEAD /forbidden GET /forbidden",
		8 * day:             "HEAD /ok HEAD /none GET /none HEAD /forbidden GET /forbidden",
		-1 * 24 * time.Hour: "HEAD /ok HEAD /none GET /none HEAD /forbidden GET /forbidden",
	} {
		c, err := ReadCache(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if got := ask(c, now.Add(after)); !cmp.Equal(got, first) || strings.Join(s.log, " ") != asked {
			t.Errorf("after %v: %+v, asked %q", after, got, s.log)
		}
	}
}
