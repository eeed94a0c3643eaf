package config

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFingerprint(t *testing.T) {
	dir := t.TempDir()
	load := func(text string) *Config {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "hugo.toml"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		c, found := Load(LoadOptions{Project: dir})
		if found.Err() != nil {
			t.Fatal(found)
		}
		return c
	}
	const text = "baseURL = 'https://example.org/'\ntimeZone = 'Europe/Berlin'\nuglyURLs = true\n[params]\na = [1, 2]\n[languages.en]\n[languages.de]\n"
	c := load(text)
	if c.Fingerprint() != load(text).Fingerprint() {
		t.Error("a configuration that was read again differs")
	}
	for _, other := range []string{
		text + "weight = 3\n", "title = 'T'\n" + text, "[params]\na = [2, 1]\n",
		"baseURL = 'https://example.org/'\ntimeZone = 'Europe/Berlin'\nuglyURLs = false\n[params]\na = [1, 2]\n[languages.en]\n[languages.de]\n",
	} {
		if c.Fingerprint() == load(other).Fingerprint() {
			t.Errorf("the fingerprint does not tell %q", other)
		}
	}
}

// Placeless is the same wherever the project is, but not if its folder has another name, or a setting differs.
func TestPlaceless(t *testing.T) {
	load := func(folder, text string) *Config {
		t.Helper()
		dir := filepath.Join(t.TempDir(), folder)
		if err := os.MkdirAll(filepath.Join(dir, "content"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "sitegen.toml"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		c, found := Load(LoadOptions{Project: dir})
		if found.Err() != nil {
			t.Fatal(found)
		}
		return c
	}
	const text = "baseURL = 'https://example.org/'\n"
	a, b := load("site", text), load("site", text)
	if a.Placeless() != b.Placeless() {
		t.Error("two checkouts differ")
	}
	if a.Fingerprint() == b.Fingerprint() {
		t.Error("the fingerprint does not tell where the project is")
	}
	if a.Placeless() == load("other", text).Placeless() || a.Placeless() == load("site", text+"title = 'T'\n").Placeless() {
		t.Error("another name of the folder, or another title, makes no difference")
	}
}

// Build servers set other variables in each run: those that templates may not read say nothing about the site.
func TestFingerprintOfTheEnvironment(t *testing.T) {
	dir := t.TempDir()
	fingerprint := func(text string, environ ...string) uint64 {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "hugo.toml"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		c, found := Load(LoadOptions{Project: dir, Environ: environ})
		if found.Err() != nil {
			t.Fatal(found)
		}
		return c.Fingerprint()
	}
	const permits = "[security.funcs]\ngetenv = ['^RUN_']\n"
	none := fingerprint("")
	for _, c := range []struct {
		name    string
		environ []string
		same    bool
	}{
		{"what nobody may read", []string{"RUN_ID=17", "PATH=/bin"}, true},
		{"what everybody may read", []string{"CI=true"}, false},
	} {
		if got := fingerprint("", c.environ...); (got == none) != c.same {
			t.Errorf("%s: the same is %v, want %v", c.name, got == none, c.same)
		}
	}
	if fingerprint(permits, "RUN_ID=17") == fingerprint(permits, "RUN_ID=18") {
		t.Error("a variable that is permitted does not count")
	}
	if fingerprint("", "CI=true", "HUGO_PARAMS_A=1") != fingerprint("", "HUGO_PARAMS_A=1", "CI=true") {
		t.Error("the order of variables counts")
	}
}
