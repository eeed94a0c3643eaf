package funcs

import (
	"testing"

	"github.com/sitegen/sitegen/internal/config"
)

// Functions whose results changed after Hugo 0.165, for projects of that release and of the newest.
func TestReleases(t *testing.T) {
	for _, c := range []struct{ text, old, newest string }{
		{`{{ eq 1 1.0 }} {{ ne 1 1.0 }} {{ eq 1 1 }}`, "false true true", "true false true"},
		{`{{ union (slice 1 2) (slice 2.0 3.5) }} {{ union (slice 1 2) (slice 2 3) }}`, "[] [1 2 3]", "[1 2] [1 2 3]"},
		{`{{ union slice (slice true) }} {{ union (slice "a" 1) (slice 2 "b") }}`, "[] [a 1 2]", "[true] [a 1 2 b]"},
		{`{{ plainify "<b>a</b> & b" }}|{{ "<b>a</b> & b" | safeHTML | plainify }}`, "a & b|a & b", "a &amp; b|a & b"},
		{`{{ emojify "<i> :smile:" }}|{{ safeHTML "<i> :smile:" | emojify }}`, "<i> 😄|<i> 😄", "&lt;i&gt; 😄|<i> 😄"},
		{`{{ printf "%T %T" (plainify "a") (emojify "a") }}`, "template.HTML template.HTML", "string string"},
		{`{{ $l := slice (dict "n" 1 "s" "a") }}{{ range slice (slice 2) (slice "b") (seq 3 4) }}{{ len (where $l "n" "not in" .) }}{{ len (where $l "s" "not in" .) }} {{ end }}`, "10 01 10 ", "11 11 11 "},
		{`{{ printf "%T %T" (slice 1 2 | append (slice)) (split "a b" " " | append (slice)) }}`, "[]interface {} []interface {}", "[]int []string"},
		{`{{ replaceRE "\\Bcat" "dog" "concat cat" }} {{ replaceRE "^(a)" "${1}x" "aaa" 2 }}`, "concat cat axaa", "condog cat axaa"},
	} {
		for release, want := range map[config.Release]string{165: c.old, 0: c.newest, 169: c.newest} {
			e := testEnv("en")
			e.Release = func() config.Release { return release }
			if got, err := escaped(e, c.text, nil); err != nil || got != want {
				t.Errorf("%s in release %d: %q, %v, want %q", c.text, release, got, err, want)
			}
		}
	}
}
