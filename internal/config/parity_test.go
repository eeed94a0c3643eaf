package config

import (
	"os"
	"path/filepath"
	"testing"
)

// TestReferenceSites loads the configuration of every reference site without a single diagnostic.
func TestReferenceSites(t *testing.T) {
	root := os.Getenv("SITEGEN_PARITY")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "parity")
	}
	sources, _ := filepath.Glob(filepath.Join(root, "*", "source"))
	if len(sources) == 0 {
		t.Skip("the reference sites are not here")
	}
	languages := map[string]int{"letsencrypt": 28, "rules-languages": 4, "rules-hooks": 2}
	for _, source := range sources {
		name := filepath.Base(filepath.Dir(source))
		c, list := Load(LoadOptions{Project: source})
		if len(list) > 0 {
			t.Errorf("%s: %s", name, text(list))
			continue
		}
		want := max(1, languages[name])
		if len(c.Languages) != want || !c.Hugo || c.BaseURL == "" {
			t.Errorf("%s: %d languages, want %d; hugo %v; base %q", name, len(c.Languages), want, c.Hugo, c.BaseURL)
		}
	}
}
