package markdown

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// spacedParserPriority is after that of links, so it sees only brackets that do not end a link.
const spacedParserPriority = 210

// spacedParser reports the first [text](name with spaces.jpg) of a page. Markdown shows it as text, since a destination
// cannot contain spaces outside of angle brackets (https://spec.commonmark.org/0.31.2/#link-destination).
type spacedParser struct{}

func (spacedParser) Trigger() []byte { return []byte{']'} }

// spaced matches a file path in parentheses with a space and without quotation marks, which would start a title.
var spaced = regexp.MustCompile(`^\]\(([^()<>"'\n]*[^()<>"'\n ] +[^()<>"'\n ][^()<>"'\n]*\.[A-Za-z0-9]{1,5})\)`)

func (spacedParser) Parse(_ ast.Node, r text.Reader, pc parser.Context) ast.Node {
	line, segment := r.PeekLine()
	if !bytes.HasPrefix(line, []byte("](")) {
		return nil
	}
	if m := spaced.FindSubmatch(line); m != nil {
		pc.Get(sessionKey).(*session).warnSpaced(segment.Start+1, string(m[1]))
	}
	return nil
}

func (s *session) warnSpaced(offset int, path string) {
	for _, d := range s.warnings {
		if d.Rule == "link-space" {
			return
		}
	}
	s.warnings = append(s.warnings, s.diagnose(diag.Warning, "link-space", offset,
		"a path with spaces is text, not a link or picture",
		"write (<"+path+">)"))
}
