package sanitize

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestElement(t *testing.T) {
	for _, tt := range []struct {
		s        Settings
		in, want string
	}{
		{Settings{}, "My Fancy Post & Co", "my-fancy-post-co"},
		{Settings{}, "my-fancy-post-&-co", "my-fancy-post--co"},
		{Settings{}, "  lead and trail  ", "lead-and-trail"},
		{Settings{}, "a - b", "a-b"},
		{Settings{}, "C++ & More", "c++-more"},
		{Settings{}, "Tom & Jerry: A/B — “Test”! (v1.2) C#", "tom-jerry-a/b-test-v1.2-c#"},
		{Settings{}, "100% of %41", "100-of-%41"},
		{Settings{}, "a\u00a0b\tc", "a-b-c"},
		{Settings{}, "日本語 ペ", "日本語-ペ"},
		{Settings{KeepCase: true}, "Keep Case", "Keep-Case"},
		{Settings{Accents: true}, "Crème Brûlée ø", "creme-brulee-ø"},
		{Settings{}, "", ""},
		{Settings{}, "&&&", ""},
	} {
		if got := tt.s.Element(tt.in); got != tt.want {
			t.Errorf("%+v element(%q) = %q, want %q", tt.s, tt.in, got, tt.want)
		}
	}
}

func FuzzElement(f *testing.F) {
	for _, s := range []string{"A b", "ü & x", "100%", "%41", " - ", "a\xffb", "--"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		s := Settings{}
		once := s.Element(in)
		if strings.ContainsAny(once, " \t\n<>\"'&?") {
			t.Errorf("element(%q) = %q", in, once)
		}
		if utf8.ValidString(in) && s.Element(once) != once {
			t.Errorf("element is not stable: %q, %q", once, s.Element(once))
		}
	})
}
