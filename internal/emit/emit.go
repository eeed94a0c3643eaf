// Package emit holds what sitemaps and feeds have in common, whoever's pages they list: how files are named, how
// an element of a page becomes a video, how problems are told without repeating them. internal/discovery uses it for
// the pages of a build, internal/post for those of other generators; the files themselves are written by sitemap/
// and feeds/.
package emit

import (
	"fmt"

	"github.com/sitegen/sitegen/internal/diag"
)

// perRule is how many problems of a rule are told one by one.
const perRule = 10

// Reporter collects problems, at most a few of each rule. The zero value is ready to use.
type Reporter struct {
	found diag.List
	times map[string]int
	rules []string // in the order of their first problem
}

// Add notes a warning; file may be "".
func (r *Reporter) Add(rule, file, message string) {
	r.Say(&diag.Diagnostic{Rule: rule, Severity: diag.Warning, File: file, Message: message})
}

// Say notes a problem.
func (r *Reporter) Say(d *diag.Diagnostic) {
	if r.times == nil {
		r.times = map[string]int{}
	}
	if r.times[d.Rule]++; r.times[d.Rule] == 1 {
		r.rules = append(r.rules, d.Rule)
	}
	if r.times[d.Rule] <= perRule {
		r.found = append(r.found, d)
	}
}

// List returns the problems, and of each rule how many more there are.
func (r *Reporter) List() diag.List {
	for _, rule := range r.rules {
		more := r.times[rule] - perRule
		if more <= 0 {
			continue
		}
		what := "1 more problem"
		if more > 1 {
			what = fmt.Sprintf("%d more problems", more)
		}
		r.found = append(r.found, &diag.Diagnostic{Rule: rule, Severity: diag.Warning, Message: "and " + what + " like it"})
	}
	return r.found
}
