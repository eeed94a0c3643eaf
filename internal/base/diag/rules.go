package diag

import (
	"fmt"
	"slices"
	"strings"
)

// Rule is a type of finding. IDs never change, because baselines, configurations, and scripts contain them.
type Rule struct {
	ID       string
	Severity Severity
	Owner    string // who fixes it, "" if the table does not say
	Why      string // what happens otherwise, as a sentence without a period; "" if the table does not say
	Asks     string // the requirement, or what is found, as a sentence without a period
	says     string // the message and the hint, with placeholders
	hint     string
}

// Rules are all rules of a command.
type Rules []*Rule

// ReadRules reads a table: "ID SEVERITY OWNER WHY", then lines "asks:", "says:", and "hint:" of this rule. A line "why
// NAME:" is the sentence that rules after it name; "#" begins a comment.
func ReadRules(table string) (all Rules) {
	why := map[string]string{}
	for line := range strings.Lines(table) {
		line = strings.TrimSuffix(line, "\n")
		key, value, _ := strings.Cut(line, ": ")
		switch name, reason := strings.CutPrefix(key, "why "); {
		case line == "" || line[0] == '#':
		case reason:
			why[name] = value
		case key == "asks":
			all[len(all)-1].Asks = value
		case key == "says":
			all[len(all)-1].says = value
		case key == "hint":
			all[len(all)-1].hint = value
		default:
			f := append(strings.Fields(line), "", "")
			severity := slices.Index([]string{"error", "warning", "note"}, f[1])
			all = append(all, &Rule{ID: f[0], Severity: Severity(severity), Owner: f[2], Why: why[f[3]]})
		}
	}
	return all
}

// Message returns the message and the hint with values for placeholders, as pairs.
func (r *Rule) Message(values ...string) (message, hint string) {
	fill := strings.NewReplacer(values...)
	return fill.Replace(r.says), fill.Replace(r.hint)
}

// Says reports whether the table has the message. Findings of other rules bring their own.
func (r *Rule) Says() bool { return r.says != "" }

// Find returns a rule by its ID, or an empty one.
func (all Rules) Find(id string) *Rule {
	if i := slices.IndexFunc(all, func(r *Rule) bool { return r.ID == id }); i >= 0 {
		return all[i]
	}
	return &Rule{}
}

// IDs returns the IDs of the rules.
func (all Rules) IDs() (ids []string) {
	for _, r := range all {
		ids = append(ids, r.ID)
	}
	return ids
}

// Choose returns a function that reports whether patterns (IDs, "link-*") choose a rule: one of only, if there are any,
// and none of skip. A pattern that matches no rule is an error, which ends with known if no ID is like it.
func (all Rules) Choose(only, skip []string, known string) (func(id string) bool, error) {
	ids := all.IDs()
	for _, p := range slices.Concat(only, skip) {
		if !slices.ContainsFunc(ids, func(id string) bool { return fits(p, id) }) {
			return nil, fmt.Errorf("unknown rule %q: %s", p, DidYouMean(p, ids, known))
		}
	}
	any := func(patterns []string, id string) bool {
		return slices.ContainsFunc(patterns, func(p string) bool { return fits(p, id) })
	}
	return func(id string) bool { return (len(only) == 0 || any(only, id)) && !any(skip, id) }, nil
}

// fits reports whether a pattern matches the ID of a rule.
func fits(pattern, id string) bool {
	prefix, star := strings.CutSuffix(pattern, "*")
	return pattern == id || star && strings.HasPrefix(id, prefix)
}
