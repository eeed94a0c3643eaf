package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/gobuffalo/flect"

	"github.com/sitegen/sitegen/internal/base/words/inflect"
)

// The rules are those of the version in go.mod.
func TestWritten(t *testing.T) {
	rules, license, err := convert()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]byte{"rules.txt": rules, "LICENSE.flect": license} {
		got, err := os.ReadFile("../../internal/base/words/inflect/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s is not what this program writes: run it", name)
		}
	}
}

// Each word and ending of the rules in many forms, and random texts, have the results of flect.
func TestSameResults(t *testing.T) {
	rules, _, err := convert()
	if err != nil {
		t.Fatal(err)
	}
	known := []string{"dog", "Straße", "ﬂ", "ſsh", "don't", "x2", "`code`"}
	for line := range strings.Lines(string(rules)) {
		if !strings.HasPrefix(line, "#") {
			known = append(known, strings.Fields(line)[1:]...)
		}
	}
	for _, w := range known {
		title := strings.ToUpper(w[:1]) + w[1:]
		for _, s := range []string{
			w, w + "s", title, title + "s", strings.ToUpper(w), strings.ToLower(w), strings.ToUpper(w) + "S", "over" + w, "Over" + title, "over" + title,
			"my " + w, "my-" + w, "My_" + title, w + "/" + w, w + "-2", w + " & co", "(" + w + ")", " " + w + " ", w + ":", "é" + w, title + "URL" + title,
		} {
			compare(t, s)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	letters := []rune("aabeisuyxzoAISUXid \t_-:/$+=.,'\"`«»5ßéÉǅſıK日́\u00a0\x00\ufffd")
	for range 300_000 {
		var s strings.Builder
		for range random.IntN(12) {
			if random.IntN(4) == 0 {
				s.WriteString(known[random.IntN(len(known))])
			} else {
				s.WriteRune(letters[random.IntN(len(letters))])
			}
		}
		compare(t, s.String())
		compare(t, string([]byte(s.String())[s.Len()/2:])) // not always valid UTF-8
	}
	for i := -1200; i < 1200; i++ {
		compare(t, fmt.Sprint(i))
	}
}

func compare(t *testing.T, s string) {
	t.Helper()
	for _, f := range []struct {
		name         string
		theirs, ours func(string) string
		mayPanic     bool
	}{
		{"plural", flect.Pluralize, inflect.Plural, false},
		{"singular", flect.Singularize, inflect.Singular, false},
		{"text", flect.Humanize, inflect.Text, true},
		{"ordinal", flect.Ordinalize, inflect.Ordinal, false},
	} {
		want, panics := call(f.theirs, s)
		if panics {
			want = s // Hugo's build fails there
		}
		if got := f.ours(s); got != want || panics && !f.mayPanic {
			t.Fatalf("%s of %q is %q, want %q", f.name, s, got, want)
		}
	}
}

func call(f func(string) string, s string) (out string, panics bool) {
	defer func() { panics = recover() != nil }()
	return f(s), false
}
