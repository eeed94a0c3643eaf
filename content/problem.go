package content

import "github.com/sitegen/sitegen/internal/base/diag"

// Problem is a mistake or an oddity in the content.
type Problem struct {
	File    string // slash path relative to the project; "" for problems with the options
	Line    int    // from 1; 0: the entire file
	Col     int    // in characters (runes), from 1; 0: the entire line
	Warning bool   // the content can still be used; otherwise a page is missing or wrong
	Rule    string // short name of the kind of problem: "content", "front-matter", "date"
	Message string // the problem, without the position
	Hint    string // how to fix it; often ""
	Excerpt string // the line of the file, without its newline; "" if it doesn't help
	About   string // the wrong text in the line, or in the value that starts there; "" if Col gives the position
}

// problemsOf converts diagnostics to problems.
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

// As lets errors.As convert the problem to a diagnostic, the type of sitegen's messages.
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
