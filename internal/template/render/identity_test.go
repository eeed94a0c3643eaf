package render

import (
	"encoding/json"
	"html/template"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
)

// nested returns nested lists and maps of some depth.
func nested(depth int) (list, dict any) {
	for list, dict = 1, 1; depth > 0; depth-- {
		list, dict = []any{list}, map[string]any{"m": dict}
	}
	return list, dict
}

// TestIdentities: the identities of arguments of cached partials; "" for values without an identity.
func TestIdentities(t *testing.T) {
	p := newProject(t, blog())
	one := p.page("/posts/one")
	polish := p.run.views.Page(p.run.o.Site.Editions[1].PageAt("/posts/one"))
	list4, map4 := nested(4)
	list5, map5 := nested(5)
	for _, c := range []struct {
		v    any
		want string
	}{
		{nil, "nil"},
		{"nil", `"nil"`},
		{"a\"\x00", `"a\"\x00"`},
		{true, "bool true"},
		{1, "int 1"},
		{int64(1), "int64 1"},
		{uint64(1), "uint64 1"},
		{1.0, "float64 1"},
		{time.Date(2024, 5, 6, 7, 8, 9, 10, time.UTC), "2024-05-06T07:08:09.00000001Z"},
		{one, "page en:/posts/one"},
		{polish, "page pl:/posts/one"},
		{(*view.Page)(nil), "no page"},
		{&view.NilPage{}, "no page"},
		{p.run.views.SiteByKey("pl"), "site pl"},
		{[]any{}, "[]"},
		{[]any{1, []any{"a,b"}, nil}, `[int 1,["a,b",],nil,]`},
		{map[string]any{"b": 1, "a": one}, `{"a":page en:/posts/one,"b":int 1,}`},
		{tmpl.Params{"a": "x"}, `{"a":"x",}`},
		{list4, "[[[[int 1,],],],]"},
		{map4, `{"m":{"m":{"m":{"m":int 1,},},},}`},
		{list5, ""},
		{map5, ""},
		{make([]any, 51), ""},
		{[]any{template.HTML("x")}, ""},
		{map[string]any{"a": struct{}{}}, ""},
		{[]string{"a"}, ""},
		{int8(1), ""},
	} {
		var b strings.Builder
		got := ""
		if writeIdentity(&b, c.v, 0) {
			got = b.String()
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%#v (-want +got)\n%s", c.v, diff)
		}
	}
}

// TestNamedValues: a value with a name in JSON is found again by that name, with the same type; "" for others.
func TestNamedValues(t *testing.T) {
	p := newProject(t, blog())
	one := p.page("/posts/one")
	_, map4 := nested(4)
	_, map5 := nested(5)
	for _, c := range []struct {
		v    any
		want string
	}{
		{nil, "null"},
		{false, "false"},
		{"<é>", `"\u003cé\u003e"`},
		{"a & b", `"a \u0026 b"`},
		{"\"\\\n", `"\"\\\n"`},
		{math.MinInt, "-9223372036854775808"},
		{int64(math.MaxInt64), `{"$int64":9223372036854775807}`},
		{uint64(math.MaxUint64), `{"$uint64":"18446744073709551615"}`},
		{one, `{"$page":"en:/posts/one"}`},
		{p.run.views.SiteByKey("pl"), `{"$site":"pl"}`},
		{map[string]any{}, "{}"},
		{map[string]any{"b": map[string]any{"p": one}, "a": int64(1)}, `{"a":{"$int64":1},"b":{"p":{"$page":"en:/posts/one"}}}`},
		{(*view.Page)(nil), ""},
		{map[string]any{"$page": "en:/posts/one"}, ""},
		{map4, `{"m":{"m":{"m":{"m":1}}}}`},
		{map5, ""},
		{map[string]any{"a": 1.5}, ""},
		{[]any{1}, ""},
		{time.Time{}, ""},
	} {
		text, ok := appendName(nil, c.v, 0)
		if diff := cmp.Diff(c.want, string(text)); diff != "" {
			t.Errorf("%#v (-want +got)\n%s", c.v, diff)
		}
		if !ok {
			continue
		}
		back, ok := unnamed(t, p, string(text))
		if diff := cmp.Diff(c.v, back, cmp.Comparer(func(a, b *view.Page) bool { return a == b }), cmp.Comparer(func(a, b *view.Site) bool { return a == b })); diff != "" || !ok {
			t.Errorf("%s is found as another value, %v (-want +got)\n%s", text, ok, diff)
		}
	}
	for _, gone := range []string{
		`{"$page":"en:/gone"}`, `{"$site":"de"}`, `{"a":{"$page":"en:/gone"}}`, `{"$uint64":"-1"}`, `{"$int64":1.5}`, "1.5", "[1]",
	} {
		if v, ok := unnamed(t, p, gone); ok {
			t.Errorf("%s is found: %#v", gone, v)
		}
	}
}

// unnamed finds the value of a name in JSON, as questions are read.
func unnamed(t *testing.T, p *project, text string) (any, bool) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var named any
	if err := d.Decode(&named); err != nil {
		t.Fatal(err)
	}
	return namedValue(p.run.views, named)
}

// TestHashesOfPieces: the answer differs if any part of the result of a partial differs.
func TestHashesOfPieces(t *testing.T) {
	p := newProject(t, blog())
	one, two := p.page("/posts/one"), p.page("/posts/two")
	seen := map[uint64]any{}
	for _, v := range []any{
		nil, "", "x", template.HTML("x"), template.HTML(""), 1, int64(1), true, one, two,
		view.Pages{one},
		view.Pages{one, two},
		view.Pages{two, one},
		view.Pages{},
		[]any{},
		[]any{one},
		[]any{"a", "b"},
		[]any{"a", []any{"b"}},
		map[string]any{},
		map[string]any{"a": "b"},
		map[string]any{"a": map[string]any{"b": template.HTML("c")}},
		map[string]any{"a": nil, "b": nil},
	} {
		h, ok := valueHash(v)
		if other, twice := seen[h]; !ok || twice {
			t.Errorf("%#v has the hash of %#v, %v", v, other, ok)
		}
		seen[h] = v
	}
	for _, v := range []any{struct{}{}, []any{1, &struct{}{}}, map[string]any{"a": []int{1}}} {
		if _, ok := valueHash(v); ok {
			t.Errorf("%#v has a hash", v)
		}
	}
}
