package config

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"
)

// Fingerprint hashes every value of the configuration: two with the same fingerprint build the same site. It
// ignores functions, which are made from Root, where machines share a cache, and environment variables that
// templates may not read, which differ in each run of a build server.
func (c *Config) Fingerprint() uint64 { return c.fingerprint("") }

// Placeless is Fingerprint without the folder of the project, except its name: the same in every checkout.
func (c *Config) Placeless() uint64 { return c.fingerprint(c.Project) }

// fingerprint hashes paths below a folder as relative ones; "": all as they are.
func (c *Config) fingerprint(folder string) uint64 {
	f := fingerprint{xxhash.New(), nil, folder}
	f.text(filepath.Base(folder))
	counts := *c
	counts.Environ = nil
	may := c.MayReadVariable()
	for _, kv := range c.Environ {
		if name, _, _ := strings.Cut(kv, "="); may(name) {
			counts.Environ = append(counts.Environ, kv)
		}
	}
	slices.Sort(counts.Environ)
	counts.Cache, counts.Root, counts.Origin = Cache{}, maps.Clone(c.Root), maps.Clone(c.Origin)
	delete(counts.Root, "cache")
	maps.DeleteFunc(counts.Origin, func(key, _ string) bool { return key == "cache" || strings.HasPrefix(key, "cache.") })
	f.value(reflect.ValueOf(&counts))
	return max(1, f.Sum64())
}

// fingerprint encodes values unambiguously.
type fingerprint struct {
	*xxhash.Digest
	buf    []byte
	folder string
}

func (f *fingerprint) number(n uint64) {
	f.buf = binary.LittleEndian.AppendUint64(f.buf[:0], n)
	f.Write(f.buf)
}

func (f *fingerprint) text(s string) {
	f.number(uint64(len(s)))
	f.WriteString(s)
}

var (
	timeType     = reflect.TypeFor[time.Time]()
	locationType = reflect.TypeFor[time.Location]()
)

func (f *fingerprint) value(v reflect.Value) {
	if !v.IsValid() {
		f.number(0)
		return
	}
	f.number(uint64(v.Kind()))
	switch v.Kind() {
	case reflect.Bool:
		f.text(fmt.Sprint(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		f.number(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		f.number(v.Uint())
	case reflect.Float32, reflect.Float64:
		f.number(math.Float64bits(v.Float()))
	case reflect.String:
		s := v.String()
		if rel, ok := strings.CutPrefix(s, f.folder); ok && f.folder != "" &&
			(rel == "" || rel[0] == filepath.Separator || rel[0] == '/') {
			s = "\x00" + rel // no other text has this byte
		}
		f.text(s)
	case reflect.Pointer, reflect.Interface:
		f.text(fmt.Sprint(v.IsNil()))
		if !v.IsNil() {
			f.value(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		f.number(uint64(v.Len()))
		for i := range v.Len() {
			f.value(v.Index(i))
		}
	case reflect.Map:
		f.table(v)
	case reflect.Struct:
		f.fields(v)
	case reflect.Func:
	default:
		panic("config: no fingerprint of a " + v.Type().String())
	}
}

// table writes a map with string keys in their order.
func (f *fingerprint) table(v reflect.Value) {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	f.number(uint64(len(keys)))
	for _, k := range keys {
		f.text(k.String())
		f.value(v.MapIndex(k))
	}
}

func (f *fingerprint) fields(v reflect.Value) {
	switch v.Type() {
	case timeType:
		f.text(v.Interface().(time.Time).Format(time.RFC3339Nano + " MST"))
		return
	case locationType:
		f.text(v.Field(0).String()) // its name; the other fields are filled in on use
		return
	}
	for i := range v.NumField() {
		f.value(v.Field(i))
	}
}
