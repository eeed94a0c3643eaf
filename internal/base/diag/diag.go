// Package diag holds what sitegen tells people about their files: where, what, why, and what to do.
//
// A problem in a user's file is a Diagnostic, never a bare error: it has a position, an excerpt with a
// caret, the rule that it breaks and, where we can give one, a hint. Stages collect diagnostics in a
// List and report all of them in source order. Only cmd/sitegen prints.
package diag

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Severity says whether a build may go on.
type Severity int

const (
	Error   Severity = iota // the build ends, nothing is written
	Warning                 // the build goes on; --strict may turn some into errors
	Note                    // nothing is wrong: an answer to a question of the user
)

// String returns "error", "warning" or "note".
func (s Severity) String() string {
	switch s {
	case Warning:
		return "warning"
	case Note:
		return "note"
	}
	return "error"
}

// Diagnostic is one message about one place. The zero Line means "the file as a whole",
// the zero Col "the line as a whole"; both count from 1, Col in characters (runes).
type Diagnostic struct {
	Rule     string   `json:"rule,omitempty"` // id of a rule in discovery-rules, or a short dashed name
	Severity Severity `json:"severity"`
	File     string   `json:"file,omitempty"` // slash path relative to the project
	Line     int      `json:"line,omitempty"`
	Col      int      `json:"col,omitempty"`
	Message  string   `json:"message"`
	Hint     string   `json:"hint,omitempty"`
	Excerpt  string   `json:"excerpt,omitempty"` // the source line, unchanged, without its newline
	// text of the file that it is about, in the whole file or after the line: see Find
	About string `json:"-"`
	// a link, as the key of its page, NUL, and its destination: the message holds unless the finished site serves it
	Unless string `json:"-"`
	// where the template was called, "file:line:col", the nearest first, one on each line
	Callers string `json:"callers,omitempty"`
}

// Error returns "file:line:col: message", so that a Diagnostic is an error.
func (d *Diagnostic) Error() string {
	var b strings.Builder
	if d.File != "" {
		b.WriteString(d.File)
		if d.Line > 0 {
			fmt.Fprintf(&b, ":%d", d.Line)
			if d.Col > 0 {
				fmt.Fprintf(&b, ":%d", d.Col)
			}
		}
		b.WriteString(": ")
	}
	b.WriteString(d.Message)
	return b.String()
}

// List is a collection of diagnostics; as an error it stands for its errors.
type List []*Diagnostic

// Error returns the first error's text and how many more there are.
func (l List) Error() string {
	errs := l.Errors()
	switch len(errs) {
	case 0:
		return "no errors"
	case 1:
		return errs[0].Error()
	}
	return fmt.Sprintf("%s (and %d more)", errs[0].Error(), len(errs)-1)
}

// Errors returns the diagnostics of severity Error, in order.
func (l List) Errors() List { return l.only(Error) }

// Warnings returns the diagnostics of severity Warning, in order.
func (l List) Warnings() List { return l.only(Warning) }

// Notes returns the diagnostics of severity Note, in order.
func (l List) Notes() List { return l.only(Note) }

func (l List) only(s Severity) List {
	var out List
	for _, d := range l {
		if d.Severity == s {
			out = append(out, d)
		}
	}
	return out
}

// Err returns the errors of the list as one error, nil when it holds none.
func (l List) Err() error {
	if errs := l.Errors(); len(errs) > 0 {
		return errs
	}
	return nil
}

// Forgive makes the errors of the list warnings; what says what became of them.
func (l List) Forgive(what string) {
	for i, d := range l {
		if d.Severity == Error {
			forgiven := *d
			forgiven.Severity, forgiven.Message = Warning, d.Message+": "+what
			l[i] = &forgiven
		}
	}
}

// Sort orders the list by file, line, column, message: the order in which it is shown.
func (l List) Sort() {
	slices.SortStableFunc(l, func(a, b *Diagnostic) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		if a.Col != b.Col {
			return a.Col - b.Col
		}
		return strings.Compare(a.Message, b.Message)
	})
}

// From returns the diagnostics that err carries (a Diagnostic, a List, or errors that wrap them);
// any other error becomes one Diagnostic without a position. nil gives nil.
func From(err error) List {
	if err == nil {
		return nil
	}
	var l List
	if errors.As(err, &l) {
		return l
	}
	var d *Diagnostic
	if errors.As(err, &d) {
		return List{d}
	}
	return List{{Message: err.Error()}}
}

// FromAll returns the diagnostics that the errors carry, in order.
func FromAll[E error](errs []E) List {
	var l List
	for _, err := range errs {
		l = append(l, From(err)...)
	}
	return l
}
