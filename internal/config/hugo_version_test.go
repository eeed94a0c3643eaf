package config

import "testing"

func TestNewerVersion(t *testing.T) {
	for _, c := range []struct {
		a    string
		want bool
	}{
		{"0.165.0", false},
		{"0.165", false},
		{"0.165.1", true},
		{"v0.166", true},
		{"1", true},
		{"0.92", false},
		{"0.170.0-DEV", true},
		{"0.166.x", true},
		{"", false},
		{"latest", false},
		{"0.41.0", false},
	} {
		if got := newerVersion(c.a, HugoVersion); got != c.want {
			t.Errorf("%q: %v", c.a, got)
		}
	}
}

// A project for an older Hugo builds without a word, whatever max says; a theme for a newer one is named.
func TestHugoVersions(t *testing.T) {
	files := map[string]string{
		"hugo.toml":              "theme = 'new'\n[module.hugoVersion]\nmin = '0.92'\nmax = '0.99.1'\nextended = true\n",
		"themes/new/theme.toml":  "name = 'New'\nmin_version = '0.170'\n",
		"themes/new/layouts/a.x": "",
	}
	_, list := load(t, files, LoadOptions{})
	want := "warning themes/new/theme.toml:2: the theme or module new requires Hugo 0.170 or newer; sitegen is compatible with Hugo 0.165.0 | features of newer versions are missing"
	if got := text(list); got != want {
		t.Errorf("got %q", got)
	}
}
