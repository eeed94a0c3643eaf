package pipeline

import (
	"bytes"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/shard"
)

// handover is a store that speaks the HTTP cache protocol.
type handover struct {
	mu      sync.Mutex
	objects map[string][]byte
	left    int // requests until the server fails; negative: never
}

func (s *handover) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left == 0 {
		http.Error(w, "gone", http.StatusServiceUnavailable)
		return
	}
	s.left--
	data, ok := s.objects[r.URL.Path]
	switch {
	case r.Method == http.MethodPut:
		var body bytes.Buffer
		if _, err := body.ReadFrom(r.Body); err == nil {
			s.objects[r.URL.Path] = body.Bytes()
		}
	case !ok:
		http.NotFound(w, r)
	default:
		_, _ = w.Write(data)
	}
}

// throughStore returns an empty store, and a function that returns a Builder on a new machine that uses it.
func throughStore(t *testing.T, key string) (*handover, func() *Builder) {
	t.Helper()
	s := &handover{objects: map[string][]byte{}, left: -1}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return s, func() *Builder {
		b := builderOf(t, shardSite(t, "law/plain"))
		b.o.Shared = project.SharedCache{URL: server.URL, Write: true, Key: key}
		return b
	}
}

// leaveAll renders two shards on two machines.
func leaveAll(t *testing.T, machine func() *Builder) {
	t.Helper()
	for n := 1; n <= 2; n++ {
		if _, err := machine().Shard(t.Context(), shard.Part{Number: n, Of: 2}, ""); err != nil {
			t.Fatal(err)
		}
	}
}

// oneSite is what a single machine writes.
func oneSite(t *testing.T) map[string]string {
	t.Helper()
	b := builderOf(t, shardSite(t, "law/plain"))
	res, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return tellOf(t, b.o.Source, res).Files
}

// merged merges on a machine. The site is that of a single machine, or the error is about a shard and nothing was
// written. It returns what the summary says.
func merged(t *testing.T, b *Builder, want map[string]string) (said string, ok bool) {
	t.Helper()
	err := b.Join(t.Context())
	var res *Result
	if err == nil {
		res, err = b.Build(t.Context())
	}
	var list diag.List
	switch {
	case errors.As(err, &list) && list[0].Rule == shard.Rule:
		if found, _ := filepath.Glob(filepath.Join(b.o.Source, "public", "*")); len(found) > 0 {
			t.Errorf("after %v: %v", err, found)
		}
		return list[0].Message, false
	case err != nil:
		t.Fatal(err)
	case !maps.Equal(want, tellOf(t, b.o.Source, res).Files):
		t.Errorf("another site: %s", res.Shared)
	}
	return res.Shared, true
}

// Whatever happens to an object of the store, a merge builds the right site, or names the shard that it lacks.
func TestShardsInBadStore(t *testing.T) {
	t.Parallel()
	want := oneSite(t)
	for _, key := range []string{"", "secret"} {
		s, machine := throughStore(t, key)
		leaveAll(t, machine)
		good := maps.Clone(s.objects)
		names := slices.Sorted(maps.Keys(good))
		refused, rendered := 0, 0
		for i, name := range names {
			for how, hurt := range []func(data []byte) []byte{
				func(data []byte) []byte { data[len(data)/2] ^= 4; return data },
				func(data []byte) []byte { return data[:len(data)/3] },
				func([]byte) []byte { return good[names[(i+1)%len(names)]] },
				func([]byte) []byte { return nil },
			} {
				if testing.Short() && (i+how)%4 > 0 {
					continue
				}
				s.objects = maps.Clone(good)
				if s.objects[name] = hurt(bytes.Clone(good[name])); s.objects[name] == nil {
					delete(s.objects, name)
				}
				said, ok := merged(t, machine(), want)
				switch {
				case !ok:
					refused++
				case strings.Contains(said, "not complete"):
					rendered++
				default:
					t.Logf("%s, %d: %s", name, how, said)
				}
			}
		}
		if refused == 0 || rendered == 0 {
			t.Errorf("refused %d, rendered again %d", refused, rendered)
		}
		// The shards that are damaged now are whole again when their builds run again.
		for name := range s.objects {
			s.objects[name] = []byte("damaged")
		}
		leaveAll(t, machine)
		if said, ok := merged(t, machine(), want); !ok || strings.Contains(said, "not complete") {
			t.Errorf("after repair: %s", said)
		}
	}
}

// A store that fails at any request leaves a shard that is whole or an error, and a merge that is right or an error.
func TestShardsInFailingStore(t *testing.T) {
	t.Parallel()
	want := oneSite(t)
	s, machine := throughStore(t, "secret")
	for n := 0; ; n++ {
		s.left = n
		b := machine()
		_, err := b.Shard(t.Context(), shard.Part{Number: 1, Of: 1}, "")
		if s.left > 0 || err == nil {
			break
		}
		if !strings.Contains(err.Error(), "shard 1/1 could not be written to the remote cache: ") {
			t.Fatal(err)
		}
	}
	for n := 0; ; n++ {
		s.left = n
		said, ok := merged(t, machine(), want)
		if ok && !strings.Contains(said, "not complete") {
			break
		}
		if n > 50 {
			t.Fatalf("still not complete: %s", said)
		}
	}
}
