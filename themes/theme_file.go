package themes

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
)

// themeFile stands in a theme's folder and says what the theme is. Hugo's themes have one, too; of it
// sitegen reads the key api.
const themeFile = "theme.toml"

// themeAPI is the version of what templates of the embedded themes offer to those that build on them:
// names of blocks, slots, partials, strings and custom properties. A theme that says nothing asks for none.
const themeAPI = 1

// Check reports, as an error, themes that ask for more than this program knows, and as warnings in it
// files that cannot be understood.
func (p *Project) Check() error {
	var problems diag.List
	for _, theme := range p.Themes {
		dir := p.folder(theme)
		_, fsys, problem := p.open(dir)
		if problem != nil || fsys == nil {
			continue // Find says so
		}
		shown := path.Join(dir, themeFile)
		src, err := fs.ReadFile(fsys, themeFile)
		if err != nil {
			if problem := unreadable(shown, err); problem != nil {
				problems = append(problems, problem)
			}
			continue
		}
		problems = append(problems, checkThemeFile(theme, shown, src)...)
	}
	if len(problems) == 0 {
		return nil
	}
	return problems
}

// checkThemeFile reads one theme.toml. One that is not TOML is a warning: nothing else in it matters.
func checkThemeFile(theme, shown string, src []byte) diag.List {
	value, lines, err := frontmatter.Decode(frontmatter.TOML, shown, src)
	if err != nil {
		l := diag.From(err)
		for _, d := range l {
			d.Severity = diag.Warning
		}
		return l
	}
	table, _ := value.(map[string]any)
	api, ok := anyCase(table, "api")
	if !ok {
		return nil
	}
	d := &diag.Diagnostic{Rule: "theme-api", File: shown, Line: lines["api"]}
	n, ok := frontmatter.Int(api)
	switch {
	case !ok || n < 1:
		d.Message = fmt.Sprintf("api must be a whole number from 1, not %v", api)
	case n > themeAPI:
		d.Message = fmt.Sprintf("the theme %q requires version %d of the theme API; this sitegen supports %d", theme, n,
			themeAPI)
		d.Hint = "use a newer sitegen, or an older version of the theme"
	default:
		return nil
	}
	d.Excerpt = diag.Line(src, d.Line)
	return diag.List{d}
}

// anyCase returns the value of a key in any case; of several spellings the given one counts, then the
// first in the order of bytes.
func anyCase(table map[string]any, key string) (any, bool) {
	if v, ok := table[key]; ok {
		return v, true
	}
	for _, k := range slices.Sorted(maps.Keys(table)) {
		if strings.EqualFold(k, key) {
			return table[k], true
		}
	}
	return nil, false
}
