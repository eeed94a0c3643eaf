package witness_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/finished/check"
	"github.com/sitegen/sitegen/internal/testing/race"
	"github.com/sitegen/sitegen/internal/testing/witness"
)

var (
	sites = flag.Int("sites", 12, "how many random sites TestRandomSites builds")
	seed  = flag.Uint64("seed", 1, "seed of the first random site")
	keep  = flag.String("keep", "", "folder in which the random sites are left")
)

// Whatever a site is made of, its sitemaps, feeds, heads and files agree, and the checks find nothing: after a first
// build, and after edits with the ledger of the build before. go test ./internal/testing/witness -args -sites 2000 -seed 100
// looks longer.
func TestRandomSites(t *testing.T) {
	if race.Enabled {
		*sites = min(*sites, 3)
	}
	for n := range uint64(*sites) {
		t.Run(fmt.Sprint(*seed+n), func(t *testing.T) {
			dir := *keep
			if dir == "" {
				dir = t.TempDir()
			} else {
				dir = filepath.Join(dir, fmt.Sprint(*seed+n))
			}
			p := witness.Random(*seed + n)
			var last map[string]string
			for _, step := range []string{"first build", "after edits"} {
				if step != "first build" {
					p.Change()
				}
				put(t, dir, last, p.Files)
				last = maps.Clone(p.Files)
				for _, problem := range build(t, dir, p) {
					t.Errorf("%s: %s", step, problem)
				}
			}
		})
	}
}

// put writes new files and removes obsolete ones.
func put(t *testing.T, dir string, last, files map[string]string) {
	t.Helper()
	for name := range last {
		if _, ok := files[name]; !ok {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// build builds a project and returns the contradictions.
func build(t *testing.T, dir string, p *witness.Project) []string {
	t.Helper()
	b, err := pipeline.New(project.Options{Source: dir, Clock: p.Clock, Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	res, err := b.Build(t.Context())
	if err != nil {
		t.Fatalf("%v\n%s", err, p.Files["sitegen.toml"])
	}
	var out []string
	warned, dead := map[string]string{}, map[string]string{}
	for _, d := range res.Diagnostics {
		if mark := witness.Mark(d.Message); mark != "" && strings.HasPrefix(d.Rule, "broken-") {
			warned[mark] = d.Error()
		}
	}
	site := p.Site
	site.Hosts = slices.Clone(site.Hosts)
	for n, h := range site.Hosts {
		site.Hosts[n].Dir = filepath.Join(dir, "public", h.Dir)
		found, err := check.Site(t.Context(), site.Hosts[n].Dir, check.SiteOptions{Base: h.Base, Now: p.Clock})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range found.Found {
			if mark := witness.Mark(d.Message); mark != "" && d.Severity == diag.Error {
				dead[mark] = d.Error()
			} else if d.Severity == diag.Error {
				out = append(out, fmt.Sprintf("check: %v", d))
			}
		}
	}
	// What a build says of links, a check of its output finds, and the other way round.
	for _, mark := range slices.Sorted(maps.Keys(warned)) {
		if dead[mark] == "" {
			out = append(out, "the link works: "+warned[mark])
		}
	}
	for _, mark := range slices.Sorted(maps.Keys(dead)) {
		if warned[mark] == "" {
			out = append(out, "the build says nothing of it: "+dead[mark])
		}
	}
	out = append(out, witness.Contradictions(site)...)
	if testing.Verbose() {
		for _, d := range res.Diagnostics {
			t.Log(d)
		}
	}
	return out
}
