package hugodiff

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/words"
)

// Write writes the report for people: a table, what would be lost, and the differences by cause. examples is the number
// of files named for each cause; 0 means all.
func (r *Result) Write(w io.Writer, examples int) error {
	p := &report{w: w, examples: examples}
	p.table(r)
	if len(r.Lost) > 0 {
		p.printf("\nLost: only Hugo's output has %s\n", words.Count(len(r.Lost), "file"))
		p.files(r.Lost, true)
	}
	if len(r.Redirected) > 0 {
		p.printf("\nRedirected to another page: %s\n", words.Count(len(r.Redirected), "file"))
		p.files(r.Redirected, false)
	}
	if len(r.Findings) > 0 {
		p.printf("\nFor search engines and feed readers\n")
		for i := range r.Findings {
			if p.rest(i, len(r.Findings)) {
				break
			}
			f := &r.Findings[i]
			p.printf("  %s: %s [%s]\n", f.Severity, f.Message, f.Rule)
		}
	}
	p.differences(r.Differences)
	if len(r.Added) > 0 {
		p.printf("\nNew: only sitegen's output has %s\n", words.Count(len(r.Added), "file"))
		p.files(r.Added, false)
	}
	return p.err
}

// report is a report that is being written.
type report struct {
	w        io.Writer
	examples int
	err      error
}

func (p *report) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

// rest reports whether a list of n lines ends before line i, and says how many are left out.
func (p *report) rest(i, n int) bool {
	if p.examples == 0 || i < p.examples {
		return false
	}
	p.printf("  … and %d more\n", n-i)
	return true
}

// table writes the numbers of pages and files.
func (p *report) table(r *Result) {
	p.printf("%-22s %8s %8s\n", "", "pages", "files")
	for _, row := range []struct {
		name         string
		pages, files int
		always       bool
	}{
		{"identical", r.Pages.Identical, r.Files.Identical, true},
		{"different", r.Pages.Differ, r.Files.Differ, true},
		{"Hugo's builds differ", r.Pages.Undecided, r.Files.Undecided, false},
		{"only Hugo's output", r.Pages.Lost, r.Files.Lost, true},
		{"only sitegen's output", r.Pages.Added, r.Files.Added, true},
	} {
		if row.always || row.pages+row.files > 0 {
			p.printf("%-22s %8d %8d\n", row.name, row.pages, row.files)
		}
	}
}

// files writes the files of one side by cause, the unknown one first.
func (p *report) files(list []File, urls bool) {
	byCause := map[string][]string{}
	for _, f := range list {
		name := f.Path
		if urls && f.URL != "" {
			name = f.URL
		}
		byCause[f.Cause] = append(byCause[f.Cause], name)
	}
	for _, cause := range slices.Sorted(maps.Keys(byCause)) {
		if cause != "" {
			p.cause(cause, len(byCause[cause]))
		}
		for i, name := range byCause[cause] {
			if p.rest(i, len(byCause[cause])) {
				break
			}
			p.printf("  %s\n", name)
		}
	}
}

// cause writes the heading of a known cause.
func (p *report) cause(name string, n int) {
	for _, c := range Causes() {
		if c.Name == name {
			p.printf("%5d  %s: %s (docs/hugo-differences/%s)\n", n, c.Name, c.Says, c.Page)
			if c.Hint != "" {
				p.printf("       hint: %s\n", c.Hint)
			}
		}
	}
}

// differences writes the files that differ: first those of unknown cause by what differs, then the others by cause.
func (p *report) differences(list []Difference) {
	unknown, known := map[string][]Difference{}, map[string][]Difference{}
	for _, d := range list {
		if d.Cause == "" {
			unknown[d.Class] = append(unknown[d.Class], d)
		} else {
			known[d.Cause] = append(known[d.Cause], d)
		}
	}
	if len(unknown) > 0 {
		p.printf("\nDifferent, cause unknown\n")
	}
	for _, class := range byLength(unknown) {
		p.printf("%5d  %s\n", len(unknown[class]), class)
		for i, d := range unknown[class] {
			if p.rest(i, len(unknown[class])) {
				break
			}
			p.printf("  %s\n", d.Path)
			if d.Hugo != d.Sitegen {
				p.printf("         Hugo:    %s\n         sitegen: %s\n", d.Hugo, d.Sitegen)
			}
		}
	}
	if len(known) > 0 {
		p.printf("\nDifferent, cause known\n")
	}
	for _, cause := range byLength(known) {
		p.cause(cause, len(known[cause]))
		for i, d := range known[cause] {
			if p.rest(i, len(known[cause])) {
				break
			}
			p.printf("  %s\n", d.Path)
		}
	}
}

// byLength returns the keys of lists, longest list first, then by name.
func byLength(lists map[string][]Difference) []string {
	return slices.SortedFunc(maps.Keys(lists), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(lists[b]), len(lists[a])), strings.Compare(a, b))
	})
}
