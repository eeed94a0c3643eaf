package migrate

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/diag"
)

// inherited is a configuration of MkDocs with the lines of its keys.
type inherited struct {
	file  string // relative to the project
	text  []byte
	root  map[string]any
	lines map[string]int // by key in lower case, "theme.name"
}

// maxInherit is how many configurations may inherit from each other; more of them is a circle.
const maxInherit = 10

// inherit reads a configuration and those that it names with INHERIT, the file itself first. Their paths are relative to
// the file that names them: https://www.mkdocs.org/user-guide/configuration/#configuration-inheritance
func (p *plan) inherit(file string) (chain []inherited, err error) {
	for from, line := "", 0; ; {
		text, err := os.ReadFile(filepath.Join(p.dir, filepath.FromSlash(file)))
		if err != nil && from == "" {
			return nil, err
		}
		if err != nil {
			return nil, &diag.Diagnostic{File: from, Line: line, Message: fmt.Sprintf("INHERIT: cannot read %s", file), Hint: "the path is relative to the file that has the key"}
		}
		value, lines, err := frontmatter.Decode(frontmatter.YAML, file, text)
		if err != nil {
			return nil, err
		}
		root, _ := value.(map[string]any)
		chain = append(chain, inherited{file, text, root, lines})
		parent, _ := plain(root["INHERIT"]).(string)
		if parent == "" {
			return chain, nil
		}
		from, line = file, lines["inherit"]
		if file = path.Join(path.Dir(file), parent); len(chain) == maxInherit {
			return nil, &diag.Diagnostic{File: from, Line: line, Message: "INHERIT: the files inherit from each other"}
		}
	}
}

// under adds what a configuration does not say itself: keys of maps one by one, and everything else as a whole.
func under(values, parent map[string]any) map[string]any {
	if values == nil {
		values = map[string]any{}
	}
	for key, v := range parent {
		own, there := values[key]
		inner, both := own.(map[string]any)
		if outer, ok := v.(map[string]any); ok && both {
			under(inner, outer)
		} else if !there {
			values[key] = v
		}
	}
	return values
}

// where is the file and the line of a key, or of the nearest key around it.
func (m *mk) where(key string) (file string, line int) {
	for key = strings.ToLower(key); ; {
		for _, c := range m.chain {
			if n := c.lines[key]; n > 0 {
				return c.file, n
			}
		}
		at := strings.LastIndexByte(key, '.')
		if at < 0 {
			return m.file, 0
		}
		key = key[:at]
	}
}

// lineBelow is the place of the first line below a key that satisfies a condition, else that of the key.
func (m *mk) lineBelow(key string, is func(text string) bool) (file string, line int) {
	file, line = m.where(key)
	for _, c := range m.chain {
		if c.file != file {
			continue
		}
		for i, text := range strings.Split(string(c.text), "\n") {
			if i+1 > line && is(text) {
				return file, i + 1
			}
		}
	}
	return file, line
}
