package config

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// HugoVersion is the version of Hugo with which sitegen is compatible.
const HugoVersion = "0.165.0"

// checkVersion warns if the project, or the named theme or module, needs a newer Hugo than HugoVersion
// (https://gohugo.io/configuration/module/#hugoversion). Projects for older versions build, so max is ignored.
func (l *loader) checkVersion(t *tree, name, file string) {
	table, _ := t.root["module"].(map[string]any)
	wanted, _ := table["hugoversion"].(map[string]any)
	least := fmt.Sprint(cmp.Or[any](wanted["min"], ""))
	line := t.origin["module.hugoversion.min"]
	if least == "" && name != "" {
		least = fmt.Sprint(cmp.Or[any](t.root["min_version"], "")) // of theme.toml
		line = t.origin["min_version"]
	}
	if !newerVersion(least, HugoVersion) {
		return
	}
	d := &diag.Diagnostic{Rule: "hugo-version", Severity: diag.Warning, Hint: "features of newer versions are missing"}
	d.Message = fmt.Sprintf("the project requires Hugo %s or newer; sitegen is compatible with Hugo %s", least,
		HugoVersion)
	if name != "" {
		d.Message = fmt.Sprintf("the theme or module %s requires Hugo %s or newer; sitegen is compatible with Hugo %s", name,
			least, HugoVersion)
	}
	if d.File, d.Line = splitPosition(line); file != "" {
		d.File = file
	}
	l.diags = append(l.diags, d)
}

// newerVersion compares versions by their numbers; an invalid version is not newer.
func newerVersion(a, b string) bool {
	as, bs := strings.Split(strings.TrimPrefix(a, "v"), "."), strings.Split(b, ".")
	for i := range bs {
		if i >= len(as) {
			return false
		}
		digits, _, _ := strings.Cut(as[i], "-")
		x, err := strconv.Atoi(digits)
		y, _ := strconv.Atoi(bs[i])
		if err != nil || x != y {
			return err == nil && x > y
		}
	}
	return false
}
