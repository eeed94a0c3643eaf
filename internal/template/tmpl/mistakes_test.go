package tmpl

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// shown formats a diagnostic for comparison: rule, position, message, excerpt, and hint.
func shown(err error) string {
	var out []string
	for _, d := range diag.From(err) {
		out = append(out, fmt.Sprintf("%s %s:%d:%d: %s\n%s\n%s", d.Rule, d.File, d.Line, d.Col, d.Message, d.Excerpt, d.Hint))
	}
	return strings.Join(out, "\n---\n")
}

// TestMistakes: every mistake in a template is a diagnostic with a position and, if possible, a hint.
func TestMistakes(t *testing.T) {
	files := map[string]string{
		"_partials/bad.html":  "line\n{{ .Title.Nope }}",
		"_partials/self.html": `{{ partial "self.html" . }}`,
		"_partials/tail.html": `{{ define "shared" }}{{ .Titel }}{{ end }}`,
	}
	for _, c := range []struct{ name, src, want string }{
		{"no end", "{{ if true }}\nx", "template-syntax layouts/x.html:1:4: unexpected end of the file\n{{ if true }}\nthe {{ if }} that begins here has no {{ end }}"},
		{"no end of the second", "{{ with 1 }}{{/* if */}}{{ end }}\n {{- range .X }}\n{{ if 1 }}{{ else if 2 }}{{ end }}", "template-syntax layouts/x.html:2:6: unexpected end of the file\n {{- range .X }}\nthe {{ range }} that begins here has no {{ end }}"},
		{"unknown variable", "{{ $yes := 1 }}\né {{ $yes }}{{ $ye }}", "template-syntax layouts/x.html:2:16: undefined variable \"$ye\"\né {{ $yes }}{{ $ye }}\n"},
		{"no condition", "a {{ if }}", "template-syntax layouts/x.html:1:6: missing value for if\na {{ if }}\n"},
		{"unknown namespace", "{{ strngs.ToUpper 1 }}", "layouts/x.html:1:4: function \"strngs\" not defined\n{{ strngs.ToUpper 1 }}\ndid you mean strings?"},
		{"too many ends", "a\n{{ end }}", "template-syntax layouts/x.html:2:4: unexpected {{end}}\n{{ end }}\nthere are more {{ end }} than if, range, with, block and define"},
		{"unclosed action", "a\n{{ .Title", "template-syntax layouts/x.html:2:0: unclosed action\n{{ .Title\nan action begins with {{ and ends with }}"},
		{"a brace too few", "{{ .Title }", "template-syntax layouts/x.html:1:0: unexpected \"}\" in operand\n{{ .Title }\nan action begins with {{ and ends with }}"},
		{"unknown function", "x {{ uper .Title }}", "layouts/x.html:1:6: function \"uper\" not defined\nx {{ uper .Title }}\ndid you mean upper?"},
		{"unknown function as an argument", "{{ print (strings.ToUper .Title) }}", "template layouts/x.html:1:11: function \"strings.ToUper\" not defined (while rendering post A)\n{{ print (strings.ToUper .Title) }}\ndid you mean strings.ToUpper?"},
		{"unknown function that is like none", "{{ qqqqqqqq }}", "layouts/x.html:1:4: function \"qqqqqqqq\" not defined\n{{ qqqqqqqq }}\n"},
		{"try without an argument", "{{ try }}", "layouts/x.html:1:4: try requires one argument: try (…)\n{{ try }}\n"},
		{"try with two", "é {{ try 1 2 }}", "layouts/x.html:1:6: try requires one argument: try (…)\né {{ try 1 2 }}\n"},
		{"return that is not the last command", "é {{ return 1 | add 2 }}", "layouts/x.html:1:6: return must be the last command of a pipeline\né {{ return 1 | add 2 }}\nput the pipeline in parentheses: return (…)"},
		{"several mistakes", "{{ uper 1 }}\n{{ lowr 2 }}", "layouts/x.html:1:4: function \"uper\" not defined\n{{ uper 1 }}\ndid you mean upper?\n---\nlayouts/x.html:2:4: function \"lowr\" not defined\n{{ lowr 2 }}\ndid you mean lower?"},

		{"unknown member", "é\n  é {{ .Titel }}", "template layouts/x.html:2:8: can't evaluate field Titel in type post (while rendering post A)\n  é {{ .Titel }}\ndid you mean .Title?"},
		{"unknown member that is like none", "{{ .Qqqqqqq }}", "template layouts/x.html:1:4: can't evaluate field Qqqqqqq in type post (while rendering post A)\n{{ .Qqqqqqq }}\n"},
		{"member of text", "{{ .Title.Length }}", "template layouts/x.html:1:4: can't evaluate field Length in type string (while rendering post A)\n{{ .Title.Length }}\n"},
		{"member of nothing", "{{ .Next.Next.Title }}", "template layouts/x.html:1:4: nil pointer evaluating post.Title (while rendering post A)\n{{ .Next.Next.Title }}\n"},
		{"method of nothing", "{{ .Next.Next.Date }}", "template layouts/x.html:1:4: nil pointer evaluating post.Date (while rendering post A)\n{{ .Next.Next.Date }}\n"},
		{"arguments for a field", "{{ .Title 1 }}", "template layouts/x.html:1:4: Title is a field, not a method: it takes no arguments (while rendering post A)\n{{ .Title 1 }}\n"},
		{"arguments for a parameter", "{{ .Params.foobar 1 }}", "template layouts/x.html:1:4: foobar is a parameter, not a method: it takes no arguments (while rendering post A)\n{{ .Params.foobar 1 }}\n"},
		{"arguments for a key", "{{ $d := dict \"a\" 1 }}{{ $d.a 1 }}", "template layouts/x.html:1:26: a is a key, not a method: it takes no arguments (while rendering post A)\n{{ $d := dict \"a\" 1 }}{{ $d.a 1 }}\n"},
		{"too few arguments", "{{ .Add 1 }}", "template layouts/x.html:1:4: wrong number of args for Add: want 2 got 1 (while rendering post A)\n{{ .Add 1 }}\n"},
		{"argument of a wrong type", "{{ .Add 1 \"x\" }}", "template layouts/x.html:1:4: argument 2 of Add: wrong type for value; expected int; got string (while rendering post A)\n{{ .Add 1 \"x\" }}\n"},
		{"nothing as an argument", "{{ .Add 1 .Params.none }}", "template layouts/x.html:1:4: argument 2 of Add: is nil, want int (while rendering post A)\n{{ .Add 1 .Params.none }}\n"},
		{"error of a method", "{{ .Fails }}", "template layouts/x.html:1:4: it fails (while rendering post A)\n{{ .Fails }}\n"},
		{"too few arguments of a function", "{{ strings.Repeat 1 }}", "template layouts/x.html:1:4: wrong number of args for strings.Repeat: want 2 got 1 (while rendering post A)\n{{ strings.Repeat 1 }}\n"},
		{"unknown function of a namespace, where it is executed", "{{ if false }}{{ reflect.IsString . }}{{ end }}{{ if strings.IsString . }}{{ end }}", "template layouts/x.html:1:54: function \"strings.IsString\" not defined (while rendering post A)\n{{ if false }}{{ reflect.IsString . }}{{ end }}{{ if strings.IsString . }}{{ end }}\ndid you mean strings.SliceString?"},
		{"error of a function", "{{ strings.Repeat -1 \"x\" }}", "template layouts/x.html:1:4: strings.Repeat: cannot repeat a string of 1 bytes -1 times (while rendering post A)\n{{ strings.Repeat -1 \"x\" }}\n"},
		{"in a partial", "x{{ partial \"bad.html\" . }}", "template layouts/_partials/bad.html:2:4: can't evaluate field Nope in type string (while rendering post A)\n{{ .Title.Nope }}\n"},
		{"in a define of another file", "x{{ template \"shared\" . }}", "template layouts/_partials/tail.html:1:25: can't evaluate field Titel in type post (while rendering post A)\n{{ define \"shared\" }}{{ .Titel }}{{ end }}\ndid you mean .Title?"},
		{"inside try, of what stands around it", "{{ with try (.Titel) }}{{ .Err }}{{ .Nope }}{{ end }}", "template layouts/x.html:1:37: can't evaluate field Nope in type try (while rendering post A)\n{{ with try (.Titel) }}{{ .Err }}{{ .Nope }}{{ end }}\n"},
		{"a partial that is not there", "{{ partial \"none.html\" . }}", "template layouts/x.html:1:4: partial \"none.html\" not found (while rendering post A)\n{{ partial \"none.html\" . }}\nwrite it"},
		{"applying a function that is not there", "{{ apply (slice 1) \"uppr\" \".\" }}", "template layouts/x.html:1:4: apply: function \"uppr\" not defined (while rendering post A)\n{{ apply (slice 1) \"uppr\" \".\" }}\ndid you mean upper?"},
		{"return outside of a partial that is not the last word", "{{ if true }}{{ return 1 }}{{ end }}", "template layouts/x.html:1:17: only a partial can return a value (while rendering post A)\n{{ if true }}{{ return 1 }}{{ end }}\n"},
		{"a context that cannot be told", "x\n<a href={{ if .Title }}\"x{{ end }}>", "template layouts/x.html:2:15: {{if}} branches end in different contexts: {stateURL delimDoubleQuote urlPartPreQuery jsCtxRegexp [] attrNone elementNone <nil>}, {stateAttr delimSpaceOrTagEnd urlPartNone jsCtxRegexp [] attrNone elementNone <nil>}\n<a href={{ if .Title }}\"x{{ end }}>\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, _, _, err := eval(t, c.src, files)
			want := c.want
			if !strings.HasPrefix(want, "template") && want != "" {
				want = " " + strings.ReplaceAll(want, "\n---\n", "\n---\n ")
			}
			got := shown(err)
			if c.name == "a context that cannot be told" { // the text comes from html/template
				got, _, _ = strings.Cut(got, ": {")
				want, _, _ = strings.Cut(want, ": {")
			}
			if got != want {
				t.Errorf("%s\n got %s\nwant %s\nit prints %q", c.src, got, want, out)
			}
		})
	}
}

// TestRecursion: a template that includes itself ends.
func TestRecursion(t *testing.T) {
	_, _, _, err := eval(t, `{{ partial "self.html" . }}`, map[string]string{"_partials/self.html": `{{ partial "self.html" . }}`})
	if err == nil || !strings.Contains(err.Error(), "template layouts/_partials/self.html calls itself endlessly") {
		t.Errorf("got %v", err)
	}
}

// TestDiagnosticsPassThrough: an error with a position keeps it.
func TestDiagnosticsPassThrough(t *testing.T) {
	p, problems := newProject(t, map[string]string{"x.html": `{{ .Err }}`})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	one := &diag.Diagnostic{Rule: "mine", File: "content/a.md", Line: 7, Message: "no"}
	for _, err := range []error{one, diag.List{one, one}} {
		_, got := p.run(&scope{}, "x.html", "", failing{err})
		if shown(got) != shown(err) {
			t.Errorf("got %v, want %v", got, err)
		}
	}
}

// TestCallers: an error in a template has the position of the call.
func TestCallers(t *testing.T) {
	_, _, _, err := eval(t, "x\n{{ partial \"a.html\" . }}", map[string]string{
		"_partials/a.html": "{{ if true }}\n  {{ partial \"b.html\" . }}{{ end }}", "_partials/b.html": `{{ .Nope }}`,
	})
	var d *diag.Diagnostic
	if !errors.As(err, &d) {
		t.Fatal(err)
	}
	if want := "layouts/_partials/a.html:2:6\nlayouts/x.html:2:4"; d.Callers != want || d.File != "layouts/_partials/b.html" {
		t.Errorf("%s is called at %q, want %q", d.File, d.Callers, want)
	}
	_, _, _, err = eval(t, `{{ partial "self.html" . }}`, map[string]string{"_partials/self.html": `{{ partial "self.html" . }}`})
	if errors.As(err, &d) && strings.Count(d.Callers, "\n") >= mostCallers {
		t.Errorf("%d callers", strings.Count(d.Callers, "\n"))
	}
}

// failing is a value whose method fails.
type failing struct{ err error }

func (f failing) Err() (string, error) { return "", f.err }

// TestCancelled: nothing is executed after the context has ended, and a running template reports it.
func TestCancelled(t *testing.T) {
	p, _ := newProject(t, map[string]string{"x.html": `{{ with try (.Cancel) }}{{ end }}after`})
	ctx, cancel := context.WithCancel(context.Background())
	s := &scope{Call: Call{Context: ctx, Executor: p.e}}
	u, err := p.e.Template(p.files["layouts/x.html"], nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := p.e.Execute(s, u, canceller(cancel)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled while it runs: %v", err)
	}
	if _, _, _, err := p.e.Execute(s, u, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before: %v", err)
	}
}

// canceller ends the context that its method is called in.
type canceller func()

func (c canceller) Cancel() (string, error) { c(); return "", errors.New("cancelled") }
