package tmpl

import (
	"strings"
	"testing"
)

// TestMessagesOfTry: functions in .Err of try have their names in templates.
func TestMessagesOfTry(t *testing.T) {
	files := map[string]string{
		"_partials/bad.html":  "line\n{{ .Title.Nope }}",
		"_partials/deep.html": "{{ partial \"bad.html\" . }}",
	}
	for _, c := range [][2]string{
		{`strings.Repeat 1`, "layouts/x.html:1:14: wrong number of args for strings.Repeat: want 2 got 1"},
		{`len nil`, "layouts/x.html:1:14: len of nil"},
		{`len .Params.none`, "layouts/x.html:1:14: len of nil"},
		{`len (index (slice nil) 0)`, "layouts/x.html:1:14: len of nil"},
		{`len 5`, "layouts/x.html:1:14: len of type int"},
		{`apply (slice nil) "len" "."`, "layouts/x.html:1:14: apply: len of nil"},
		{`apply (slice 5) "len" "."`, "layouts/x.html:1:14: apply: len of type int"},
		{`call 5`, "layouts/x.html:1:14: call of type int, which is not a function"},
		{`call nil`, "layouts/x.html:1:14: call of nil"},
		{`index 5 1`, "layouts/x.html:1:14: index: 5 (int) has no index"},
		{`.Nope`, "layouts/x.html:1:14: can't evaluate field Nope in type post"},
		{`.Fails`, "layouts/x.html:1:14: it fails"},
		{`.Add 1`, "layouts/x.html:1:14: wrong number of args for Add: want 2 got 1"},
		{`partial "none.html" .`, "layouts/x.html:1:14: partial \"none.html\" not found"},
		{`partial "bad.html" .`, "layouts/_partials/bad.html:2:4: can't evaluate field Nope in type string (while rendering post A)"},
		{`partial "deep.html" .`, "layouts/_partials/bad.html:2:4: can't evaluate field Nope in type string (while rendering post A)"},
		{`print (try (len nil)).Err`, "none"},
	} {
		src := `{{ with try (` + c[0] + `) }}{{ with .Err }}{{ . | print }}{{ else }}none{{ end }}{{ end }}`
		got, _, _, err := eval(t, src, files)
		if got = unescaped.Replace(got); err != nil || got != c[1] {
			t.Errorf("%s\n got %q, %v\nwant %q", src, got, err, c[1])
		}
	}
}

// unescaped decodes text that was printed as HTML.
var unescaped = strings.NewReplacer("&#34;", `"`, "&#39;", "'", "&lt;", "<", "&gt;", ">", "&amp;", "&")

// TestMessagesOfBuiltins: the functions of text/template with invalid arguments.
func TestMessagesOfBuiltins(t *testing.T) {
	for _, c := range [][2]string{
		{`{{ len nil }}`, "layouts/x.html:1:4: len of nil"},
		{`{{ nil | len }}`, "layouts/x.html:1:4: nil is not a command"},
		{`a{{ .Params.none | len }}`, "layouts/x.html:1:20: len of nil"},
		{"é\n é {{ if len .Params.none }}{{ end }}", "layouts/x.html:2:10: len of nil"},
		{`{{ len .Next.Next }}`, "layouts/x.html:1:4: len of nil pointer"},
		{`{{ len }}`, "layouts/x.html:1:4: wrong number of args for len: want 1 got 0"},
		{`{{ not }}`, "layouts/x.html:1:4: wrong number of args for not: want 1 got 0"},
		{`{{ and }}`, "layouts/x.html:1:4: wrong number of args for and: want at least 1 got 0"},
		{`{{ or }}`, "layouts/x.html:1:4: wrong number of args for or: want at least 1 got 0"},
		{`{{ call }}`, "layouts/x.html:1:4: wrong number of args for call: want at least 1 got 0"},
		{`{{ call .Title }}`, "layouts/x.html:1:4: call of type string, which is not a function"},
		{`{{ eq }}`, "layouts/x.html:1:4: wrong number of args for compare.Eq: want at least 1 got 0"},
		{`{{ strings.ToUpper }}`, "layouts/x.html:1:4: wrong number of args for strings.ToUpper: want 1 got 0"},
		{`{{ upper "a" "b" }}`, "layouts/x.html:1:4: wrong number of args for strings.ToUpper: want 1 got 2"},
		{`{{ range 1.5 }}{{ end }}`, "layouts/x.html:1:10: range can't iterate over 1.5"},
		{`{{ range .Title }}{{ end }}`, "layouts/x.html:1:10: range can't iterate over A"},
		{`{{ template "none" }}`, "layouts/x.html:1:13: no such template \"none\""},
	} {
		_, _, _, err := eval(t, c[0], nil)
		got := ""
		if err != nil {
			got = strings.TrimSuffix(err.Error(), " (while rendering post A)")
		}
		if got != c[1] {
			t.Errorf("%s\n got %q\nwant %q", c[0], got, c[1])
		}
	}
}
