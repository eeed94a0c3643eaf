package resource

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// importOptions tell how to treat the imports of a style sheet.
type importOptions struct {
	SkipInlineImportsNotFound bool
}

// inliner replaces the imports of a style sheet by the files of assets/.
type inliner struct {
	options *importOptions
	asset   func(name string) (content []byte, shown string, ok bool)
	seen    map[string]bool // each file is inserted once
	asked   []string        // names that were looked for
}

// plainImport matches an import without a condition. Those with one, and of URLs, are kept.
var plainImport = regexp.MustCompile(`^@import ["'](.*?)["'];?\s*(?:/\*.*\*/)?$`)

// resolve returns the text of the style sheet at a path below assets/ with its imports inserted.
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
				fmt.Errorf("assets/%s:%d: the import %q is not in assets/; files in node_modules require the option skipInlineImportsNotFound", name, i+1, m[1])
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

// ofTailwind reports whether an import is one of Tailwind's, which Tailwind resolves itself.
func ofTailwind(name string) bool {
	return (name == "tailwindcss" || strings.HasPrefix(name, "tailwindcss")) && !strings.Contains(name, ".")
}
