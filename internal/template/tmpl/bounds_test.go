package tmpl

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/testing/race"
)

// nested is a template whose $a contains the same list twice at each of sixty levels.
const nested = `{{ $a := slice 1 2 }}{{ range seq 60 }}{{ $a = slice $a $a }}{{ end }}`

const deep = `{{ $a := slice 1 2 }}{{ range seq 20000 }}{{ $a = slice $a }}{{ end }}`

// TestBounds executes templates that would run or grow without end. Each ends soon, with a position in the error.
func TestBounds(t *testing.T) {
	race.Skip(t, "one goroutine: left out with the race detector")
	for _, c := range []struct{ name, text, want string }{
		{"a range over a number", `{{ range 2000000000 }}{{ end }}`, "1:10: the templates of one page take more than 20000000 steps"},
		{"ranges in ranges", `{{ $a := seq 1000000 }}{{ range $a }}{{ range $a }}{{ end }}{{ end }}`, "the templates of one page take more than"},
		{"declarations", strings.Repeat("<![CDATA[", 100000), "900000 bytes of text have too many declarations (<!)"},
		{"output", `{{ $s := strings.Repeat 60000000 "x" }}{{ $s }}{{ $s }}`, "prints more than 64 MB"},
		{"a text that doubles", `{{ $s := "x" }}{{ range seq 60 }}{{ $s = print $s $s }}{{ end }}`, "is longer than 64 MB"},
		{"a list that doubles", `{{ $a := slice 1 }}{{ range seq 40 }}{{ $a = append $a $a }}{{ end }}`, "is longer than 4194304"},
		{"a text that grows", `{{ $s := "" }}{{ $x := strings.Repeat 40000 "x" }}{{ range seq 1000000 }}{{ $s = print $s $x }}{{ end }}`, "take more than 20000000 steps"},
		{"a stored text that doubles", `{{ $s := newScratch }}{{ $s.Set "x" "x" }}{{ range seq 60 }}{{ $s.Add "x" ($s.Get "x") }}{{ end }}`, "is longer than 64 MB"},
		{"a stored list that doubles", `{{ $s := newScratch }}{{ $s.Set "x" (slice 1 2) }}{{ range seq 60 }}{{ $s.Add "x" ($s.Get "x") }}{{ end }}`, "is longer than 4194304"},
		{"a stored value that grows in a map", `{{ $s := newScratch }}{{ $s.SetInMap "m" "x" "x" }}{{ range seq 60 }}{{ $s.SetInMap "m" "x" (print ($s.Get "m").x ($s.Get "m").x) }}{{ end }}`, "is longer than 64 MB"},
		{"an argument that doubles", `{{ template "a" "xxxxxxxx" }}{{ define "a" }}{{ template "a" (print . .) }}{{ end }}`, "keep have more than 128 MB"},
		{"nested with", strings.Repeat(`{{ with print . . }}`, 60) + strings.Repeat(`{{ end }}`, 60), "is longer than 64 MB"},
		{"a pipeline of formats", `{{ "x" ` + strings.Repeat(`| printf "%[1]s%[1]s" `, 60) + `}}`, "is longer than 64 MB"},
		{"a pipeline of JSON", `{{ "\"" ` + strings.Repeat(`| jsonify `, 60) + `}}`, "are longer than the 32 MB"},
		{"many long arguments", `{{ $s := strings.Repeat 1000000 "x" }}{{ print ` + strings.Repeat(`$s `, 300) + `}}`, "is longer than 64 MB"},
		{"a list in lists as a text", nested + `{{ print $a }}`, "a value with more than 4194304 parts"},
		{"a list in lists, formatted", nested + `{{ printf "%v" $a }}`, "a value with more than 4194304 parts"},
		{"a list in lists as JSON", nested + `{{ jsonify $a }}`, "a value with more than 4194304 parts"},
		{"a list in lists, compared", nested + `{{ eq $a $a }}`, "a value with more than 4194304 parts"},
		{"a list in lists in a set", nested + `{{ uniq (slice $a $a) }}`, "a value with more than 4194304 parts"},
		{"a list in lists, hashed", nested + `{{ md5 $a }}`, "is not a string"},
		{"a list in lists as YAML", nested + `{{ transform.Remarshal "yaml" (dict "a" $a) }}`, "the templates of one page take more than 20000000 steps"},
		{"a deep list, printed", deep + `{{ print $a }}`, "a value nested more than 10000 levels deep"},
		{"deep maps, merged", `{{ $d := dict "x" 1 }}{{ range seq 20000 }}{{ $d = dict "a" $d }}{{ end }}{{ $d = merge $d $d }}`, "maps nested more than 10000 levels deep"},
		{"repeated text", `{{ strings.Repeat 2000000000 "abcdefgh" }}`, "cannot repeat a string"},
		{"replaced text", `{{ $s := strings.Repeat 1000000 "a" }}{{ replace $s "a" $s }}`, "cannot write 1000000 bytes in 1000000 places"},
		{"replaced by an expression", `{{ $s := strings.Repeat 1000000 "a" }}{{ replaceRE "a" $s $s }}`, "the result is longer than 64 MB"},
		{"templates that call each other", `{{ template "a" 40 }}{{ define "a" }}{{ if gt . 0 }}{{ template "a" (sub . 1) }}{{ template "a" (sub . 1) }}{{ end }}{{ end }}`, "the templates of one page take more than"},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := time.Now()
			_, _, _, err := eval(t, c.text, nil)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %.300v, want %s", err, c.want)
			}
			t.Log(time.Since(start))
		})
	}
}

// TestDearFunctions calls functions with long arguments repeatedly, and checks that their work is counted.
func TestDearFunctions(t *testing.T) {
	race.Skip(t, "one goroutine: left out with the race detector")
	for _, text := range []string{
		`{{ $s := strings.Repeat 60000000 "x" }}{{ range seq 100000 }}{{ $n := strings.Count "y" $s }}{{ end }}`,
		`{{ $s := strings.Repeat 60000000 "x" }}{{ range seq 100000 }}{{ $n := $s | strings.Count "y" }}{{ end }}`,
		`{{ $s := strings.Repeat 1000000 "x" }}{{ range seq 100000 }}{{ $n := findRE "y" $s }}{{ end }}`,
		`{{ $l := seq 1000000 }}{{ range seq 100000 }}{{ $n := collections.Reverse $l }}{{ end }}`,
	} {
		p, problems := newProject(t, map[string]string{"x.html": text})
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		_, err := p.runBy(p.e, &scope{subject: "post A"}, "x.html", "", nil)
		if err == nil || !strings.Contains(err.Error(), "take more than 20000000 steps") {
			t.Errorf("%s: %v", text, err)
		}
		t.Log(time.Since(start))
	}
	p, _ := newProject(t, nil)
	elsewhere := regexp.MustCompile(`^(_Defer|(css|diagrams|images|lang|openapi3|os|partials|templates)_\w+|urls_(Rel|Abs|Ref)\w*|transform_(Emojify|Highlight\w*|Markdownify|ToMath))$`) // other packages add them
	for name := range costs() {
		if p.e.functions[name] == nil && !elsewhere.MatchString(name) {
			t.Errorf("%s is not a function", name)
		}
	}
}

// TestCanceled: a template that takes long ends soon after the build was canceled.
func TestCanceled(t *testing.T) {
	for _, text := range []string{`{{ range seq 19000000 }}{{ end }}`, `{{ range seq 19000000 }}{{ range seq 1000 }}{{ end }}{{ end }}`, `{{ $s := strings.Repeat 1000 "x" }}{{ range seq 10000 }}{{ $n := findRE "y" $s }}{{ end }}`} {
		p, problems := newProject(t, map[string]string{"x.html": text})
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		tmpl, err := p.e.Template(p.files["layouts/x.html"], nil)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		s := &scope{subject: "post A"}
		s.Call = Call{Context: ctx, Executor: p.e}
		_, _, _, err = p.e.Execute(s, tmpl, nil)
		if !errors.Is(err, context.Canceled) || s.Work().steps > 19_000_000+10*askSteps {
			t.Errorf("%s: %v after %d steps", text, err, s.Work().steps)
		}
	}
}

// TestGrowingLists: appending value after value to a list takes linear time, and changes no earlier list.
func TestGrowingLists(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{{ $a := slice 0 }}{{ range seq 300000 }}{{ $a = $a | append . }}{{ end }}{{ len $a }} {{ index $a 299999 }}`, "300001 299999"},
		{`{{ $s := newScratch }}{{ range seq 100000 }}{{ $s.Add "x" (slice .) }}{{ end }}{{ len ($s.Get "x") }} {{ index ($s.Get "x") 99999 }}`, "100000 100000"},
		{`{{ $a := seq 100 | append 0 }}{{ $b := $a | append 1 }}{{ $c := $a | append 2 }}{{ $d := $b | append 3 }}{{ last 2 $b }} {{ last 2 $c }} {{ last 2 $d }} {{ len $a }}`, "[0 1] [0 2] [1 3] 101"},
		{`{{ $s := newScratch }}{{ $s.Set "x" (seq 100) }}{{ $s.Add "x" 1 }}{{ $a := $s.Get "x" }}{{ $s.Add "x" 2 }}{{ $b := $a | append 3 }}{{ last 2 ($s.Get "x") }} {{ last 2 $b }} {{ len $a }}`, "[1 2] [1 3] 101"},
		{`{{ $d := dict "x" 1 }}{{ range seq 60 }}{{ $d = dict "a" $d "b" $d }}{{ end }}{{ len (merge $d $d) }}`, "2"},
	} {
		start := time.Now()
		if got, _, _, err := eval(t, c.text, nil); err != nil || got != c.want {
			t.Errorf("%s: got %.200q, %v, want %s", c.text, got, err, c.want)
		}
		t.Log(time.Since(start))
	}
}
