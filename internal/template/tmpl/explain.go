package tmpl

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
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
	nonFunction = regexp.MustCompile(`^non-function .* of type (.*)$`) // it shows the parse tree, which is rewritten
	// a function of a namespace as the parse tree has it
	ourName = regexp.MustCompile(`(args for [a-z0-9]+)_([A-Z])`)
)

// addReturn adds what {{ return x }} is rewritten to.
func (e *Executor) addReturn() {
	e.functions[fnReturn] = func(value ...any) (any, error) {
		if len(value) == 0 {
			return nil, &result{}
		}
		return nil, &result{value[0]}
	}
	e.functions[fnResult] = func(value ...any) string {
		e.result = &result{}
		if len(value) > 0 {
			e.result.value = value[0]
		}
		return ""
	}
}

// explain makes a Diagnostic of an error that ended the execution of t: where in which template,
// and what was being rendered. A Diagnostic from deeper down is kept as it is.
func (e *Executor) explain(s Scope, t *Template, err error) error {
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		return e.calledBy(d, err)
	}
	var l diag.List
	if errors.As(err, &l) {
		return l
	}
	if ctxErr := s.Running().Context.Err(); ctxErr != nil {
		return ctxErr
	}
	d = &diag.Diagnostic{Rule: "template", File: t.file.Shown, Message: err.Error()}
	if m := execError.FindStringSubmatch(err.Error()); m != nil {
		d.File, d.Message = m[1], m[4]
		d.Line, _ = strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		e.locate(d, col)
	}
	d.Message = told(d.Message)
	var bound *boundError
	if errors.As(err, &bound) {
		d.Rule = BoundRule
	}
	var missing *missingError
	var member *noMember
	var refused *exec.Refused
	switch {
	case errors.As(err, &missing):
		d.Hint = missing.hint
	case errors.As(err, &member):
		d.Hint = member.hint()
	case errors.As(err, &refused):
		d.Hint = refused.Hint
	}
	if name := s.Subject(); name != "" {
		d.Message += " (while rendering " + name + ")"
	}
	return d
}

// replaced makes a warning of an error that did not end the execution of the running template.
func (e *Executor) replaced(err error) {
	if t := e.scope.Running().Template(); t != nil {
		if d, ok := e.explain(e.scope, t, err).(*diag.Diagnostic); ok {
			d.Severity = diag.Warning
			e.types.Replaced(e.scope, d)
		}
	}
}

// told is a message of text/template as people read it: functions have the names that templates call them by, and
// that nil has no length is not said in words of the package reflect.
func told(message string) string {
	message = ourName.ReplaceAllString(ourFunction.ReplaceAllString(message, ""), "$1.$2")
	message = nonFunction.ReplaceAllString(message, "call of type $1, which is no function")
	if message == "reflect: call of reflect.Value.Type on zero Value" {
		return "len of nil"
	}
	return message
}

// mostCallers bounds the places that an error names: templates may call themselves.
const mostCallers = 12

// calledBy is an error of a template that another one called, with the place of the call, which err tells.
func (e *Executor) calledBy(d *diag.Diagnostic, err error) *diag.Diagnostic {
	m := execError.FindStringSubmatch(err.Error())
	if m == nil || d.Severity != diag.Error || strings.Count(d.Callers, "\n")+1 >= mostCallers {
		return d
	}
	at := diag.Diagnostic{File: m[1]}
	at.Line, _ = strconv.Atoi(m[2])
	col, _ := strconv.Atoi(m[3])
	e.locate(&at, col)
	caller := strings.TrimSuffix(at.Error(), ": ")
	out := *d // it may be known to other renderings
	if out.Callers != "" {
		caller = out.Callers + "\n" + caller
	}
	out.Callers = caller
	return &out
}

// tried is the text of an error that ended a side template, as people know its place and functions.
func (e *Executor) tried(err error) string {
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		return d.Error()
	}
	d = &diag.Diagnostic{Message: err.Error()}
	if m := execError.FindStringSubmatch(err.Error()); m != nil {
		d.File, d.Message = m[1], m[4]
		d.Line, _ = strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		e.locate(d, col)
	}
	d.Message = told(d.Message)
	return d.Error()
}

// cannotEscape makes a Diagnostic of what html/template says when it cannot tell the context of an
// action.
func (e *Executor) cannotEscape(f *File, err error) error {
	d := &diag.Diagnostic{Rule: "template", File: f.Shown, Message: err.Error()}
	if m := escapeError.FindStringSubmatch(err.Error()); m != nil {
		d.Message = strings.TrimSpace(m[4])
		if m[2] != "" {
			d.File = m[1]
			d.Line, _ = strconv.Atoi(m[2])
			col, _ := strconv.Atoi(m[3])
			e.locate(d, col)
		}
	}
	return d
}

// locate fills in the excerpt and turns a byte column from 0 into a column of runes from 1.
func (e *Executor) locate(d *diag.Diagnostic, col int) {
	d.Excerpt = diag.Line([]byte(e.library.Source(d.File)), d.Line)
	if col <= len(d.Excerpt) {
		d.Col = utf8.RuneCountInString(d.Excerpt[:col]) + 1
	}
}
