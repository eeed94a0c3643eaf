package sitemap

import (
	"cmp"
	"fmt"
	"slices"
)

// Severity is how bad a Finding is.
type Severity int

const (
	// Warning is for what engines take, but not as it was meant, or what has no effect.
	Warning Severity = iota + 1
	// Error is for what the protocol or its schema forbids.
	Error
)

// String returns "warning" or "error".
func (s Severity) String() string {
	if s == Error {
		return "error"
	}
	return "warning"
}

// Finding is a Violation in a file, as a Validator or CheckRobots found it.
type Finding struct {
	File     string // the name that was given
	Line     int    // where the entry begins; 0: the file as a whole
	Severity Severity
	Violation
	Message string // what is wrong, in a sentence without its end
}

// Error returns file, line, severity, message and rule.
func (f Finding) Error() string {
	s := f.File
	if f.Line > 0 {
		s += fmt.Sprintf(":%d", f.Line)
	}
	s += ": " + f.Severity.String() + ": " + f.Message
	if f.Value != "" {
		s += ": " + quote(f.Value)
	}
	if f.Entry != "" && f.Entry != f.Value {
		s += " (" + quote(f.Entry) + ")"
	}
	return s + " [" + f.Rule + "]"
}

// maxFindings is how many findings of one rule a file gets; of the others it gets the number.
const maxFindings = 100

// findings collects the findings of one file.
type findings struct {
	list []Finding
	of   map[string]int // number by rule
}

func (fs *findings) add(f Finding) {
	if fs.of == nil {
		fs.of = map[string]int{}
	}
	if fs.of[f.Rule]++; fs.of[f.Rule] <= maxFindings {
		fs.list = append(fs.list, f)
	}
}

// all returns the findings by file and line, and how many of each rule were left out.
func (fs *findings) all(file string) []Finding {
	rules := make([]string, 0, len(fs.of))
	for rule := range fs.of {
		rules = append(rules, rule)
	}
	slices.Sort(rules)
	for _, rule := range rules {
		if more := fs.of[rule] - maxFindings; more > 0 {
			fs.list = append(fs.list, Finding{
				File: file, Severity: Warning, Violation: Violation{Rule: rule},
				Message: fmt.Sprintf("%d more findings of this rule", more),
			})
		}
	}
	slices.SortStableFunc(fs.list, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return fs.list
}
