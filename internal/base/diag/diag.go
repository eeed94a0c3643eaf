// Package diag has the messages about users' files: where the problem is, what it is, why, and what to do.
//
// A problem in a user's file is a Diagnostic, never a bare error: it has a position, an excerpt with a caret,
// the violated rule, and a hint if we know one. Stages collect diagnostics in a List and report all of them in
// source order. Only cmd/sitegen prints.
package diag

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Severity says whether a build can continue.
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

// Diagnostic is one message about one position. A zero Line means the file in general, a zero Col the line in
// general. Both count from 1; Col counts characters (runes).
type Diagnostic struct {
	Rule     string   `json:"rule,omitempty"` // ID of a rule in discovery-rules, or a short name with dashes
	Severity Severity `json:"severity"`
	File     string   `json:"file,omitempty"` // slash path relative to the project
	Line     int      `json:"line,omitempty"`
	Col      int      `json:"col,omitempty"`
	Message  string   `json:"message"`
	Hint     string   `json:"hint,omitempty"`
	Excerpt  string   `json:"excerpt,omitempty"` // the source line, unchanged, without its newline
	// the text that the message is about, anywhere in the file or after Line: see Find
	About string `json:"-"`
	// a link, as the key of its page, NUL, and its destination: the message is dropped if the finished site
	// serves that destination
	Unless string `json:"-"`
	// where the template was called, as lines "file:line:col", the nearest first
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

// List is a list of diagnostics. As an error it consists of the diagnostics with severity Error.
type List []*Diagnostic

// Error returns the text of the first error and the number of the others.
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

// Err returns the errors of the list as one error, or nil if it has none.
func (l List) Err() error {
	if errs := l.Errors(); len(errs) > 0 {
		return errs
	}
	return nil
}

// Forgive turns the errors of the list into warnings; what describes the consequence.
func (l List) Forgive(what string) {
	for i, d := range l {
		if d.Severity == Error {
			forgiven := *d
			forgiven.Severity, forgiven.Message = Warning, d.Message+": "+what
			l[i] = &forgiven
		}
	}
}

// Sort sorts the list by file, line, column, and message, which is the order of printing.
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

// From returns the diagnostics in err: a Diagnostic, a List, or errors that wrap them. Any other error becomes
// one Diagnostic without a position. nil returns nil.
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

// FromAll returns the diagnostics in several errors, in order.
func FromAll[E error](errs []E) List {
	var l List
	for _, err := range errs {
		l = append(l, From(err)...)
	}
	return l
}

// Value describes a value of a configuration or of front matter that has the wrong type, for people.
func Value(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case map[string]any:
		return "a table"
	case []any, []string:
		return "a list"
	}
	return fmt.Sprint(v)
}
