package diff

import (
	"fmt"
	"io"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Maximum size of a report: GitHub comments have at most 65,536 characters.
const (
	mostRows     = 100
	mostMarkdown = 60_000
)

// WriteMarkdown writes a short report for a pull request: the number of pages, then the findings of each rule in a
// collapsible section.
func (r *Result) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### URLs: %s\n\n", r.verdict())
	fmt.Fprintf(&b, "%d → %d pages: %d added, %d removed, %d moved, %d changed.\n", r.OldPages, r.NewPages, len(r.Added),
		len(r.Removed), len(r.Moved), len(r.Changed))
	rest := r.Findings
	for _, c := range r.Counts {
		n := 0
		for n < len(rest) && rest[n].Rule == c.Rule {
			n++
		}
		group := rest[:n]
		rest = rest[n:]
		tells := Rules().Find(c.Rule).Asks
		part := section(c, tells, group)
		if b.Len()+len(part) > mostMarkdown {
			part = section(c, tells, nil)
		}
		b.WriteString(part)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// verdict returns the number of errors and warnings in words.
func (r *Result) verdict() string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{r.Errors, "error"}, {r.Warnings, "warning"}} {
		switch p.n {
		case 0:
		case 1:
			parts = append(parts, "1 "+p.what)
		default:
			parts = append(parts, fmt.Sprintf("%d %ss", p.n, p.what))
		}
	}
	if len(parts) == 0 {
		return "nothing broke"
	}
	return strings.Join(parts, ", ")
}

// section returns the findings of a rule in a collapsible section, which is open for errors.
func section(c Count, tells string, group []Finding) string {
	sign, open := "ℹ️", ""
	switch c.Severity {
	case diag.Error:
		sign, open = "❌", " open"
	case diag.Warning:
		sign = "⚠️"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n<details%s><summary>%s %d × <code>%s</code>: %s</summary>\n\n", open, sign, c.Count, c.Rule, tells)
	shown := group[:min(len(group), mostRows)]
	for i := range shown {
		b.WriteString("- " + inline(shown[i].Message) + "\n")
	}
	if more := c.Count - len(shown); more > 0 {
		fmt.Fprintf(&b, "- … and %d more\n", more)
	}
	b.WriteString("\n</details>\n")
	return b.String()
}

// inline escapes text from pages so that it contains no markup.
func inline(s string) string {
	var b strings.Builder
	for _, c := range s {
		switch {
		case c < ' ' || c == 0x7f:
			b.WriteByte(' ')
		case strings.ContainsRune("\\`*_[]<>|#~@&", c):
			b.WriteByte('\\')
			b.WriteRune(c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}
