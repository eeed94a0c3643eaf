package markdown

import (
	"strings"
	"testing"
)

func TestStyleSheet(t *testing.T) {
	for _, test := range []struct {
		name     string
		sheet    StyleSheet
		want, no string // parts of the style sheet, or of the error
	}{
		{"plain", StyleSheet{Style: "GitHub"}, "/* Keyword */ .chroma .k {", ".light"},
		{"without comments", StyleSheet{Style: "github", OmitClassComments: true}, "\n.chroma .k {", "/*"},
		{"own colours", StyleSheet{Style: "github", HighlightStyle: "bg:#010203"}, "#010203", ""},
		{"dark, by its class", StyleSheet{Style: "github", Mode: "dark", ModeSelector: true}, ".dark .chroma .k {", ".light"},
		{"another class", StyleSheet{Style: "github", Mode: "light", ModeSelector: true, ClassLight: "day"}, ".day .chroma", ".light"},
		{"unknown", StyleSheet{Style: "nope"}, `unknown style "nope"`, ""},
		{"no mode", StyleSheet{Style: "github", Mode: "dim"}, `mode is light or dark, not "dim"`, ""},
		{"a mode that is not there", StyleSheet{Style: "dracula", Mode: "light"}, `the style "dracula" has no light mode`, ""},
	} {
		text, err := test.sheet.CSS()
		if err != nil {
			text = err.Error()
		}
		if !strings.Contains(text, test.want) || test.no != "" && strings.Contains(text, test.no) {
			t.Errorf("%s: want %s, without %q, got %.300s", test.name, test.want, test.no, text)
		}
	}
	// A rule that repeats the colors of the block is included, since the style sheet of the other mode has one.
	text, err := (&StyleSheet{Style: "github", OmitClassComments: true}).CSS()
	if err != nil || !strings.Contains(text, ".chroma .nx {") {
		t.Errorf("no rule for .nx, %v", err)
	}
}
