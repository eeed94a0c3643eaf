package frontmatter

import "github.com/sitegen/sitegen/internal/base/diag"

// Error is a mistake in a block or document. Use errors.As with an *Error to get its position and hint:
//
//	var e *frontmatter.Error
//	if errors.As(err, &e) {
//		fmt.Println(e.Line, e.Hint)
//	}
type Error struct {
	File    string // as passed to Parse or Decode
	Line    int    // in the file, from 1
	Col     int    // in characters (runes), from 1
	Rule    string // "front-matter" from Parse, "syntax" from Decode
	Message string // the problem, without the position
	Hint    string // what to do about it; often ""
	Excerpt string // the line of the file, without its newline, at most 4000 bytes
}

// The rules that an Error may have.
const (
	blockRule    = "front-matter"
	documentRule = "syntax"
)

// errorAt returns an Error at a byte offset of src.
func errorAt(file string, src []byte, offset int, rule, message string) *Error {
	line, col := diag.At(src, offset)
	return &Error{File: file, Line: line, Col: col, Rule: rule, Message: message, Excerpt: diag.Line(src, line)}
}

// Error returns "file:line:col: message".
func (e *Error) Error() string { return e.diagnostic().Error() }

// As lets errors.As convert the error to a diag.Diagnostic.
func (e *Error) As(target any) bool {
	d, ok := target.(**diag.Diagnostic)
	if ok {
		*d = e.diagnostic()
	}
	return ok
}

func (e *Error) diagnostic() *diag.Diagnostic {
	return &diag.Diagnostic{
		Rule: e.Rule, File: e.File, Line: e.Line, Col: e.Col, Message: e.Message, Hint: e.Hint, Excerpt: e.Excerpt,
	}
}
