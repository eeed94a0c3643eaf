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

func (*result) Error() string { return "only a partial can return a value" }

// errLeft is the error by which {{ return }} ends the execution of a template in the standard library.
var errLeft = errors.New("return cannot end this template here: write it as an action of its own, and declare no variable in and, or")

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
	nonFunction = regexp.MustCompile(`^non-function .* of type (.*)$`) // the message contains the rewritten parse tree
	// Matches the flat name of a function in a message.
	ourName = regexp.MustCompile(`(args for [a-z0-9]+)_([A-Z])`)
)

// addReturn adds the functions to which {{ return x }} is rewritten.
func (e *Executor) addReturn() {
	e.functions[fnReturn] = func(value ...any) (any, error) {
		if len(value) == 0 {
			return nil, &result{}
		}
		return nil, &result{value[0]}
	}
	e.functions[fnLeave] = func() (string, error) { return "", errLeft }
	e.functions[fnResult] = func(value ...any) string {
		e.result = &result{}
		if len(value) > 0 {
			e.result.value = value[0]
		}
		return ""
	}
}

// explain turns an error that ended the execution of t into a Diagnostic with its position in a template and the
// subject of the rendering. A Diagnostic from a nested execution is kept as it is.
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
	d.Message = readable(d.Message)
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

// replaced turns an error that did not end the execution of the running template into a warning.
func (e *Executor) replaced(err error) {
	if t := e.scope.Running().Template(); t != nil {
		if d, ok := e.explain(e.scope, t, err).(*diag.Diagnostic); ok {
			d.Severity = diag.Warning
			e.types.Replaced(e.scope, d)
		}
	}
}

// readable rewrites a message of text/template for users: functions have their names in templates, and the message
// about the length of nil does not mention the package reflect.
func readable(message string) string {
	message = ourName.ReplaceAllString(ourFunction.ReplaceAllString(message, ""), "$1.$2")
	message = nonFunction.ReplaceAllString(message, "call of type $1, which is not a function")
	if message == "reflect: call of reflect.Value.Type on zero Value" {
		return "len of nil"
	}
	return message
}

// mostCallers limits the positions in an error, since templates may call themselves.
const mostCallers = 12

// calledBy adds the position of the call to the error of a called template. err has that position.
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
	out := *d // other renderings may share it
	if out.Callers != "" {
		caller = out.Callers + "\n" + caller
	}
	out.Callers = caller
	return &out
}

// sideError returns the text of an error that ended a side template, with positions and function names for users.
func (e *Executor) sideError(err error) string {
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
	d.Message = readable(d.Message)
	return d.Error()
}

// cannotEscape turns an error of html/template about the context of an action into a Diagnostic.
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

// locate sets the excerpt and converts a column in bytes from 0 to one in characters from 1.
func (e *Executor) locate(d *diag.Diagnostic, col int) {
	d.Excerpt = diag.Line([]byte(e.library.Source(d.File)), d.Line)
	if col <= len(d.Excerpt) {
		d.Col = utf8.RuneCountInString(d.Excerpt[:col]) + 1
	}
}
