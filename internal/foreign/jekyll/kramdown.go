package jekyll

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// https://kramdown.gettalong.org/syntax.html#attribute-list-definitions, …#extensions
var (
	blockList = pattern.New(`^[ \t>` + ended + `]*\{:((?:\\\}|[^{}])*)\}[ \t]*\r?$`)
	oneList   = `[ \t]*(?:[.#][\w:-]+|[\w:-]+=(?:"[^"]*"|'[^']*'))`
	named     = pattern.New(`^[\w-]+:(?:\s|$)`) // the definition of a list: {:name: .a}
	spanList  = pattern.New("\\\\\\{:|([)\\]*_`>])\\{:[^{}]*\\}|^([ \\t>]*(?:[-*+]|\\d+\\.)[ \\t]+)\\{:[^{}]*\\}[ \\t]*|[ \\t]*\\{:(?:" +
		oneList + `)+[ \t]*\}`)
	idIn      = pattern.New(`#([\w:-]+)`)
	comment   = pattern.New(`\{::comment(?:\s[^{}]*|/)?\}`)
	endMark   = pattern.New(`\{:/(?:comment)?\}`)
	endLine   = pattern.New(`^ {0,3}\{:/(?:comment\}|\}[ \t]*\r?$)`)
	extension = pattern.New(`\{::(?:options|nomarkdown)(?:"[^"]*"|'[^']*'|[^{}"'])*\}|\{:/(?:nomarkdown|options|comment)?\}`)
	contents  = pattern.New(`^\s*\{:[^{}]*\b(?:toc|footnotes)\b[^{}]*\}[\s` + parted + `]*$`)
	entry     = pattern.New(`^[\s` + ended + `]*(?:[-*+]|\d+\.)[ \t]`)
	heading   = pattern.New(`^#{1,6}[^{]*$`)
	inline    = pattern.New(`\$\$([^$]+)\$\$`)
	// escaped matches a formula whose delimiters are escaped for kramdown.
	escaped = pattern.New(`\\\\([(\[])(.+?)\\\\([)\]])`)
	// openTag matches a line that ends with a tag of HTML.
	openTag = pattern.New(`^\s*<[A-Za-z][^<>]*>\s*$`)
)

// kramdownBlocks removes comments and tables of contents, and moves IDs below headings, and sizes below images, into
// their lines.
func kramdownBlocks(t *block.Text, parses bool) {
	verbatim(t)
	gathered(t)
	lists(t)
	if !parses {
		unbroken(t)
	}
	var hidden *pattern.Pattern // the end of the comment
	for i, line := range t.Lines {
		if t.Places[i] != block.NoCode && hidden == nil {
			continue
		}
		if hidden != nil || strings.Contains(line, "{:") {
			line, hidden = uncommented(line, hidden)
		}
		before := ""
		if i > 0 {
			before = strings.TrimRight(t.Lines[i-1], " \t\r")
		}
		if (before == "" || openTag.MatchString(before) && strings.Contains(before, "markdown=")) &&
			i+1 < len(t.Lines) && !block.Blank(t.Lines[i+1]) && isLone(line) {
			line = "&#32;" + line // without it, the lines up to a blank one are HTML
		} else if m := lone.FindStringSubmatch(line); m != nil && m[1] == "hr" {
			line += ended
		}
		switch m := blockList.FindStringSubmatch(line); {
		case contents.MatchString(line) && entry.MatchString(before):
			if !strings.Contains(line, "footnotes") { // which follow at the end of the page
				withoutContents(t.Lines, i)
			}
			t.Lines[i-1], line = "", ""
		case m == nil:
		case heading.MatchString(before), underline.MatchString(before) && i > 1 && setext(t.Lines[i-2]):
			at := i - 1
			if before[0] != '#' {
				at--
			}
			if id := idIn.FindStringSubmatch(m[1]); id != nil {
				t.Lines[at] = strings.TrimRight(t.Lines[at], " \t\r") + " {#" + id[1] + "}"
			}
			line = ""
		case strings.HasSuffix(before, ")") && strings.Contains(before, "!["):
			t.Lines[i-1], line = before+strings.TrimLeft(line, " \t>"), ""
		}
		t.Lines[i] = line
	}
	t.Places = block.PlacesOf(t.Lines)
}

// listStart matches a line that ends in an attribute list of a span, and listEnd what is in the line below.
var (
	listStart = pattern.New(`\S\{:[^{}]*$`)
	listEnd   = pattern.New(`^[^{}]*\}`)
)

// gathered puts attribute lists over two lines into the first one.
func gathered(t *block.Text) {
	for i := range len(t.Lines) - 1 {
		if !strings.Contains(t.Lines[i], "{:") || t.Places[i] != block.NoCode || t.Places[i+1] != block.NoCode ||
			!listStart.MatchString(t.Lines[i]) {
			continue
		}
		if list := listEnd.FindString(t.Lines[i+1]); list != "" {
			t.Lines[i], t.Lines[i+1] = t.Lines[i]+" "+list, t.Lines[i+1][len(list):]
		}
	}
}

// underline matches the line below the text of a heading.
var underline = pattern.New(`^(?:=+|-+)[ \t]*$`)

// setext reports whether a line may be the text of a heading that is underlined.
func setext(line string) bool {
	return !block.Blank(line) && !strings.ContainsAny(line, "{|") && strings.TrimLeft(line, " \t>#-*+") == line
}

// structural are the names of elements that contain blocks; in kramdown, all in them is HTML.
const structural = "address|article|aside|blockquote|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|" +
	"form|h[1-6]|header|iframe|main|nav|noscript|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|video"

// structure matches the tags of these elements, or the first line of one that goes on in the next.
var structure = pattern.New(`<(/?)(` + structural + `)\b([^<>]*)(?:>|$)`)

var (
	// deep matches a line that would be code after a blank line.
	deep = pattern.New(`^(?: {4}|\t)[ \t]*\S`)
	// unfinished matches the first line of a tag, which would begin a paragraph after a blank line.
	unfinished = pattern.New(`^[ \t]*<[^<>]*$`)
)

// unbroken keeps blank lines in HTML from ending it: to Markdown, an indented tag below one is code.
func unbroken(t *block.Text) {
	e := &elements{count: map[string]int{}}
	for i, line := range t.Lines {
		if t.Places[i] == block.NoCode && strings.Contains(line, "<") && (len(e.open) > 0 || !deep.MatchString(line)) {
			e.read(t, i)
		}
		switch {
		case len(e.open) == 0:
			e.lines = nil
		case e.marked == 0:
			e.lines = append(e.lines, i)
		}
	}
}

// elements are the open elements of HTML that contain blocks.
type elements struct {
	open   []opened
	count  map[string]int // by name
	marked int            // number of those whose text is Markdown
	lines  []int          // those in the outer element, without those in an element whose text is Markdown
}

type opened struct {
	name     string
	blocks   bool // it is not in a line of text
	markdown bool // its text is Markdown
}

// read reads the tags that start in a line.
func (e *elements) read(t *block.Text, i int) {
	line := t.Lines[i]
	at, first := 0, true // end of the last tag, and whether only tags are before it
	text := withoutCode(line)
	for _, m := range structure.FindAllStringSubmatchIndex(text, -1) {
		tag, end, name := text[m[0]:m[1]], m[3] > m[2], text[m[4]:m[5]]
		first = first && strings.Trim(text[at:m[0]], ended+" \t") == ""
		if at = m[1]; !end {
			value := markdownIn.FindStringSubmatch(tagAt(t, i, tag))
			x := opened{name, first, value != nil && isMarked(name, value[1])}
			e.begin(x)
			undent(t, i, x.markdown && x.blocks && len(e.open) > 1)
			continue
		}
		marked := e.marked
		x, ok := e.end(name)
		undent(t, i+1, e.marked < marked && len(e.open) > 0)
		n := len(e.open)
		if !ok || n > 0 && !e.open[n-1].markdown || !x.blocks || x.markdown {
			continue
		}
		if n == 0 {
			join(t, e.lines)
		}
		below := text[at:]
		switch {
		case !block.Blank(below) && !structure.MatchString(below) && text == line:
			t.Lines[i] = text[:at] + ended + below
		case i+1 == len(t.Lines) || block.Blank(t.Lines[i+1]):
		case t.Places[i+1] == block.Opening:
			t.Lines[i] += ended
		default:
			t.Lines[i+1] = ended + t.Lines[i+1]
		}
	}
}

func (e *elements) begin(x opened) {
	e.open = append(e.open, x)
	e.count[x.name]++
	if x.markdown {
		e.marked++
	}
}

// end ends the innermost element with a name, and those in it, and returns it. ok is false if none is open.
func (e *elements) end(name string) (x opened, ok bool) {
	for e.count[name] > 0 {
		x, e.open = e.open[len(e.open)-1], e.open[:len(e.open)-1]
		e.count[x.name]--
		if x.markdown {
			e.marked--
		}
		if x.name == name {
			return x, true
		}
	}
	return x, false
}

// undent removes the indentation of a line, or the one below blank lines, which would make code of it next to Markdown.
func undent(t *block.Text, i int, inHTML bool) {
	for inHTML && i < len(t.Lines) && block.Blank(t.Lines[i]) {
		i++
	}
	if inHTML && i < len(t.Lines) && t.Places[i] == block.NoCode {
		t.Lines[i] = strings.TrimLeft(t.Lines[i], " \t")
	}
}

// tagAt returns a tag that starts in a line, of which start is the part in that line.
func tagAt(t *block.Text, i int, start string) string {
	for end := min(i+longestTag, len(t.Lines)); !strings.HasSuffix(start, ">") && i+1 < end; {
		i++
		line, _, closed := strings.Cut(t.Lines[i], ">")
		if start += " " + line; closed {
			break
		}
	}
	return start
}

// longestTag is the maximum number of lines of a tag.
const longestTag = 20

// ended marks the line below an element of HTML, whose text is Markdown again, or its last line if code is below.
const ended = "\x10"

// parted marks an attribute list below which another block starts that CommonMark would add to the one above.
const parted = "\x11"

// join fills the blank lines of HTML if one of them is before code, or before a tag that goes on in the next line.
func join(t *block.Text, lines []int) {
	code := false
	for _, i := range lines {
		code = code || block.Blank(t.Lines[i]) && (deep.MatchString(t.Lines[i+1]) || unfinished.MatchString(t.Lines[i+1]))
		if t.Places[i] != block.NoCode {
			return
		}
	}
	for n, i := range lines {
		if below := n > 0 && lines[n-1] != i-1; code && block.Blank(t.Lines[i]) && !below {
			t.Lines[i] = "&#32;"
		}
	}
}

var (
	rawStart = pattern.New(`\{::nomarkdown(?:\s+type=["']?(\w*)["']?)?[^{}/]*\}`)
	rawEnd   = pattern.New(`\{:/(?:nomarkdown)?\}`)
	oneTag   = pattern.New(`<[^<>]*>`)
	// marks matches entities, and characters that Markdown reads.
	marks = pattern.New("&(?:#\\d+|\\w+);|[\\\\`*_{}\\[\\]#+!|~$:>^=.-]")
	// options matches an extension that turns Markdown in HTML on or off.
	options = pattern.New(`\{::options\b[^{}]*\bparse_block_html="(true|false)"`)
)

// verbatim makes text of the Markdown between {::nomarkdown} and its end, and removes what is for other formats:
// {::nomarkdown type="latex"}.
func verbatim(t *block.Text) {
	raw, other := false, false
	for i, line := range t.Lines {
		if t.Places[i] != block.NoCode || !raw && !strings.Contains(line, "{::nomarkdown") {
			continue
		}
		var b strings.Builder
		for {
			mark := rawStart
			if raw {
				mark = rawEnd
			}
			m := mark.FindStringSubmatchIndex(line)
			part := line
			if m != nil {
				part = line[:m[0]]
			}
			switch {
			case raw && other:
				part = ""
			case raw:
				part = unmarked(part)
			}
			if b.WriteString(part); m == nil {
				break
			}
			if raw = !raw; raw {
				other = m[2] >= 0 && line[m[2]:m[3]] != "html"
			}
			line = line[m[1]:]
		}
		t.Lines[i] = b.String()
	}
}

// unmarked returns HTML whose texts contain no marks of Markdown.
func unmarked(s string) string {
	return block.Around(oneTag, s, func(s string) string {
		return marks.ReplaceAllStringFunc(s, func(c string) string {
			if len(c) > 1 {
				return c
			}
			return fmt.Sprintf("&#%d;", c[0])
		})
	})
}

// containers are the elements whose text is Markdown with the option parse_block_html:
// https://kramdown.gettalong.org/syntax.html#html-blocks
var containers = []string{
	"article", "aside", "blockquote", "center", "details", "div", "fieldset", "figure", "footer", "form", "header", "main",
	"nav", "section",
}

// parses reports whether the text in containers is Markdown.
func (s *settings) parses(t *block.Text) bool {
	config, _ := s.Config.values["kramdown"].(map[string]any)
	for i, line := range t.Lines {
		if m := options.FindStringSubmatch(line); m != nil && t.Places[i] == block.NoCode {
			return m[1] == "true"
		}
	}
	return config["parse_block_html"] == true
}

// inText are elements that are a part of a paragraph: https://kramdown.gettalong.org/syntax.html#html-spans
var inText = []string{
	"a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i", "ins", "kbd", "label", "mark",
	"q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var",
}

// lone matches a line that is a tag.
var lone = pattern.New(`^ {0,3}<([A-Za-z][A-Za-z0-9]*)\b[^<>]*>[ \t]*\r?$`)

// isLone reports whether a line is a tag of an element that is a part of a paragraph.
func isLone(line string) bool {
	m := lone.FindStringSubmatch(line)
	return m != nil && (slices.Contains(inText, m[1]) || slices.Contains([]string{"br", "button", "img", "input"}, m[1]))
}

// isMarkdown reports whether the text in an element of HTML, which starts in a line, is read as Markdown blocks.
// https://kramdown.gettalong.org/syntax.html#html-blocks
func isMarkdown(t *block.Tag, line string, parses bool) bool {
	for _, a := range t.Attributes {
		if a.Name == "markdown" {
			alone := len(line) < longestAlone && strings.HasSuffix(strings.TrimSpace(line), ">") &&
				strings.Count(line, "<") == 1
			return isMarked(t.Name, a.Value) && (alone || !slices.Contains(inText, t.Name))
		}
	}
	return parses && slices.Contains(containers, t.Name)
}

// isMarked reports whether the text in an element is Markdown, given its attribute markdown. With "1", the name of the
// element decides.
func isMarked(name, value string) bool {
	return value == "block" || value == "span" || value == "1" && !slices.Contains(notMarked, name)
}

// notMarked are elements that contain other elements, or whose text is verbatim.
var notMarked = []string{
	"code", "colgroup", "kbd", "math", "ol", "option", "pre", "samp", "table", "tbody", "textarea", "tfoot", "thead", "tr",
	"ul", "var", "video",
}

// markdownIn matches the attribute markdown of a tag.
var markdownIn = pattern.New(`\smarkdown=["']?(\w+)`)

// longestAlone is the maximum length of a line that is searched for other tags.
const longestAlone = 1000

// verbatimText matches elements in a line whose text is not Markdown.
var verbatimText = pattern.New(`(<(?:code|kbd|samp|var)\b[^<>]*>)([^<>]+)(</(?:code|kbd|samp|var)>)`)

// ticked matches an element whose text has the marks of code.
var ticked = pattern.New("(^|[^`])(<(?:code|kbd|samp|var)\\b[^<>]*>)(`[^<>]*`)(</(?:code|kbd|samp|var)>)")

// asText matches the attribute of an element whose tags are kept.
var asText = pattern.New(`(<[a-zA-Z][^<>]*?)\s+markdown=(?:"\w*"|'\w*'|\w+)`)

// uncommented removes comments from a line. end matches the end of the one that it begins, or ends, in; nil if none.
func uncommented(line string, end *pattern.Pattern) (string, *pattern.Pattern) {
	var b strings.Builder
	for {
		if end != nil {
			m := end.FindStringIndex(line)
			if m == nil {
				return b.String(), end
			}
			line, end = line[m[1]:], nil
		}
		m := comment.FindStringIndex(line)
		if m == nil {
			b.WriteString(line)
			return b.String(), nil
		}
		if line[m[1]-2] != '/' {
			if end = endMark; block.Blank(line[:m[0]]) && block.Blank(line[m[1]:]) {
				end = endLine
			}
		}
		b.WriteString(line[:m[0]])
		line = line[m[1]:]
	}
}

// kramdown converts the lines of a text.
type kramdown struct {
	base          string                   // path of the site
	dollars       bool                     // $x$ is a formula
	abbreviations func(line string) string // marks abbreviations; nil if there are none
	before        string                   // the last line
	formula       bool                     // it begins, or is in, a formula of several lines
	program       bool                     // it ends in a script or a style sheet
	figure        bool                     // it is in an element <figure>
}

// programs matches the tags of elements whose text is neither Markdown nor HTML.
var programs = pattern.New(`<(/?)(?:script|style)\b[^<>]*>`)

// withoutCode returns a line without its code, in which tags are text.
func withoutCode(line string) string {
	return block.InCode(line, func(string) string { return "" })
}

// endOfBlock ends a list and code in CommonMark: https://kramdown.gettalong.org/syntax.html#eob-marker
const endOfBlock = "<!-- -->"

// line converts a line: attribute lists are removed, but IDs and sizes stay, and formulas in a text are inline.
// continues means that no blank line is above.
func (k *kramdown) line(line string, continues bool) string {
	if text, below, ok := strings.Cut(line, ended); ok {
		if text != "" {
			text = k.line(text, continues) + "\n"
		}
		if below != "" {
			text += "\n" + k.line(below, false)
		}
		return text
	}
	if text, ok := strings.CutSuffix(line, parted); ok {
		indent := text[:strings.IndexByte(text, '{')]
		return strings.TrimRight(indent+k.line(text, continues), " ") + "\n\n" + indent + endOfBlock
	}
	before := k.before
	k.before = line
	if strings.Count(line, "$$") == 1 && (k.formula || strings.HasPrefix(strings.TrimSpace(line), "$$")) {
		if k.formula = !k.formula; k.formula && openTag.MatchString(before) { // a formula in HTML
			return "\n" + line
		}
		return line
	}
	if k.formula = k.formula && !block.Blank(line); k.formula {
		return line
	}
	program, text := k.program, line
	if !program {
		text = withoutCode(line)
	}
	for _, m := range programs.FindAllStringSubmatch(text, -1) {
		k.program = m[1] == ""
		program = program || k.program
	}
	if program {
		return line
	}
	line = k.converted(line, continues)
	if strings.TrimSpace(before) == "$$" && strings.HasPrefix(strings.TrimLeft(line, " "), "</") {
		line = "\n" + line
	}
	return line
}

func (k *kramdown) converted(line string, continues bool) string {
	if strings.TrimSpace(line) == "^" {
		return endOfBlock
	}
	if text, broken := strings.CutSuffix(strings.TrimRight(line, " \t"), `\\`); broken { // a line break
		line = text + "<br>"
	}
	if m := blockList.FindStringSubmatch(line); m != nil {
		if named.MatchString(m[1]) {
			return ""
		}
		before, id := line[:strings.IndexByte(line, '{')], anchor(m[1])
		switch {
		case strings.Contains(before, ">"): // the quote goes on
			return before + id
		case before == "" && id != "": // what is below is another paragraph
			return id + "\n"
		}
		return id
	}
	if strings.Contains(line, "markdown=") {
		line = block.Outside(line, func(s string) string { return asText.ReplaceAllString(s, "$1") })
	}
	if strings.Contains(line, "</") {
		line = ticked.ReplaceAllStringFunc(line, func(s string) string {
			m := ticked.FindStringSubmatch(s)
			if strings.HasPrefix(line, "#") { // its ID has no entities
				return m[1] + strings.Repeat("`", len(m[3])) + " " + m[3] + " " + strings.Repeat("`", len(m[3]))
			}
			return m[1] + m[2] + unmarked(m[3]) + m[4]
		})
		line = block.Outside(line, func(s string) string {
			return verbatimText.ReplaceAllStringFunc(s, func(s string) string {
				m := verbatimText.FindStringSubmatch(s)
				return m[1] + unmarked(m[2]) + m[3]
			})
		})
	}
	line = unescaped(emphasis(line), k.dollars)
	line = block.Outside(line, func(s string) string {
		return prefixed.ReplaceAllString(block.Tildes(block.Spaced(s)), "$1-$2")
	})
	if strings.Contains(line, "<mailto:") {
		line = block.Outside(line, func(s string) string { return mailto.ReplaceAllString(s, "[$1](mailto:$1)") })
	}
	if strings.Contains(line, "![") && strings.Contains(line, "{:") {
		line = block.Sized(line, "{:", k.base, k.figure, func(to string) string { return to })
	}
	if strings.Contains(line, "{:") || strings.Contains(line, "$$") || strings.ContainsRune(line, '\\') {
		line = spans(line, continues)
	}
	if strings.Contains(line, "]:") {
		line = looseDefinition.ReplaceAllString(line, "$1<$2>$3")
	}
	if bracket.MatchString(line) {
		line = strings.Replace(line, ")", `\)`, 1)
	}
	if k.abbreviations != nil {
		line = k.abbreviations(line)
	}
	return line
}

// spans converts attribute lists, extensions, and formulas in a line. continues means that no blank line is above.
func spans(line string, continues bool) string {
	inText := continues || strings.TrimSpace(inline.ReplaceAllString(line, "")) != ""
	first := true
	return block.Outside(line, func(part string) string {
		if !first {
			part = "`" + part
		}
		part = spanList.ReplaceAllStringFunc(part, func(s string) string {
			at := strings.Index(s, "{:")
			before := s[:at]
			if before == `\` {
				return s
			} else if block.Blank(before) {
				before = ""
			}
			return before + anchor(s[at:])
		})
		part = extension.ReplaceAllString(part, "")
		part = bracketed.ReplaceAllStringFunc(part, func(s string) string { return brackets[s] })
		part = escaped.ReplaceAllString(part, `\$1$2\$3`)
		part = dollars.ReplaceAllStringFunc(part, func(s string) string {
			m := dollars.FindStringSubmatch(s)
			if !first || strings.TrimSpace(m[1]) != "" {
				return m[1] + `\$\$` + m[2] + `\$\$`
			}
			return m[1] + `\(` + m[2] + `\)`
		})
		if inText {
			part = inline.ReplaceAllString(part, `\($1\)`)
		}
		if !first {
			part = part[1:]
		}
		first = false
		return part
	})
}

// prefixed matches the start of a tag with a prefix, such as <o:p>, which is text in CommonMark.
var prefixed = pattern.New(`(</?[A-Za-z][\w-]*):([A-Za-z_][\w.-]*(?:[ \t]|/?>|\r?$))`)

// mailto matches a link to an email address, whose text has no scheme.
var mailto = pattern.New(`<mailto:([^\s<>?()\[\]]+)>`)

// looseDefinition matches the definition of a link whose target contains a space or a parenthesis, and its title.
var looseDefinition = pattern.New(`^( {0,3}\[[^\]^][^\]]*\]:[ \t]*)` +
	`([^\s<"'][^<>"']*(?:[()]|[ \t][^\s<>"'])(?:[^<>"']*[^\s<>"'])?)([ \t]+(?:".*"|'.*'))?[ \t]*$`)

// bracket matches a number that would begin a list in CommonMark.
var bracket = pattern.New(`^ {0,3}\d{1,9}\)\s`)

// bracketed matches escaped characters, of which brackets would begin a formula.
var (
	bracketed = pattern.New(`\\[\\()]`)
	brackets  = map[string]string{`\\`: `\\`, `\(`: "&#40;", `\)`: "&#41;"}
)

// dollars matches text after an escaped $$: at the start of a line, it is an inline formula; elsewhere, it is text.
// https://kramdown.gettalong.org/syntax.html#math-blocks
var dollars = pattern.New(`^(.*?)\\\$\$([^$]+)\$\$`)

// anchor returns an anchor with the ID in an attribute list; "" if it has none.
func anchor(list string) string {
	if m := idIn.FindStringSubmatch(list); m != nil {
		return `<a id="` + m[1] + `"></a>`
	}
	return ""
}
