package pipeline_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/config"
)

// sharedStore is a store that speaks the HTTP cache protocol. hurt changes the answers to GET, if it is not nil.
type sharedStore struct {
	mu      sync.Mutex
	objects map[string][]byte
	log     []string
	hurt    func(w http.ResponseWriter, r *http.Request, data []byte) []byte
}

func (s *sharedStore) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.log = append(s.log, strings.TrimSpace(r.Method+" "+r.URL.Path+" "+r.Header.Get("Authorization")))
	data, ok := s.objects[r.URL.Path]
	hurt := s.hurt
	s.mu.Unlock()
	switch {
	case r.Method == http.MethodPut:
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.objects[r.URL.Path] = body
		s.mu.Unlock()
	case !ok:
		http.NotFound(w, r)
	default:
		if data = bytes.Clone(data); hurt != nil {
			_, _ = w.Write(hurt(w, r, data))
			return
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	}
}

// since returns the requests since the last call.
func (s *sharedStore) since() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	log := s.log
	s.log = nil
	return log
}

func newSharedStore(t *testing.T) (*sharedStore, project.Options) {
	t.Helper()
	s := &sharedStore{objects: map[string][]byte{}}
	server := httptest.NewServer(s)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return s, project.Options{Shared: project.SharedCache{URL: server.URL, Key: "secret"}}
}

// machine copies a project to where another machine has it, with other times, and without what builds keep.
func machine(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "elsewhere", filepath.Base(dir))
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{".sitegen", "public"} {
		if err := os.RemoveAll(filepath.Join(to, name)); err != nil {
			t.Fatal(err)
		}
	}
	touch(t, to, time.Unix(1_400_000_000, 0))
	return to
}

// sharedPictures is a site with derived pictures and a few pages.
func sharedPictures(t *testing.T) string {
	t.Helper()
	dir := pictures(t)
	for i := range 40 {
		file := filepath.Join(dir, "content", fmt.Sprintf("p%d.md", i))
		text := fmt.Sprintf("---\ntitle: P%d\n---\n%s\n\n```go\nx := %d\n```\n", i, strings.Repeat("Text. ", i), i)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// sharedLine reports whether what a summary says about the shared cache begins with before and ends with a size that is
// not zero and a number of requests.
func sharedLine(said, before string) bool {
	rest, ok := strings.CutPrefix(said, before)
	return ok && regexp.MustCompile(`^([1-9]\d*\.\d|0\.[1-9]) kB in \d+ requests$`).MatchString(rest)
}

func TestMachinesShareTheirCache(t *testing.T) {
	a := sharedPictures(t)
	store, reads := newSharedStore(t)
	writes := reads
	writes.Shared.Write = true
	first := process(t, a, writes)
	if first.Rendered == 0 || first.Images == 0 || !sharedLine(first.Shared, "read 0.0 kB in 1 request; wrote ") {
		t.Fatalf("%d rendered, %d images, shared: %q", first.Rendered, first.Images, first.Shared)
	}
	want := onDisk(t, filepath.Join(a, "public"))
	store.since()

	b := machine(t, a)
	res := process(t, b, reads)
	if res.Rendered != 0 || res.Images != 0 || !sharedLine(res.Shared, "read ") {
		t.Errorf("%d rendered, %d images, shared: %q", res.Rendered, res.Images, res.Shared)
	}
	if diff := cmp.Diff(want, onDisk(t, filepath.Join(b, "public"))); diff != "" {
		t.Errorf("the other machine (-want +got):\n%s", diff)
	}
	log := store.since()
	for _, line := range log {
		if strings.HasPrefix(line, "PUT") {
			t.Errorf("a machine that may only read: %s", line)
		}
	}
	if len(log) > 5 { // index, two records that are not empty, outputs
		t.Errorf("%q", log)
	}

	// a template changed: pages are rendered, but their pictures were made before
	layout := filepath.Join(b, "layouts", "page.html")
	text, err := os.ReadFile(layout)
	if err == nil {
		err = os.WriteFile(layout, append([]byte("<p>new</p>"), text...), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	c := machine(t, b)
	if res = process(t, c, writes); res.Rendered < 40 || res.Images != 0 {
		t.Errorf("%d rendered, %d images", res.Rendered, res.Images)
	}
	clean := machine(t, b)
	process(t, clean, project.Options{NoCache: true})
	want = onDisk(t, filepath.Join(clean, "public"))
	if diff := cmp.Diff(want, onDisk(t, filepath.Join(c, "public"))); diff != "" {
		t.Errorf("after an edit (-want +got):\n%s", diff)
	}
	d := machine(t, c)
	if res = process(t, d, reads); res.Rendered != 0 || res.Images != 0 {
		t.Errorf("after an edit: %d rendered, %d images", res.Rendered, res.Images)
	}
	if diff := cmp.Diff(want, onDisk(t, filepath.Join(d, "public"))); diff != "" {
		t.Errorf("after an edit, the other machine (-want +got):\n%s", diff)
	}

	store.since() // nothing changed: nobody is asked
	if res = process(t, d, reads); res.Shared != "" || len(store.since()) > 0 {
		t.Errorf("nothing changed: %q", res.Shared)
	}
	for _, o := range []project.Options{{NoCache: true}, {Version: "another"}, {BaseURL: "https://other.example/"}} {
		o.Shared = reads.Shared
		e := machine(t, a)
		if res = process(t, e, o); res.Rendered != first.Rendered {
			t.Errorf("%v: %d rendered, want all %d", o, res.Rendered, first.Rendered)
		}
	}
}

// A build with a store that lies, hangs, or fails has the bytes of one without, says what happened once, and takes no
// longer than its time limit.
func TestStoresThatFailCostOnlyTime(t *testing.T) {
	a := sharedPictures(t)
	store, o := newSharedStore(t)
	o.Shared.Write = true
	process(t, a, o)
	want := onDisk(t, filepath.Join(a, "public"))
	o.Flags = map[string]any{"cache": map[string]any{"remotetimeout": "1s"}}
	packs := func(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/cas/") }
	for name, test := range map[string]struct {
		hurt    func(w http.ResponseWriter, r *http.Request, data []byte) []byte
		problem string
	}{
		"flipped bits": {func(_ http.ResponseWriter, r *http.Request, data []byte) []byte {
			if packs(r) {
				data[len(data)/2] ^= 4
			}
			return data
		}, "a part of it is damaged"},
		"a flipped bit in the index": {func(_ http.ResponseWriter, r *http.Request, data []byte) []byte {
			if !packs(r) {
				data[len(data)/2] ^= 4
			}
			return data
		}, "its index was not signed with this key"},
		"errors": {func(w http.ResponseWriter, _ *http.Request, data []byte) []byte {
			w.WriteHeader(http.StatusInternalServerError)
			return nil
		}, "the server answers 500 Internal Server Error"},
		"nothing": {func(_ http.ResponseWriter, r *http.Request, data []byte) []byte {
			select {
			case <-r.Context().Done():
			case <-time.After(time.Minute):
			}
			return nil
		}, "no answer within 1s"},
	} {
		store.mu.Lock()
		store.hurt = test.hurt
		store.mu.Unlock()
		b := machine(t, a)
		o.Shared.Write = false
		began := time.Now()
		res := process(t, b, o)
		if took := time.Since(began); took > 30*time.Second {
			t.Errorf("%s: it took %s", name, took)
		}
		if !strings.HasSuffix(res.Shared, "not complete: "+test.problem) {
			t.Errorf("%s: %q", name, res.Shared)
		}
		if diff := cmp.Diff(want, onDisk(t, filepath.Join(b, "public"))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	// machines that may write repair it
	store.mu.Lock()
	store.hurt = nil
	for p, data := range store.objects {
		if strings.HasPrefix(p, "/ac/") {
			data[len(data)/2] ^= 1
		}
	}
	store.mu.Unlock()
	o.Shared.Write = true
	process(t, machine(t, a), o)
	if res := process(t, machine(t, a), o); res.Rendered != 0 || strings.Contains(res.Shared, "not complete") {
		t.Errorf("%d rendered: %q", res.Rendered, res.Shared)
	}
}

// A theme cannot name a store, and an invalid one is an error that does not repeat its password.
func TestWhoNamesTheStore(t *testing.T) {
	store, o := newSharedStore(t)
	dir, _ := blog(t, project.Options{})
	theme := filepath.Join(dir, "themes", "stranger")
	if err := os.MkdirAll(theme, 0o777); err != nil {
		t.Fatal(err)
	}
	text := "[cache]\nremote = \"" + o.Shared.URL + "\"\n"
	for _, name := range []string{"theme.toml", "hugo.toml", "sitegen.toml"} {
		if err := os.WriteFile(filepath.Join(theme, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	b, err := pipeline.New(project.Options{Source: dir, Themes: []string{"stranger"}})
	if err != nil {
		t.Fatal(err)
	}
	cfg, found := b.Config()
	if cfg == nil || found.Err() != nil {
		t.Fatal(found)
	}
	if cfg.Cache != (config.Cache{RemoteTimeout: 10 * time.Second}) {
		t.Errorf("%+v", cfg.Cache)
	}
	process(t, dir, project.Options{Themes: []string{"stranger"}})
	if log := store.since(); len(log) > 0 {
		t.Errorf("%q", log)
	}
	// a token is for the server that the user named
	for _, byUser := range []bool{false, true} {
		named := project.Options{
			Shared: project.SharedCache{Token: "t"},
			Flags:  map[string]any{"cache": map[string]any{"remote": o.Shared.URL}},
		}
		if byUser {
			named.Shared.URL = o.Shared.URL
		}
		process(t, machine(t, dir), named)
		log := store.since()
		if len(log) != 1 || strings.HasSuffix(log[0], " Bearer t") != byUser {
			t.Errorf("named by the user: %v: %q", byUser, log)
		}
	}
	for _, kv := range []string{"SITEGEN_CACHE_REMOTE=s3://user:secret@bucket", "SITEGEN_CACHE_REMOTE=http://u:secret%zz@h/"} {
		b, err := pipeline.New(project.Options{Source: dir, Environ: []string{kv}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err = b.Build(t.Context()); err == nil || strings.Contains(err.Error(), "secret") ||
			!strings.Contains(err.Error(), "cache.remote is not") {
			t.Errorf("%v", err)
		}
	}
}

// A fresh machine with an edit changes the search index of another machine, without the words of all pages: the lists
// of pages come from the store. The files are those of a clean build.
func TestMachinesShareTheirSearch(t *testing.T) {
	a := t.TempDir()
	write := func(dir, name, text string) {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(a, "sitegen.toml", "baseURL = \"https://nice.alt/\"\ntitle = \"Nice\"\ntheme = \"blog\"\n")
	noise := rand.New(rand.NewPCG(38, 2))
	for i := range 200 {
		text := fmt.Sprintf("---\ntitle: Post %d\ndate: 2020-01-%02d\n---\n", i, 1+i%28)
		for range 300 {
			text += fmt.Sprintf("w%x ", noise.IntN(30000))
		}
		write(a, fmt.Sprintf("content/posts/p%d.md", i), text)
	}
	store, reads := newSharedStore(t)
	writes := reads
	writes.Shared.Write = true
	process(t, a, writes)
	for step, o := range []project.Options{reads, writes, reads} {
		b := machine(t, a)
		write(b, "content/posts/p7.md", fmt.Sprintf("---\ntitle: Post 7\ndate: 2020-01-08\n---\nw1 w2 edited %d\n", step))
		store.since()
		res := process(t, b, o)
		asked := 0
		for _, line := range store.since() {
			if strings.HasPrefix(line, "GET") {
				asked++
			}
		}
		if !strings.HasPrefix(res.Shared, "read ") || strings.Contains(res.Shared, "not complete") || asked > 12 {
			t.Errorf("step %d: %d requests, shared: %q", step, asked, res.Shared)
		}
		got := onDisk(t, filepath.Join(b, "public"))
		process(t, b, project.Options{NoCache: true})
		if diff := cmp.Diff(onDisk(t, filepath.Join(b, "public")), got); diff != "" {
			t.Errorf("step %d: (-clean +shared):\n%s", step, diff)
		}
	}
}
