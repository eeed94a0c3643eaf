package config

import "testing"

// Hugo orders versions by weight, then the newest first; ranges count in that order. The default one alone is built.
func TestDimensions(t *testing.T) {
	for _, tt := range []struct {
		src     string
		version string
		first   []string // patterns that choose it
		others  []string // patterns that do not
	}{
		{"", "v1.0.0", []string{"v1.0.0", "**", "v1.*.*"}, []string{"v2.0.0", "! v1.0.0"}},
		{
			"[versions.'v1.0.0']\n[versions.'v2.0.0']\n[versions.'v10.0.0']\n", "v10.0.0",
			[]string{">= v2.0.0", "> v2.0.0", "== v10.0.0", "!= v2.0.0", "v10.*.*", "! v1.0.0"},
			[]string{"< v10.0.0", "<= v2.0.0", ">= v3.0.0", "v1.0.0", "{v1.0.0,v2.0.0}"},
		},
		{"defaultContentVersion = 'v1.0.0'\n[versions.'v1.0.0']\n[versions.'v2.0.0']\n", "v1.0.0", []string{"<= v2.0.0"}, []string{"v2.0.0"}},
		{"[versions.old]\nweight = 1\n[versions.'v2.0.0']\n", "old", []string{"old", "o*"}, []string{"v2.0.0"}},
	} {
		c, list := load(t, map[string]string{"hugo.toml": tt.src}, LoadOptions{})
		if list.Err() != nil {
			t.Fatal(list)
		}
		if c.Versions.Name() != tt.version || c.Roles.Name() != "guest" {
			t.Errorf("%q: version %s, role %s", tt.src, c.Versions.Name(), c.Roles.Name())
		}
		for want, patterns := range map[string][]string{"": tt.first, "version": tt.others} {
			for _, p := range patterns {
				if got, err := Elsewhere(map[string]any{"versions": []any{p}}, c.Versions, c.Roles); got != want || err != nil {
					t.Errorf("%q, %s: %q %v, want %q", tt.src, p, got, err, want)
				}
			}
		}
		if got, _ := Elsewhere(nil, c.Versions, c.Roles); got != "" {
			t.Errorf("%q: a page without sites belongs to another %s", tt.src, got)
		}
		for _, p := range [][]any{{"v1.0.0", "v10.0.0", "! v10.0.0"}, {"> v1.0.0", "< v10.0.0"}} {
			if got, _ := Elsewhere(map[string]any{"versions": p}, c.Versions, c.Roles); tt.version == "v10.0.0" && got != "version" {
				t.Errorf("%v: %q", p, got)
			}
		}
	}
	if _, err := (Dimension{Names: []string{"a"}}).Holds([]string{"[a"}); err == nil {
		t.Error("no error for an invalid pattern")
	}
}
