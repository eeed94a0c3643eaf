// Remotecache measures what a cache that machines share costs and saves, on a site with the blog theme: CPU time,
// requests, and bytes through the store, for a machine that fills it and for fresh machines. It prints Markdown, and
// fails if a build with the store differs from a clean one. A fresh machine that only publishes leaves out the files that
// the target has: what it reads from the target counts like what it reads from the store.
//
//	go run -C tools ./remotecache                  10,000 posts
//	go run -C tools ./remotecache -posts 1000 -runs 1
//	go run -C tools ./remotecache -runs 0 -shards 2,4    only machines that share the work through the store
//
// The store is a server of its own on 127.0.0.1, with the HTTP cache protocol of Bazel. A fresh machine has a checkout
// in another folder, with other times of files and the committed ledger, and no folder .sitegen. Where builds are
// repeated, the least CPU time counts.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/tools/workdir"
)

func main() {
	m := measure{}
	repo := flag.String("repo", "..", "repository")
	flag.StringVar(&m.dir, "dir", "", "folder to work in (default: a new one)")
	flag.IntVar(&m.posts, "posts", 10000, "number of posts, 100 at least")
	flag.IntVar(&m.runs, "runs", 3, "how often each build of a fresh machine is repeated; 0 for none")
	shards := flag.String("shards", "", "numbers of machines that share the work, with commas")
	flag.Parse()
	of, err := counts(*shards)
	if err != nil {
		fmt.Fprintln(os.Stderr, "remotecache:", err)
		os.Exit(2)
	}
	m.shards = of
	remove, err := workdir.Prepare("remotecache-", repo, &m.dir)
	if err == nil {
		err = m.all(*repo)
	}
	remove()
	if err != nil {
		fmt.Fprintln(os.Stderr, "remotecache:", err)
		os.Exit(1)
	}
}

// measure is a run.
type measure struct {
	dir         string
	posts, runs int
	shards      []int
	program     string
	store       store
	url         string
	post        string   // the file of a post, relative to the project
	access      []string // variables of the environment for the target
}

// target is where the site is published.
const target = "s3://site/www"

// store is a server with the HTTP cache protocol, which counts.
type store struct {
	mu       sync.Mutex
	objects  map[string][]byte
	sent     map[string][sha256.Size]byte // objects of the target
	requests int
	in       int          // bytes of bodies
	out      atomic.Int64 // likewise
}

// publishing returns a handler that counts what a server of S3 does.
func (s *store) publishing(server http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.requests++
		s.in += len(body)
		switch r.Method {
		case http.MethodPut:
			s.sent[r.URL.Path] = sha256.Sum256(body)
		case http.MethodDelete:
			delete(s.sent, r.URL.Path)
		}
		s.mu.Unlock()
		r.Body = io.NopCloser(bytes.NewReader(body))
		server.ServeHTTP(&counting{w, s}, r)
	})
}

// counting counts the bytes of an answer.
type counting struct {
	http.ResponseWriter
	of *store
}

// Write sends a part of an answer.
func (c *counting) Write(data []byte) (int, error) {
	c.of.out.Add(int64(len(data)))
	return c.ResponseWriter.Write(data)
}

// ServeHTTP answers a request.
func (s *store) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests++
	data, ok := s.objects[r.URL.Path]
	switch {
	case err != nil:
	case r.Method == http.MethodPut:
		s.in += len(body)
		s.objects[r.URL.Path] = body
	case !ok:
		http.NotFound(w, r)
	case r.Method == http.MethodGet:
		http.ServeContent(&counting{w, s}, r, "", time.Time{}, bytes.NewReader(data))
	}
}

// reset starts to count again.
func (s *store) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests, s.in = 0, 0
	s.out.Store(0)
}

// figures of one build.
type figures struct {
	cpu      time.Duration
	rendered int
	requests int
	in, out  int
}

func (m *measure) all(repo string) error {
	m.program = filepath.Join(m.dir, "sitegen")
	if err := workdir.Build(repo, m.program); err != nil {
		return err
	}
	m.store.objects, m.store.sent = map[string][]byte{}, map[string][sha256.Size]byte{}
	backend := s3mem.New()
	if err := backend.CreateBucket("site"); err != nil {
		return err
	}
	site := httptest.NewServer(m.store.publishing(gofakes3.New(backend, gofakes3.WithLogger(gofakes3.DiscardLog())).Server()))
	defer site.Close()
	m.access = []string{"AWS_ENDPOINT_URL_S3=" + site.URL, "AWS_ACCESS_KEY_ID=id", "AWS_SECRET_ACCESS_KEY=secret"}
	server := httptest.NewServer(&m.store)
	defer server.Close()
	m.url = server.URL

	a := filepath.Join(m.dir, "a", "site")
	if err := m.make(repo, a); err != nil {
		return err
	}
	fmt.Printf("%d posts, blog theme\n\n| build | CPU | rendered | requests | read | written |\n|---|---|---|---|---|---|\n", m.posts)
	clean, err := m.build(a)
	if err != nil {
		return err
	}
	row("clean, without a store", clean)
	for i, of := range m.shards {
		if i == 0 {
			if _, err := m.publish(a); err != nil {
				return err
			}
		}
		if err := m.shard(a, of); err != nil {
			return err
		}
	}
	if m.runs == 0 {
		return nil
	}
	if err := os.RemoveAll(filepath.Join(a, ".sitegen", "cache")); err != nil {
		return err
	}
	filling, err := m.build(a, "--remoteCache", m.url, "--remoteCacheWrite")
	if err != nil {
		return err
	}
	row("clean, fills the store", filling)
	if err := m.edit(a, "first"); err != nil {
		return err
	}
	edited, err := m.build(a, "--remoteCache", m.url, "--remoteCacheWrite")
	if err != nil {
		return err
	}
	row("one edit on the same machine, writes", edited)
	if _, err := m.publish(a); err != nil {
		return err
	}
	for _, change := range []struct {
		name string
		do   func(dir string) error
	}{
		{"nothing changed", func(string) error { return nil }},
		{"one edit", func(dir string) error { return m.edit(dir, "second") }},
		{"a template of all pages changed", editTemplate},
	} {
		if err := m.compare(a, change.name, change.do); err != nil {
			return fmt.Errorf("%s: %w", change.name, err)
		}
	}
	return nil
}

// make makes the site, with a ledger that is committed.
func (m *measure) make(repo, dir string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return err
	}
	maker := exec.Command("go", "run", "./bench", "-shapes", "blog", "-posts", strconv.Itoa(m.posts), "-make", dir)
	maker.Dir, maker.Stderr = filepath.Join(repo, "tools"), os.Stderr
	post, err := maker.Output()
	if err != nil {
		return fmt.Errorf("make the site: %w", err)
	}
	if m.post, err = filepath.Rel(dir, strings.TrimSpace(string(post))); err != nil {
		return err
	}
	file := filepath.Join(dir, "sitegen.toml")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return os.WriteFile(file, append([]byte("ledger = \"sitegen.ledger\"\n"), text...), 0o666)
}

// edit adds a paragraph to a post.
func (m *measure) edit(dir, text string) error {
	return add(filepath.Join(dir, m.post), "\n\nThe "+text+" edit.\n")
}

// editTemplate changes a template that every page uses.
func editTemplate(dir string) error {
	return add(filepath.Join(dir, "layouts", "_partials", "slots", "footer.html"), "\n<p>Edited</p>\n")
}

func add(file, text string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(old, text...), 0o666)
}

// ways are how a fresh machine builds.
var ways = []struct {
	name           string
	state          bool // .sitegen is restored
	store, publish bool
}{
	{name: "clean"},
	{name: "`.sitegen` restored", state: true},
	{name: "store", store: true}, // a cache that is not empty asks it for nothing
	{name: "store, to publish", store: true, publish: true},
}

// compare prints the figures of a fresh machine, with the store, with what a machine keeps, and with neither.
func (m *measure) compare(a, name string, change func(dir string) error) error {
	var want map[string][sha256.Size]byte
	for _, way := range ways {
		var best, sending figures
		for run := range m.runs {
			dir := filepath.Join(m.dir, "fresh", "site")
			if err := checkout(a, dir, way.state); err != nil {
				return err
			}
			if err := change(dir); err != nil {
				return err
			}
			var args []string
			if way.store {
				args = append(args, "--remoteCache", m.url)
			}
			if way.publish {
				args = append(args, "--publishTarget", target)
			}
			f, err := m.build(dir, args...)
			if err != nil {
				return err
			}
			if run == 0 || f.cpu < best.cpu {
				best = f
			}
			got := m.store.sent
			if way.publish {
				sending, err = m.publish(dir)
			} else {
				got, err = sums(filepath.Join(dir, "public"))
			}
			if err != nil {
				return err
			}
			if want == nil {
				want = got
			}
			if !same(got, want, way.publish) {
				return fmt.Errorf("the output with %s is not that of a clean build", way.name)
			}
			if way.publish { // the next run finds what this one found
				if _, err := m.publish(a); err != nil {
					return err
				}
			}
			if err := os.RemoveAll(filepath.Dir(dir)); err != nil {
				return err
			}
		}
		row("fresh machine, "+name+": "+way.name, best)
		if way.publish {
			row("then sitegen publish", sending)
		}
	}
	return nil
}

// checkout copies the sources and the ledger, and what a machine keeps if state is set, with other times.
func checkout(from, to string, state bool) error {
	skip := map[string]bool{"public": true, ".sitegen": !state}
	return filepath.WalkDir(from, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if skip[rel] {
			return fs.SkipDir
		}
		target := filepath.Join(to, rel)
		if e.IsDir() {
			return os.MkdirAll(target, 0o777)
		}
		if strings.HasPrefix(rel, filepath.Join(".sitegen", "output-")) {
			return nil // about the output folder, which a fresh machine does not have
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o666)
	})
}

// clock is the same each time, because pages of the theme show the year.
const clock = "2026-11-28T00:00:00Z"

// build builds a site.
func (m *measure) build(dir string, args ...string) (figures, error) {
	return m.run(append([]string{"build", "-s", dir, "--clock", clock}, args...)...)
}

// publish sends a site to the target.
func (m *measure) publish(dir string) (figures, error) { return m.run("publish", "-s", dir, target) }

// run runs the program.
func (m *measure) run(args ...string) (f figures, err error) {
	m.store.reset()
	cmd := exec.Command(m.program, append(args, "--json")...)
	cmd.Env = append(os.Environ(), m.access...)
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		return f, err
	}
	var said struct {
		Rendered    int    `json:"rendered"`
		SharedCache string `json:"sharedCache"`
	}
	if err := json.Unmarshal(out, &said); err != nil {
		return f, err
	}
	if strings.Contains(said.SharedCache, "not complete") {
		return f, errors.New(said.SharedCache)
	}
	m.store.mu.Lock()
	defer m.store.mu.Unlock()
	return figures{
		cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), rendered: said.Rendered,
		requests: m.store.requests, in: m.store.in, out: int(m.store.out.Load()),
	}, nil
}

func row(name string, f figures) {
	fmt.Printf("| %s | %.2f s | %d | %d | %.1f MB | %.1f MB |\n", name, f.cpu.Seconds(), f.rendered, f.requests,
		float64(f.out)/1e6, float64(f.in)/1e6)
}

// sums hashes all files below a folder.
func sums(dir string) (map[string][sha256.Size]byte, error) {
	all := map[string][sha256.Size]byte{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		all[name] = sha256.Sum256(data)
		return err
	})
	return all, err
}

// same reports whether the files of a build are those of another one, or the target has them: with others, which are
// there for readers with open pages, and without files for hosts.
func same(got, want map[string][sha256.Size]byte, published bool) bool {
	if !published {
		return maps.Equal(got, want)
	}
	for name, sum := range want {
		if got["/site/www/"+name] != sum && !hosting.ForHosts(name) {
			return false
		}
	}
	return true
}
