package content

import "github.com/sitegen/sitegen/internal/base/diag"

// Problem is a mistake in the content, or something odd about it.
type Problem struct {
	File    string // slash path relative to the project; "" when it is about the options
	Line    int    // from 1; 0: the file as a whole
	Col     int    // in characters (runes), from 1; 0: the line as a whole
	Warning bool   // the content can be used all the same; without, a page is missing or wrong
	Rule    string // short name of what is wrong: "content", "front-matter", "date"
	Message string // what is wrong, without the position
	Hint    string // what to do about it; often ""
	Excerpt string // the line of the file, without its newline; "" where it says nothing
	About   string // the text in the line, or in the value that begins there, that is wrong; "" where Col says so
}

// problemsOf returns the diagnostics as problems.
func problemsOf(list diag.List) []*Problem {
	var out []*Problem
	for _, d := range list {
		out = append(out, &Problem{
			File: d.File, Line: d.Line, Col: d.Col, Warning: d.Severity == diag.Warning,
			Rule: d.Rule, Message: d.Message, Hint: d.Hint, Excerpt: d.Excerpt, About: d.About,
		})
	}
	return out
}

// Error returns "file:line:col: message".
func (p *Problem) Error() string { return p.diagnostic().Error() }

// As lets errors.As find the form in which sitegen shows its messages.
func (p *Problem) As(target any) bool {
	d, ok := target.(**diag.Diagnostic)
	if ok {
		*d = p.diagnostic()
	}
	return ok
}

func (p *Problem) diagnostic() *diag.Diagnostic {
	d := &diag.Diagnostic{
		Rule: p.Rule, File: p.File, Line: p.Line, Col: p.Col, Message: p.Message, Hint: p.Hint,
		Excerpt: p.Excerpt, About: p.About,
	}
	if p.Warning {
		d.Severity = diag.Warning
	}
	return d
}
