package disk

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/sitegen/sitegen/internal/store/disk/portable"
)

// mostUnportable is the maximum number of warnings of each kind.
const mostUnportable = 10

// portableRule is the rule of paths that are invalid on other systems.
const portableRule = "output-portable"

// Unportable warns about output paths that differ only on systems such as Linux, and paths that are invalid on
// Windows. The paths must be sorted. The result depends only on the paths, not on the system.
func Unportable(paths []string) []*Refusal {
	var out []*Refusal
	add := func(n int, text, hint string) {
		switch {
		case n < mostUnportable:
			out = append(out, &Refusal{Rule: portableRule, Text: text, Hint: hint})
		case n == mostUnportable:
			out = append(out, &Refusal{Rule: portableRule, Text: "more of the same is not listed", Hint: hint})
		}
	}
	for n, t := range portable.Twins(paths) {
		add(n, twinsText(t), twinsHint)
	}
	n := 0
	for _, p := range paths {
		if why := portable.Problem(p); why != "" {
			add(n, fmt.Sprintf("the output %s can't be copied to every system: %s", p, why), "rename it, or set its url")
			n++
		}
	}
	return out
}

const twinsHint = "rename one of them, or set its url"

func twinsText(t [2]string) string {
	return fmt.Sprintf("the outputs %s and %s are one file on Windows and macOS: they differ only in case or in how accents are encoded", t[0], t[1])
}

// paths returns the paths of all outputs in order.
func (c *commit) paths() []string {
	out := make([]string, len(c.items))
	for i, it := range c.items {
		out[i] = it.Path
	}
	return out
}

// refuseTwins refuses outputs that would overwrite each other.
func (c *commit) refuseTwins() error {
	if !c.tree.folds {
		return nil
	}
	if twins := portable.Twins(c.paths()); len(twins) > 0 {
		return &Refusal{Rule: ClashRule, Text: twinsText(twins[0]), Hint: twinsHint}
	}
	return nil
}

// spell records how the previous build spelled the paths of files and folders, if the file system ignores case.
func (t *Tree) spell() {
	if !t.folds {
		return
	}
	t.spelled = map[string]string{}
	for _, e := range t.old.entries {
		for p := e.Path; p != "."; p = dirOf(p) {
			t.spelled[portable.Key(p)] = p
		}
	}
}

// respelled reports whether the previous build used another spelling of a path, or of a folder above it, which
// is the same file in a file system that ignores case. That file is removed before the new one is written.
func (t *Tree) respelled(path string) bool {
	if t.spelled == nil {
		return false
	}
	for p := path; p != "."; p = dirOf(p) {
		if old, there := t.spelled[portable.Key(p)]; there && old != p {
			return true
		}
	}
	return false
}

// foldsCase reports whether a file system ignores case. It changes the case of the folder's name, or of the
// nearest existing folder above whose name has letters, and checks whether that path leads to the same folder.
func foldsCase(dir string) bool {
	for {
		base := filepath.Base(dir)
		turned := strings.Map(func(r rune) rune {
			if unicode.IsUpper(r) {
				return unicode.ToLower(r)
			}
			return unicode.ToUpper(r)
		}, base)
		if info, err := os.Stat(dir); err == nil && turned != base {
			other, err := os.Stat(filepath.Join(filepath.Dir(dir), turned))
			return err == nil && os.SameFile(info, other)
		}
		up := filepath.Dir(dir)
		if up == dir {
			return false
		}
		dir = up
	}
}
