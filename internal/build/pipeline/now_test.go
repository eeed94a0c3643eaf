package pipeline_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/project"
)

// Pages are rendered again when what they print of the clock changes, and a build changes nothing until then.
func TestNowRendersWhatItChanges(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"hugo.toml":         "baseURL = \"https://now.alt/\"\ndisableKinds = [\"home\", \"taxonomy\", \"section\", \"404\"]\n[params]\nshown = \"Jan 2006\"\n",
		"layouts/page.html": "{{ .Title }}: {{ now.Format (default \"2006\" .Params.shown) }}\n",
		"content/a.md":      "---\ntitle: A\n---\n",
		"content/b.md":      "---\ntitle: B\nshown: Jan 2006\n---\n",
		"content/c.md":      "---\ntitle: C\nshown: \"15:04\"\n---\n",
	}
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		at   string
		want int
	}{
		{"2026-11-21T00:00:00Z", 3},
		{"2026-11-21T00:00:59Z", 0}, // the same minute
		{"2026-11-21T00:01:00Z", 1},
		{"2026-11-22T00:01:00Z", 0}, // the same month, and the same minute of another day
		{"2026-12-22T00:01:00Z", 1},
		{"2027-01-22T01:01:00Z", 3},
	} {
		now, err := time.Parse(time.RFC3339, tt.at)
		if err != nil {
			t.Fatal(err)
		}
		res := process(t, dir, project.Options{Clock: now})
		if res.Rendered != tt.want {
			t.Errorf("%s: %d rendered, want %d", tt.at, res.Rendered, tt.want)
		}
		clean := t.TempDir()
		process(t, dir, project.Options{Clock: now, Destination: clean, NoCache: true})
		if diff := cmp.Diff(onDisk(t, clean), onDisk(t, filepath.Join(dir, "public"))); diff != "" {
			t.Errorf("%s: the tree differs from that of a clean build (-clean +got):\n%s", tt.at, diff)
		}
	}
}
