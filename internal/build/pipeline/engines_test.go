package pipeline

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/race"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// TestEngines builds sites with compiled templates, and with the standard library: all outputs and messages are the
// same.
func TestEngines(t *testing.T) {
	race.Skip(t, "a build with the standard library's engine")
	t.Parallel()
	sites := []string{"blog", "docs"}
	for i, s := range sites {
		sites[i] = filepath.Join("..", "..", "..", "testdata", "sites", s)
	}
	for _, pattern := range []string{"../../../testdata/law/*/content", "../../../../shared/parity/rules-*/source/layouts"} {
		more, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range more {
			sites = append(sites, filepath.Dir(m))
		}
	}
	for _, site := range sites {
		t.Run(strings.Trim(filepath.ToSlash(site), "./"), func(t *testing.T) {
			compiled, stock := outputsBy(t, site, false), outputsBy(t, site, true)
			for name := range stock {
				if !bytes.Equal(compiled[name], stock[name]) {
					t.Errorf("%s: %s", name, difference(compiled[name], stock[name]))
				}
			}
			if len(compiled) != len(stock) || len(stock) < 5 {
				t.Errorf("%d and %d outputs", len(compiled), len(stock))
			}
		})
	}
}

// outputsBy builds a site by one of the engines and returns its outputs, and the messages under the name "".
func outputsBy(t *testing.T, site string, stock bool) map[string][]byte {
	t.Helper()
	b, err := New(project.Options{Source: testsite.Temp(t, site), Clock: clock, Stock: stock})
	if err != nil {
		t.Fatal(err)
	}
	res, err := b.Build(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, d := range res.Diagnostics {
		if strings.HasPrefix(d.Message, "ZgotmplZ") { // escapers called by text/template do not know their context
			d.Line, d.Col = 0, 0
		}
		all[""] = append(all[""], d.Error()+"\n"...)
	}
	err = filepath.WalkDir(res.Destination, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			rel, _ := filepath.Rel(res.Destination, name)
			all[rel], err = os.ReadFile(name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// difference shows where two texts begin to differ.
func difference(got, want []byte) string {
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	from := max(0, i-60)
	return string(got[from:min(len(got), i+80)]) + "\nwant " + string(want[from:min(len(want), i+80)])
}
