// Package handout writes the findings of a check for people who do not use a terminal: a page that a browser opens from
// anywhere, and a table for spreadsheets.
package handout

import (
	"bytes"
	_ "embed" // the page
	"encoding/csv"
	"html/template"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/finished/check"
	"github.com/sitegen/sitegen/themes"
)

// Report is the result of a check.
type Report struct {
	Site   string    // its URL or folder
	When   time.Time // zero: not shown
	Lines  []string  // the summary
	Causes []check.Cause
}

//go:embed page.html
var page string

// mostExamples is the maximum number of examples of a cause on the page.
const mostExamples = 20

// HTML writes the report as one page that needs no other file, and no script.
func (r Report) HTML(w io.Writer) error {
	t, err := template.New("").Funcs(template.FuncMap{
		"style": style, "url": isURL, "owner": owner, "many": words.Count,
		"sentence": func(s string) string { return strings.ToUpper(s[:min(1, len(s))]) + s[min(1, len(s)):] + "." },
		"examples": func(l diag.List) diag.List { return l[:min(len(l), mostExamples)] },
	}).Parse(page)
	if err != nil {
		return err
	}
	var b bytes.Buffer // nothing is written unless all is
	if err := t.Execute(&b, r); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

// style returns the style sheets of the embedded themes that the page needs.
func style() (template.CSS, error) {
	var out strings.Builder
	for _, name := range []string{"tokens.css", "page.css"} {
		text, err := fs.ReadFile(themes.FS("base"), "assets/css/"+name)
		if err != nil {
			return "", err
		}
		out.Write(text)
	}
	return template.CSS(out.String()), nil
}

// owner returns the words for one of check.Owners.
func owner(id string) string {
	return map[string]string{
		"content": "Authors: text, pictures, and links of pages", "template": "Developers: templates, settings, and plugins",
		"host": "Administrators: the server, its redirects, and headers",
	}[id]
}

func isURL(s string) bool { return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") }

// Owners returns who has something to fix, each with the number of causes.
func (r Report) Owners() (out []Tally) {
	for _, id := range check.Owners {
		if n := r.count(func(c check.Cause) bool { return c.Owner == id }); n > 0 {
			out = append(out, Tally{id, n})
		}
	}
	return out
}

// Severities returns the severities that occur, each with the number of causes.
func (r Report) Severities() (out []Tally) {
	for _, s := range []diag.Severity{diag.Error, diag.Warning} {
		if n := r.count(func(c check.Cause) bool { return c.Severity == s }); n > 0 {
			out = append(out, Tally{s.String(), n})
		}
	}
	return out
}

// Tally is a number of causes.
type Tally struct {
	ID string
	N  int
}

func (r Report) count(is func(check.Cause) bool) (n int) {
	for _, c := range r.Causes {
		if is(c) {
			n++
		}
	}
	return n
}

// CSV writes one line per finding (RFC 4180, with a byte order mark, without which Excel does not read UTF-8).
func (r Report) CSV(w io.Writer) error {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	out.UseCRLF = true
	rows := [][]string{{"severity", "rule", "owner", "place", "line", "column", "message", "hint", "requirement", "why"}}
	for _, c := range r.Causes {
		for _, d := range c.Examples {
			rows = append(rows, []string{
				d.Severity.String(), d.Rule, c.Owner, d.File, number(d.Line), number(d.Col), d.Message, d.Hint, c.Asks, c.Why,
			})
		}
		if n := c.Count - len(c.Examples); n > 0 {
			rows = append(rows, []string{
				c.Severity.String(), c.Rule, c.Owner, "", "", "", strconv.Itoa(n) + " more findings are not shown", "", c.Asks, c.Why,
			})
		}
	}
	for _, row := range rows {
		for i, cell := range row {
			row[i] = plain(cell)
		}
	}
	return out.WriteAll(rows)
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// plain keeps spreadsheets from executing a cell that begins like a formula, which the text of a page can contain.
func plain(cell string) string {
	first := strings.TrimLeft(cell, " \t\r\n\u00a0\ufeff")
	if strings.IndexAny(first, "=+-@＝＋－＠") == 0 || strings.IndexAny(cell, "\t\r\n") == 0 {
		return "'" + cell
	}
	return cell
}
