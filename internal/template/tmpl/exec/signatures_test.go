package exec

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	texttemplate "text/template"
	"text/template/parse"
	"time"
)

// signatures are functions of every type that is called without reflection, and of some others. Each returns its
// arguments, to show how they arrive.
func signatures() texttemplate.FuncMap {
	seen := func(args ...any) string { return fmt.Sprintf("%v", args) }
	failed := func(args ...any) error {
		if len(args) > 0 && args[0] == "fail" {
			return errSome
		}
		return nil
	}
	return texttemplate.FuncMap{
		"anyBool":         func(a any) bool { return a == nil },
		"anyBoolError":    func(a any) (bool, error) { return a == nil, failed(a) },
		"anyIntError":     func(a any) (int, error) { return len(seen(a)), failed(a) },
		"anyFloatError":   func(a any) (float64, error) { return 1.5, failed(a) },
		"anyStringError":  func(a any) (string, error) { return seen(a), failed(a) },
		"anyHTMLError":    func(a any) (template.HTML, error) { return template.HTML(seen(a)), failed(a) },
		"stringBool":      func(a string) bool { return a == "" },
		"stringString":    func(a string) string { return seen(a) },
		"anyAnyAny":       func(a, b any) any { return seen(a, b) },
		"stringAnyAny":    func(a string, b any) any { return seen(a, b) },
		"anyAnyBoolError": func(a, b any) (bool, error) { return a == b, failed(a) },
		"anyAnyIntError":  func(a, b any) (int, error) { return len(seen(a, b)), failed(a) },
		"anyAnyStrings":   func(a, b any) ([]string, error) { return []string{seen(a), seen(b)}, failed(a) },
		"anyAnyString":    func(a, b any) (string, error) { return seen(a, b), failed(a) },
		"restString":      func(a ...any) (string, error) { return seen(a...), failed(a...) },
		"restFloat":       func(a ...any) (float64, error) { return float64(len(a)), failed(a...) },
		"restAny":         func(a ...any) (any, error) { return seen(a...), failed(a...) },
		"anyRestAny":      func(a any, b ...any) any { return seen(a, b) },
		"anyRestHTML":     func(a any, b ...any) (template.HTML, error) { return template.HTML(seen(a, b)), failed(a) },
		"anyRestAnyError": func(a any, b ...any) (any, error) { return seen(a, b), failed(a) },
		"twoRestAny":      func(a, b any, c ...any) (any, error) { return seen(a, b, c), failed(a) },
		"twoRestString":   func(a, b any, c ...any) (string, error) { return seen(a, b, c), failed(a) },
		"twoRestStrings":  func(a, b any, c ...any) ([]string, error) { return []string{seen(a, b, c)}, failed(a) },
		"threeAny":        func(a, b, c any) any { return seen(a, b, c) },
		"threeString":     func(a, b, c any) (string, error) { return seen(a, b, c), failed(a) },
		"threeAnyError":   func(a, b, c any) (any, error) { return seen(a, b, c), failed(a) },
		"values":          func(a reflect.Value, b ...reflect.Value) (reflect.Value, error) { return a, nil },
		"ints":            func(a int, b ...int) int { return a + len(b) },
		"times":           func(a time.Time, b time.Duration) string { return seen(a, b) },
		"reader":          func(a io.Reader) bool { return a == nil },
		"pointer":         func(a *int) bool { return a == nil },
		"errorOnly":       func(a any) error { return failed(a) },
		"nothingAtAll":    func() (any, error) { return nil, nil },
	}
}

// TestSignatures calls functions of many types with all kinds of arguments, and compares arguments, results, and errors
// with text/template.
func TestSignatures(t *testing.T) {
	funcs := signatures()
	n := 3
	dot := map[string]any{"n": 3, "nil": nil, "ptr": &n, "t": time.Date(2024, 5, 6, 0, 0, 0, 0, time.UTC), "d": time.Second, "h": template.HTML("<b>"), "list": []any{1, nil}}
	field := func(name string) string { return `(index . "` + name + `")` }
	funcs["index"] = func(m map[string]any, k string) any { return m[k] }
	arguments := []string{`1`, `"x"`, `"fail"`, `nil`, `1.5`, `true`, field("n"), field("nil"), field("ptr"), field("t"), field("d"), field("h"), field("list"), `.`}
	for _, name := range slices.Sorted(maps.Keys(funcs)) {
		calls := []string{name, name + ` 1 2 3 4`, `"x" | ` + name, `"x" | ` + name + ` 1`, `nothingAtAll | ` + name, `if ` + name + ` "x" }}y{{ else }}n{{ end`}
		for _, a := range arguments {
			calls = append(calls, name+" "+a, name+" "+a+` "x"`, name+` "x" `+a, name+` "x" 2 `+a, `print (`+name+` `+a+`)`)
		}
		for _, call := range calls {
			src := "{{ " + call + " }}"
			tree, err := texttemplate.New("main").Funcs(funcs).Parse(src)
			if err != nil {
				t.Fatal(err)
			}
			p, err := Compile("main", map[string]*parse.Tree{"main": tree.Tree}, func(name string) any { return funcs[name] })
			if err != nil {
				t.Errorf("%s: %v", src, err)
				continue
			}
			var want, got bytes.Buffer
			wantErr, gotErr := tree.Execute(&want, dot), (&Machine{}).Execute(p, &got, dot)
			a, b := addresses.ReplaceAllString(got.String(), "0x"), addresses.ReplaceAllString(want.String(), "0x")
			if a != b || !same(wantErr, gotErr) {
				t.Errorf("%s\n got %q, %v\nwant %q, %v", src, a, gotErr, b, wantErr)
			}
		}
	}
}

// TestCallsOfValues: the function call has the same results and errors as in text/template.
func TestCallsOfValues(t *testing.T) {
	fns := map[string]any{
		"rest":    func(a int, b ...string) string { return fmt.Sprint(a, b) },
		"fails":   func(a string) (string, error) { return "", errors.New("it fails for " + a) },
		"works":   func(a string) (string, error) { return strings.ToUpper(a), nil },
		"noError": func() (int, int) { return 1, 2 },
		"three":   func() (int, int, error) { return 1, 2, nil },
		"nilable": func(a []string, m map[string]int, p *int) string { return fmt.Sprint(a, m, p) },
		"whole":   func(a int64, b uint8) int64 { return a + int64(b) },
	}
	funcs := texttemplate.FuncMap{"f": func(name string) any { return fns[name] }}
	for _, call := range []string{
		`f "rest"`, `(f "rest") 1`, `(f "rest") 1 "a" "b"`, `(f "rest") 1 2`, `(f "rest") "x"`, `(f "rest") nil`, `(f "rest") 1 nil`,
		`(f "fails") "x"`, `(f "works") "x"`, `(f "works")`, `(f "works") "x" "y"`, `(f "noError")`, `(f "three")`, `(f "nilable") nil nil nil`,
		`(f "nilable") 1 nil nil`, `(f "whole") 1 2`, `(f "whole") 1 "2"`, `(f "whole") 1.5 2`, `(f "none")`, `(f "none") 1`, `print (f "works") "x"`,
	} {
		src := "{{ call " + call + " }}"
		tree := texttemplate.Must(texttemplate.New("main").Funcs(funcs).Parse(src))
		p, err := Compile("main", map[string]*parse.Tree{"main": tree.Tree}, func(name string) any { return funcs[name] })
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		var want, got bytes.Buffer
		wantErr, gotErr := tree.Execute(&want, nil), (&Machine{}).Execute(p, &got, nil)
		if addresses.ReplaceAllString(got.String(), "0x") != addresses.ReplaceAllString(want.String(), "0x") || !same(wantErr, gotErr) {
			t.Errorf("%s\n got %q, %v\nwant %q, %v", src, got.String(), gotErr, want.String(), wantErr)
		}
	}
}
