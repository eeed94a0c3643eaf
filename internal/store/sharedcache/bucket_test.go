package sharedcache

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/sitegen/sitegen/internal/store/bucket"
	"github.com/sitegen/sitegen/internal/store/cache"
)

// counter is a bucket of S3 in memory, with what happens to requests before they reach it.
type counter struct {
	backend gofakes3.Backend
	handler http.Handler

	mu       sync.Mutex
	requests int
	// before answers a request instead, if it returns true; nil: none. n is the number of the request, from 0.
	before func(w http.ResponseWriter, r *http.Request, n int) bool
}

func newBucket(t *testing.T) *counter {
	t.Helper()
	c := &counter{backend: s3mem.New()}
	if err := c.backend.CreateBucket("bucket"); err != nil {
		t.Fatal(err)
	}
	c.handler = gofakes3.New(c.backend, gofakes3.WithLogger(gofakes3.DiscardLog()), gofakes3.WithTimeSkewLimit(0)).Server()
	return c
}

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	n, before := c.requests, c.before
	c.requests++
	c.mu.Unlock()
	if before == nil || !before(w, r, n) {
		c.handler.ServeHTTP(w, r)
	}
}

// options returns the options of a machine that uses the bucket.
func (c *counter) options(t *testing.T) Options {
	t.Helper()
	server := httptest.NewServer(c)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return Options{
		URL:    "s3://bucket/cache/site",
		Access: bucket.Access{Endpoint: server.URL, ID: "id", Secret: "secret", Session: "session"},
	}
}

// names returns the names of the objects of a kind, in order.
func (c *counter) names(t *testing.T, kind string) (list []string) {
	t.Helper()
	prefix := gofakes3.NewPrefix(new("cache/site/"+kind+"/"), nil)
	all, err := c.backend.ListBucket("bucket", &prefix, gofakes3.ListBucketPage{})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range all.Contents {
		list = append(list, o.Key)
	}
	return list
}

func (c *counter) object(t *testing.T, name string) []byte {
	t.Helper()
	o, err := c.backend.GetObject("bucket", name, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Contents.Close()
	data, err := io.ReadAll(o.Contents)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func (c *counter) set(t *testing.T, name string, data []byte) {
	t.Helper()
	if _, err := c.backend.PutObject("bucket", name, map[string]string{}, bytes.NewReader(data), int64(len(data)), nil); err != nil {
		t.Fatal(err)
	}
}

// little has two records and two sets, each in one part.
func little() contents {
	m := contents{
		records: []Record{{"documents", []byte("documents")}, {"changes", []byte("changes")}},
		sets:    map[string]map[cache.Key]string{"big": {}, "small": {}},
	}
	for i := range 20 {
		m.sets["big"][key(fmt.Sprint("big", i))] = strings.Repeat(fmt.Sprint("big ", i), 1000)
		m.sets["small"][key(fmt.Sprint("small", i))] = fmt.Sprint("text ", i)
	}
	return m
}

// Whatever a bucket does, a machine gets what was published or nothing, in time, after no more requests than it needs,
// and hears of each problem once.
func TestFaultyBuckets(t *testing.T) {
	m := little()
	answer := func(code int, body string) func(http.ResponseWriter, *http.Request, int) bool {
		return func(w http.ResponseWriter, _ *http.Request, _ int) bool {
			w.WriteHeader(code)
			_, _ = io.WriteString(w, body)
			return true
		}
	}
	slow := func(_ http.ResponseWriter, r *http.Request, _ int) bool {
		select {
		case <-r.Context().Done():
		case <-time.After(100 * short):
		}
		return true
	}
	later := func(n int, do func(http.ResponseWriter, *http.Request, int) bool) func(http.ResponseWriter, *http.Request, int) bool {
		return func(w http.ResponseWriter, r *http.Request, at int) bool { return at >= n && do(w, r, at) }
	}
	for name, test := range map[string]struct {
		before  func(w http.ResponseWriter, r *http.Request, n int) bool
		objects func(t *testing.T, c *counter)
		problem string
	}{
		"error": {before: answer(500, ""), problem: "the server answers 500 Internal Server Error"},
		"an error in words of the server": {
			before:  answer(500, "<Error><Code>Please do <b></Code><Message>this</Message></Error>"),
			problem: "the server answers 500 Internal Server Error",
		},
		"forbidden":   {before: answer(403, ""), problem: "the server answers 403 Forbidden (AccessDenied)"},
		"unavailable": {before: later(1, answer(503, "")), problem: "the server answers 503 Service Unavailable"},
		"no bucket": {
			before:  answer(404, "<Error><Code>NoSuchBucket</Code></Error>"),
			problem: "the bucket does not exist",
		},
		"slow":            {before: slow, problem: "no answer within 300ms"},
		"it becomes slow": {before: later(2, slow), problem: "not everything within 300ms"},
		"it dies": {before: later(3, func(w http.ResponseWriter, _ *http.Request, _ int) bool {
			if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
				conn.Close()
			}
			return true
		}), problem: "the server closed the connection"},
		"swapped packs": {objects: func(t *testing.T, c *counter) {
			list := c.names(t, content)
			a, b := c.object(t, list[0]), c.object(t, list[1])
			c.set(t, list[0], b)
			c.set(t, list[1], a)
		}, problem: "a part of it is damaged"},
		"cut packs": {objects: func(t *testing.T, c *counter) {
			for _, name := range c.names(t, content) {
				data := c.object(t, name)
				c.set(t, name, data[:len(data)/2])
			}
		}, problem: "a part of it is damaged"},
		"longer packs": {objects: func(t *testing.T, c *counter) {
			for _, name := range c.names(t, content) {
				c.set(t, name, append(c.object(t, name), 0))
			}
		}, problem: "a part of it is damaged"},
		"packs are gone": {objects: func(t *testing.T, c *counter) {
			for _, name := range c.names(t, content) {
				if _, err := c.backend.DeleteObject("bucket", name); err != nil {
					t.Fatal(err)
				}
			}
		}, problem: "a part of it is missing"},
		"another index": {objects: func(t *testing.T, c *counter) {
			for _, name := range c.names(t, action) {
				c.set(t, name, []byte("index"))
			}
		}, problem: "its index is damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newBucket(t)
			o := c.options(t)
			o.Key = "key"
			if _, problems := m.publish(t, o); len(problems) > 0 {
				t.Fatal(problems)
			}
			if test.objects != nil {
				test.objects(t, c)
			}
			limit := 30 * time.Second
			if strings.Contains(test.problem, "within") {
				limit = short
			}
			var got fetched
			o.Timeout = inTime(t, limit, func(timeout time.Duration) {
				c.mu.Lock()
				c.before, c.requests = test.before, 0
				c.mu.Unlock()
				o.Timeout = timeout
				got = m.fetch(t, o)
			})
			if !m.true(got) {
				t.Error("something else came")
			}
			want := strings.ReplaceAll(test.problem, short.String(), o.Timeout.String())
			if !strings.HasSuffix(got.problem, want) || strings.Contains(got.problem, ";") {
				t.Errorf("%q instead of %q", got.problem, want)
			}
			c.mu.Lock()
			n := c.requests
			c.mu.Unlock()
			if test.before != nil && n > 3+requests {
				t.Errorf("asked %d times", n)
			}
		})
	}
}

// A bucket that dies at any request of a machine that writes leaves the old index, whose parts are all there.
func TestBucketDiesWhileWritten(t *testing.T) {
	m, c := little(), newBucket(t)
	o := c.options(t)
	if _, problems := m.publish(t, o); len(problems) > 0 {
		t.Fatal(problems)
	}
	for at := range 30 {
		now := contents{[]Record{{"documents", fmt.Append(nil, "new ", at)}, m.records[1]}, m.sets}
		now.sets["small"][key(fmt.Sprint("more", at))] = fmt.Sprint("more ", at)
		c.mu.Lock()
		c.requests = 0
		c.before = func(w http.ResponseWriter, _ *http.Request, n int) bool {
			if n >= at {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
			return n >= at
		}
		c.mu.Unlock()
		_, problems := now.publish(t, o)
		c.mu.Lock()
		c.before = nil
		c.mu.Unlock()
		got := now.fetch(t, o)
		if !now.true(got) && !m.true(got) || got.problem != "" || len(got.sets["big"]) != len(m.sets["big"]) {
			t.Fatalf("after %d requests: %q", at, got.problem)
		}
		if len(problems) == 0 {
			if diff := now.whole(got); diff != "" {
				t.Errorf("after %d requests: %s", at, diff)
			}
			return
		}
	}
	t.Error("it never became complete")
}

// A machine that writes never replaces what is named by its hash, and needs no other right than to create it.
func TestBucketObjectsAreWrittenOnce(t *testing.T) {
	m, c := little(), newBucket(t)
	o := c.options(t)
	c.before = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		refuse := r.Method == http.MethodPut && strings.Contains(r.URL.Path, "/cas/") && r.Header.Get("If-None-Match") != "*" ||
			r.Method == http.MethodDelete || r.URL.Query().Has("list-type") || r.URL.Query().Has("location")
		if refuse {
			t.Errorf("%s %s", r.Method, r.URL)
		}
		return false
	}
	if _, problems := m.publish(t, o); len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, name := range c.names(t, action) { // another machine publishes the same
		if _, err := c.backend.DeleteObject("bucket", name); err != nil {
			t.Fatal(err)
		}
	}
	if _, problems := m.publish(t, o); len(problems) > 0 {
		t.Fatal(problems)
	}
	if diff := m.whole(m.fetch(t, o)); diff != "" {
		t.Error(diff)
	}
}

// A store that cannot be reached by what is set is a problem like others.
func TestEndpoints(t *testing.T) {
	for _, endpoint := range []string{"host", "ftp://host", "https://", "https://host/path", "https://u:p@host"} {
		c := Open(context.Background(), Options{URL: "s3://bucket", Site: "site", Access: bucket.Access{Endpoint: endpoint}})
		if c.Records() != nil {
			t.Error("something came")
		}
		_, _, problems := c.Report()
		if len(problems) != 1 || !strings.Contains(problems[0], "AWS_ENDPOINT_URL") {
			t.Errorf("%s: %q", endpoint, problems)
		}
		c.Close()
	}
}
