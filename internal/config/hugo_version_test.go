package config

import "testing"

func TestNewerVersion(t *testing.T) {
	for _, c := range []struct {
		a    string
		want bool
	}{
		{"0.169.0", false},
		{"0.169", false},
		{"0.169.1", true},
		{"v0.170", true},
		{"1", true},
		{"0.92", false},
		{"0.170.0-DEV", true},
		{"0.170.x", true},
		{"", false},
		{"latest", false},
		{"0.41.0", false},
	} {
		if got := NewerVersion(c.a, HugoVersion); got != c.want {
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
	want := "warning themes/new/theme.toml:2: the theme or module new requires Hugo 0.170 or newer; sitegen is compatible with Hugo 0.169.0 | features of newer versions are missing"
	if got := text(list); got != want {
		t.Errorf("got %q", got)
	}
}

// The configuration names the Hugo whose behavior applies: compatibility, from a file or the environment, takes
// precedence over module.hugoVersion.max of the project; a theme does not count.
func TestRelease(t *testing.T) {
	most := "[module.hugoVersion]\nmax = '0.99.1'\n"
	for _, c := range []struct {
		text, environ string
		want          Release
		message       string
	}{
		{"", "", 0, ""},
		{"compatibility = '0.165'\n", "", 165, ""},
		{"compatibility = 'v0.165.2'\n", "", 165, ""},
		{most, "", 99, ""},
		{"[module.hugoVersion]\nmax = '0.170.0-DEV'\n", "", 170, ""},
		{"compatibility = '0.165'\n" + most, "", 165, ""},
		{most, "HUGO_COMPATIBILITY=0.166", 166, ""},
		{"", "SITEGEN_COMPATIBILITY=0.166.1", 166, ""},
		{"[module.hugoVersion]\nmax = 'new'\n", "", 0, ""},
		{"compatibility = 'old'\n", "", 0, `error hugo.toml:1: "old" is not a version of Hugo | write it like "0.165"`},
	} {
		files := map[string]string{
			"hugo.toml": c.text, "themes/t/hugo.toml": "[module.hugoVersion]\nmax = '0.80.0'\n",
		}
		cfg, list := load(t, files, LoadOptions{Environ: []string{"HUGO_THEME=t", c.environ}})
		if got := text(list); got != c.message {
			t.Errorf("%q: %s", c.text, got)
		} else if got == "" && cfg.Release != c.want {
			t.Errorf("%q, %q: %d, not %d", c.text, c.environ, cfg.Release, c.want)
		}
	}
	for r, want := range map[Release]string{0: "0.169.0", 1: "0.165.0", 99: "0.165.0", 165: "0.165.0", 167: "0.167.0", 169: "0.169.0", 180: "0.169.0"} {
		if got := r.Version(); got != want {
			t.Errorf("templates for %d see %s, not %s", r, got, want)
		}
	}
	if !Release(165).Before(166) || Release(166).Before(166) || Release(0).Before(166) {
		t.Error("0.165 is before 0.166, and the newest release is not")
	}
}
