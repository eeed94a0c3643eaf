package markdown

import (
	"bytes"
	"cmp"
	"regexp"
	"strings"
	"unicode"

	"github.com/yuin/goldmark-emoji/definition"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config/markup"
)

// unreadParserPriority is before all parsers of these constructs.
const unreadParserPriority = 90

// unreadParser reports the first :smile:, ==mark==, x^2^, and H~2~O of a page if they are off, and the first [[link]],
// !!! note, :::note, and [TOC], which other tools read. It looks for texts that can hardly be meant otherwise.
type unreadParser struct{ markup.Unread }

func (unreadParser) Trigger() []byte { return []byte{':', '=', '^', '~', '[', '!'} }

// These match the constructs at the start of a text.
var (
	emojiName = regexp.MustCompile(`^:([a-z0-9_+-]{2,40}):`)
	marked    = regexp.MustCompile(`^==[^\s=](?:[^=\n]{0,200}[^\s=])?==(?:[^=\pL\pN]|$)`)
	raised    = regexp.MustCompile(`^\^[\pL\pN+-]{1,8}\^`)
	lowered   = regexp.MustCompile(`^~[\pL\pN+-]{1,8}~(?:[^~]|$)`)
	wikiText  = regexp.MustCompile(`^\[\[([^\[\]|\n]{0,200}\pL[^\[\]|\n]{0,200})(?:\|[^\[\]\n]{1,200})?\]\](?:[^(\[:]|$)`)
	callout   = regexp.MustCompile(`^(?:!!!|:::+) ?(note|tip|info|warning|danger|caution|important)\b`)
	contents  = regexp.MustCompile(`^\[(?:TOC|\[_?(?i:toc)_?\])\]\s*$`)
	kindOf    = regexp.MustCompile(`^\[!([A-Za-z]{3,20})\]`)
)

// kinds are the alerts of the embedded themes: other ones look like notes.
var kinds = strings.Fields("note tip important warning caution tab tabs success attention danger error failure bug info")

// alerts are the alerts for the callouts of other tools that have other names.
var alerts = map[string]string{"info": "NOTE", "danger": "CAUTION"}

func (p unreadParser) Parse(_ ast.Node, r text.Reader, pc parser.Context) ast.Node {
	line, segment := r.PeekLine()
	before := r.PrecendingCharacter()
	word := unicode.IsLetter(before) || unicode.IsDigit(before)
	found, advice := "", p.Advice
	if m := callout.FindSubmatch(line); p.Callout && m != nil && before == '\n' {
		pc.Get(sessionKey).(*session).warnUnread('!', segment.Start, string(m[0])+" is text, not a callout",
			"write > [!"+cmp.Or(alerts[string(m[1])], strings.ToUpper(string(m[1])))+"], and the text below it in lines that begin with >")
		return nil
	}
	switch line[0] {
	case '[':
		if p.Callout && before == '\n' && contents.Match(line) {
			pc.Get(sessionKey).(*session).warnUnread('T', segment.Start, string(bytes.TrimSpace(line))+" is text, not a table of contents",
				`remove the line: the themes list the headings of a page below "On this page"`)
			return nil
		}
		if m := kindOf.FindSubmatch(line); p.Callout && m != nil && unicode.IsSpace(before) {
			if near := diag.Mistyped(string(m[1]), kinds); near != "" && !strings.EqualFold(near, string(m[1])) {
				pc.Get(sessionKey).(*session).warnUnread('!', segment.Start, string(m[0])+" is not a kind of alert",
					"did you mean [!"+strings.ToUpper(near)+"]?")
			}
		}
		if m := wikiText.FindSubmatch(line); p.WikiLinks != "" && m != nil && !word && before != '[' {
			if _, defined := pc.Reference(string(m[1])); !defined {
				found, advice = "[["+string(m[1])+"]] is text, not a link", p.WikiLinks
			}
		}
	case ':':
		if m := emojiName.FindSubmatch(line); p.Emoji && m != nil && !word && before != ':' && before != '/' {
			if _, known := definition.Github().Get(string(m[1])); known {
				found = string(m[0]) + " is text, not an emoji"
			}
		}
	case '=':
		if p.Mark && !word && before != '=' && marked.Match(line) {
			found = "==…== is text, and not marked"
		}
	case '^':
		if m := raised.Find(line); p.Superscript && (word || before == ')') && m != nil {
			found = string(before) + string(m) + " is text, and not raised"
		}
	case '~':
		if m := lowered.Find(line); p.Subscript && word && m != nil {
			found = string(before) + string(m[:1+bytes.LastIndexByte(m, '~')]) + " is not lowered"
		}
	}
	if found != "" {
		pc.Get(sessionKey).(*session).warnUnread(line[0], segment.Start, found, advice)
	}
	return nil
}

// unreadRules are the rules of these warnings by the first character of the construct: one warning each for a page.
var unreadRules = map[byte]string{
	':': "extras-emoji", '=': "extras-mark", '^': "extras-superscript", '~': "extras-subscript", '[': "wiki-link", '!': "callout", 'T': "contents",
}

func (s *session) warnUnread(construct byte, offset int, message, advice string) {
	rule := unreadRules[construct]
	for _, d := range s.warnings {
		if d.Rule == rule {
			return
		}
	}
	s.warnings = append(s.warnings, s.diagnose(diag.Warning, rule, offset, message, advice))
}
