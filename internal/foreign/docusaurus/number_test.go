package docusaurus

import "testing"

func TestNumber(t *testing.T) {
	d := dialect(&manner{site: "."})
	for _, tt := range []struct {
		name, rest string
		position   int
		ok         bool
	}{
		{"01-intro", "intro", 1, true},
		{"00-intro", "intro", 0, true},
		{"3 - three", "three", 3, true},
		{"1_one", "one", 1, true},
		{"4.four", "four", 4, true},
		{"5five", "5five", 0, false},
		{"7.0-foo", "7.0-foo", 0, false},
		{"2024-01-01-day", "2024-01-01-day", 0, false},
		{"1-", "1-", 0, false},
		{"99999999999999999999-x", "x", 9223372036854775807, false},
	} {
		position, rest, ok := d.Number(tt.name)
		if rest != tt.rest || ok != tt.ok || ok && position != tt.position {
			t.Errorf("Number(%q) = %d, %q, %v; want %d, %q, %v", tt.name, position, rest, ok, tt.position, tt.rest, tt.ok)
		}
	}
	if got := d.Unnumbered("/02-guides/10-deep/7.0-x"); got != "/guides/deep/7.0-x" {
		t.Error(got)
	}
	d = dialect(&manner{site: ".", keepNumbers: true})
	if got := d.Unnumbered("02-guides/10-deep"); got != "02-guides/10-deep" {
		t.Error(got)
	}
	if _, rest, ok := d.Number("01-intro"); rest != "01-intro" || ok {
		t.Error("names have positions that are to be kept")
	}
}

func TestIndexOfFolder(t *testing.T) {
	for file, want := range map[string]bool{
		"a/index.md": true, "a/README.mdx": true, "02-a/02-A.md": true, "02-a/a.md": false, "a/01-index.md": true, "a/b.md": false, "a.md": false,
	} {
		if got := isIndex(&names, file); got != want {
			t.Errorf("IsIndex(%q) = %v", file, got)
		}
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{"01-intro": "intro", "2. Second": "Second", "2026-01-02-x": "2026-01-02-x", "7.0-new": "7.0-new", "3d-models": "3d-models", "10": "10"} {
		if _, got, _ := names.Number(name); got != want {
			t.Errorf("Number %s: %s, want %s", name, got, want)
		}
	}
}
