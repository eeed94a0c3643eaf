package port

import "testing"

func TestNames(t *testing.T) {
	for name, want := range map[string]string{"2026-1-2-a-b": "2026-01-02 a-b", "2026-01-02": " 2026-01-02", "x": " x"} {
		if day, rest := Date(name); day+" "+rest != want {
			t.Errorf("date %s: %s %s, want %s", name, day, rest, want)
		}
	}
	for name, want := range map[string]string{"My_page": "my-page", "a--b.": "a-b", "Été 1": "été-1"} {
		if got := Slug(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
