package sitemap

import (
	"cmp"
	"fmt"
	"slices"
)

// Severity is how bad a Finding is.
type Severity int

const (
	// Warning is for values that engines accept but interpret differently, or that have no effect.
	Warning Severity = iota + 1
	// Error is for values that the protocol or its schema forbids.
	Error
)

// String returns "warning" or "error".
func (s Severity) String() string {
	if s == Error {
		return "error"
	}
	return "warning"
}

// Finding is a Violation in a file, reported by a Validator or CheckRobots.
type Finding struct {
	File     string // the name that was given
	Line     int    // line where the entry begins; 0 for the file in general
	Severity Severity
	Violation
	Message string // the problem, as a sentence without its end
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

// maxFindings is the maximum number of findings of one rule in a file; the others are only counted.
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

// all returns the findings by file and line, and the number left out for each rule.
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
