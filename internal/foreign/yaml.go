package foreign

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
)

// YAML is one file of a configuration in YAML or TOML.
type YAML struct {
	File  string // the name passed to ReadYAML or in INHERIT
	Text  []byte
	Root  map[string]any
	Lines map[string]int // by key in lower case, "theme.name"
}

// maxInherit is the maximum number of configurations that inherit from each other; more are a cycle.
const maxInherit = 10

// ReadYAML reads a configuration and the files that it names with INHERIT, in this order. Their paths are relative to
// the file that names them: https://www.mkdocs.org/user-guide/configuration/#configuration-inheritance
//
// If a file inherits from one that cannot be read, the error is a *diag.Diagnostic at the key. With an error, chain
// contains the files that could be read.
func ReadYAML(file string, read func(file string) ([]byte, error)) (chain []YAML, err error) {
	for from, line := "", 0; ; {
		text, err := read(file)
		if err != nil && from == "" {
			return nil, err
		}
		if err != nil {
			return chain, &diag.Diagnostic{
				File: from, Line: line, Message: fmt.Sprintf("INHERIT: cannot read %s", file),
				Hint: "the path is relative to the file that has the key",
			}
		}
		if bytes.HasPrefix(text, []byte("%YAML")) { // the YAML version has no effect
			text = slices.Concat([]byte("#"), text[1:])
		}
		format := frontmatter.YAML
		if path.Ext(file) == ".toml" {
			format = frontmatter.TOML
		}
		value, lines, err := frontmatter.DecodeLast(format, file, text)
		if err != nil {
			return chain, err
		}
		root, _ := value.(map[string]any)
		chain = append(chain, YAML{file, text, root, lines})
		parent, _ := root["INHERIT"].(string)
		if parent == "" {
			return chain, nil
		}
		from, line = file, lines["inherit"]
		if file = path.Join(path.Dir(file), parent); len(chain) == maxInherit {
			return chain, &diag.Diagnostic{File: from, Line: line, Message: "INHERIT: the files inherit from each other"}
		}
	}
}

// Merge adds the values of parent that values lacks. Maps are merged key by key; other values are not merged.
func Merge(values, parent map[string]any) map[string]any {
	if values == nil {
		values = map[string]any{}
	}
	for key, v := range parent {
		own, there := values[key]
		inner, both := own.(map[string]any)
		if outer, ok := v.(map[string]any); ok && both {
			Merge(inner, outer)
		} else if !there {
			values[key] = v
		}
	}
	return values
}

// Values returns a YAML configuration merged with the files that it inherits from. With an error, it returns the values
// that could be read.
func Values(root fs.FS, file string, text []byte) (all map[string]any, err error) {
	chain, err := ReadYAML(file, func(name string) ([]byte, error) {
		if name == file {
			return text, nil
		}
		inherited, ok := Head(root, name, MostConfig)
		if !ok {
			return nil, fs.ErrNotExist
		}
		return inherited, nil
	})
	for _, c := range chain {
		all = Merge(all, c.Root)
	}
	return all, err
}
