package words

import (
	"testing"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

func TestTitle(t *testing.T) {
	for _, tt := range []struct{ style, in, want string }{
		{"", "loose-folder_name", "Loose-Folder_name"},
		{"ap", "the art of war", "The Art of War"},
		{"ap", "what it is for", "What It Is For"},
		{"ap", "over the hill", "Over the Hill"},
		{"chicago", "over the hill and from there", "Over the Hill and from There"},
		{"chicago", "a walk from here to there", "A Walk from Here to There"},
		{"ap", "to-and-fro", "To-and-Fro"},
		{"ap", "no salt/low salt chips", "No Salt/Low Salt Chips"},
		{"ap", "über uns", "Über Uns"},
		{"ap", "", ""},
		{"ap", "…", "…"},
		{"go", "the art of war", "The Art Of War"},
		{"firstupper", "élan vital", "Élan vital"},
		{"none", "as it is", "as it is"},
	} {
		if got := Title(tt.style, tt.in); got != tt.want {
			t.Errorf("Title(%q, %q) = %q, want %q", tt.style, tt.in, got, tt.want)
		}
	}
}

func TestPluralize(t *testing.T) {
	for in, want := range map[string]string{
		"biscuit-roll": "biscuit-rolls", "candy": "candies", "notes": "notes", "many": "manies",
		"loose-folder_name": "loose-folder_names", "blog": "blogs",
	} {
		if got := Pluralize(in); got != want {
			t.Errorf("Pluralize(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestWithoutAccents(t *testing.T) {
	for in, want := range map[string]string{"café crème": "cafe creme", "Größe": "Große", "ærø": "ærø", "x": "x"} {
		if got := WithoutAccents(in); got != want {
			t.Errorf("WithoutAccents(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCompareFold(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"a", "B", -1}, {"B", "b", -1}, {"b", "b", 0}, {"abc", "ab", 1}, {"_x", "ax", -1}, {"Ä", "ä", -1}, {"é", "z", 1}, {"Роли", "Руководство", -1}, {"роль", "РОЛИ", 1},
	} {
		if got := CompareFold(tt.a, tt.b); got != tt.want {
			t.Errorf("CompareFold(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
		if got := CompareFold(tt.b, tt.a); got != -tt.want {
			t.Errorf("CompareFold(%q, %q) = %d, want %d", tt.b, tt.a, got, -tt.want)
		}
	}
}

// FuzzCompare holds the short way through ASCII against the full collation.
func FuzzCompare(f *testing.F) {
	for _, s := range []string{"", "a", "A b", "a-b", "alpha 9", "Alpha 10", "o'Neil", "x_y", "$5", "ünder", "a\tb", "Same", "same"} {
		f.Add(s, "Same")
		f.Add(s, "a b")
	}
	var full []*collate.Collator
	var quick []*Collator
	for _, lang := range []string{"en", "de", "fr", "it", "pt-BR", "es", "nl", "pl", "ru", "uk", "fi", "ja", "zh-cn", "ko", "he"} {
		full = append(full, collate.New(language.MustParse(lang)))
		quick = append(quick, NewCollator(lang))
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		for i := range full {
			if got, want := quick[i].Compare(a, b), full[i].CompareString(a, b); got != want {
				t.Errorf("Compare(%q, %q) = %d, want %d (collator %d)", a, b, got, want, i)
			}
		}
	})
}
