package resource

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// importOptions says what becomes of the imports of a style sheet.
type importOptions struct {
	SkipInlineImportsNotFound bool
}

// inliner replaces the imports of a style sheet by the files of assets/ that they name.
type inliner struct {
	options *importOptions
	asset   func(name string) (content []byte, shown string, ok bool)
	seen    map[string]bool // each file is put in once
	asked   []string        // names that were looked for
}

// plainImport is an import without a condition. Those with one, and of URLs, stay.
var plainImport = regexp.MustCompile(`^@import ["'](.*?)["'];?\s*(?:/\*.*\*/)?$`)

// resolve returns the text of the style sheet at a path below assets/ with what it imports.
func (in *inliner) resolve(name, text string) (string, error) {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		m := plainImport.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil || ofTailwind(m[1]) {
			continue
		}
		target := strings.TrimPrefix(path.Join("/", path.Dir(name), m[1]), "/")
		if !slices.Contains(in.asked, target) {
			in.asked = append(in.asked, target)
		}
		content, shown, ok := in.asset(target)
		switch {
		case !ok && in.options.SkipInlineImportsNotFound:
			continue
		case !ok:
			return "",
				fmt.Errorf("assets/%s:%d: the import %q is not in assets/; what is in node_modules needs the option skipInlineImportsNotFound", name, i+1, m[1])
		case in.seen[shown]:
			lines[i] = ""
			continue
		}
		in.seen[shown] = true
		below, err := in.resolve(target, string(content))
		if err != nil {
			return "", err
		}
		lines[i] = below
	}
	return strings.Join(lines, "\n"), nil
}

// ofTailwind reports whether an import is one of Tailwind's own, which it finds itself.
func ofTailwind(name string) bool {
	return (name == "tailwindcss" || strings.HasPrefix(name, "tailwindcss")) && !strings.Contains(name, ".")
}
