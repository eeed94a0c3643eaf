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
