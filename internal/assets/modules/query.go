package modules

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// query returns the version of a module for a query, as in Go (https://go.dev/ref/mod#version-queries): "latest", "v1"
// or "v1.2" for the highest below that, "<v2.0.0", "<=", ">", ">=", a version, or a branch or revision that the proxy
// knows. now is the current version, or "". "upgrade" and "" never go below it, and "patch" is the highest with the
// same minor version. Releases are preferred to prereleases; retracted versions do not count.
func (r *resolver) query(ctx context.Context, now module.Version, query string) (string, error) {
	allows := matching(query, now.Version)
	if allows == nil {
		return r.info(ctx, now.Path, query)
	}
	list, err := r.versions(ctx, now.Path)
	if err != nil {
		return "", err
	}
	best := newest(slices.DeleteFunc(list, func(v string) bool { return !allows(v) }))
	switch latest := query == "latest" || query == "upgrade" || query == "patch" || query == ""; {
	case best == "" && now.Version != "" && latest && query != "latest":
		return now.Version, nil
	case best == "" && latest:
		best, err = r.info(ctx, now.Path, "")
		if err != nil {
			return "", err
		}
	case best == "":
		return "", fmt.Errorf("no version matches %q", query)
	}
	if (query == "upgrade" || query == "") && semver.Compare(now.Version, best) > 0 {
		return now.Version, nil // the current version is newer, for example from a branch
	}
	return best, nil
}

// matching returns a test for versions that match a query; nil for a query of a single version, branch, or revision.
func matching(query, now string) func(v string) bool {
	switch query {
	case "", "latest", "upgrade":
		return func(string) bool { return true }
	case "patch":
		return func(v string) bool { return now == "" || semver.MajorMinor(v) == semver.MajorMinor(now) }
	}
	for _, op := range []string{"<=", ">=", "<", ">"} {
		if limit, ok := strings.CutPrefix(query, op); ok {
			return func(v string) bool {
				c := semver.Compare(v, limit)
				return c < 0 && op[0] == '<' || c > 0 && op[0] == '>' || c == 0 && len(op) == 2
			}
		}
	}
	if semver.IsValid(query) && strings.Count(query, ".") < 2 {
		return func(v string) bool { return strings.HasPrefix(v, query+".") }
	}
	return nil
}

// info asks a proxy for the version of a version, branch, or revision; for "", the latest one.
func (r *resolver) info(ctx context.Context, modulePath, query string) (string, error) {
	p, err := module.EscapePath(modulePath)
	if err != nil {
		return "", err
	}
	at := p + "/@latest"
	if query != "" {
		q, err := module.EscapeVersion(query)
		if err != nil {
			return "", err
		}
		at = p + "/@v/" + q + ".info"
	}
	data, err := r.get(ctx, module.Version{Path: modulePath}, at)
	if err != nil {
		return "", err
	}
	var info struct{ Version string }
	if err := json.Unmarshal(data, &info); err != nil {
		return "", fmt.Errorf("the proxy's response for %s is not valid: %w", at, err)
	}
	if info.Version == "" {
		return "", fmt.Errorf("the proxy's response for %s names no version", at)
	}
	return info.Version, nil
}

// versions returns the tagged versions of a module, except retracted ones, and except those marked +incompatible if the
// highest of the others has a go.mod.
func (r *resolver) versions(ctx context.Context, modulePath string) ([]string, error) {
	p, err := module.EscapePath(modulePath)
	if err != nil {
		return nil, err
	}
	data, err := r.get(ctx, module.Version{Path: modulePath}, p+"/@v/list")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // a proxy need not have a list
	}
	if err != nil {
		return nil, err
	}
	var list, compatible []string
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) == 0 || !semver.IsValid(f[0]) || semver.Canonical(f[0]) != strings.TrimSuffix(f[0], "+incompatible") {
			continue
		}
		if list = append(list, f[0]); semver.Build(f[0]) == "" {
			compatible = append(compatible, f[0])
		}
	}
	if last := highest(compatible); last != "" && len(compatible) < len(list) {
		src, err := r.get(ctx, module.Version{Path: modulePath}, p+"/@v/"+last+".mod")
		if err == nil && !bytes.Equal(src, []byte("module "+modfile.AutoQuote(modulePath)+"\n")) {
			list = compatible // the proxy made the go.mod for a module without one
		}
	}
	return r.unretracted(ctx, modulePath, p, list), nil
}

// unretracted removes versions that the go.mod of the newest one retracts (https://go.dev/ref/mod#go-mod-file-retract).
func (r *resolver) unretracted(ctx context.Context, modulePath, escaped string, list []string) []string {
	last := newest(list)
	if last == "" {
		return list
	}
	v, err := module.EscapeVersion(last)
	if err != nil {
		return list
	}
	src, err := r.get(ctx, module.Version{Path: modulePath}, escaped+"/@v/"+v+".mod")
	if err != nil {
		return list
	}
	f, err := modfile.ParseLax("go.mod", src, nil)
	if err != nil {
		return list
	}
	return slices.DeleteFunc(list, func(v string) bool {
		return slices.ContainsFunc(f.Retract, func(i *modfile.Retract) bool {
			return semver.Compare(i.Low, v) <= 0 && semver.Compare(v, i.High) <= 0
		})
	})
}

// newest returns the highest released version of a list, else the highest of all; "" for an empty list.
func newest(list []string) string {
	released := slices.DeleteFunc(slices.Clone(list), func(v string) bool { return semver.Prerelease(v) != "" })
	if v := highest(released); v != "" {
		return v
	}
	return highest(list)
}

// highest returns the highest version of a list.
func highest(list []string) string {
	best := ""
	for _, v := range list {
		if semver.IsValid(v) && (best == "" || semver.Compare(v, best) > 0) {
			best = v
		}
	}
	return best
}
