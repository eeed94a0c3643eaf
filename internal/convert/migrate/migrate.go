// Package migrate reads a project for another generator, and plans the files with which sitegen builds it at
// the same URLs. Tools in internal/foreign convert their projects; Hugo projects, whose configuration is nearly
// the same, are converted here.
package migrate

import (
	"errors"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/tools"
)

// ErrNone means that a folder contains no known configuration.
var ErrNone = errors.New("no configuration found")

// Names returns the tools whose projects can be converted: those whose pages stay in place, or the others.
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

// Read plans the conversion of a project. The error is ErrNone, or that of a configuration that cannot be read:
// a diag.Diagnostic or diag.List if it has a position.
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

// toolOf returns the tool that converts the project in a folder, or nil.
func toolOf(dir string) *foreign.Tool {
	for _, t := range tools.All() {
		if t.Converts != nil && t.Converts(dir) {
			return t
		}
	}
	return nil
}

// Found is a project of another tool.
type Found struct {
	Tool  string // its name; "" for a folder without a known tool, and for a project with a configuration of sitegen
	New   bool   // its pages must be converted, so the result of the conversion is a new folder
	Built bool   // sitegen also builds it as it is
}

// Foreign returns the project of another tool in a folder.
func Foreign(dir string) Found {
	if conversion.First(dir, "sitegen.toml", "sitegen.yaml", "sitegen.yml", "sitegen.json") != "" {
		return Found{}
	}
	t := toolOf(dir)
	if t == nil {
		return Found{}
	}
	return Found{Tool: t.Name, New: !t.InPlace, Built: t.Detect != nil || len(t.Configs) == 0}
}
