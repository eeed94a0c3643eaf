package pipeline

import (
	"context"
	"encoding/binary"
	"reflect"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/race"
)

// A Site is frozen when Assemble returns: rendering must not change a byte of it.
func TestRenderingLeavesTheSiteAlone(t *testing.T) {
	race.Skip(t, "TestSampleSites builds these sites, too")
	for _, name := range []string{"blog", "docs"} {
		t.Run(name, func(t *testing.T) {
			b := &State{Project: project.Project{Options: project.Options{Source: sample(t, name), Clock: clock}}}
			defer b.Discard()
			all := wholeBuild
			first := len(Assembled)
			if err := b.through(context.Background(), all[:first]); err != nil {
				t.Fatal(err)
			}
			before := deepHash(b.Pages.Site)
			if again := deepHash(b.Pages.Site); again != before {
				t.Fatalf("the hash itself is not stable: %x, %x", before, again)
			}
			if err := b.through(context.Background(), all[first:]); err != nil {
				t.Fatal(err)
			}
			if after := deepHash(b.Pages.Site); after != before {
				t.Error("the site changed while it was rendered")
			}
			b.Pages.Site.Pages[0].Title += "!"
			if deepHash(b.Pages.Site) == before {
				t.Error("the hash does not see a change")
			}
		})
	}
}

// deepHash hashes everything that is reachable from v, unexported fields included. A pointer counts by its address, and
// its target is hashed once, so cycles end.
func deepHash(v any) uint64 {
	h := hasher{seen: map[pointer]bool{}}
	h.sum += h.value(reflect.ValueOf(v))
	return h.sum
}

type pointer struct {
	at  uintptr
	typ reflect.Type
}

type hasher struct {
	seen map[pointer]bool
	sum  uint64 // of everything that was pointed to: a sum, so order does not matter
}

func (h *hasher) value(v reflect.Value) uint64 {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return 1
		}
		h.target(v, v.Elem())
		return uint64(v.Pointer())
	case reflect.Interface:
		if v.IsNil() {
			return 2
		}
		return mixed(text(v.Elem().Type().String()), h.value(v.Elem()))
	case reflect.Struct:
		sum := uint64(3)
		for i := range v.NumField() {
			sum = mixed(sum, h.value(v.Field(i)))
		}
		return sum
	case reflect.Slice:
		if v.IsNil() {
			return 4
		}
		sum := uint64(v.Len())
		for i := range v.Len() {
			sum = mixed(sum, h.value(v.Index(i)))
		}
		return sum
	case reflect.Array:
		sum := uint64(5)
		for i := range v.Len() {
			sum = mixed(sum, h.value(v.Index(i)))
		}
		return sum
	case reflect.Map:
		sum := uint64(6)
		for it := v.MapRange(); it.Next(); {
			sum += mixed(h.value(it.Key()), h.value(it.Value()))
		}
		return sum
	case reflect.String:
		return text(v.String())
	case reflect.Bool:
		if v.Bool() {
			return 7
		}
		return 8
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return uint64(v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return v.Uint()
	case reflect.Float32, reflect.Float64:
		return uint64(v.Float() * 1e9)
	}
	return 9 // functions and channels
}

// target hashes the target of a pointer, the first time that it is met. Time zones are left out, because the standard
// library caches in them.
func (h *hasher) target(p, elem reflect.Value) {
	key := pointer{p.Pointer(), p.Type()}
	if h.seen[key] || elem.Type().PkgPath() == "time" {
		return
	}
	h.seen[key] = true
	h.sum += mixed(uint64(p.Pointer()), h.value(elem))
}

func mixed(a, b uint64) uint64 {
	var buf [16]byte
	binary.LittleEndian.PutUint64(buf[:8], a)
	binary.LittleEndian.PutUint64(buf[8:], b)
	return xxhash.Sum64(buf[:])
}

func text(s string) uint64 { return xxhash.Sum64String(s) }
