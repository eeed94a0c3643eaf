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

// themeFile is the file that describes a theme in its folder. Hugo's themes have one, too; sitegen reads only
// the key api.
const themeFile = "theme.toml"

// themeAPI is the version of the interface of the embedded themes for themes based on them: names of blocks,
// slots, partials, strings, and custom properties. A theme without a version accepts any.
const themeAPI = 1

// Check returns an error for themes that require a newer version of the interface, and warnings for files that
// cannot be parsed.
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

// checkThemeFile checks a theme.toml. Invalid TOML is only a warning, because nothing else in the file matters.
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

// anyCase returns the value of a key in any case. Of several spellings the given one wins, then the first in
// byte order.
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
