package markdown

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config/markup"
)

// dollarParserPriority is before that of passthrough.
const dollarParserPriority = 200

// dollarParser handles each $ before passthrough does.
type dollarParser struct{ mode string }

func (dollarParser) Trigger() []byte { return []byte{'$'} }

func (p dollarParser) Parse(_ ast.Node, r text.Reader, pc parser.Context) ast.Node {
	line, segment := r.PeekLine()
	if bytes.HasPrefix(line, []byte("$$")) {
		return nil
	}
	inner, ok := dollars(r.PrecendingCharacter(), line)
	switch {
	case p.mode == markup.WarnDollars && ok && mathematical(inner):
		pc.Get(sessionKey).(*session).warnDollars(segment.Start)
	case p.mode == markup.PandocDollars && !ok:
		r.Advance(1)
		return ast.NewTextSegment(text.NewSegment(segment.Start, segment.Start+1))
	}
	return nil
}

// dollars returns the text between the $ at the start of a line and the next one, if they are delimiters by Pandoc's
// rule: text follows the first directly and precedes the second, which has no digit after it. It also rejects code,
// amounts, and variables. before is the character before the line.
func dollars(before rune, line []byte) (inner string, ok bool) {
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
	inner = string(line[1:at])
	var after byte
	if at+1 < len(line) {
		after = line[at+1]
	}
	switch {
	case after >= '0' && after <= '9':
	case before < utf8.RuneSelf && isNamed(byte(before)) && inner[0] != '\\': // US$5 or 10$, not a$b$
	case strings.Contains(inner, "`"): // the end is in code
	case strings.Contains(inner, `="`) || strings.Contains(inner, "='"): // or in a tag
	case linkEnds(inner): // or in another link
	case (isNamed(after) || after == '{' || after == '(') && strings.ContainsAny(inner[len(inner)-1:], "/,:;.-=([{\"'|&+<>@"): // $a/$b, variables
	default:
		return inner, true
	}
	return "", false
}

// linkEnds reports whether a text contains the end of a link that does not start in it.
func linkEnds(s string) bool {
	before, _, found := strings.Cut(s, "](")
	return found && strings.Count(before, "[") <= strings.Count(before, "]")
}

// isNamed reports whether the names of variables may contain a character.
func isNamed(c byte) bool { return c == '_' || c >= '0' && c <= '9' || isASCIILetter(c) }

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// mathematical reports whether text looks like a formula: a single letter, or characters that words do not have.
func mathematical(inner string) bool {
	return strings.ContainsAny(inner, `\^_={}<>+`) || len(inner) == 1 && isASCIILetter(inner[0])
}

// warnDollars reports the first text of a page that looks like a formula and is not one.
func (s *session) warnDollars(offset int) {
	for _, d := range s.warnings {
		if d.Rule == "dollar-math" {
			return
		}
	}
	s.warnings = append(s.warnings, s.diagnose(diag.Warning, "dollar-math", offset,
		"$…$ looks like a formula, but is text",
		`write \(…\), or `+s.conv.opts.Goldmark.Extensions.Passthrough.Advice))
}
