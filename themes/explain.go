package themes

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/diag"
)

// result is the error by which {{ return x }} ends the execution of a partial.
type result struct{ value any }

func (*result) Error() string { return "return outside of a partial" }

func returnedValue(err error) (any, bool) {
	var r *result
	if errors.As(err, &r) {
		return r.value, true
	}
	return nil, false
}

var (
	execError   = regexp.MustCompile(`(?s)^template: (.*?):(\d+):(\d+): executing .*? at <.*?>: (.*)$`)
	escapeError = regexp.MustCompile(`(?s)^html/template:(?:(.*?):(\d+)(?::(\d+))?: )?(.*)$`)
	ourFunction = regexp.MustCompile(`error calling [A-Za-z0-9_]+: `)
)

// explain makes a Diagnostic of an error that ended the execution of u: where in which template,
// and which page was being rendered. A Diagnostic from deeper down is kept as it is.
func (c *Call) explain(u *unit, err error) error {
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		return d
	}
	var l diag.List
	if errors.As(err, &l) {
		return l
	}
	if ctxErr := c.ctx.Err(); ctxErr != nil {
		return ctxErr
	}
	d = &diag.Diagnostic{Rule: "template", File: u.file.shown, Message: err.Error()}
	if m := execError.FindStringSubmatch(err.Error()); m != nil {
		d.File, d.Message = m[1], m[4]
		d.Line, _ = strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		c.run.locate(d, col)
	}
	d.Message = ourFunction.ReplaceAllString(d.Message, "")
	var missing *missingError
	if errors.As(err, &missing) {
		d.Hint = missing.hint
	}
	if name := c.rendering(); name != "" {
		d.Message += " (while rendering " + name + ")"
	}
	return d
}

// cannotEscape makes a Diagnostic of what html/template says when it cannot tell the context of an
// action.
func (r *Run) cannotEscape(f *file, err error) error {
	d := &diag.Diagnostic{Rule: "template", File: f.shown, Message: err.Error()}
	if m := escapeError.FindStringSubmatch(err.Error()); m != nil {
		d.Message = strings.TrimSpace(m[4])
		if m[2] != "" {
			d.File = m[1]
			d.Line, _ = strconv.Atoi(m[2])
			col, _ := strconv.Atoi(m[3])
			r.locate(d, col)
		}
	}
	return d
}

// locate fills in the excerpt and turns a byte column from 0 into a column of runes from 1.
func (r *Run) locate(d *diag.Diagnostic, col int) {
	src := r.theme.source(d.File)
	d.Excerpt = diag.Line([]byte(src), d.Line)
	if col <= len(d.Excerpt) {
		d.Col = utf8.RuneCountInString(d.Excerpt[:col]) + 1
	}
}

// rendering names the page being rendered, for people.
func (c *Call) rendering() string {
	switch {
	case c.page == nil:
		return ""
	case c.running != nil && c.page.p.Doc != nil:
		return fmt.Sprintf("%s:%d", c.page.p.Doc.File, c.running.call.Line)
	}
	return c.page.rendering()
}

// source returns the text of the template file that is shown to people under a name.
func (t *Theme) source(shown string) string {
	for _, f := range t.store.files {
		if f.shown == shown {
			return f.src
		}
	}
	return ""
}
