package themes

import (
	"slices"
	"strings"
)

// pathTable numbers the name paths that templates use (".Site.Params.author"). It grows while
// templates are read and is not changed after.
type pathTable struct {
	paths [][]string
	index map[string]int
}

func (t *pathTable) add(names []string) int {
	key := strings.Join(names, ".")
	if i, ok := t.index[key]; ok {
		return i
	}
	if t.index == nil {
		t.index = make(map[string]int)
	}
	i := len(t.paths)
	t.paths = append(t.paths, names)
	t.index[key] = i
	return i
}

// vocabulary is every function that templates may call, by name. Functions of a namespace have a
// flat name, since text/template knows no namespaces.
type vocabulary struct {
	flat       map[string]string          // "upper" -> "strings_ToUpper"; a name of text/template to itself
	namespaces map[string]map[string]bool // "strings" -> "ToUpper"
}

func flatName(namespace, name string) string { return namespace + "_" + name }

// knows reports whether name is callable by itself.
func (v *vocabulary) knows(name string) bool { _, ok := v.flat[name]; return ok }

// names returns all callable names and "namespace.Name" pairs, sorted, for hints.
func (v *vocabulary) names() []string {
	var out []string
	for n := range v.flat {
		out = append(out, n)
	}
	for ns, members := range v.namespaces {
		for m := range members {
			out = append(out, ns+"."+m)
		}
	}
	slices.Sort(out)
	return out
}
