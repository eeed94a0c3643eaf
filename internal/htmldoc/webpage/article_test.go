package webpage

import "testing"

func TestWithoutSite(t *testing.T) {
	for _, c := range [][3]string{
		{"Bread – Notes", "Bread", "Bread"},
		{"Notes | Bread", "Bread", "Bread"},
		{"Bread\n  · Notes", "Bread", "Bread"},
		{"Bread: a history", "Bread", "Bread"},
		{"Breadsticks", "Bread", "Breadsticks"},
		{"Bread and butter", "Bread", "Bread and butter"},
		{"Bread", "Bread", "Bread"},
		{"Bread – Notes", "", "Bread – Notes"},
		{"Bread – Notes", "Another", "Bread – Notes"},
		{"", "Bread", ""},
	} {
		if got := withoutSite(c[0], c[1]); got != c[2] {
			t.Errorf("%q with the heading %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
