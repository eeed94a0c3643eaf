// Package jsbatch joins what templates add to batches of scripts (js.Batch): each render adds parts, and the parts of
// all renders make the batches of a site. A Set is what a build knows of its batches; it bundles nothing.
// https://gohugo.io/functions/js/batch/
package jsbatch

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Kind is what a part adds.
type Kind string

// The kinds of parts.
const (
	Group    Kind = "group" // alone: it is there, whatever is in it
	Script   Kind = "script"
	Runner   Kind = "runner"
	Instance Kind = "instance"
	Config   Kind = "config"
)

// Part is one thing that a template adds to a batch. Its text is part of what is kept of a render, so it names files
// by their paths and holds nothing that only one process understands.
type Part struct {
	Batch    string
	Kind     Kind
	Group    string          `json:",omitempty"` // of all but Config
	ID       string          `json:",omitempty"` // of a script or runner; of an instance that of its script
	Instance string          `json:",omitempty"` // ID of an instance
	Params   json.RawMessage `json:",omitempty"` // of a script, a runner or an instance; of Config all options
	Export   string          `json:",omitempty"` // of a script or runner: what of it is imported, "*" for all
	File     *File           `json:",omitempty"` // of a script or runner: its text
	Context  []Context       `json:",omitempty"` // of a script: where its imports are looked for first
}

// File is a resource: a file on disk, or a text that templates made.
type File struct {
	Name     string `json:",omitempty"` // by which templates find it,
	Original string `json:",omitempty"` // or by this
	Target   string // path in the output folder, which relative imports start from
	Suffix   string `json:",omitempty"` // of its media type, with the dot
	Path     string `json:",omitempty"` // on disk, as messages show it; "" for a text
	Text     []byte `json:",omitempty"` // instead of Path
}

// Context is a list of files in which imports are found by their names.
type Context struct {
	Mounted      bool   `json:",omitempty"` // the names are other ones, by Base and Target
	Base, Target string `json:",omitempty"`
	Files        []File
}

// Key names what p adds: of the parts of a batch with the same key only one counts.
func (p *Part) Key() string {
	return strings.Join([]string{"js.Batch", p.Batch, p.Group, string(p.Kind), p.ID, p.Instance}, "\x00")
}

// Encode returns p as a text.
func (p *Part) Encode() (string, error) {
	text, err := json.Marshal(p)
	return string(text), err
}

// CheckID refuses an ID that cannot be part of the name of a file. That of a batch may have slashes.
func CheckID(what, id string, slashes bool) error {
	switch {
	case id == "":
		return fmt.Errorf("js.Batch: the ID of the %s is empty", what)
	case strings.Contains(id, `\`):
		return fmt.Errorf("js.Batch: the ID of the %s has a backslash: %q", what, id)
	case !slashes && strings.Contains(id, "/"):
		return fmt.Errorf("js.Batch: the ID of the %s has a slash: %q", what, id)
	}
	return nil
}
