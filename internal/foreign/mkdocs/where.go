package mkdocs

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
)

// lineOf returns the file and line of a key, or of the nearest key that contains it.
func lineOf(chain []foreign.YAML, key string) (file string, line int) {
	for key = strings.ToLower(key); ; {
		for _, c := range chain {
			if n := c.Lines[key]; n > 0 {
				return c.File, n
			}
		}
		at := strings.LastIndexByte(key, '.')
		if at < 0 {
			return chain[0].File, 0
		}
		key = key[:at]
	}
}

// lineBelow returns the position of the first line below a key that satisfies a condition, else that of the key.
func lineBelow(chain []foreign.YAML, key string, is func(text string) bool) (file string, line int) {
	file, line = lineOf(chain, key)
	for _, c := range chain {
		start := c.Lines[key] // inherited tables add to those above
		for i, text := range strings.Split(string(c.Text), "\n") {
			if i+1 > start && start > 0 && is(text) {
				return c.File, i + 1
			}
		}
	}
	return file, line
}

// itemBelow returns the position of an item of a list, or of a key in a table.
func itemBelow(chain []foreign.YAML, key, item string) (file string, line int) {
	for _, c := range chain {
		if n := c.Lines[strings.ToLower(key+"."+item)]; n > 0 {
			return c.File, n
		}
	}
	return lineBelow(chain, key, func(text string) bool {
		return strings.HasPrefix(strings.Trim(strings.TrimLeft(text, " -"), `"'`), item)
	})
}

// inFile sorts keys by their place in the files.
func inFile(chain []foreign.YAML) func(a, b string) int {
	return func(a, b string) int {
		fileA, lineA := lineOf(chain, a)
		fileB, lineB := lineOf(chain, b)
		place := func(file string) int {
			return slices.IndexFunc(chain, func(c foreign.YAML) bool { return c.File == file })
		}
		return cmp.Or(place(fileA)-place(fileB), lineA-lineB, strings.Compare(a, b))
	}
}
