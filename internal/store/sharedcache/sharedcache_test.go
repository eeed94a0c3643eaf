package sharedcache

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/store/cache"
)

// shop is a store in memory that speaks the HTTP cache protocol.
type shop struct {
	mu      sync.Mutex
	objects map[string][]byte // by path
	log     []string
	whole   bool // it has no parts
	sent    int  // bytes
	// before answers a request instead, if it returns true; nil: none
	before func(w http.ResponseWriter, r *http.Request) bool
}

func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.log = append(s.log, r.Method+" "+strings.Trim(r.URL.Path, "/"))
	before := s.before
	s.mu.Unlock()
	if before != nil && before(w, r) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch r.Method {
	case http.MethodPut:
		var b bytes.Buffer
		if _, err := b.ReadFrom(r.Body); err != nil {
			return
		}
		s.objects[r.URL.Path] = b.Bytes()
	case http.MethodGet, http.MethodHead:
		data, ok := s.objects[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if s.whole {
			r.Header.Del("Range")
		}
		http.ServeContent(&answer{w, s}, r, "", time.Time{}, bytes.NewReader(data))
	}
}

// answer counts what a shop sends.
type answer struct {
	http.ResponseWriter
	of *shop
}

func (a *answer) Write(data []byte) (int, error) {
	a.of.sent += len(data)
	return a.ResponseWriter.Write(data)
}

// copied returns another shop with the same objects.
func (s *shop) copied() *shop {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &shop{objects: map[string][]byte{}}
	for k, v := range s.objects {
		c.objects[k] = bytes.Clone(v)
	}
	return c
}

// paths returns the paths of objects of a kind, in order.
func (s *shop) paths(kind string) (list []string) {
	for p := range s.objects {
		if strings.HasPrefix(p, "/"+kind+"/") {
			list = append(list, p)
		}
	}
	slices.Sort(list)
	return list
}

func serve(t *testing.T, s *shop) string {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL
}

func open(t *testing.T, o Options) *Cache {
	t.Helper()
	if o.Site == "" {
		o.Site = "site"
	}
	c := Open(t.Context(), o)
	t.Cleanup(c.Close)
	return c
}

// contents is what a machine has.
type contents struct {
	records []Record
	sets    map[string]map[cache.Key]string
}

func key(text string) cache.Key { return cache.KeyOf([]byte(text)) }

// sample has two records and two sets; the set "big" has 40 entries of 1 MB that cannot be compressed.
func sample() contents {
	noise := rand.NewChaCha8([32]byte{1})
	m := contents{
		records: []Record{{"documents", bytes.Repeat([]byte("doc "), 5<<20)}, {"changes", nil}},
		sets:    map[string]map[cache.Key]string{"big": {}, "small": {}},
	}
	for i := range 40 {
		b := make([]byte, 1<<20)
		_, _ = noise.Read(b)
		m.sets["big"][key(fmt.Sprint("big", i))] = string(b)
	}
	for i := range 500 {
		m.sets["small"][key(fmt.Sprint("small", i))] = strings.Repeat(fmt.Sprint("text ", i), i)
	}
	return m
}

// publish writes what a machine has, and returns what was written, and the problems.
func (m contents) publish(t *testing.T, o Options) (Traffic, []string) {
	t.Helper()
	c := open(t, o)
	var offers []Offer
	for _, name := range []string{"big", "small"} {
		offer := Offer{Set: name, Frame: 256 << 10, Read: func(k cache.Key) ([]byte, bool) {
			text, ok := m.sets[name][k]
			return []byte(text), ok
		}}
		for k := range m.sets[name] {
			offer.Keys = append(offer.Keys, k)
		}
		slices.SortFunc(offer.Keys, func(a, b cache.Key) int { return bytes.Compare(a[:], b[:]) })
		offers = append(offers, offer)
	}
	c.Publish(m.records, offers)
	_, written, problems := c.Report()
	return written, problems
}

// fetched is what a machine without a cache gets.
type fetched struct {
	records map[string]string
	sets    map[string]map[cache.Key]string
	read    Traffic
	problem string
}

// fetch asks for every entry of the sets that m has.
func (m contents) fetch(t *testing.T, o Options) fetched {
	t.Helper()
	c := open(t, o)
	defer c.Close()
	out := fetched{sets: map[string]map[cache.Key]string{}}
	if all := c.Records(); all != nil {
		out.records = map[string]string{}
		for name, parts := range all {
			out.records[name] = string(bytes.Join(parts, nil))
		}
	}
	for _, name := range []string{"big", "small"} {
		got := map[cache.Key]string{}
		s := c.Set(SetOptions{Name: name, Put: func(k cache.Key, data []byte) { got[k] = string(data) }})
		for k := range m.sets[name] {
			if s.Fetch(k) && got[k] == "" && m.sets[name][k] != "" {
				t.Errorf("an entry of %s was not put", name)
			}
		}
		out.sets[name] = got
	}
	read, _, problems := c.Report()
	out.read, out.problem = read, strings.Join(problems, "; ")
	return out
}

// whole reports whether everything came.
func (m contents) whole(f fetched) string {
	want := map[string]string{}
	for _, r := range m.records {
		want[r.Name] = string(r.Data)
	}
	if len(want) != len(f.records) {
		return "records are missing"
	}
	for name, text := range want {
		if f.records[name] != text {
			return "record " + name + " differs"
		}
	}
	for name, set := range m.sets {
		if !cmp.Equal(set, f.sets[name]) {
			return "set " + name + " differs"
		}
	}
	return ""
}

// true reports whether what came is what was published, or, of the records, nothing.
func (m contents) true(f fetched) bool {
	for _, r := range m.records {
		if f.records != nil && f.records[r.Name] != string(r.Data) {
			return false
		}
	}
	for name, set := range f.sets {
		for k, text := range set {
			if want, ok := m.sets[name][k]; !ok || want != text {
				return false
			}
		}
	}
	return true
}

func TestMachinesShare(t *testing.T) {
	m := sample()
	for _, o := range []Options{
		{URL: "file://" + filepath.ToSlash(filepath.Join(t.TempDir(), "a", "b"))},
		{URL: serve(t, &shop{objects: map[string][]byte{}})},
		newBucket(t).options(t),
	} {
		o.Key = "secret"
		if _, problems := m.publish(t, o); len(problems) > 0 {
			t.Fatal(problems)
		}
		got := m.fetch(t, o)
		if diff := m.whole(got); diff != "" || got.problem != "" {
			t.Error(diff, got.problem)
		}
		if got.read.Requests > 20 { // index, 3 parts of records, packs of 8 MB
			t.Errorf("%d requests", got.read.Requests)
		}
	}
}

// A build that changed little writes one small pack, however many there are, and reads no more than it joins.
func TestLittleIsWritten(t *testing.T) {
	m, store := sample(), &shop{objects: map[string][]byte{}}
	o := Options{URL: serve(t, store)}
	m.publish(t, o)
	for i := range 40 {
		m.sets["big"][key(fmt.Sprint("new", i))] = strings.Repeat(fmt.Sprint(i), 1000)
		written, problems := m.publish(t, o)
		if written.Bytes > 200_000 || len(problems) > 0 {
			t.Fatalf("edit %d: %d bytes written: %v", i, written.Bytes, problems)
		}
	}
	got := m.fetch(t, o)
	if diff := m.whole(got); diff != "" {
		t.Error(diff)
	}
	if got.read.Requests > 30 {
		t.Errorf("%d requests", got.read.Requests)
	}
	before := len(store.log)
	written, _ := m.publish(t, o)
	if slices.ContainsFunc(store.log[before:], func(l string) bool { return strings.HasPrefix(l, "PUT") }) {
		t.Errorf("nothing is new, but: %v\n%s", written, strings.Join(store.log[before:], "\n"))
	}
}

// Entries that are no longer used leave the index, and packs with few used ones are written again.
func TestUnusedEntriesLeave(t *testing.T) {
	m := sample()
	o := Options{URL: serve(t, &shop{objects: map[string][]byte{}})}
	m.publish(t, o)
	n := 0
	for _, k := range slices.SortedFunc(func(yield func(cache.Key) bool) {
		for k := range m.sets["big"] {
			if !yield(k) {
				return
			}
		}
	}, func(a, b cache.Key) int { return bytes.Compare(a[:], b[:]) }) {
		if n++; n%4 > 0 {
			delete(m.sets["big"], k)
		}
	}
	m.sets["small"] = map[cache.Key]string{}
	m.publish(t, o)
	got := m.fetch(t, o)
	if diff := m.whole(got); diff != "" {
		t.Error(diff)
	}
	if got.read.Bytes > 11<<20 {
		t.Errorf("%d bytes for 10 MB of entries", got.read.Bytes)
	}
}

// A machine that did not need all entries publishes what it has, and the others stay in the store.
func TestEntriesOfOthersStay(t *testing.T) {
	m := sample()
	o := Options{URL: serve(t, &shop{objects: map[string][]byte{}})}
	m.publish(t, o)
	c := open(t, o)
	offer := Offer{Set: "big", Read: func(cache.Key) ([]byte, bool) { return nil, false }}
	for k := range m.sets["big"] {
		offer.Keys = append(offer.Keys, k)
	}
	c.Publish(m.records, []Offer{offer, {Set: "small", Keys: nil}})
	m.sets["small"] = map[cache.Key]string{}
	if diff := m.whole(m.fetch(t, o)); diff != "" {
		t.Error(diff)
	}
}

// What a store deleted is written again.
func TestDeletedPacksComeBack(t *testing.T) {
	m, store := sample(), &shop{objects: map[string][]byte{}}
	o := Options{URL: serve(t, store)}
	m.publish(t, o)
	for i, p := range store.paths(content) {
		if i%2 == 0 {
			delete(store.objects, p)
		}
	}
	if got := m.fetch(t, o); !m.true(got) || got.problem != "a part of it is missing" {
		t.Errorf("%q", got.problem)
	}
	m.publish(t, o)
	if diff := m.whole(m.fetch(t, o)); diff != "" {
		t.Error(diff)
	}
}

func TestFolderTimes(t *testing.T) {
	dir := t.TempDir()
	o := Options{URL: "file://" + filepath.ToSlash(dir)}
	m := sample()
	m.publish(t, o)
	old := time.Now().Add(-100 * 24 * time.Hour)
	files, err := filepath.Glob(filepath.Join(dir, "cas", "*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		if err := os.Chtimes(f, old, old); err != nil {
			t.Fatal(err)
		}
	}
	m.publish(t, o)
	for _, f := range files {
		if info, err := os.Stat(f); err != nil || info.ModTime().Before(old.Add(time.Hour)) {
			t.Errorf("%s looks unused", f)
		}
	}
}

// Entries that take less time to make than to fetch are fetched only when many are missing.
func TestCheapAndBlind(t *testing.T) {
	m, store := sample(), &shop{objects: map[string][]byte{}}
	o := Options{URL: serve(t, store)}
	m.publish(t, o)
	for _, test := range []struct {
		set   SetOptions
		known bool
		want  int // entries that the caller makes before one is fetched
	}{
		{SetOptions{Cheap: 10}, true, 10},
		{SetOptions{Cheap: 10}, false, 10},
		{SetOptions{Blind: 10}, true, 0},
		{SetOptions{Blind: 10}, false, 10},
		{SetOptions{}, false, 0},
	} {
		c := open(t, o)
		if test.known {
			c.Records()
		}
		test.set.Name, test.set.Put = "small", func(cache.Key, []byte) {}
		s, n := c.Set(test.set), 0
		for i := range 40 {
			if s.Fetch(key(fmt.Sprint("small", i))) {
				break
			}
			n++
		}
		if n != test.want {
			t.Errorf("%+v, index known: %v: %d were not fetched", test.set, test.known, n)
		}
	}
}

func TestUnknownEntriesCostNothing(t *testing.T) {
	m, store := sample(), &shop{objects: map[string][]byte{}}
	o := Options{URL: serve(t, store)}
	m.publish(t, o)
	c := open(t, o)
	s := c.Set(SetOptions{Name: "small", Put: func(cache.Key, []byte) {}})
	for i := range 1000 {
		if s.Fetch(key(fmt.Sprint("other", i))) {
			t.Error("there is no such entry")
		}
	}
	if s.Has(key("other")) || !s.Has(key("small1")) {
		t.Error("Has is wrong")
	}
	if read, _, _ := c.Report(); read.Requests != 1 {
		t.Errorf("%d requests", read.Requests)
	}
}

// A machine that knows what it needs reads these parts of packs, in few requests; from a store without parts it reads
// packs.
func TestParts(t *testing.T) {
	m := contents{sets: map[string]map[cache.Key]string{"big": {}, "small": {}}}
	noise := rand.NewChaCha8([32]byte{2})
	for i := range 100 {
		b := make([]byte, 100<<10)
		_, _ = noise.Read(b)
		m.sets["big"][key(fmt.Sprint(i))] = string(b)
	}
	store := &shop{objects: map[string][]byte{}}
	o := Options{URL: serve(t, store)}
	m.publish(t, o)
	want := []cache.Key{key("1"), key("50"), key("99"), key("not in the store")}
	for _, whole := range []bool{false, true} {
		for _, hurt := range []bool{false, true} {
			store.whole, store.sent = whole, 0
			got := map[cache.Key]string{}
			c := open(t, o)
			s := c.Set(SetOptions{Name: "big", Put: func(k cache.Key, data []byte) { got[k] = string(data) }})
			if s.Want(want); len(got) > 0 {
				t.Error("the index is not read for entries that may not exist")
			}
			c.Records()
			if hurt {
				for _, p := range store.paths(content) {
					if len(store.objects[p]) > 1<<20 {
						data := bytes.Clone(store.objects[p])
						for i := 0; i < len(data); i += 50 << 10 {
							data[i] ^= 1
						}
						store.objects[p] = data
					}
				}
			}
			s.Want(want)
			read, _, problems := c.Report()
			for k, text := range got {
				if m.sets["big"][k] != text {
					t.Fatal("something else came")
				}
			}
			_, first := got[want[0]]
			switch {
			case hurt:
				if len(got) > 0 || len(problems) == 0 {
					t.Errorf("whole %v: %d damaged entries came: %q", whole, len(got), problems)
				}
			case whole && len(got) < 100, !whole && store.sent > 2<<20, !first || len(problems) > 0, read.Requests > 5:
				t.Errorf("whole %v: %d entries, %d bytes, %d requests: %q", whole, len(got), store.sent, read.Requests, problems)
			}
		}
		store.objects = map[string][]byte{}
		m.publish(t, o)
	}
}
