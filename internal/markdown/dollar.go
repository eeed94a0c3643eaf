package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/sitegen/sitegen/internal/diag"
)

// The values of Passthrough.Dollars.
const (
	// WarnDollars reports $x$, which is no formula where $ is no delimiter.
	WarnDollars = "warn"
	// PandocDollars makes $ a delimiter only where Pandoc and Obsidian have one, so $5 and $6 stay amounts:
	// https://pandoc.org/MANUAL.html#math
	PandocDollars = "pandoc"
)

// dollarParserPriority is before that of passthrough.
const dollarParserPriority = 200

// dollarParser looks at each $ before passthrough does.
type dollarParser struct{ mode string }

func (dollarParser) Trigger() []byte { return []byte{'$'} }

func (p dollarParser) Parse(_ ast.Node, r text.Reader, pc parser.Context) ast.Node {
	line, segment := r.PeekLine()
	if bytes.HasPrefix(line, []byte("$$")) {
		return nil
	}
	inner, ok := dollars(line)
	switch {
	case p.mode == WarnDollars && ok && mathematical(inner):
		pc.Get(sessionKey).(*session).warnDollars(segment.Start)
	case p.mode == PandocDollars && !ok:
		r.Advance(1)
		return ast.NewTextSegment(text.NewSegment(segment.Start, segment.Start+1))
	}
	return nil
}

// dollars returns what is between the $ that begins a line and the next one, if they are delimiters by Pandoc's rule:
// text follows the first at once and precedes the second, which has no digit after it.
func dollars(line []byte) (inner string, ok bool) {
	at := 1
	for at < len(line) && line[at] != '$' {
		if line[at] == '\\' {
			at++
		}
		at++
	}
	if at >= len(line) || at == 1 || isBlank(line[1]) || isBlank(line[at-1]) {
		return "", false
	}
	if at+1 < len(line) && line[at+1] >= '0' && line[at+1] <= '9' {
		return "", false
	}
	return string(line[1:at]), true
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// mathematical reports whether text looks like a formula: a letter alone, or what words do not have.
func mathematical(inner string) bool {
	return strings.ContainsAny(inner, `\^_={}<>+`) || len(inner) == 1 && isASCIILetter(inner[0])
}

// warnDollars reports the first formula of a text that is none.
func (s *session) warnDollars(offset int) {
	for _, d := range s.warnings {
		if d.Rule == "dollar-math" {
			return
		}
	}
	s.warnings = append(s.warnings, s.diagnose(diag.Warning, "dollar-math", offset, "$…$ looks like a formula, but is text",
		`write \(…\), or add ["$", "$"] to markup.goldmark.extensions.passthrough.delimiters.inline`))
}
