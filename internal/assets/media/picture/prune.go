package picture

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
)

// Prune takes images out of the folder whose keys are not in used, the oldest first, until those that are left
// without use have room.
func (s *Studio) Prune(used map[string]bool) {
	if s.dir == "" {
		return
	}
	entries, err := os.ReadDir(s.dir)
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
		if total <= s.max {
			return
		}
		if os.Remove(filepath.Join(s.dir, f.name)) == nil {
			total -= f.size
		}
	}
}
