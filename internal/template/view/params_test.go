package view

import "testing"

// TestParamsInAnyCase checks that keys are found in any case after all operations of functions and ranges on
// parameters, except in lists, where they keep the case in which they are written.
func TestParamsInAnyCase(t *testing.T) {
	f := blog()
	f["content/posts/p.md"] = `---
title: P
people:
  Ann: {firstName: Ann, Age: 3, Kids: {Eve: {nickName: E}}}
  Bob: {firstName: Bob, Age: 2}
list:
- {fooBar: 1, kids: [{aB: 1}]}
- {fooBar: 0}
nums: [3, 1, 2]
---
`
	newProject(t, f).check("/posts/p", [][2]string{
		{`{{ range $k, $v := .Params.people }}{{ $k }}={{ $v.firstName }} {{ end }}`, "ann=Ann bob=Bob "},
		{`{{ range .Params.people }}{{ range .Kids }}{{ .nickName }}{{ end }}{{ end }}`, "E"},
		{`{{ range sort .Params.people "firstName" "desc" }}{{ .firstName }} {{ end }}`, "Bob Ann "},
		{`{{ range sort .Params.people "Age" }}{{ .firstName }} {{ end }}`, "Bob Ann "},
		{`{{ range sort .Params.list "fooBar" }}{{ .fooBar }} {{ end }}`, "0 1 "},
		{`{{ range where .Params.list "fooBar" 1 }}{{ .fooBar }} {{ range .kids }}{{ .aB }}{{ end }}{{ end }}`, "1 1"},
		{`{{ (index .Params.people "Ann").firstName }} {{ (index .Params "people" "ANN").firstName }} {{ index .Params.people "Ann" "firstName" }}`, "Ann Ann Ann"},
		{`{{ (index .Params.list 0).fooBar }} {{ (index (index .Params.list 0).kids 0).aB }}`, "1 1"},
		{`{{ (merge (dict "a" 1) .Params.people).Ann.firstName }} {{ (merge .Params.people (dict "ann" (dict "zip" 1))).ann }}`, "Ann map[age:3 firstname:Ann kids:map[eve:map[nickname:E]] zip:1]"},
		{`{{ $x := dict "p" .Params.people }}{{ $x.p.Ann.firstName }} {{ (.Param "people.ann.kids").Eve.nickName }}`, "Ann E"},
		{`{{ range first 1 .Params.list }}{{ .fooBar }}{{ end }} {{ range slice .Params.people.ann }}{{ .firstName }}{{ end }}`, "1 Ann"},
		{`{{ apply .Params.nums "add" "." 1 }} {{ apply (slice "a" "bc") "len" "." }} {{ apply .Params.list "index" "." "fooBar" }} {{ apply (slice 0 1) "not" "." }}`, "[4 2 3] [1 2] [1 0] [true false]"},
		{`{{ transform.Remarshal "yaml" .Params.people.bob }}`, "age: 2\nfirstname: Bob\n"},
		{`{{ transform.Remarshal "toml" (dict "l" .Params.list "p" .Params.people.bob "x" 1.0) }}`, "x = 1\n\n[[l]]\n  fooBar = 1\n\n  [[l.kids]]\n    aB = 1\n\n[[l]]\n  fooBar = 0\n\n[p]\n  age = 2\n  firstname = 'Bob'\n"},
		{`{{ isset .Params.people "ann" }} {{ jsonify .Params.list | safeHTML }}`, `true [{"fooBar":1,"kids":[{"aB":1}]},{"fooBar":0}]`},
	})
}
