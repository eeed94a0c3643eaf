package markdown

import (
	"strings"

	"github.com/alecthomas/chroma/v2"
)

// shellLexers are the lexers whose words shellWords tells apart.
var shellLexers = map[string]bool{"Bash": true, "Bash Session": true, "Fish": true, "Zsh": true}

// wordPlace is the place of the next word in a command line.
type wordPlace int

const (
	commandPlace wordPlace = iota // a command comes next
	valuePlace                    // the value of an assignment in front of a command: the x of A=x make
	argPlace                      // arguments follow
	outputPlace                   // a line without a prompt in a session: no words are told apart
)

// beforeCommands are the reserved words that a command follows.
var beforeCommands = map[string]bool{
	"if": true, "then": true, "elif": true, "else": true, "while": true, "until": true, "do": true, "!": true, "{": true, "time": true,
}

// prompts are the words that stand in front of a command that a reader types.
var prompts = map[string]bool{"$": true, "%": true, ">": true, "❯": true}

// shellWords tells commands and options apart in the tokens of a shell script or session, which chroma's lexers
// leave as plain text: the first word of each command becomes a NameFunction, and words that begin with a hyphen a
// NameAttribute. If a line of the code begins with "$ ", the lines that begin with no prompt are output.
func shellWords(tokens []chroma.Token) []chroma.Token {
	s := shellReader{out: make([]chroma.Token, 0, len(tokens)+len(tokens)/2)}
	s.session = hasPrompts(tokens)
	s.newLine()
	for _, t := range tokens {
		s.read(t)
	}
	return s.out
}

// hasPrompts reports whether a line begins with a dollar sign and a space, as text or as a prompt of a session's lexer.
func hasPrompts(tokens []chroma.Token) bool {
	start := true
	for _, t := range tokens {
		if t.Type == chroma.GenericPrompt || start && strings.HasPrefix(t.Value, "$ ") || strings.Contains(t.Value, "\n$ ") {
			return true
		}
		if t.Value != "" {
			start = strings.HasSuffix(t.Value, "\n")
		}
	}
	return false
}

type shellReader struct {
	out     []chroma.Token
	place   wordPlace
	session bool // commands begin with a prompt
	inWord  bool // the last token ended within a word
	joined  bool // the last token was a backslash, which joins the next line
}

// newLine begins a line, which is a command unless only prompts begin one.
func (s *shellReader) newLine() {
	s.inWord = false
	switch {
	case s.joined:
		s.joined = false
	case s.session:
		s.place = outputPlace
	default:
		s.place = commandPlace
	}
}

func (s *shellReader) add(kind chroma.TokenType, text string) {
	if text != "" {
		s.out = append(s.out, chroma.Token{Type: kind, Value: text})
	}
}

// read appends a token, or the words of one that is plain text.
func (s *shellReader) read(t chroma.Token) {
	if t.Type == chroma.Text || t.Type == chroma.TextWhitespace || t.Type == chroma.Punctuation && t.Value == "\n" {
		s.text(t)
		return
	}
	s.out = append(s.out, t)
	switch {
	case t.Type == chroma.GenericPrompt:
		s.place = commandPlace
	case t.Type == chroma.GenericOutput || t.Type.InCategory(chroma.Comment):
	case s.place == outputPlace:
	case endsCommand(t):
		s.place = commandPlace
	case t.Type.InCategory(chroma.Keyword):
		if !beforeCommands[strings.TrimSpace(t.Value)] {
			s.place = argPlace
		}
	case t.Type == chroma.NameVariable && s.place == commandPlace && !strings.HasPrefix(t.Value, "$"):
		s.place = valuePlace
	case s.place == commandPlace && strings.TrimSpace(t.Value) != "":
		s.place = argPlace
	}
	s.inWord = !strings.HasSuffix(t.Value, " ") && !endsCommand(t) && t.Type != chroma.GenericPrompt
	s.joined = strings.HasSuffix(strings.TrimSuffix(t.Value, "\n"), `\`)
	if strings.HasSuffix(t.Value, "\n") {
		s.newLine()
	}
}

// endsCommand reports whether a token ends a command, so that another can follow: ; | & ( and operators of these.
func endsCommand(t chroma.Token) bool {
	if t.Type != chroma.Punctuation && t.Type != chroma.Operator && t.Type != chroma.Keyword && t.Type != chroma.LiteralStringInterpol {
		return false
	}
	text := strings.TrimSpace(t.Value)
	return text != "" && (strings.Trim(text, ";|&(") == "" || text == "$(")
}

// text appends the words and spaces of a token.
func (s *shellReader) text(t chroma.Token) {
	rest := t.Value
	for rest != "" {
		n := len(rest) - len(strings.TrimLeft(rest, " \t\r\n"))
		if n > 0 {
			space := rest[:n]
			s.add(t.Type, space)
			s.inWord = false
			if s.place == valuePlace {
				s.place = commandPlace
			}
			if strings.Contains(space, "\n") {
				s.newLine()
			}
			rest = rest[n:]
			continue
		}
		if n = strings.IndexAny(rest, " \t\r\n"); n < 0 {
			n = len(rest)
		}
		s.add(s.kind(t.Type, rest[:n], rest[n:]), rest[:n])
		s.inWord = true
		rest = rest[n:]
	}
}

// kind returns the type of a word, and moves on to the place after it. after is what follows the word in its token.
func (s *shellReader) kind(text chroma.TokenType, word, after string) chroma.TokenType {
	s.joined = word == `\`
	if s.joined || s.inWord {
		return text
	}
	prompt := prompts[word] && strings.HasPrefix(after, " ")
	switch {
	case s.place == outputPlace && prompt:
		s.place = commandPlace
		return chroma.GenericPrompt
	case s.place == commandPlace && !prompt:
		s.place = argPlace
		return chroma.NameFunction
	case s.place == argPlace && len(word) > 1 && word[0] == '-' && strings.Trim(word, "-") != "":
		return chroma.NameAttribute
	}
	return text
}
