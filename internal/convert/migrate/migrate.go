// Package migrate reads a project for another generator, and says with which files sitegen builds it at the same
// addresses. Tools in internal/foreign convert their projects; those of Hugo are converted here, as they are configured
// in nearly the same way.
package migrate

import (
	"errors"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/tools"
)

// ErrNone says that a folder has no configuration that is understood.
var ErrNone = errors.New("no configuration found")

// Names are the tools whose projects can be read: those whose pages stay where they are, or the others.
func Names(inPlace bool) (out []string) {
	for _, t := range tools.All() {
		if t.Convert != nil && t.InPlace == inPlace {
			out = append(out, t.Name)
		}
	}
	if inPlace {
		out = append(out, hugoName)
	}
	return out
}

const hugoName = "Hugo"

// Read reads a project. An error is a configuration that cannot be read, diag.Diagnostic or diag.List where it has
// a place, or ErrNone.
func Read(dir string, o conversion.Options) (*conversion.Plan, error) {
	w := &conversion.Work{Dir: dir, Options: o}
	var err error
	switch t := toolOf(dir); {
	case t != nil:
		w.Tool = t.Name
		err = t.Convert(w)
	case hugoProject(dir):
		w.Tool = hugoName
		err = convertHugo(w)
	default:
		return nil, ErrNone
	}
	if err != nil {
		return nil, err
	}
	return w.Finish(), nil
}

// toolOf returns the tool that converts the project in a folder; nil for none.
func toolOf(dir string) *foreign.Tool {
	for _, t := range tools.All() {
		if t.Converts != nil && t.Converts(dir) {
			return t
		}
	}
	return nil
}

// Foreign returns the name of the tool that a folder is a project of, and whether its pages must be converted, so that
// the result is a new folder; "" for none, and for a project that has a configuration of sitegen.
func Foreign(dir string) (tool string, pages bool) {
	if conversion.First(dir, "sitegen.toml", "sitegen.yaml", "sitegen.yml", "sitegen.json") != "" {
		return "", false
	}
	t := toolOf(dir)
	if t == nil {
		return "", false
	}
	return t.Name, !t.InPlace
}
