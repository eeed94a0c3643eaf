package config

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// HugoVersion is the newest version of Hugo with which sitegen is compatible.
const HugoVersion = "0.169.0"

// OldestRelease is the oldest version of Hugo whose behavior a project can keep.
const OldestRelease = "0.165.0"

// Release is the number N of the Hugo 0.N whose behavior a project gets where releases differ; 0 is the newest. Code
// that follows a change of Hugo asks only this.
type Release int

// Before reports whether the project gets the behavior of a Hugo older than 0.n.
func (r Release) Before(n int) bool { return r != 0 && int(r) < n }

// Version returns the version of Hugo that templates see. Sitegen knows what changed after 0.165.
func (r Release) Version() string {
	const oldest = 165
	if v := fmt.Sprintf("0.%d.0", max(r, oldest)); r != 0 && NewerVersion(HugoVersion, v) {
		return v
	}
	return HugoVersion
}

// readRelease returns the Release that `compatibility` names, else the newest one for which the project is made
// (module.hugoVersion.max).
func readRelease(r reader) Release {
	var named, most string
	if r.str("compatibility", &named); named != "" {
		n, ok := releaseOf(named)
		if !ok {
			d := r.problem("compatibility", diag.Error, fmt.Sprintf("%q is not a version of Hugo", named))
			d.Rule, d.Hint = "config-value", `write it like "0.165"`
		}
		return n
	}
	r.sub("module").sub("hugoversion").str("max", &most)
	n, _ := releaseOf(most)
	return n
}

// releaseOf returns the Release of a version such as "0.165.0"; false for anything else.
func releaseOf(version string) (Release, bool) {
	rest, ok := strings.CutPrefix(strings.TrimPrefix(version, "v"), "0.")
	digits, _, _ := strings.Cut(rest, ".")
	digits, _, _ = strings.Cut(digits, "-")
	n, err := strconv.ParseUint(digits, 10, 16)
	if !ok || err != nil {
		return 0, false
	}
	return max(1, Release(n)), true
}

// checkVersion warns if the project, or the named theme or module, needs a newer Hugo than HugoVersion
// (https://gohugo.io/configuration/module/#hugoversion). Projects for older versions build: see readRelease.
func (l *loader) checkVersion(t *tree, name, file string) {
	table, _ := t.root["module"].(map[string]any)
	wanted, _ := table["hugoversion"].(map[string]any)
	least := fmt.Sprint(cmp.Or[any](wanted["min"], ""))
	line := t.origin["module.hugoversion.min"]
	if least == "" && name != "" {
		least = fmt.Sprint(cmp.Or[any](t.root["min_version"], "")) // of theme.toml
		line = t.origin["min_version"]
	}
	if !NewerVersion(least, HugoVersion) {
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

// NewerVersion compares versions by their numbers; an invalid version is not newer.
func NewerVersion(a, b string) bool {
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
