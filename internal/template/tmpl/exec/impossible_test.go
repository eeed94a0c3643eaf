package exec

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	texttemplate "text/template"
	"text/template/parse"
)

// TestImpossible lists constructs that are not compiled, and why.
func TestImpossible(t *testing.T) {
	for src, want := range map[string]string{
		`{{ .Field }}`:                `main:1:3: <.Field>: a field, or a method`,
		`{{ $x := 1 }}{{ $x.Field }}`: `main:1:18: <$x.Field>: a field, or a method`,
		`{{ print (1).Field }}`:       `main:1:12: <(1).Field>: a field, or a method`,
		`{{ index . 1 }}`:             `main:1:3: <index>: a function that text/template keeps to itself`,
		`{{ print (eq 1 2) }}`:        `main:1:10: <eq>: a function that text/template keeps to itself`,
		`{{ and 1 ($x := 2) }}`:       `main:1:10: <$x>: $x is declared in an optional part`,
		`{{ define "t" }}{{ .X }}{{ end }}a{{ template "t" }}`: `main:1:19: <.X>: a field, or a method`,
	} {
		set := texttemplate.Must(texttemplate.New("main").Parse(src))
		trees := make(map[string]*parse.Tree)
		for _, one := range set.Templates() {
			trees[one.Name()] = one.Tree
		}
		p, err := Compile("main", trees, func(string) any { return nil })
		if p != nil || err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", src, err, want)
		}
	}
	if p, err := Compile("main", nil, nil); p != nil || err == nil {
		t.Error("a template that is not there is compiled")
	}
}

// TestFull: an execution that prints too much ends with the error Full, and the machine can be used again.
func TestFull(t *testing.T) {
	for _, src := range []string{`{{ range 20 }}abcdefghij{{ end }}`, `{{ range 20 }}{{ "abcdefghij" }}{{ end }}`, `{{ range 100 }}{{ . }}{{ 1.5 }}{{ end }}`} {
		set := texttemplate.Must(texttemplate.New("main").Parse(src))
		p, err := Compile("main", map[string]*parse.Tree{"main": set.Tree}, func(string) any { return nil })
		if err != nil {
			t.Fatal(err)
		}
		m := &Machine{Max: 100, Full: errSome}
		var b bytes.Buffer
		if err := m.Execute(p, &b, nil); !errors.Is(err, errSome) || b.Len() > 100 || m.used != 0 {
			t.Errorf("%s: %v after %d bytes, %d variables left", src, err, b.Len(), m.used)
		}
	}
}

// TestEscapersOfOthers: contexts that are not implemented here use html/template, and their names appear if a value
// panics.
func TestEscapersOfOthers(t *testing.T) {
	if got := standardEscaper(prefix + "jsvalescaper").call([]string{"</script>"}); got != `["\u003c/script\u003e"]` {
		t.Errorf("a script gets %s", got)
	}
	defer func() {
		if r := recover(); r == nil || !strings.Contains(r.(error).Error(), "no JSON") {
			t.Errorf("got %v", r)
		}
	}()
	standardEscaper(prefix + "jsvalescaper").call(panicking{})
}

type panicking struct{}

func (panicking) MarshalJSON() ([]byte, error) { panic("no JSON") }
