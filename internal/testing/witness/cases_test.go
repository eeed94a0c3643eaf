package witness_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sitegen/sitegen/internal/testing/race"
	"github.com/sitegen/sitegen/internal/testing/witness"
)

// What random sites once found, as small as it became: testdata/NAME.txtar is a project. Its comment says where its folders
// are served, "de=https://de.example/", which pages may not be listed, by the headings in them, "-mark-x", and below which
// addresses nothing need be listed, "!https://a.example/it/".
func TestCases(t *testing.T) {
	race.Skip(t, "TestRandomSites builds sites, too")
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p := &witness.Project{Files: map[string]string{}, Clock: time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC), Site: witness.Site{Listed: map[string]bool{}}}
			for _, f := range archive.Files {
				p.Files[f.Name] = string(f.Data)
			}
			for word := range strings.FieldsSeq(string(archive.Comment)) {
				switch {
				case strings.HasPrefix(word, "-mark-"):
					p.Site.Listed[word[1:]] = false
				case strings.HasPrefix(word, "!"):
					p.Site.Unlisted = append(p.Site.Unlisted, word[1:])
				case strings.Contains(word, "://"):
					dir, base, _ := strings.Cut(word, "=")
					p.Site.Hosts = append(p.Site.Hosts, witness.Host{Dir: dir, Base: base})
				}
			}
			dir := t.TempDir()
			put(t, dir, nil, p.Files)
			for _, problem := range build(t, dir, p) {
				t.Error(problem)
			}
		})
	}
}
