package picture

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
)

// Prune removes images whose keys are not in used from the folder, the oldest first, until the remaining unused ones
// fit into MakerOptions.Max.
func (m *Maker) Prune(used map[string]bool) {
	if m.dir == "" {
		return
	}
	entries, err := os.ReadDir(m.dir)
	if err != nil {
		return
	}
	type idle struct {
		name     string
		size, at int64
	}
	var list []idle
	total := int64(0)
	for _, e := range entries {
		if used[e.Name()] || e.IsDir() {
			continue
		}
		if info, err := e.Info(); err == nil {
			list = append(list, idle{e.Name(), info.Size(), info.ModTime().UnixNano()})
			total += info.Size()
		}
	}
	slices.SortFunc(list, func(a, b idle) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.name, b.name)) })
	for _, f := range list {
		if total <= m.max {
			return
		}
		if os.Remove(filepath.Join(m.dir, f.name)) == nil {
			total -= f.size
		}
	}
}
