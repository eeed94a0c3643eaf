package diag

import "fmt"

// perRule is the maximum number of problems reported for each rule.
const perRule = 10

// Reporter collects problems, up to a maximum for each rule. The zero value is ready to use.
type Reporter struct {
	found List
	times map[string]int
	rules []string // in the order of their first problem
}

// Add adds a warning; file may be "".
func (r *Reporter) Add(rule, file, message string) {
	r.Say(&Diagnostic{Rule: rule, Severity: Warning, File: file, Message: message})
}

// Say adds a problem.
func (r *Reporter) Say(d *Diagnostic) {
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

// List returns the problems, and for each rule the number of those left out.
func (r *Reporter) List() List {
	for _, rule := range r.rules {
		more := r.times[rule] - perRule
		if more <= 0 {
			continue
		}
		what := "1 more problem"
		if more > 1 {
			what = fmt.Sprintf("%d more problems", more)
		}
		r.found = append(r.found, &Diagnostic{Rule: rule, Severity: Warning, Message: "and " + what + " like it"})
	}
	return r.found
}
