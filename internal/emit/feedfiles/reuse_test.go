package feedfiles

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/codec"
)

// Every field of an item must be hashed; otherwise, a changed item would be reused.
func TestWriteItemWritesEveryField(t *testing.T) {
	seen := map[string]string{}
	full := func() *feeds.Item {
		return &feeds.Item{
			Authors: make([]feeds.Person, 1), Contributors: make([]feeds.Person, 1), Categories: make([]feeds.Category, 1),
			Enclosures: make([]feeds.Media, 1), Media: make([]feeds.Media, 1), Source: &feeds.Source{},
			Extensions: []feeds.Element{{Attrs: make([]feeds.Attr, 1), Children: []feeds.Element{{Attrs: make([]feeds.Attr, 1)}}}},
		}
	}
	note := func(name string, i *feeds.Item) {
		var w codec.Writer
		writeItem(&w, i)
		if other, there := seen[string(w.Bytes())]; there {
			t.Errorf("%s is written as %s is", name, other)
		}
		seen[string(w.Bytes())] = name
	}
	note("nothing", &feeds.Item{})
	note("empty fields", full())
	var each func(name string, at func(*feeds.Item) reflect.Value)
	each = func(name string, at func(*feeds.Item) reflect.Value) {
		i := full()
		v := at(i)
		switch {
		case v.Type() == reflect.TypeFor[time.Time]():
			v.Set(reflect.ValueOf(time.Date(2025, 1, 2, 3, 4, 5, 6, time.UTC)))
			note(name, i)
			v.Set(reflect.ValueOf(time.Date(2025, 1, 2, 4, 4, 5, 6, time.FixedZone("", 3600))))
			note(name+" in another zone", i)
		case v.Kind() == reflect.Struct:
			for f := range v.NumField() {
				each(name+"."+v.Type().Field(f).Name, func(i *feeds.Item) reflect.Value { return at(i).Field(f) })
			}
		case v.Kind() == reflect.Slice && strings.HasSuffix(name, ".Children[0].Children"): // the same as its parent
		case v.Kind() == reflect.Slice:
			each(name+"[0]", func(i *feeds.Item) reflect.Value { return at(i).Index(0) })
		case v.Kind() == reflect.Pointer:
			each("*"+name, func(i *feeds.Item) reflect.Value { return at(i).Elem() })
		case v.Kind() == reflect.String:
			v.SetString("a")
			note(name, i)
		default:
			v.SetInt(1)
			note(name, i)
		}
	}
	each("Item", func(i *feeds.Item) reflect.Value { return reflect.ValueOf(i).Elem() })
	if len(seen) < 40 {
		t.Errorf("only %d kinds of items were looked at", len(seen))
	}
}
