// Package jsbatch collects the scripts that templates add with js.Batch. Each render adds parts, and the parts of all
// renders form the batches of a site. A Set holds the batches of one build. Bundling is done elsewhere.
// https://gohugo.io/functions/js/batch/
package jsbatch

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Kind is the type of a part.
type Kind string

// The kinds of parts.
const (
	Group    Kind = "group" // only says that the group exists
	Script   Kind = "script"
	Runner   Kind = "runner"
	Instance Kind = "instance"
	Config   Kind = "config"
)

// Part is one item that a template adds to a batch. It is kept in the record of a render, so it names files by their
// paths and contains nothing that is only valid in one process.
type Part struct {
	Batch    string
	Kind     Kind
	Group    string          `json:",omitempty"` // for all kinds except Config
	ID       string          `json:",omitempty"` // of a script or runner; for an instance, that of its script
	Instance string          `json:",omitempty"` // ID of an instance
	Params   json.RawMessage `json:",omitempty"` // of a script, runner, or instance; for Config, all options
	Export   string          `json:",omitempty"` // for a script or runner: the imported name, "*" for all
	File     *File           `json:",omitempty"` // for a script or runner: its text
	Context  []Context       `json:",omitempty"` // for a script: files in which imports are found first
}

// File is a resource: a file on disk, or a text that templates made.
type File struct {
	Name     string `json:",omitempty"` // by which templates find it
	Original string `json:",omitempty"` // original name, also found by templates
	Target   string // path in the output folder, from which relative imports are resolved
	Suffix   string `json:",omitempty"` // of its media type, with the dot
	Path     string `json:",omitempty"` // on disk, for messages; "" for a text
	Text     []byte `json:",omitempty"` // instead of Path
}

// Context is a list of files that a script can import by name.
type Context struct {
	Mounted      bool   `json:",omitempty"` // files have other names, by Base and Target
	Base, Target string `json:",omitempty"`
	Files        []File
}

// Key identifies a part. Of the parts of a batch with the same key, only one counts.
func (p *Part) Key() string {
	return strings.Join([]string{"js.Batch", p.Batch, p.Group, string(p.Kind), p.ID, p.Instance}, "\x00")
}

// Encode returns p as a text.
func (p *Part) Encode() (string, error) {
	text, err := json.Marshal(p)
	return string(text), err
}

// CheckID returns an error for an ID that cannot be part of a file name. The ID of a batch may contain slashes.
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
