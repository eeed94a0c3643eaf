package tmpl

import (
	"errors"
	"fmt"
	"html/template"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// pointed prints itself through its pointer.
type pointed struct{ s string }

func (p *pointed) String() string { return "<" + p.s + ">" }

// name is a string of another type, like keys of languages and kinds of pages.
type name string

func TestText(t *testing.T) {
	for _, c := range []struct {
		in   any
		want string
	}{
		{nil, ""},
		{"", ""},
		{"text", "text"},
		{name("n"), "n"},
		{template.HTML("<b>"), "<b>"},
		{template.CSS("a{}"), "a{}"},
		{[]byte("bytes"), "bytes"},
		{5, "5"},
		{1.5, "1.5"},
		{true, "true"},
		{time.Minute, "1m0s"},
		{&pointed{"p"}, "<p>"},
		{[]int{1, 2}, "[1 2]"},
		{map[string]int{"b": 2, "a": 1}, "map[a:1 b:2]"},
		{errors.New("bad"), "bad"},
	} {
		if got := Text(c.in); got != c.want {
			t.Errorf("Text(%#v) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestKey(t *testing.T) {
	for _, c := range []struct {
		in   any
		want string
		ok   bool
	}{
		{"k", "k", true},
		{"", "", true},
		{name("n"), "n", true},
		{template.HTML("h"), "h", true},
		{&pointed{"p"}, "<p>", true},
		{5, "", false},
		{nil, "", false},
		{[]byte("b"), "", false},
		{true, "", false},
	} {
		got, err := func() (got string, err error) {
			defer func() {
				if r := recover(); r != nil {
					err = fmt.Errorf("panic: %v", r)
				}
			}()
			return Key(c.in)
		}()
		if got != c.want || (err == nil) != c.ok {
			t.Errorf("Key(%#v) = %q, %v, want %q", c.in, got, err, c.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	type want struct {
		whole  int
		ok     bool
		number float64
		is     bool
	}
	for _, c := range []struct {
		in   any
		want want
	}{
		{1, want{1, true, 1, true}},
		{-3, want{-3, true, -3, true}},
		{int8(7), want{7, true, 7, true}},
		{int64(1 << 40), want{1 << 40, true, 1 << 40, true}},
		{uint(9), want{9, true, 9, true}},
		{uint8(255), want{255, true, 255, true}},
		{1.9, want{1, true, 1.9, true}},
		{float32(0.5), want{0, true, 0.5, true}},
		{"12", want{12, true, 0, false}},
		{" 12 ", want{12, true, 0, false}},
		{name("3"), want{3, true, 0, false}},
		{"1.5", want{0, false, 0, false}},
		{"", want{0, false, 0, false}},
		{"x", want{0, false, 0, false}},
		{nil, want{0, false, 0, false}},
		{true, want{0, false, 0, false}},
		{[]int{1}, want{0, false, 0, false}},
		{time.Second, want{1e9, true, 1e9, true}},
	} {
		whole, err := Int(c.in)
		number, is := func() (n float64, is bool) {
			if c.in == nil {
				return 0, false
			}
			return Number(c.in)
		}()
		if got := (want{whole, err == nil, number, is}); got != c.want {
			t.Errorf("%#v: got %v, want %v", c.in, got, c.want)
		}
	}
}

func TestMapsAndKeys(t *testing.T) {
	m := map[string]any{"Exact": 1, "exact": 2, "UPPER": 3, "b": nil, "Two": 4, "tWo": 5}
	for key, want := range map[string]any{
		"Exact": 1, "exact": 2, "EXACT": 1, "upper": 3, "Upper": 3, "b": nil, "B": nil, "none": nil, "": nil, "two": 4, "Two": 4, "tWo": 5,
	} {
		if got := LowerKey(m, key); got != want {
			t.Errorf("LowerKey(%q) = %v, want %v", key, got, want)
		}
	}
	for _, c := range []struct {
		in any
		ok bool
	}{
		{map[string]any{}, true},
		{Params{}, true},
		{map[string]string{}, false},
		{nil, false},
		{[]any{}, false},
		{"m", false},
	} {
		if _, ok := Map(c.in); ok != c.ok {
			t.Errorf("Map(%#v) is %v", c.in, ok)
		}
	}
	if Optional(nil) != nil || Optional([]any{1, 2}) != 1 {
		t.Errorf("the first of optional arguments is %v, %v", Optional(nil), Optional([]any{1, 2}))
	}
}

// TestEscapes compares the escapers that other packages use with html/template.
func TestEscapes(t *testing.T) {
	attribute := template.Must(template.New("a").Parse(`<p title="{{ . }}">`))
	address := template.Must(template.New("u").Parse(`<a href="{{ . }}">`))
	print := func(u *template.Template, v any) string {
		var b strings.Builder
		if err := u.Execute(&b, v); err != nil {
			t.Fatal(err)
		}
		_, s, _ := strings.Cut(b.String(), `"`)
		return strings.TrimSuffix(s, `">`)
	}
	for _, s := range []string{
		"", "plain", "a b", "<b>", `"q"`, "'s'", "a&b", "a+b", "é", "日本", "\n", "\t", "a=b", "100%", "%41", "%zz", "%", "%4",
		"/a/b/", "/a b/?q=1&r=2#f", "https://example.org/x?y=z", "//host/p", "mailto:a@b.example", "#frag", "?q=a b", "/[x]", "/(x)",
		"/it's", "/a;b,c", "/$x!*", "/~u/-._", "/{x}|y^z", "/\\", "/`", "/\x7f", "/a:b@c",
	} {
		if got, want := EscapeAttribute(s), print(attribute, s); got != want {
			t.Errorf("attribute %q: got %q, want %q", s, got, want)
		}
		if got, want := EscapeURL(s), print(address, s); got != want {
			t.Errorf("address %q: got %q, want %q", s, got, want)
		}
	}
	// Escaped text is not escaped again in an attribute.
	for in, want := range map[string]string{"&amp;": "&amp;", "&lt;b&gt;": "&lt;b&gt;", "&eacute;": "é", "&#39;": "&#39;"} {
		if got := EscapeAttribute(in); got != want {
			t.Errorf("attribute %q: got %q, want %q", in, got, want)
		}
	}
}

func TestSameUntilMidnight(t *testing.T) {
	for layout, want := range map[string]bool{
		"":                         false,
		"text":                     true,
		"2006":                     true,
		"06":                       true,
		"© 2006":                   true,
		"2006-2006":                true,
		"January":                  true,
		"Jan":                      true,
		"01":                       true,
		"1/2006":                   true,
		"2":                        true,
		"02":                       true,
		"_2":                       true,
		"Monday":                   true,
		"Mon":                      true,
		"002":                      true,
		"2006-01-02":               true,
		"Jan 2, 2006":              true,
		"15":                       false,
		"03":                       false,
		"3":                        false,
		"PM":                       false,
		"pm":                       false,
		"04":                       false,
		"05":                       false,
		"15:04":                    false,
		".000":                     false,
		"05.000":                   false,
		"MST":                      false,
		"-0700":                    false,
		"Z07:00":                   false,
		"2006-01-02T15:04:05Z":     false,
		"2006-01-02 MST":           false,
		":date_full":               true,
		":date_long":               true,
		":date_medium":             true,
		":date_short":              true,
		":time_full":               false,
		":time_short":              false,
		":other":                   false,
		time.RFC3339:               false,
		time.RFC1123:               false,
		"Monday, 2 January 2006":   true,
		"2006, week of Monday 002": true,
	} {
		if got := SameUntilMidnight(layout); got != want {
			t.Errorf("%q is the same until midnight: %v", layout, got)
		}
	}
}

// TestConversions: arguments of methods are converted if nothing is lost.
func TestConversions(t *testing.T) {
	five, nobody := 5, (*int)(nil)
	for _, c := range []struct {
		in   any
		want any // including its type
		err  string
	}{
		{5, 5, ""},
		{5, int64(5), ""},
		{5, int8(5), ""},
		{300, int8(0), "300 does not fit into int8"},
		{-1, uint(0), "-1 does not fit into uint"},
		{5, uint8(5), ""},
		{uint8(200), 200, ""},
		{uint64(math.MaxUint64), 0, "does not fit into int"},
		{5, 5.0, ""},
		{5.0, 5, ""},
		{5.5, 0, "5.5 does not fit into int"},
		{float32(0.5), 0.5, ""},
		{1e300, float32(0), "1e+300 does not fit into float32"},
		{&five, 5, ""},
		{nobody, 0, "wrong type for value; expected int; got *int"},
		{"s", "s", ""},
		{"s", template.HTML("s"), ""},
		{template.HTML("s"), "s", ""},
		{name("s"), "s", ""},
		{"5", 0, "wrong type for value; expected int; got string"},
		{5, "", "wrong type for value; expected string; got int"},
		{true, true, ""},
		{true, 0, "wrong type for value; expected int; got bool"},
		{1, false, "wrong type for value; expected bool; got int"},
		{nil, []int(nil), ""},
		{nil, map[string]any(nil), ""},
		{nil, (*post)(nil), ""},
		{nil, 0, "is nil, want int"},
		{nil, "", "is nil, want string"},
		{[]int{1}, []int{1}, ""},
		{[]int{1}, []string(nil), "wrong type for value; expected []string; got []int"},
		{time.Second, int64(1e9), ""},
		{int64(1e9), time.Second, ""},
	} {
		got, err := convert(c.in, reflect.TypeOf(c.want))
		switch {
		case c.err != "":
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%T %v to %T: error %v, want one with %q", c.in, c.in, c.want, err, c.err)
			}
		case err != nil:
			t.Errorf("%T %v to %T: %v", c.in, c.in, c.want, err)
		case !reflect.DeepEqual(got.Interface(), c.want):
			t.Errorf("%T %v to %T: got %#v", c.in, c.in, c.want, got)
		}
	}
}

// TestParams: keys are found in any case, wherever the maps come from.
func TestParams(t *testing.T) {
	source := map[string]any{
		"a": 1, "deep": map[string]any{"er": map[string]any{"key": "v"}, "list": []any{map[string]any{"x": 1}, "s"}},
		"list": []any{[]any{map[string]any{"y": 2}}}, "dotted.key": "whole", "plain": []any{1, 2},
	}
	p := ParamsOf(source)
	for key, want := range map[string]any{
		"a": 1, "A": 1, "none": nil, "": nil, "DOTTED.KEY": "whole", "deep.er": nil,
	} {
		if got := p.Get(key); got != want {
			t.Errorf("Get(%q) = %v, want %v", key, got, want)
		}
	}
	for key, want := range map[string]any{
		"a": 1, "A": 1, "deep.er.key": "v", "Deep.ER.Key": "v", "dotted.key": "whole", "Dotted.Key": "whole",
	} {
		if got, ok := p.Lookup(key); !ok || got != want {
			t.Errorf("Lookup(%q) = %v, %v, want %v", key, got, ok, want)
		}
	}
	for _, key := range []string{"none", "", ".", "a.b", "deep.none", "deep.er.key.more", "deep.er.none", "list.0"} {
		if got, ok := p.Lookup(key); ok {
			t.Errorf("Lookup(%q) = %v, want nothing", key, got)
		}
	}
	deep, ok := p.Get("DEEP").(Params)
	if !ok {
		t.Fatalf("a map below is a %T", p.Get("deep"))
	}
	if got := deep.Get("List").([]any)[0]; !reflect.DeepEqual(got, Params{"x": 1}) {
		t.Errorf("a map in a list is %#v", got)
	}
	if got := p.Get("list").([]any)[0].([]any)[0]; !reflect.DeepEqual(got, Params{"y": 2}) {
		t.Errorf("a map in a list in a list is %#v", got)
	}
	if _, ok := source["deep"].(map[string]any); !ok {
		t.Error("the source was changed")
	}
	flat := map[string]any{"a": 1, "l": []any{1, []any{"x"}}}
	if got := ParamsOf(flat); reflect.ValueOf(got).Pointer() != reflect.ValueOf(flat).Pointer() {
		t.Error("a map without maps was copied")
	}
	merged := Params{"m": map[string]any{"k": "v"}, "l": []any{map[string]any{"k": "w"}}} // as merge makes them
	if got := merged.Get("M").(Params).Get("K"); got != "v" {
		t.Errorf("a merged map gives %v", got)
	}
	if got := merged.Get("L").([]any)[0].(Params).Get("K"); got != "w" {
		t.Errorf("a merged list gives %v", got)
	}
}

// TestStore uses a store as templates do. https://gohugo.io/functions/collections/newscratch/
func TestStore(t *testing.T) {
	for _, c := range [][2]string{
		{`{{ $s.Set "k" 1 }}[{{ $s.Get "k" }}]`, "[1]"},
		{`{{ $s.Set "k" 1 }}{{ $s.Set "k" "two" }}{{ $s.Get "k" }}`, "two"},
		{`[{{ $s.Get "none" }}]`, "[]"},
		{`{{ $s.Set "k" nil }}[{{ $s.Get "k" }}]`, "[]"},
		{`{{ $s.Set "K" 1 }}[{{ $s.Get "k" }}]`, "[]"},
		{`{{ $s.Set "k" 1 }}{{ $s.Delete "k" }}[{{ $s.Get "k" }}]`, "[]"},
		{`{{ $s.Delete "none" }}ok`, "ok"},
		{`{{ $s.Add "n" 1 }}{{ $s.Add "n" 2 }}{{ $s.Get "n" }}`, "3"},
		{`{{ $s.Add "n" 1 }}{{ $s.Add "n" 2.5 }}{{ $s.Get "n" }}`, "3.5"},
		{`{{ $s.Add "n" 1.5 }}{{ $s.Add "n" 1 }}{{ $s.Get "n" }}`, "2.5"},
		{`{{ $s.Add "n" "Hello" }}{{ $s.Add "n" "Welcome" }}{{ $s.Get "n" }}`, "HelloWelcome"},
		{`{{ $s.Set "n" (slice "a" "b") }}{{ $s.Add "n" "c" }}{{ $s.Get "n" }}`, "[a b c]"},
		{`{{ $s.Set "n" (slice "a" "b") }}{{ $s.Add "n" (slice "c" "d") }}{{ $s.Get "n" }}`, "[a b c d]"},
		{`{{ $s.Set "n" (slice 1 2) }}{{ $s.Add "n" "x" }}{{ $s.Get "n" }}`, "[1 2 x]"},
		{`{{ $s.Set "n" slice }}{{ $s.Add "n" 1 }}{{ $s.Add "n" "x" }}{{ $s.Get "n" }}`, "[1 x]"},
		{`{{ $s.Add "n" (slice 1) }}{{ $s.Add "n" (slice 2) }}{{ $s.Get "n" }}`, "[1 2]"},
		{`{{ $l := slice 1 }}{{ $s.Set "n" $l }}{{ $s.Add "n" 2 }}{{ $l }}`, "[1]"},
		{`{{ $s.Set "n" nil }}{{ $s.Add "n" 5 }}{{ $s.Get "n" }}`, "5"},
		{`{{ $s.SetInMap "m" "a" 1 }}{{ $s.SetInMap "m" "b" 2 }}{{ $s.Get "m" }}`, "map[a:1 b:2]"},
		{`{{ $s.SetInMap "m" "a" 1 }}{{ $s.SetInMap "m" "a" 2 }}{{ $s.Get "m" }}`, "map[a:2]"},
		{`{{ $s.SetInMap "m" "a" 1 }}{{ ($s.Get "m").a }}`, "1"},
		{`{{ $s.Set "m" (dict "a" 1) }}{{ $s.SetInMap "m" "b" 2 }}{{ $s.Get "m" }}`, "map[a:1 b:2]"},
		{`{{ $d := dict "a" 1 }}{{ $s.Set "m" $d }}{{ $s.SetInMap "m" "b" 2 }}{{ $d }}`, "map[a:1]"},
		{`{{ $s.SetInMap "m" "a" 1 }}{{ $s.DeleteInMap "m" "a" }}{{ $s.Get "m" }}`, "map[]"},
		{`{{ $s.DeleteInMap "none" "a" }}ok`, "ok"},
		{`{{ $s.SetInMap "m" "a" 1 }}{{ $s.DeleteInMap "m" "none" }}{{ $s.Get "m" }}`, "map[a:1]"},
		{`{{ $d := dict "a" 1 }}{{ $s.Set "m" $d }}{{ $s.DeleteInMap "m" "a" }}{{ $d }} {{ $s.Get "m" }}`, "map[a:1] map[]"},
		{`{{ $s.SetInMap "m" "z" 1 }}{{ $s.SetInMap "m" "a" 2 }}{{ $s.SetInMap "m" "k" 3 }}{{ $s.GetSortedMapValues "m" }}`, "[2 3 1]"},
		{`[{{ $s.GetSortedMapValues "none" }}]`, "[]"},
		{`{{ $s.Set "a" 1 }}{{ $s.SetInMap "b" "c" 2 }}{{ $s.Values }}`, "map[a:1 b:map[c:2]]"},
		{`{{ $o := newScratch }}{{ $o.Set "k" 1 }}[{{ $s.Get "k" }}]`, "[]"},
		{`{{ $s.Set "n" 0 }}{{ range seq 4 }}{{ $s.Add "n" . }}{{ end }}{{ $s.Get "n" }}`, "10"},
		{`{{ with $s }}{{ .Set "k" 2 }}{{ .Get "k" }}{{ end }}`, "2"},
		{`{{ $s.Set "k" 1 }}{{ if $s.Get "k" }}yes{{ end }}{{ if not ($s.Get "l") }}no{{ end }}`, "yesno"},
		{`{{ $s.Add "n" 1 }}{{ $s.Add "n" "x" }}`, "ERR"},
		{`{{ $s.Add "n" "x" }}{{ $s.Add "n" 1 }}`, "ERR"},
		{`{{ $s.Set "m" 1 }}{{ $s.SetInMap "m" "a" 1 }}`, "ERR"},
		{`{{ $s.Set "m" 1 }}{{ $s.DeleteInMap "m" "a" }}`, "ERR"},
		{`{{ $s.Set "m" 1 }}{{ $s.GetSortedMapValues "m" }}`, "ERR"},
		{`{{ $s.Set "k" }}`, "ERR wrong number of args for Set: want 2 got 1"},
		{`{{ $s.Get }}`, "ERR wrong number of args for Get: want 1 got 0"},
		{`{{ $s.Nope }}`, "ERR can't evaluate field Nope"},
		{`{{ $s.Set 1 2 }}`, "ERR argument 1 of Set: wrong type for value; expected string; got int"},
	} {
		got, _, _, err := eval(t, `{{ $s := newScratch }}`+c[0], nil)
		if want, isErr := strings.CutPrefix(c[1], "ERR"); isErr {
			if err == nil || !strings.Contains(err.Error(), strings.TrimSpace(want)) {
				t.Errorf("%s: got %q, %v, want an error with %q", c[0], got, err, want)
			}
		} else if err != nil || got != c[1] {
			t.Errorf("%s\n got %q, %v\nwant %q", c[0], got, err, c[1])
		}
	}
}

// TestTry: an error is a value if the template handles it.
func TestTry(t *testing.T) {
	files := map[string]string{
		"_partials/fails.html": `{{ .Nope }}`,
		"_partials/ok.html":    `ok {{ .Title }}`,
		"_partials/value.html": `{{ return dict "a" .Title }}`,
	}
	for _, c := range [][2]string{
		{`{{ with try (.Add 1 2) }}{{ .Value }}{{ end }}`, "3"},
		{`{{ with try (.Fails) }}{{ .Err.Cause }}{{ end }}`, "it fails"},
		{`{{ with try (.Fails) }}{{ with .Err }}{{ .Cause }}{{ else }}fine{{ end }}{{ end }}`, "it fails"},
		{`{{ with try (.Fails) }}{{ with .Value }}x{{ else }}nothing{{ end }}{{ end }}`, "nothing"},
		{`{{ $t := try (.Fails) }}{{ if $t.Err }}failed{{ end }}`, "failed"},
		{`{{ $t := try (.Add 1 1) }}{{ if $t.Err }}failed{{ else }}{{ add $t.Value 1 }}{{ end }}`, "3"},
		{`{{ (try (.Fails)).Err.Cause }}`, "it fails"},
		{`{{ with try (.Fails) }}{{ with .Err }}{{ eq (print .Err) (print .) .Error }}{{ end }}{{ end }}`, "true"},
		{`{{ (try (upper "a")).Value }}`, "A"},
		{`{{ with try (partial "fails.html" .) }}{{ with .Err }}{{ .Cause }}{{ end }}{{ end }}`, "layouts/_partials/fails.html:1:4: can&#39;t evaluate field Nope in type post (while rendering post A)"},
		{`{{ with try (partial "ok.html" .) }}{{ .Value }}{{ end }}`, "ok A"},
		{`{{ with try (partial "value.html" .) }}{{ .Value.a }}{{ end }}`, "A"},
		{`{{ with try (partial "none.html" .) }}{{ if .Err }}none{{ end }}{{ end }}`, "none"},
		{`{{ range slice 1 0 2 }}{{ with try (div 4 .) }}{{ with .Err }}x{{ else }}{{ .Value }}{{ end }}{{ end }}{{ end }}`, "4x2"},
		{`{{ range $i, $e := slice 1 2 }}{{ (try (add $i $e)).Value }},{{ end }}`, "1,3,"},
		{`{{ $x := 1 }}{{ range slice 1 2 }}{{ $x = (try (add $x .)).Value }}{{ end }}{{ $x }}`, "4"},
		{`{{ with .Next }}{{ (try (.Add 1 (len $.Title))).Value }}{{ end }}`, "2"},
		{`{{ define "t" }}{{ (try (printf "%s" .)).Value }}{{ end }}{{ template "t" "x" }}`, "x"},
		{`{{ $f := try (.Fails) }}{{ $g := try (.Add 2 2) }}{{ $f.Err.Cause }} {{ $g.Value }}`, "it fails 4"},
		{`{{ if (try (.Fails)).Err }}a{{ else }}b{{ end }}`, "a"},
		{`{{ (try (dict "k" (try (.Fails)))).Value.k.Err.Cause }}`, "it fails"},
		{`{{ with try "text" }}{{ .Value }}{{ end }}`, "text"},
		{`{{ with try .Title }}{{ .Value }}{{ end }}`, "A"},
		{`{{ with try ("a" | upper) }}{{ .Value }}{{ end }}`, "A"},
		{`{{ with try (.Params.deep.er) }}{{ .Value.key }}{{ end }}`, "v"},
		{`{{ with try (.Next.Next.Title) }}{{ with .Err }}nil{{ end }}{{ end }}`, "nil"},
	} {
		if got, _, _, err := eval(t, c[0], files); err != nil || got != c[1] {
			t.Errorf("%s\n got %q, %v\nwant %q", c[0], got, err, c[1])
		}
	}
}

// TestDependence checks what a partial reads from its context.
func TestDependence(t *testing.T) {
	for _, c := range []struct {
		src  string
		want Dependence
	}{
		{`text`, Dependence{}},
		{`{{ now.Year }}`, Dependence{}},
		{`{{ .Title }}`, Dependence{Paths: [][]string{{"Title"}}}},
		{`{{ .Title }}{{ .Title }}`, Dependence{Paths: [][]string{{"Title"}}}},
		{`{{ .Params.deep.er }}`, Dependence{Paths: [][]string{{"Params", "deep", "er"}}}},
		{`{{ $.Title }}`, Dependence{Paths: [][]string{{"Title"}}}},
		{`{{ . }}`, Dependence{Dot: true}},
		{`{{ $x := . }}{{ $x.Title }}`, Dependence{Dot: true}},
		{`{{ printf "%v" . }}`, Dependence{Dot: true}},
		{`{{ .Add 1 2 }}`, Dependence{Dot: true}},
		{`{{ partial "p.html" . }}`, Dependence{Dot: true}},
		{`{{ partial "p.html" .Title }}`, Dependence{Paths: [][]string{{"Title"}}}},
		{`{{ partial "p.html" "x" }}`, Dependence{}},
		{`{{ if .Title }}{{ .Date.Year }}{{ end }}`, Dependence{Paths: [][]string{{"Title"}, {"Date", "Year"}}}},
		{`{{ with .Next }}{{ .Title }}{{ end }}`, Dependence{Paths: [][]string{{"Next"}}}},
		{`{{ with .Next }}{{ $.Title }}{{ else }}{{ .Date }}{{ end }}`, Dependence{Paths: [][]string{{"Next"}, {"Title"}, {"Date"}}}},
		{`{{ range .Params.list }}{{ . }}{{ else }}{{ .Title }}{{ end }}`, Dependence{Paths: [][]string{{"Params", "list"}, {"Title"}}}},
		{`{{ page }}`, Dependence{Page: true}},
		{`{{ newScratch }}`, Dependence{Stores: true}},
		{`{{ math.Counter }}`, Dependence{Stores: true}},
		{`{{ shuffle (slice 1 2) }}`, Dependence{Stores: true}},
		{`{{ (try (upper "x")).Value }}`, Dependence{Dot: true}},
	} {
		p, problems := newProject(t, map[string]string{"_partials/x.html": c.src, "_partials/p.html": `{{ . }}`})
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		got := *DependsOn(p.files["layouts/_partials/x.html"], func(n string) *File { return p.files["layouts/_partials/"+n] })
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.src, diff)
		}
	}
}

// TestReads checks which names a file reads from any value.
func TestReads(t *testing.T) {
	for src, want := range map[string]bool{
		`{{ .Content }}`:                                true,
		`{{ .Page.Content }}`:                           true,
		`{{ $x := . }}{{ $x.Content }}`:                 true,
		`{{ with .Page }}{{ .Content | len }}{{ end }}`: true,
		`{{ (index .Pages 0).Content }}`:                true,
		`{{ define "x" }}{{ .Content }}{{ end }}`:       true,
		`{{ .Content.Length }}`:                         true,
		`{{ .Contents }}`:                               false,
		`{{ .Title }}`:                                  false,
		`Content`:                                       false,
		`{{/* .Content */}}`:                            false,
		`{{ "Content" }}`:                               false,
		`{{ index . "Content" }}`:                       false,
	} {
		p, problems := newProject(t, map[string]string{"x.html": src})
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		if got := p.files["layouts/x.html"].Reads("Content", "Other"); got != want {
			t.Errorf("%s reads it: %v", src, got)
		}
	}
}

// TestHints: the right name is suggested for misspelled ones.
func TestHints(t *testing.T) {
	v := NewVocabulary(functions())
	names := v.names()
	if !slices.IsSorted(names) || len(names) < 200 {
		t.Errorf("%d names, sorted: %v", len(names), slices.IsSorted(names))
	}
	for _, n := range []string{"upper", "strings.ToUpper", "and", "len", "return", "try", "collections.Where", "where"} {
		if !slices.Contains(names, n) {
			t.Errorf("%s is no name", n)
		}
	}
	for n, want := range map[string]bool{"upper": true, "strings": false, "strings.ToUpper": false, "len": true, "try": true, "block": false, "nope": false} {
		if v.knows(n) != want {
			t.Errorf("%s can be called: %v", n, !want)
		}
	}
	for src, hint := range map[string]string{
		`{{ uppper "x" }}`: "did you mean upper?",
		`{{ prntf "x" }}`:  "did you mean printf?",
		`{{ .Titel }}`:     "did you mean .Title?",
		`{{ .title }}`:     "did you mean .Title?",
		`{{ .Nxt.Title }}`: "did you mean .Next?",
	} {
		_, _, _, err := eval(t, src, nil)
		if err == nil || !strings.HasSuffix(shown(err), hint) {
			t.Errorf("%s: %s, want the hint %q", src, shown(err), hint)
		}
	}
}
