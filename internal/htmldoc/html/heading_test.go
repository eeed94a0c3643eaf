package html

import (
	"strings"
	"testing"
)

func TestFirstHeading(t *testing.T) {
	for doc, want := range map[string]string{
		"<header><h1>Site</h1></header><main><p>x</p><h1>A <em>b</em>\n c&amp;d</h1><h1>e</h1></main>": "A b c&d",
		"<body><h1>One<a class=headerlink href=#one>¶</a></h1>":                                        "One",
		"<main><h1>C#</h1></main>":                             "C#",
		"<main><h1></h1></main>":                               "",
		"<main><h2>A</h2></main>":                              "",
		"<h1>never closed":                                     "",
		"<h1>" + strings.Repeat("long ", maxHeading) + "</h1>": "",
	} {
		if got := FirstHeading([]byte(doc)); got != want {
			t.Errorf("%.60s: %q, want %q", doc, got, want)
		}
	}
}
