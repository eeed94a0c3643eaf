package exec

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	texttemplate "text/template"
	"text/template/parse"
	"time"
)

// functions are the functions of the templates in tests; the dispatcher is get.
func functions() texttemplate.FuncMap {
	return texttemplate.FuncMap{
		"get":      func(v any, name string) (any, error) { return get(v, name) },
		"give":     func(v any) any { return v },
		"fail":     func(v any) (any, error) { return nil, fmt.Errorf("fail %v: %w", v, errSome) },
		"boom":     func(v any) any { panic(v) },
		"bang":     func() any { var list []int; return list[len(list)] },
		"upper":    strings.ToUpper,
		"add":      func(a, b int) int { return a + b },
		"addAny":   func(a, b any) (any, error) { return fmt.Sprint(a, "+", b), nil },
		"join":     func(sep string, all ...string) string { return strings.Join(all, sep) },
		"list":     func(all ...any) []any { return all },
		"dict":     func(k string, v any) map[string]any { return map[string]any{k: v} },
		"day":      func(t time.Time) string { return t.Format("2006-01-02") },
		"hour":     func(t *time.Time) int { return t.Hour() },
		"stringer": func(s fmt.Stringer) string { return "S" + s.String() },
		"asError": func(v any) error {
			if v == nil {
				return nil
			}
			return fmt.Errorf("%v", v)
		},
		"none":  func() any { return nil },
		"float": func(f float64) float64 { return f / 2 },
		"wide":  func(u uint8, i int64, c complex128) string { return fmt.Sprint(u, i, c) },
		"flag":  func(b bool) bool { return !b },
		"lists": func(l []string, m map[string]any) string { return fmt.Sprint(l, m) },
		"eqs":   func(a, b any) bool { return a == b },
		"pipe":  func(a string, b any, rest ...any) (string, error) { return fmt.Sprint(a, b, rest), nil },
	}
}

var errSome = errors.New("some error")

func get(v any, name string) (any, error) {
	m, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("no %s in %T", name, v)
	}
	return m[name], nil
}

// self prints itself through its pointer, twin as a value.
type (
	self struct{ n int }
	twin struct{ n int }
)

func (s *self) String() string { return fmt.Sprintf("self %d", s.n) }
func (t twin) String() string  { return fmt.Sprintf("twin %d", t.n) }

func data() map[string]any {
	n := 7
	var missing *self
	return map[string]any{
		"title": "A & <b>", "n": 3, "f": 1.5, "yes": true, "no": false, "empty": "", "nil": nil,
		"words": []string{"x", "y", "z"}, "anys": []any{1, "two", nil, 3.0, []any{}}, "none": []int{}, "pages": []*self{{1}, {2}},
		"selves": []self{{1}, {2}}, "twins": []twin{{1}, {2}}, "errors": []error{errSome, nil}, "stringers": []fmt.Stringer{&self{4}, twin{5}, nil},
		"map": map[string]any{"b": 2, "a": 1, "c": nil}, "ints": map[int]string{3: "c", 1: "a"}, "mixed": map[any]any{"k": 1, 2: "v", true: 0},
		"time": time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC), "times": []time.Time{time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)},
		"ptr": &n, "self": &self{9}, "value": self{8}, "twin": &twin{6}, "missing": missing, "array": [2]string{"p", "q"}, "arrayPtr": &[2]self{{1}, {2}},
		"func": func(s string) string { return s + "!" }, "func2": func(a, b int) (int, error) { return a - b, nil }, "bad": func() {},
		"seq":  func(yield func(int) bool) { _ = yield(1) && yield(2) },
		"seq2": func(yield func(string, self) bool) { _ = yield("k", self{1}) && yield("l", self{2}) },
		"int8": int8(3), "uint": uint(2), "chan": closed(1, 2), "html": "<i>", "nilmap": map[string]any(nil), "ptrs": []*int{&n, nil},
	}
}

func closed(all ...int) chan int {
	c := make(chan int, len(all))
	for _, i := range all {
		c <- i
	}
	close(c)
	return c
}

// both executes a set of templates by text/template and by this package.
func both(t testing.TB, src string) (want string, wantErr error, got string, gotErr error, compiled bool) {
	t.Helper()
	funcs := functions()
	set, err := texttemplate.New("main").Funcs(funcs).Parse(src)
	if err != nil {
		return "", err, "", err, false
	}
	trees := make(map[string]*parse.Tree)
	for _, one := range set.Templates() {
		trees[one.Name()] = one.Tree
	}
	if trees["main"] == nil {
		return "", nil, "", nil, false
	}
	p, err := Compile("main", trees, func(name string) any { return funcs[name] })
	if err != nil {
		return "", nil, "", err, false
	}
	var b bytes.Buffer
	wantErr = set.Execute(&b, data())
	want = b.String()
	m := &Machine{}
	var out bytes.Buffer
	for range 2 {
		out.Reset()
		gotErr = m.Execute(p, &out, data())
	}
	if m.used != 0 {
		t.Errorf("%s: %d variables are left", src, m.used)
	}
	return addresses.ReplaceAllString(want, "0x"), wantErr, addresses.ReplaceAllString(out.String(), "0x"), gotErr, true
}

// addresses matches pointers in output, which differ each time.
var addresses = regexp.MustCompile(`0x[0-9a-f]{5,}`)

func same(a, b error) bool {
	if a == nil || b == nil {
		return a == b
	}
	var x, y texttemplate.ExecError
	return addresses.ReplaceAllString(a.Error(), "0x") == addresses.ReplaceAllString(b.Error(), "0x") && errors.As(a, &x) == errors.As(b, &y) && x.Name == y.Name && errors.Is(a, errSome) == errors.Is(b, errSome)
}

// TestEqualsStandard executes templates with both engines and compares output and errors.
func TestEqualsStandard(t *testing.T) {
	for _, src := range templates {
		want, wantErr, got, gotErr, compiled := both(t, src)
		if !compiled {
			t.Errorf("%s: %v", src, gotErr)
			continue
		}
		if got != want || !same(wantErr, gotErr) {
			t.Errorf("%s\n got %q, %v\nwant %q, %v", src, got, gotErr, want, wantErr)
		}
	}
}
