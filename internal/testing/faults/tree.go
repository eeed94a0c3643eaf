package faults

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// tree returns the files that a build writes for people: the output and the ledger.
func tree(dir string) map[string]string {
	out := map[string]string{}
	for _, top := range []string{"public", filepath.Join(".sitegen", "ledger"), "sitegen.ledger"} {
		filepath.WalkDir(filepath.Join(dir, top), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(name)
			rel, _ := filepath.Rel(dir, name)
			if out[rel] = string(text); err != nil {
				out[rel] = err.Error()
			}
			return nil
		})
	}
	return out
}

// published returns only the output files.
func published(all map[string]string) map[string]string {
	out := maps.Clone(all)
	maps.DeleteFunc(out, func(name, _ string) bool {
		return !strings.HasPrefix(name, "public"+
			string(filepath.Separator))
	})
	return out
}

// difference names the first files that differ, or returns "".
func difference(have, want map[string]string) string {
	var list []string
	for name, text := range have {
		switch other, ok := want[name]; {
		case !ok:
			list = append(list, "more: "+name)
		case text != other:
			list = append(list, "other bytes: "+name)
		}
	}
	for name := range want {
		if _, ok := have[name]; !ok {
			list = append(list, "missing: "+name)
		}
	}
	if len(list) == 0 {
		return ""
	}
	slices.Sort(list)
	return fmt.Sprintf("%d files, such as %s", len(list), strings.Join(list[:min(4, len(list))], ", "))
}
