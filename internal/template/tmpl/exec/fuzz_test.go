package exec

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// FuzzEqualsStandard generates templates from a seed and executes them with both engines.
func FuzzEqualsStandard(f *testing.F) {
	for seed := range uint64(1500) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		g := &generator{r: rand.New(rand.NewPCG(seed, 1)), vars: []string{"$"}}
		src := g.list(3)
		if g.r.IntN(3) == 0 {
			g.vars = []string{"$"}
			src += `{{ define "t" }}` + g.list(2) + `{{ end }}`
		}
		want, wantErr, got, gotErr, compiled := both(t, src)
		if !compiled {
			return // not a template, or one that is not compiled
		}
		if got != want || !same(wantErr, gotErr) {
			t.Errorf("%s\n got %q, %v\nwant %q, %v", src, got, gotErr, want, wantErr)
		}
	})
}

// TestGeneratedAreCompiled: most generated texts are templates that can be compiled.
func TestGeneratedAreCompiled(t *testing.T) {
	compiled, failed := 0, 0
	for seed := range uint64(500) {
		g := &generator{r: rand.New(rand.NewPCG(seed, 1)), vars: []string{"$"}}
		_, wantErr, _, _, ok := both(t, g.list(3))
		if ok {
			compiled++
		}
		if wantErr != nil {
			failed++
		}
	}
	if compiled < 350 || failed < 50 || failed > 450 {
		t.Errorf("of 500 templates %d are compiled and %d fail", compiled, failed)
	}
}

// generator writes random templates.
type generator struct {
	r     *rand.Rand
	vars  []string
	loops int
}

func (g *generator) of(all ...string) string { return all[g.r.IntN(len(all))] }

func (g *generator) list(depth int) string {
	mark := len(g.vars)
	var b strings.Builder
	for range 1 + g.r.IntN(3) {
		b.WriteString(g.node(depth))
	}
	g.vars = g.vars[:mark]
	return b.String()
}

func (g *generator) node(depth int) string {
	if depth == 0 {
		return "{{ " + g.pipeline(1) + " }}"
	}
	switch n := g.r.IntN(12); n {
	case 0:
		return g.of("text ", "é\n", "{{- /* c */ -}}")
	case 1, 2:
		v := g.of("$a", "$b", "$c")
		src := "{{ " + v + " := " + g.pipeline(depth) + " }}"
		g.vars = append(g.vars, v)
		return src
	case 3:
		if v := g.of(g.vars...); v != "$" {
			return "{{ " + v + " = " + g.pipeline(depth) + " }}"
		}
		return "-"
	case 4, 5:
		return "{{ " + g.of("if", "with") + " " + g.pipeline(depth) + " }}" + g.list(depth-1) + g.otherwise(depth) + "{{ end }}"
	case 6, 7:
		return g.loop(depth)
	case 8:
		if g.loops > 0 {
			return "{{ if " + g.pipeline(1) + " }}{{ " + g.of("break", "continue") + " }}{{ end }}"
		}
		return `{{ template "t" ` + g.pipeline(1) + " }}"
	}
	return "{{ " + g.pipeline(depth) + " }}"
}

func (g *generator) otherwise(depth int) string {
	switch g.r.IntN(3) {
	case 0:
		return "{{ else }}" + g.list(depth-1)
	case 1:
		return "{{ else if " + g.pipeline(1) + " }}" + g.list(depth-1)
	}
	return ""
}

func (g *generator) loop(depth int) string {
	mark := len(g.vars)
	head := g.iterated()
	switch g.r.IntN(4) {
	case 0:
		head, g.vars = "$e := "+head, append(g.vars, "$e")
	case 1:
		head, g.vars = "$i, $e := "+head, append(g.vars, "$i", "$e")
	}
	g.loops++
	src := "{{ range " + head + " }}" + g.list(depth-1)
	g.loops--
	if g.r.IntN(3) == 0 {
		src += "{{ else }}" + g.list(depth-1)
	}
	g.vars = g.vars[:mark]
	return src + "{{ end }}"
}

// names are the names in the data.
var names = []string{
	"title", "n", "f", "yes", "no", "empty", "nil", "words", "anys", "none", "selves", "twins", "errors", "stringers", "map", "ints", "mixed", "time", "times",
	"self", "value", "twin", "missing", "array", "func", "func2", "seq", "seq2", "int8", "uint", "nilmap", "nothing",
}

func (g *generator) iterated() string {
	if g.r.IntN(5) == 0 {
		return g.of("3", "0", "(list 1 nil \"x\")", "none", g.of(g.vars...), ".")
	}
	return fmt.Sprintf("get $ %q", g.of(names...))
}

func (g *generator) pipeline(depth int) string {
	cmd := g.command(depth)
	for g.r.IntN(4) == 0 {
		cmd += " | " + g.of("give", "print", "upper", "len", "not", "and 1", "or 0", "html", "list", "add 1", `printf "%v"`, "fail", `join ","`, "asError", "stringer", "addAny 1")
	}
	return cmd
}

func (g *generator) command(depth int) string {
	switch g.r.IntN(9) {
	case 0:
		return g.operand(depth)
	case 1:
		return g.of("and", "or") + " " + g.operand(depth) + " " + g.operand(depth)
	case 2:
		return g.of("give", "upper", "len", "not", "print", "asError", "flag", "float", "hour", "day", "stringer", "boom") + " " + g.operand(depth)
	case 3:
		return g.of("add", "addAny", "join", "list", "printf", "eqs", "pipe", "dict", "lists", "call") + " " + g.operand(depth) + " " + g.operand(depth)
	case 4:
		return "list " + g.operand(depth) + " " + g.operand(depth) + " " + g.operand(depth)
	}
	return fmt.Sprintf("get $ %q", g.of(names...))
}

func (g *generator) operand(depth int) string {
	if depth > 0 && g.r.IntN(3) == 0 {
		return "(" + g.pipeline(depth-1) + ")"
	}
	return g.of("1", "-2", "1.5", `"s"`, "true", "nil", "'x'", ".", "$", g.of(g.vars...), g.of(g.vars...), "none", fmt.Sprintf("(get $ %q)", g.of(names...)))
}
