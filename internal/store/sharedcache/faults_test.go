package sharedcache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/store/bucket"
	"github.com/sitegen/sitegen/internal/store/cache"
	"github.com/sitegen/sitegen/internal/testing/cputime"
)

// short is a time limit for stores that do not answer.
const short = 300 * time.Millisecond

// Whatever a store does, a machine gets what was published or nothing, in time, and hears of each problem once.
func TestFaultyStores(t *testing.T) {
	m, whole := sample(), &shop{objects: map[string][]byte{}}
	m.publish(t, Options{URL: serve(t, whole), Key: "secret"})
	reads := func(r *http.Request) bool { return r.Method == http.MethodGet }
	packs := func(r *http.Request) bool { return reads(r) && strings.HasPrefix(r.URL.Path, "/cas/") }
	answer := func(code int) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, r *http.Request) bool {
			w.WriteHeader(code)
			return true
		}
	}
	wait := func(w http.ResponseWriter, r *http.Request) bool {
		select {
		case <-r.Context().Done():
		case <-time.After(100 * short):
		}
		return true
	}
	for name, test := range map[string]struct {
		when    func(r *http.Request) bool // nil: all that are read
		before  func(w http.ResponseWriter, r *http.Request) bool
		objects func(s *shop)
		problem string
		none    bool // nothing at all comes
	}{
		"error":           {before: answer(500), problem: "the server answers 500 Internal Server Error", none: true},
		"forbidden":       {before: answer(403), problem: "the server answers 403 Forbidden", none: true},
		"empty answers":   {before: answer(200), problem: "its index is damaged", none: true},
		"packs are empty": {when: packs, before: answer(200), problem: "a part of it is damaged"},
		"packs are gone":  {when: packs, before: answer(404), problem: "a part of it is missing", none: true},
		"packs cannot be": {
			when: packs, before: answer(503), problem: "the server answers 503 Service Unavailable", none: true,
		},
		"redirects in rings": {before: func(w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, r.URL.Path, http.StatusFound)
			return true
		}, problem: "the server answers 302 Found", none: true},
		"no answer": {before: wait, problem: "no answer within 300ms", none: true},
		"no packs":  {when: packs, before: wait, problem: "not everything within 300ms", none: true},
		"endless bodies": {before: func(w http.ResponseWriter, r *http.Request) bool {
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 1<<16)); err != nil {
					break
				}
			}
			return true
		}, problem: "its index is damaged", none: true},
		"slow bodies": {before: func(w http.ResponseWriter, r *http.Request) bool {
			for r.Context().Err() == nil {
				_, _ = w.Write([]byte{0})
				_ = http.NewResponseController(w).Flush()
				time.Sleep(short / 10)
			}
			return true
		}, problem: "no answer within 300ms", none: true},
		"bodies that end early": {when: packs, before: func(w http.ResponseWriter, r *http.Request) bool {
			w.Header().Set("Content-Length", "1000")
			_, _ = w.Write(make([]byte, 10))
			return true
		}, problem: "an answer of the server ends too early", none: true},
		"a closed connection": {when: packs, before: func(w http.ResponseWriter, r *http.Request) bool {
			if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
				conn.Close()
			}
			return true
		}, problem: "EOF", none: true},
		"swapped packs": {objects: func(s *shop) {
			list := s.paths(content)
			s.objects[list[0]], s.objects[list[1]] = s.objects[list[1]], s.objects[list[0]]
		}, problem: "a part of it is damaged"},
		"other parts": {when: packs, before: func(_ http.ResponseWriter, r *http.Request) bool {
			if r.Header.Get("Range") != "" {
				r.Header.Set("Range", "bytes=1-20")
			}
			return false
		}, problem: "a part of it is damaged"},
		"longer packs": {objects: func(s *shop) {
			s.whole = true // else what follows a part is not read
			for _, p := range s.paths(content) {
				s.objects[p] = append(s.objects[p], 0)
			}
		}, problem: "a part of it is damaged", none: true},
		"the index of another site": {objects: func(s *shop) {
			other := serve(t, s)
			sample().publish(t, Options{URL: other, Site: "other", Key: "secret"})
			list := s.paths(action)
			if len(list) != 2 {
				t.Fatal(list)
			}
			s.objects[list[0]], s.objects[list[1]] = s.objects[list[1]], s.objects[list[0]]
		}, problem: "its index was not signed with this key", none: true},
		"an index without a code": {objects: func(s *shop) {
			s.publishAs(t, "")
		}, problem: "its index was not signed with this key", none: true},
		"an index with another key": {objects: func(s *shop) {
			s.publishAs(t, "guess")
		}, problem: "its index was not signed with this key", none: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := whole.copied()
			if test.objects != nil {
				test.objects(store)
			}
			if when := test.when; test.before != nil {
				store.before = func(w http.ResponseWriter, r *http.Request) bool {
					return (when == nil || when(r)) && test.before(w, r)
				}
			}
			limit := 30 * time.Second
			if strings.Contains(test.problem, "within") {
				limit = short
			}
			var got fetched
			o := Options{URL: serve(t, store), Key: "secret"}
			o.Timeout = inTime(t, limit, func(timeout time.Duration) {
				o.Timeout = timeout
				got = m.fetch(t, o)
			})
			if !m.true(got) {
				t.Error("something else came")
			}
			if test.none && (got.records != nil || len(got.sets["big"])+len(got.sets["small"]) > 0) {
				t.Error("something came")
			}
			if want := strings.ReplaceAll(test.problem, short.String(), o.Timeout.String()); got.problem != want {
				t.Errorf("%q instead of %q", got.problem, want)
			}
		})
	}
}

// inTime calls f with a timeout, and reports f if it does not end within five times that. On a busy machine it may not, so
// it is called again, with twice the timeout: no machine is busy that often. It returns the timeout of the last call.
func inTime(t *testing.T, timeout time.Duration, f func(timeout time.Duration)) time.Duration {
	t.Helper()
	for late := 0; ; timeout *= 2 {
		began := time.Now()
		f(timeout)
		took := time.Since(began)
		if took <= 5*timeout {
			return timeout
		}
		if late++; late > 3 {
			t.Fatalf("it took %s, with a timeout of %s", took, timeout)
		}
	}
}

// publishAs publishes the sample with another key.
func (s *shop) publishAs(t *testing.T, key string) {
	t.Helper()
	m := sample()
	m.records[0].Data = []byte("other documents")
	m.publish(t, Options{URL: serve(t, s), Key: key})
}

// An old index is the truth of an earlier day: what it lists is right, and packs that were deleted since are missing.
func TestOldIndex(t *testing.T) {
	m, store := sample(), &shop{objects: map[string][]byte{}}
	o := Options{URL: serve(t, store), Key: "secret"}
	m.publish(t, o)
	old := maps.Clone(store.objects)
	before := m.sets["small"]
	m.sets["small"] = map[cache.Key]string{key("new"): "new"}
	m.publish(t, o)
	for _, p := range store.paths(action) {
		store.objects[p] = old[p]
	}
	m.sets["small"] = before
	if diff := m.whole(m.fetch(t, o)); diff != "" {
		t.Error(diff)
	}
}

// A store that refuses to be written is asked once, or as often as requests were on the way.
func TestStoresThatRefuse(t *testing.T) {
	m := sample()
	for code, problem := range map[int]string{
		403: "the server refuses to write: 403 Forbidden",
		405: "the server refuses to write: 405 Method Not Allowed",
		307: "the server refuses to write: 307 Temporary Redirect",
		507: "the server refuses to write: 507 Insufficient Storage",
	} {
		store := &shop{objects: map[string][]byte{}}
		n := 0
		store.before = func(w http.ResponseWriter, r *http.Request) bool {
			if r.Method != http.MethodPut {
				return false
			}
			store.mu.Lock()
			defer store.mu.Unlock()
			if n++; n < 4 && code == 507 { // it becomes full
				return false
			}
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(code)
			return true
		}
		_, problems := m.publish(t, Options{URL: serve(t, store)})
		if len(problems) != 1 || problems[0] != problem {
			t.Errorf("%d: %q", code, problems)
		}
		if n > 3+requests {
			t.Errorf("%d: asked %d times", code, n)
		}
		if got := m.fetch(t, Options{URL: serve(t, store)}); got.records != nil || !m.true(got) {
			t.Errorf("%d: something came", code)
		}
	}
}

// A slow store gets what fits into the time, and the index of it; later builds add the rest.
func TestSlowStoreGetsTheRestLater(t *testing.T) {
	m, store := sample(), &shop{objects: map[string][]byte{}}
	m.records[0].Data = m.records[0].Data[:100]
	store.before = func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPut && r.ContentLength > 1<<20 {
			select {
			case <-r.Context().Done():
				return true
			case <-time.After(short):
			}
		}
		return false
	}
	o := Options{URL: serve(t, store), Timeout: 2 * short}
	late := 0
	for range 20 {
		limit, before, began, used := o.Timeout, len(store.paths(content)), time.Now(), cputime.Used()
		_, problems := m.publish(t, o)
		if waited := time.Since(began) - (cputime.Used() - used); waited > 2*limit+2*short {
			if late++; late > 3 { // no machine is busy that often, and the time doubles
				t.Fatalf("it waited for %s, with a timeout of %s", waited, limit)
			}
			o.Timeout *= 2
		}
		if len(problems) == 0 {
			o.Timeout = time.Minute
			if diff := m.whole(m.fetch(t, o)); diff != "" {
				t.Error(diff)
			}
			return
		}
		if problems[0] != fmt.Sprintf("not everything within %s", limit) {
			t.Fatal(problems)
		}
		if len(store.paths(content)) == before {
			o.Timeout *= 2 // a busy machine needs more time for one request
		}
	}
	t.Error("it never became complete")
}

// A store that is killed in the middle of writing leaves the old index, whose parts are all there.
func TestStoreDiesWhileWritten(t *testing.T) {
	m, store := sample(), &shop{objects: map[string][]byte{}}
	o := Options{URL: serve(t, store)}
	m.publish(t, o)
	for at := range 8 {
		now := sample()
		now.records[0].Data = append(now.records[0].Data, byte(at))
		for i := range 20 {
			now.sets["big"][key(fmt.Sprint(at, "more", i))] = string(bytes.Repeat([]byte{byte(i), byte(at)}, 1<<19))
		}
		dying, n := store.copied(), 0
		dying.before = func(w http.ResponseWriter, r *http.Request) bool {
			dying.mu.Lock()
			if r.Method == http.MethodPut {
				n++
			}
			dead := n > at
			dying.mu.Unlock()
			if dead {
				if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
					conn.Close()
				}
			}
			return dead
		}
		_, problems := now.publish(t, Options{URL: serve(t, dying)})
		left := Options{URL: serve(t, dying.copied())}
		got := m.fetch(t, left)
		if len(problems) == 0 {
			if diff := now.whole(now.fetch(t, left)); diff != "" {
				t.Errorf("after %d writes: %s", at, diff)
			}
		} else if diff := m.whole(got); diff != "" || len(problems) != 1 {
			t.Errorf("after %d writes: %s %q", at, diff, problems)
		}
	}
}

// Thousands of flipped bits, in the index and in packs, signed or not: everything that comes is what was published.
func TestFlippedBits(t *testing.T) {
	m := contents{
		records: []Record{{"documents", bytes.Repeat([]byte("document "), 50)}, {"changes", []byte("c")}},
		sets:    map[string]map[cache.Key]string{"big": {}, "small": {}},
	}
	for i := range 5 {
		m.sets["big"][key(fmt.Sprint("big", i))] = strings.Repeat(fmt.Sprint(i), 30)
		m.sets["small"][key(fmt.Sprint("small", i))] = fmt.Sprint("text ", i)
	}
	chance := rand.New(rand.NewPCG(38, 1))
	for _, secret := range []string{"", "secret"} {
		store := &shop{objects: map[string][]byte{}}
		o := Options{URL: serve(t, store), Key: secret}
		m.publish(t, o)
		paths := append(store.paths(action), store.paths(content)...)
		missing := 0
		for range 3000 {
			p := paths[chance.IntN(len(paths))]
			data := store.objects[p]
			hurt := bytes.Clone(data)
			for range 1 + chance.IntN(3) {
				hurt[chance.IntN(len(hurt))] ^= 1 << chance.IntN(8)
			}
			if bytes.Equal(hurt, data) {
				continue
			}
			store.mu.Lock()
			store.objects[p] = hurt
			store.mu.Unlock()
			got := m.fetch(t, o)
			if !m.true(got) {
				t.Fatalf("%s, key %q: something else came", p, secret)
			}
			if m.whole(got) == "" {
				if secret != "" || strings.HasPrefix(p, "/cas/") {
					t.Fatalf("%s: the damage was not seen", p)
				}
				continue // the code of an index is ignored without a key
			}
			if missing++; got.problem == "" {
				t.Fatalf("%s: no problem is reported", p)
			}
			store.mu.Lock()
			store.objects[p] = data
			store.mu.Unlock()
		}
		if missing < 2500 {
			t.Errorf("only %d were seen", missing)
		}
	}
}

// A few bytes that become very many are not unpacked.
func TestBombs(t *testing.T) {
	store := &shop{objects: map[string][]byte{}}
	o := Options{URL: serve(t, store)}
	c := open(t, o)
	put := func(data []byte) object {
		ob := objectOf(data)
		store.objects["/cas/"+ob.name()] = data
		return ob
	}
	frames := func(data []byte) []frame {
		return []frame{{int64(len(data)), frameSum(data), []uint64{shortKey(key("a"))}}}
	}
	bomb := encoder().EncodeAll(make([]byte, mostPack+1), nil)
	if len(bomb) > 1<<16 {
		t.Fatal(len(bomb))
	}
	lie := packed(encoder(), []entry{{key("a"), []byte("text")}})
	ok := put(lie)
	huge := ok
	huge.size = mostPack + 1
	for name, x := range map[string]*index{
		"pack":   {packs: []pack{{put(bomb), "small", frames(bomb)}}},
		"record": {records: []record{{"documents", []object{put(bomb)}}}},
		"size":   {packs: []pack{{huge, "small", frames(lie)}}},
	} {
		store.objects["/ac/"+c.name] = c.encode(x)
		m := contents{sets: map[string]map[cache.Key]string{"small": {key("a"): "text"}}}
		got := m.fetch(t, o)
		if len(got.records) > 0 || len(got.sets["small"]) > 0 {
			t.Errorf("%s: something came", name)
		}
		if !strings.Contains(got.problem, "damaged") {
			t.Errorf("%s: %q", name, got.problem)
		}
	}
}

func TestNobodyListens(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://user:pass@" + l.Addr().String() + "/x?sig=hidden"
	l.Close()
	m := sample()
	got := m.fetch(t, Options{URL: url})
	if !strings.Contains(got.problem, "connection refused") || strings.Contains(got.problem, "pass") ||
		strings.Contains(got.problem, "hidden") {
		t.Error(got.problem)
	}
}

func TestURLs(t *testing.T) {
	for url, problem := range map[string]string{
		"file:///mnt/cache":            "",
		"file:///C:/cache":             "",
		"https://u:secret@host/path":   "",
		"http://127.0.0.1:9090":        "",
		"file://host/share":            `the remote cache must be`,
		"s3://bucket":                  "",
		"s3://bucket/a/b":              "",
		"s3://u:secret@bucket/a":       "must not contain anything else",
		"s3://bucket/a?secret":         "must not contain anything else",
		"s3://Bucket_/a":               `"Bucket_" is not a valid name of a bucket`,
		"s3:///secret":                 `not a URL with "s3:"`,
		"ftp://bucket/secret":          `not a URL with "ftp:"`,
		"/mnt/cache":                   `not a URL with ":"`,
		"https://":                     `not a URL with "https:"`,
		"https://u:secret\x7f@host/":   "is not valid",
		"https://u:secret%zz@host/abc": "is not valid",
	} {
		err := CheckURL(url, bucket.Access{})
		if problem == "" && err != nil || problem != "" && (err == nil || !strings.Contains(err.Error(), problem)) {
			t.Errorf("%s: %v", url, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%v", err)
		}
	}
}

// Requests have the password, the token, and the query of the URL.
func TestCredentials(t *testing.T) {
	store := &shop{objects: map[string][]byte{}}
	var seen []string
	store.before = func(_ http.ResponseWriter, r *http.Request) bool {
		store.mu.Lock()
		defer store.mu.Unlock()
		seen = append(seen, r.Header.Get("Authorization")+" "+r.URL.RawQuery)
		return false
	}
	base := serve(t, store)
	m := contents{records: []Record{{"documents", []byte("text")}}}
	m.publish(t, Options{URL: base + "/bucket?sig=1", Token: "t"})
	m.publish(t, Options{URL: strings.Replace(base, "http://", "http://u:p@", 1)})
	slices.Sort(seen)
	if got := strings.Join(slices.Compact(seen), "\n"); got != "Basic dTpw \nBearer t sig=1" {
		t.Error(got)
	}
	if list := store.paths("bucket"); len(list) != 2 {
		t.Error(list)
	}
}

// A server for Bazel may add to an index what it adds to the results of actions.
func TestWrapped(t *testing.T) {
	data := []byte("index")
	message := slices.Concat([]byte{4<<3 | varint, 1}, wrap(data), []byte{9<<3 | bytesType, 2, 'x', 'y'})
	if got := unwrap(message); !bytes.Equal(got, data) {
		t.Errorf("%q", got)
	}
	for _, bad := range [][]byte{nil, {0xff}, {4<<3 | varint, 1}, {9<<3 | bytesType, 2, 'x', 'y'}, {5<<3 | 1}, message[:5]} {
		if got := unwrap(bad); got != nil {
			t.Errorf("%q: %q", bad, got)
		}
	}
}

func FuzzIndex(f *testing.F) {
	c := Open(f.Context(), Options{URL: "http://host.alt/", Site: "site"})
	o := object{sha256.Sum256(nil), 5}
	f.Add(c.encode(&index{}))
	f.Add(c.encode(&index{
		records: []record{{"a", []object{o, o}}}, packs: []pack{{o, "set", []frame{{size: 5, keys: []uint64{1, 2}}}}},
	}))
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := c.decode(data)
		if err != nil {
			return
		}
		again, err := c.decode(c.encode(x))
		if err != nil || hex.EncodeToString(c.encode(again)) != hex.EncodeToString(c.encode(x)) {
			t.Errorf("%v: %v", x, err)
		}
	})
}

func FuzzPack(f *testing.F) {
	f.Add(packed(encoder(), []entry{{key("a"), []byte("text")}, {key("b"), nil}}))
	f.Add(packed(encoder(), nil))
	d := decoder()
	f.Fuzz(func(t *testing.T, data []byte) {
		list, size, ok := unpack(d, data)
		n := 0
		for _, e := range list {
			n += len(e.data)
		}
		if ok && n > size {
			t.Errorf("%d bytes of %d", n, size)
		}
	})
}
