package builder

import (
	"fmt"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Diagnostic is one message about one place in a file of the project.
type Diagnostic struct {
	Rule    string // id of a rule in docs/discovery-rules/_index.md ("L9"), or a short name with dashes ("front-matter")
	Warning bool   // the build goes on; else it is an error, which ends the build before anything is written
	File    string // slash path relative to the project; "" when it is about no file
	Line    int    // from 1; 0: the file as a whole
	Col     int    // in characters (runes), from 1; 0: the line as a whole
	Message string // what is wrong
	Hint    string // what to do about it; often ""
	Excerpt string // the line of the file, without its newline; often ""
	Callers string // of an error in a template: where it was called, "file:line:col", the nearest first, one on each line
}

// Error returns "file:line:col: message".
func (d *Diagnostic) Error() string {
	return (&diag.Diagnostic{File: d.File, Line: d.Line, Col: d.Col, Message: d.Message}).Error()
}

// Diagnostics are messages in the order of the stages and, within a stage, of the files.
type Diagnostics []*Diagnostic

// Error returns the first message and the number of further messages.
func (l Diagnostics) Error() string {
	switch len(l) {
	case 0:
		return "no messages"
	case 1:
		return l[0].Error()
	}
	return fmt.Sprintf("%s (and %d more)", l[0].Error(), len(l)-1)
}

// Unwrap returns the messages, for errors.As.
func (l Diagnostics) Unwrap() []error {
	out := make([]error, len(l))
	for i, d := range l {
		out[i] = d
	}
	return out
}

func diagnostics(list diag.List) Diagnostics {
	out := make(Diagnostics, len(list))
	for i, d := range list {
		out[i] = &Diagnostic{
			Rule: d.Rule, Warning: d.Severity != diag.Error, File: d.File, Line: d.Line, Col: d.Col,
			Message: d.Message, Hint: d.Hint, Excerpt: d.Excerpt, Callers: d.Callers,
		}
	}
	return out
}
