package vitepress

import (
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

var (
	anyTag    = pattern.New(`<!--[\s\S]*?-->|<(/?)([A-Za-z][\w.-]*)((?:"[^"]*"|'[^']*'|[^<>"'])*)>`)
	condition = pattern.New(`\s(v-if|v-else-if|v-else|v-show)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?(?:\s|/|$)`)
	literally = pattern.New(`\sv-pre(?:[\s=/>]|$)`)
	codeSpan  = pattern.New("`+[^`\n]*`+")
)

// element is an HTML element or a component in a text, by the positions of its tags.
type element struct {
	start, end     int // from the first tag to the last one
	first          int // end of the first tag
	from, to       int // position of its condition; equal if there is none
	directive, say string
}

// conditions removes the elements whose v-if is known to be false, which VitePress does not publish, those whose v-show
// is known to be false, which it hides, and from others the conditions that are known:
// https://vuejs.org/guide/essentials/conditional. Elements whose condition a program computes stay.
func (w *text) conditions() {
	all := strings.Join(w.lines, "\n")
	if !strings.Contains(all, "v-if") && !strings.Contains(all, "v-show") {
		return
	}
	const (
		none    = iota // no v-if comes before the element
		unknown        // a program computes one
		waiting        // all are false
		taken          // one is true
	)
	var b strings.Builder
	at := 0
	chains := []int{none} // of the elements around, and of the siblings before
	var ends []int        // of the elements around
	for _, e := range written(w.lines, w.raw, condition) {
		if e.start < at {
			continue
		}
		for len(ends) > 0 && ends[len(ends)-1] <= e.start {
			ends, chains = ends[:len(ends)-1], chains[:len(chains)-1]
		}
		chain := &chains[len(chains)-1]
		before, hidden := *chain, false
		if e.directive == "" || e.directive == "v-if" {
			before = none
		}
		value, known := "true", true
		if e.directive != "" && e.directive != "v-else" {
			value, known = w.scope.known("!!(" + e.say + ")")
		}
		switch {
		case e.directive == "", e.directive == "v-show":
			*chain, hidden = none, known && value == "false"
		case e.directive != "v-if" && before == none: // an error in Vue
		case before == taken:
			hidden = true
		case before == unknown || !known:
			*chain, known = unknown, false
		case value == "true":
			*chain = taken
		default:
			*chain, hidden = waiting, true
		}
		switch {
		case hidden:
			b.WriteString(all[at:e.start] + strings.Repeat("\n", strings.Count(all[e.start:e.end], "\n")))
			at = e.end
			continue
		case known && e.directive != "":
			b.WriteString(all[at:e.from])
			at = e.to
		}
		ends, chains = append(ends, e.end), append(chains, none)
	}
	b.WriteString(all[at:])
	copy(w.lines, strings.Split(b.String(), "\n")) // as many as before
}

// written returns the elements of a text in the order of their first tags, each with the attribute that directive
// matches: its name, and its value in one of two kinds of quotes. Tags in code, and where Vue reads nothing, do not
// count.
func written(lines []string, raw map[int]bool, directive *pattern.Pattern) (out []element) {
	var b strings.Builder
	places := block.PlacesOf(lines)
	spaces := func(s string) string { return strings.Repeat(" ", len(s)) }
	for i, line := range lines {
		if places[i] != block.NoCode || raw[i+1] {
			line = spaces(line)
		}
		b.WriteString(codeSpan.ReplaceAllStringFunc(line, spaces) + "\n")
	}
	seen := b.String()
	open := map[string][]int{} // indexes in out, by name
	for _, m := range anyTag.FindAllStringSubmatchIndex(seen, -1) {
		if m[4] < 0 { // a comment
			continue
		}
		name, rest := seen[m[4]:m[5]], seen[m[6]:m[7]]
		if m[2] < m[3] {
			if n := len(open[name]); n > 0 {
				out[open[name][n-1]].end = m[1]
				open[name] = open[name][:n-1]
			}
			continue
		}
		e := element{start: m[0], first: m[1], end: m[1]}
		if c := directive.FindStringSubmatchIndex(rest); c != nil && !literally.MatchString(rest) {
			e.from, e.to = m[6]+c[0], m[6]+c[3]
			e.directive = rest[c[2]:c[3]]
			for _, value := range [][2]int{{c[4], c[5]}, {c[6], c[7]}} {
				if value[0] >= 0 {
					e.say, e.to = rest[value[0]:value[1]], m[6]+value[1]+1
				}
			}
		}
		if !strings.HasSuffix(rest, "/") && !block.IsVoid(name) {
			open[name] = append(open[name], len(out))
		}
		out = append(out, e)
	}
	end := 0 // of the element around in which Vue reads nothing
	return slices.DeleteFunc(out, func(e element) bool {
		if e.start < end {
			return true
		}
		if literally.MatchString(seen[e.start:e.first]) {
			end = e.end
		}
		return false
	})
}
