package block

import (
	"strings"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// Syntax selects the constructs that a tool has in addition to Markdown, and how inline ones are written.
type Syntax struct {
	JSX      bool // MDX: tags, {expressions}, {/* comments */} and modules; indented text is not code
	Math     bool // $…$ and $$…$$ are formulas
	Percents bool // %% comments %%, over any lines
	Unsaid   bool // HTML comments are left out, except <!--more-->
	Colons   bool // :::name[Title] … :::
	Slashes  bool // /// name | Title … ///
	Indented bool // !!! name "Title", ??? name, and === "Title", with their text indented below

	// Fenced reports whether the words behind a fence are those of fenced code, which must also have an end; nil: code is
	// that of CommonMark
	Fenced func(words string) bool
	Block  func(t *Tag) bool                            // whether a tag contains blocks; nil: tags are text
	Named  func(name string) string                     // returns the name of a component that the text renames
	Inline func(t *Tag) string                          // replaces another JSX tag
	Value  func(script string, line, column int) string // replaces a JSX expression
	// Elements returns the JSX that a JSX expression makes, in one line; "" for other expressions, and nil: for all
	Elements func(script string) string
	Inside   func(t *Tag) bool // whether Markdown in an HTML element is text
	// Template replaces an expression of a template language; nil: they are text
	Template func(t Template) string
	Values   bool // the template language has only {{ values }}
	Sharps   bool // {# comments #} of a template language
}

// part is a line of a text or a piece of one, possibly followed by a block tag.
type part struct {
	no    int // line number, from 1
	text  string
	code  bool  // unchanged text: fenced code with its fences, and comments
	place Place // position relative to fenced code
	tag   *Tag  // tag after text, which is its indentation and list markers
}

// lexer splits a text into parts: code, comments, tags and text.
type lexer struct {
	*Syntax
	s      string
	at     int // next byte
	no     int // its line
	fence  Fence
	line   strings.Builder // the part that is being read
	start  int             // line of that part
	empty  bool            // something in the line was removed
	tags   bool            // the line had block tags
	parts  []part
	last   map[string]int    // offset of the last end of each kind of comment
	end    int               // end of the paragraph
	lone   map[int]bool      // lengths of backtick runs that do not occur again in the paragraph
	open   map[string][]bool // open tags by name: whether they are blocks
	raw    int               // number of enclosing HTML elements in which Markdown is text
	until  int               // last line of a comment that is kept
	broken int               // offset of the next comment end without a brace after it
	seen   int               // offset up to which column has counted
	col    int               // characters of the line up to there

	verbatim int // end of the text in which expressions are text
}

// column returns the column of the next byte in characters, from 1. It looks at each byte once.
func (x *lexer) column() int {
	if n := strings.LastIndexByte(x.s[x.seen:x.at], '\n'); n >= 0 {
		x.seen += n + 1
		x.col = 0
	}
	x.col += utf8.RuneCountInString(x.s[x.seen:x.at])
	x.seen = x.at
	return x.col + 1
}

func lex(text string, syntax *Syntax) []part {
	x := &lexer{Syntax: syntax, s: text, no: 1, last: map[string]int{}, open: map[string][]bool{}}
	for _, end := range []string{"*/", "-->"} {
		x.last[end] = strings.LastIndex(text, end)
	}
	if syntax.Fenced != nil {
		x.fence = syntax.fences(strings.Split(text, "\n"), func() int { return x.no - 1 })
	}
	blank := true // the line above
	for first := true; x.at < len(x.s) || first; first = false {
		line, _, _ := strings.Cut(x.s[x.at:], "\n")
		line = strings.TrimSuffix(line, "\r")
		if !x.JSX && x.fence.left(line) {
			x.fence.mark = ""
		}
		if place := x.fence.Next(line); place != NoCode {
			text := line
			if x.hasTags() {
				text = rawTag.ReplaceAllString(line, "")
			}
			x.parts = append(x.parts, part{no: x.no, text: text, code: true, place: place})
			x.skip(line)
			blank = false
			continue
		}
		if x.JSX && blank && module.MatchString(line) {
			x.module()
			continue
		}
		blank = Blank(line) || x.JSX && aboveModule.MatchString(line)
		x.start = x.no
		x.scan()
	}
	if strings.HasSuffix(text, "\n") {
		x.parts = append(x.parts, part{no: x.no})
	}
	return x.parts
}

// skip moves to the line after this one.
func (x *lexer) skip(line string) {
	x.at += len(line)
	if strings.HasPrefix(x.s[x.at:], "\r") {
		x.at++
	}
	if x.at < len(x.s) {
		x.at++
		x.no++
	}
}

// module matches the first line of JavaScript: https://mdxjs.com/docs/what-is-mdx/#esm
var module = pattern.New(
	`^(import\s+(['"{*]|[\w$]+\s*(,|from\b))|export\s+(const|let|var|function|class|async|default|\{|\*))`)

// aboveModule matches a line that JavaScript may follow: a comment, such as <!-- prettier-ignore -->, a tag, a container.
var aboveModule = pattern.New(`^\s*(?:<!--[^>]*-->|\{/\*[^}]*\*/\}|</?[A-Za-z][^<>]*>|:::.*)\s*$`)

// module skips JavaScript.
func (x *lexer) module() {
	n := moduleEnd(x.s[x.at:])
	x.no += strings.Count(x.s[x.at:x.at+n], "\n")
	x.at += n
}

// write adds text to the current part; each newline ends a part.
func (x *lexer) write(s string) {
	for {
		line, rest, more := strings.Cut(s, "\n")
		x.line.WriteString(strings.TrimSuffix(line, "\r"))
		if !more {
			return
		}
		x.flush()
		x.no++
		x.start, s = x.no, rest
	}
}

// flush ends a part. A line of MDX whose content was removed is dropped, unless it was blank, as is a line of tags.
func (x *lexer) flush() {
	text := x.line.String()
	x.line.Reset()
	if x.empty && !x.JSX {
		text = strings.TrimRight(text, " \t") // two spaces would be a line break
	}
	if !Blank(text) || !x.tags && !(x.empty && x.JSX) {
		x.parts = append(x.parts, part{no: x.start, text: text, code: x.start <= x.until})
	} else if n := len(x.parts); x.empty && !x.tags && (n == 0 || Blank(x.parts[n-1].text) && x.parts[n-1].tag == nil) {
		x.parts = append(x.parts, part{no: x.start})
	}
	x.empty, x.tags = false, false
}

// over skips n bytes and writes nothing for them.
func (x *lexer) over(n int) {
	x.no += strings.Count(x.s[x.at:x.at+n], "\n")
	x.at += n
	x.empty = true
}

// scan reads to the end of a line outside of tags, comments, and code.
func (x *lexer) scan() {
	for x.at < len(x.s) {
		rest := x.s[x.at:]
		n := strings.IndexAny(rest, "\n\\`<{$%")
		if n < 0 {
			n = len(rest)
		}
		x.write(strings.TrimSuffix(rest[:n], "\r"))
		if x.at += n; x.at == len(x.s) {
			break
		}
		switch rest = rest[n:]; rest[0] {
		case '\n':
			x.flush()
			x.at++
			x.no++
			return
		case '\\':
			n = min(2, len(rest))
			if n == 2 && (rest[1] == '\n' || x.Template != nil && rest[1] == '{') {
				n = 1
			}
			x.write(rest[:n])
			x.at += n
		case '`':
			n = x.code(rest)
			if x.hasTags() && strings.Contains(rest[:n], "raw") {
				x.write(rawTag.ReplaceAllString(rest[:n], ""))
				x.at += n
			} else {
				x.keep(n)
			}
		case '$':
			x.keep(x.formula(rest))
		case '<':
			x.angle(rest)
		case '{':
			x.brace(rest)
		case '%':
			if !x.Percents || !strings.HasPrefix(rest, "%%") {
				x.keep(1)
			} else if end := strings.Index(rest[2:], "%%"); end < 0 {
				x.hide(len(rest))
			} else {
				x.hide(end + 4)
			}
		}
	}
	x.flush()
}

// keep copies n bytes unchanged.
func (x *lexer) keep(n int) {
	x.write(x.s[x.at : x.at+n])
	x.at += n
}

// code returns the length of the inline code at the start of a text, or of its backticks if it has no end.
func (x *lexer) code(s string) int {
	if x.at >= x.end {
		x.end, x.lone = len(x.s), map[int]bool{}
		if n := strings.Index(s, "\n\n"); n >= 0 {
			x.end = x.at + n
		}
	}
	ticks := len(s) - len(strings.TrimLeft(s, "`"))
	if x.lone[ticks] {
		return ticks
	}
	for paragraph, i := s[:max(x.end-x.at, ticks)], ticks; ; {
		next := strings.IndexByte(paragraph[i:], '`')
		if next < 0 {
			x.lone[ticks] = true
			return ticks
		}
		i += next
		n := len(paragraph[i:]) - len(strings.TrimLeft(paragraph[i:], "`"))
		if i += n; n == ticks {
			return i
		}
	}
}

// formula returns the length of the formula at the start of a text, or of its dollar signs if it has no end.
func (x *lexer) formula(s string) int {
	sign := s[:min(len(s), 1)]
	if strings.HasPrefix(s, "$$") {
		sign = "$$"
	}
	s = s[:min(len(s), longestTag)]
	if sign == "$" {
		s, _, _ = strings.Cut(s, "\n")
	}
	if end := strings.Index(s[len(sign):], sign); x.Math && end > 0 {
		return end + 2*len(sign)
	}
	return len(sign)
}

// comment returns the length and text of the comment at the start of a text; 0 if it has no end.
func (x *lexer) comment(s, start, end string) (text string, n int) {
	if !strings.HasPrefix(s, start) || x.last[end] < x.at+len(start) {
		return "", 0
	}
	text, _, _ = strings.Cut(s[len(start):], end)
	return text, len(start) + len(text) + len(end)
}

// hasTags reports whether the template language has tags.
func (x *lexer) hasTags() bool { return x.Template != nil && !x.Values }

// angle reads the construct that starts with "<".
func (x *lexer) angle(s string) {
	if text, n := x.comment(s, "<!--", "-->"); n > 0 {
		if x.JSX {
			x.over(n)
			rest, _, _ := strings.Cut(s[n:], "\n")
			x.said(strings.TrimSpace(text), Blank(rest))
			return
		}
		if x.Unsaid && strings.TrimSpace(text) != "more" {
			x.hide(n)
			return
		}
		if lines := strings.Count(text, "\n"); lines > 0 {
			x.until = x.no + lines
		}
		x.keep(n)
		return
	}
	if x.Unsaid && strings.HasPrefix(s, "<!--") && x.behind() == "" {
		x.hide(len(s)) // a comment without an end is one up to the end of the text
		return
	}
	if x.Block == nil || x.isDestination() {
		x.keep(1)
		return
	}
	t, n := x.tag(s)
	if n == 0 {
		x.keep(1)
		return
	}
	if t.Line, t.Column, t.Raw = x.no, x.column(), x.raw > 0; x.Named != nil {
		t.Name = x.Named(t.Name)
	}
	before, behind := x.line.String(), x.behind() != ""
	switch {
	case x.isBlock(t, behind):
		x.line.Reset()
		if behind {
			x.parts = append(x.parts, part{no: x.start, text: before})
			before = ""
		}
		x.parts = append(x.parts, part{no: x.no, text: before, tag: t})
		x.over(n)
		x.start, x.tags = x.no, true
	case x.Inline == nil && x.Template != nil: // its attributes may contain expressions
		x.keep(1)
	case x.Inline == nil:
		x.keep(n)
	default:
		t.Source = s[:n]
		if x.Inside != nil && x.Inside(t) && !t.Empty {
			if t.Close {
				x.raw = max(0, x.raw-1)
			} else {
				x.raw++
			}
		}
		written := x.Inline(t)
		x.over(n)
		x.line.WriteString(written)
	}
}

// tag reads the tag at the start of a text, without the markers of a quote in its further lines.
func (x *lexer) tag(s string) (*Tag, int) {
	t, n := readTag(s, x.JSX)
	quotes := strings.Count(strings.TrimSuffix(x.line.String(), x.behind()), ">")
	if quotes == 0 || 0 < n && !strings.Contains(s[:n], "\n") {
		return t, n
	}
	s = s[:min(len(s), longestString)]
	plain, _, _ := strings.Cut(s, "\n")
	for at := len(plain); at < len(s); {
		rest, _, _ := strings.Cut(s[at+1:], "\n")
		at += 1 + len(rest)
		for range quotes {
			inside, ok := strings.CutPrefix(strings.TrimLeft(rest, " \t"), ">")
			if !ok || Blank(inside) {
				return nil, 0
			}
			rest = inside
		}
		plain += "\n" + rest
		if t, n = readTag(plain, x.JSX); n > 0 {
			return t, n + at - len(plain)
		}
	}
	return nil, 0
}

// definition matches a reference up to its destination.
var definition = pattern.New(`^ {0,3}\[[^\]]+\]:\s*$`)

// isDestination reports whether a link or a reference has its destination here, as in [a](<b c.md>).
func (x *lexer) isDestination() bool {
	line := x.line.String()
	return strings.HasSuffix(line, "](") || strings.HasSuffix(strings.TrimRight(line, " "), "]:") &&
		definition.MatchString(line)
}

// isBlock reports whether a tag starts or ends blocks. behind means that the tag follows text, where HTML elements do
// not start blocks; their end tags then do not end blocks either. Nor do components in the label of a link or in a table.
func (x *lexer) isBlock(t *Tag, behind bool) bool {
	n := len(x.open[t.Name])
	switch block := x.Block(t) && (!behind || t.Name != strings.ToLower(t.Name) && !x.isLabel() &&
		!strings.HasPrefix(x.behind(), "|")); {
	case t.Empty:
		return block
	case !t.Close:
		x.open[t.Name] = append(x.open[t.Name], block)
		return block
	case n == 0:
		return x.Block(t)
	}
	block := x.open[t.Name][n-1]
	x.open[t.Name] = x.open[t.Name][:n-1]
	return block
}

// longestLabel is the maximum length of a label with components, in bytes, before and behind each.
const longestLabel = 500

// isLabel reports whether the label of a link or image is open, and ends in the paragraph.
func (x *lexer) isLabel() bool {
	line := x.line.String()
	open := 0
	for i := len(line) - 1; i >= max(0, len(line)-longestLabel) && open < 1; i-- {
		if i == 0 || line[i-1] != '\\' {
			open += bracket(line[i])
		}
	}
	rest, _, _ := strings.Cut(x.s[x.at:min(len(x.s), x.at+longestLabel)], "\n\n")
	for i := 0; i < len(rest)-1 && open > 0; i++ {
		if open += bracket(rest[i]); open == 0 {
			return rest[i+1] == '(' || rest[i+1] == '['
		}
	}
	return false
}

// bracket returns 1 for a bracket that opens, -1 for one that closes, and 0 for other bytes.
func bracket(c byte) int {
	switch c {
	case '[':
		return 1
	case ']':
		return -1
	}
	return 0
}

// markers matches the quote and list markers at the start of a line.
var markers = pattern.New(`^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)))*[ \t]*`)

// mostMarkers is the maximum number of bytes of markers and spaces at the start of a line. Blocks can't be nested so
// deeply.
const mostMarkers = 512

// behind returns the text behind the markers of the line, as far as the line was read.
func (x *lexer) behind() string {
	line := x.line.String()
	return line[len(markers.FindString(line[:min(len(line), mostMarkers)])):]
}

// longestDirective is the maximum length of the name and label of a directive, in bytes.
const longestDirective = 500

var (
	// directive matches the name and label of a directive at the end of a text.
	directive       = pattern.New(`(?:^|[^:\\])::?[A-Za-z][\w-]*(?:\[[^\[\]]*\])?$`)
	startAttributes = pattern.New(
		`^\{\s*(?:(?:[.#][^\s{}.#"'<>=]+|[A-Za-z_:][\w:.-]*(?:=(?:"[^"]*"|'[^']*'|[^\s"'<>={}]+))?)\s*)*\}`)
)

// Attributes returns the attributes of a directive in braces at the start of a text, or "":
// https://github.com/micromark/micromark-extension-directive
func Attributes(s string) string { return startAttributes.FindString(s) }

var (
	headID = pattern.New(`^#[^\s{}#]+$`)
	inURL  = pattern.New(`\]\([^\s()<>]*$`) // the destination of a link, in which braces are text
)

// said writes the meaning of comments that are directives. last means that nothing follows in the line.
// https://docusaurus.io/docs/markdown-features/toc#heading-ids, https://docusaurus.io/docs/blog#blog-list
func (x *lexer) said(text string, last bool) {
	switch {
	case text == "truncate" || text == "more":
		x.line.WriteString("<!--more-->")
	case last && headID.MatchString(text) && strings.HasPrefix(strings.TrimLeft(x.line.String(), " "), "#"):
		x.line.WriteString("{" + text + "}")
	}
}

// brace reads the construct that starts with "{".
func (x *lexer) brace(s string) {
	if x.Template != nil && x.template(s) {
		return
	}
	if !x.JSX {
		x.keep(1)
		return
	}
	if x.Colons && strings.HasPrefix(x.behind(), ":::") {
		x.keep(max(Braces(s), 1))
		return
	}
	if n := len(Attributes(s)); x.Colons && n > 0 {
		if line := x.line.String(); directive.MatchString(line[max(0, len(line)-longestDirective):]) {
			x.keep(n)
			return
		}
	}
	if strings.HasPrefix(s, "{{<") || strings.HasPrefix(s, "{{%") { // a shortcode
		x.keep(min(len(s), 2))
		return
	}
	if x.at >= x.broken {
		if text, n := x.comment(s, "{/*", "*/"); n > 0 {
			if end := spaceEnd(s, n); end < len(s) && s[end] == '}' {
				x.over(end + 1)
				rest, _, _ := strings.Cut(s[end+1:], "\n")
				x.said(strings.TrimSpace(text), Blank(rest))
				return
			}
			x.broken = x.at + n - 3
		}
	}
	n := Braces(s)
	if n == 0 || headID.MatchString(s[1:n-1]) || !strings.ContainsAny(s[:n], " \t\n") &&
		inURL.MatchString(x.line.String()[max(0, x.line.Len()-longestLabel):]) {
		x.keep(max(n, 1))
		return
	}
	if x.Elements != nil {
		if made := x.Elements(strings.TrimSpace(s[1 : n-1])); made != "" {
			x.replace(n, made)
			return
		}
	}
	line, column := x.no, x.column()
	x.over(n)
	x.line.WriteString(x.Value(strings.TrimSpace(s[1:n-1]), line, column))
}

// replace reads a text without line breaks in place of the next n bytes.
func (x *lexer) replace(n int, text string) {
	x.column()
	x.no += strings.Count(x.s[x.at:x.at+n], "\n")
	x.s = x.s[:x.at] + text + x.s[x.at+n:]
	moved := func(at int) int {
		if at > x.at {
			at += len(text) - n
		}
		return at
	}
	for end, at := range x.last {
		x.last[end] = moved(at)
	}
	x.end, x.broken, x.verbatim = moved(x.end), moved(x.broken), moved(x.verbatim)
}
