package mkdocs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// paragraph is the text of a paragraph, heading, or table while its inline syntax is converted. As in Python-Markdown,
// what no syntax applies to (code, formulas, tags, URLs, and what was converted) is taken out: one character stands in
// for each piece.
type paragraph struct {
	*manner
	text   string
	table  bool // syntax ends with a cell
	pieces []string
	raw    int // number of the first pieces that are text of the page, with no pieces in them
}

// The characters that stand in for pieces are those for private use behind the others.
const (
	firstPiece = 0xF0000
	mostPieces = utf8.MaxRune - firstPiece
)

// piece takes a text out.
func (p *paragraph) piece(text string) string {
	p.pieces = append(p.pieces, text)
	return string(rune(firstPiece + len(p.pieces) - 1))
}

// restored returns a text with its pieces.
func (p *paragraph) restored(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r >= firstPiece }) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch n := int(r - firstPiece); {
		case n < 0:
			b.WriteRune(r)
		case n < p.raw:
			b.WriteString(p.pieces[n])
		default:
			b.WriteString(p.restored(p.pieces[n]))
		}
	}
	return b.String()
}

// before and after return the characters at the ends of what a piece stands for.
func (p *paragraph) before(i int) rune { return p.edge(p.text[:i], utf8.DecodeLastRuneInString) }

func (p *paragraph) after(i int) rune { return p.edge(p.text[i:], utf8.DecodeRuneInString) }

// edge returns a character at one end of a text; a space if there is none.
func (p *paragraph) edge(s string, decode func(string) (rune, int)) rune {
	r, n := decode(s)
	if r >= firstPiece {
		r, n = decode(p.restored(string(r)))
	}
	if n == 0 {
		return ' '
	}
	return r
}

// inLine converts the syntax of extensions in the text of a line.
func (w *text) inLine(text string, line int) string { return w.inText(text, line, false) }

// inText converts the syntax of extensions in the lines of a paragraph or a table that starts in a line.
func (w *text) inText(text string, line int, table bool) string {
	if !strings.ContainsAny(text, "=^~+-*\\`[{(/#!?@0123456789") {
		return text
	}
	m := w.manner
	p := &paragraph{manner: m, text: text, table: table}
	if p.takeCode(); len(p.pieces) > mostPieces/2 {
		return text
	}
	p.label(w.defined)
	if m.on("autorefs") || m.on("mkdocstrings") {
		p.text = w.crossReferences(p, line)
	}
	p.text = m.references(p.text)
	if p.takeLinks(); len(p.pieces) > mostPieces/2 {
		return text
	}
	if _, on := m.extensions["critic"]; on {
		p.critic()
	}
	p.symbols()
	p.pairs('=', m.has("mark"), false, m.extensions["mark"]["smart_mark"] != false, "mark", "")
	caret := m.extensions["caret"]
	p.pairs('^', m.has("caret") && caret["insert"] != false,
		m.has("caret") && caret["superscript"] != false, caret["smart_insert"] != false, "ins", "sup")
	p.tildes()
	p.strong()
	return p.restored(p.text)
}

// takeCode takes out code, formulas, escaped characters, comments, and tags.
func (p *paragraph) takeCode() {
	s := p.text
	var out strings.Builder
	ticks := map[int][]int{} // places of runs of backticks by their lengths
	for i := 0; i < len(s); {
		if s[i] != '`' {
			i++
			continue
		}
		n := run(s, i)
		ticks[n] = append(ticks[n], i)
		i += n
	}
	ends := ends{text: s}
	lost := map[string]bool{} // ends that do not follow anymore
	until := func(i int, end string) int {
		if lost[end] {
			return 0
		}
		n := strings.Index(s[i:], end)
		if lost[end] = n < 0; n < 0 {
			return 0
		}
		return i + n + len(end)
	}
	space := p.escapesSpace()
	for i := 0; i < len(s) && len(p.pieces) < mostPieces/2; {
		end, to := 0, "" // what is taken out, and what to write for it if it is not the same
		switch c := s[i]; {
		case c == '`':
			n := run(s, i)
			at, _ := slices.BinarySearch(ticks[n], i+n)
			if at == len(ticks[n]) { // text, which must not start fenced code
				end, to = i+n, strings.Repeat("\\`", n)
				break
			}
			end = ticks[n][at] + n
			code, mark := s[i+n:end-n], s[i:i+n]
			if n > 2 && (i == 0 || s[i-1] == '\n') && !strings.Contains(line(code), "`") && strings.Contains(code, "\n") {
				mark = free(code, n) // its line would start fenced code
			}
			if p.has("inlinehilite") {
				if language.MatchString(code) {
					p.use("inlinehilite")
				}
				code = language.ReplaceAllString(code, "$1")
			}
			to = mark + code + mark
		case p.math && strings.HasPrefix(s[i:], `\(`):
			if end = until(i+2, `\)`); end > 0 && block.Blank(s[i+2:end-2]) {
				end = 0
			}
		case p.math && c == '$':
			end = dollars(s, i, &ends)
		case strings.HasPrefix(s[i:], "<!--"):
			end = until(i+4, "-->")
		case c == '<' && i+1 < len(s) && (isLetter(s[i+1]) || s[i+1] == '/'):
			if end = ends.find('>', i+1) + 1; end > 0 {
				to = p.autolink(s[i+1 : end-1])
			}
		case c == '{':
			end = i + len(codeAttribute.FindString(s[i:min(len(s), i+mostList)]))
		case c == '\\' && i+1 < len(s) && s[i+1] == ' ' && space != "":
			end, to = i+2, space
		case c == '\\' && i+1 < len(s) && p.has("escapeall") && s[i+1] != '\n' && !isPunct(s[i+1]):
			p.use("escapeall")
			_, n := utf8.DecodeRuneInString(s[i+1:])
			end, to = i+1+n, s[i+1:i+1+n]
		}
		if end <= i && s[i] == '\\' && i+1 < len(s) && isPunct(s[i+1]) {
			end = i + 2
			if strings.IndexByte("~^=+@#!?", s[i+1]) >= 0 {
				to = fmt.Sprintf("&#%d;", s[i+1])
			}
		}
		if end <= i {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r >= firstPiece {
				end = i + n
			} else {
				out.WriteString(s[i : i+n])
				i += n
				continue
			}
		}
		out.WriteString(p.piece(cmp.Or(to, s[i:end])))
		i = end
	}
	p.text, p.raw = out.String(), len(p.pieces)
}

// free returns a mark for code that is shorter than a fence and does not occur in it; that with n characters if there
// is none.
func free(code string, n int) string {
	used := map[int]bool{}
	for i := 0; i < len(code); i++ {
		if code[i] == '`' {
			k := run(code, i)
			used[k] = true
			i += k - 1
		}
	}
	for k := 1; k < 3; k++ {
		if !used[k] {
			return strings.Repeat("`", k)
		}
	}
	return strings.Repeat("`", n)
}

// escapesSpace returns what a space behind a backslash is; "" if the backslash is text.
func (p *paragraph) escapesSpace() string {
	switch {
	case p.has("escapeall") && p.extensions["escapeall"]["nbsp"] == true:
		return "&nbsp;"
	case p.has("escapeall"), p.has("caret") && p.extensions["caret"]["superscript"] != false,
		p.has("tilde") && p.extensions["tilde"]["subscript"] != false:
		return " "
	}
	return ""
}

// dollars returns the end of the formula between dollar signs at i; 0 if there is none:
// https://facelessuser.github.io/pymdown-extensions/extensions/arithmatex/#input-format
func dollars(s string, i int, ends *ends) int {
	sign := min(run(s, i), 2)
	end := ends.find('$', i+sign)
	for end > 0 && s[end-1] == '\\' {
		end = ends.find('$', end+1)
	}
	switch {
	case end < 0 || end == i+sign:
		return 0
	case sign == 2:
		if !strings.HasPrefix(s[end:], "$$") {
			return 0
		}
		return end + 2
	case unicode.IsSpace(rune(s[i+1])) || unicode.IsSpace(rune(s[end-1])),
		end+1 < len(s) && s[end+1] >= '0' && s[end+1] <= '9':
		return 0
	}
	return end + 1
}

// webAddress matches a URL in a text; signs at its end may belong to other syntax.
var webAddress = pattern.New(`(?:https?://|ftp://|www\.)[^\s<>"]*[^\s<>"=^~+*_.,;:!?'(\[{)\]}-]`)

// noDomain matches a URL whose host is a name without a dot or a number, such as http://localhost:8000, which sitegen
// does not link.
var noDomain = pattern.New(`^(?:https?|ftp)://(?:[\w-]+|\d+(?:\.\d+)+)(?:[:/?#]|$)`)

// takeLinks takes out the targets of links, images, references to footnotes, and URLs.
func (p *paragraph) takeLinks() {
	s := p.text
	if !strings.ContainsAny(s, "[:.") {
		return
	}
	parens := closings(s)
	var urls [][]int
	if strings.Contains(s, "://") || strings.Contains(s, "www.") {
		urls = webAddress.FindAllStringIndex(s, -1)
	}
	ends := ends{text: s}
	var out strings.Builder
	texts, linked := p.linkTexts(s, urls), false
	for i := 0; i < len(s); {
		end, to := 0, ""
		if r, _ := utf8.DecodeRuneInString(s[i:]); r >= firstPiece {
			piece := p.pieces[r-firstPiece]
			linked = strings.HasPrefix(piece, "<a ") || linked && !strings.HasPrefix(piece, "</a")
		}
		for len(urls) > 0 && urls[0][0] < i {
			urls = urls[1:]
		}
		switch {
		case len(urls) > 0 && urls[0][0] == i:
			end = urls[0][1]
			if n := strings.Index(s[i:end], "]("); n > 0 { // the URL is the text of a link
				end = i + n
			}
			if linked { // no link in a link
				if n := strings.IndexFunc(s[i:end], func(r rune) bool { return r >= firstPiece }); n > 0 {
					end = i + n
				}
				to = asText.Replace(s[i:end])
				break
			}
			if to = p.shorten(s, i, end, texts); to == "" && p.has("magiclink") && noDomain.MatchString(s[i:end]) &&
				texts[i] == 0 {
				to = "<" + s[i:end] + ">"
			}
		case strings.HasPrefix(s[i:], "](") && parens[i+1] > 0:
			end = parens[i+1] + 1
			to = block.Spaced(s[i:end])
		case strings.HasPrefix(s[i:], "]["):
			end = ends.find(']', i+2) + 1
		case strings.HasPrefix(s[i:], "[^"):
			end = ends.find(']', i+2) + 1
			if !strings.HasPrefix(s[i+2:], "annotation-") {
				p.use("footnotes")
			}
		case linked && s[i] == '@':
			end, to = i+1, asText.Replace("@")
		case s[i] == '[' && startsLine(s, i) && defined.MatchString(line(s[i:])):
			end = i + len(line(s[i:]))
		}
		if end <= i {
			out.WriteByte(s[i])
			i++
			continue
		}
		out.WriteString(p.piece(cmp.Or(to, s[i:end])))
		i = end
	}
	p.text = out.String()
}

// asText writes the signs that make links of URLs and e-mail addresses by their numbers.
var asText = strings.NewReplacer(":", "&#58;", "www.", "www&#46;", "@", "&#64;")

var (
	// inBrackets matches a text in brackets, and a label behind it: Python-Markdown allows one space between them.
	inBrackets = pattern.New(`\[([^\[\]^][^\[\]]*)\](?:([ \t]|\n[ \t]*)\[([^\[\]^][^\[\]]*)\]|\[\^)?`)
	plainName  = pattern.New(`^[\p{L} \n]+$`)
)

// label gives references to link definitions the label that CommonMark needs: their own text if it has syntax of
// extensions or a footnote follows it, or the label behind a space.
func (p *paragraph) label(defined map[string]bool) {
	if len(defined) == 0 || !strings.Contains(p.text, "[") {
		return
	}
	s := p.text
	var out strings.Builder
	at := 0
	write := func(to int, more string) {
		out.WriteString(s[at:to] + more)
		at = to
	}
	for _, m := range inBrackets.FindAllStringSubmatchIndex(s, -1) {
		if m[0] > 0 && s[m[0]-1] == ']' { // it is a label
			continue
		}
		behind := m[3] + 1 // the bracket
		if m[6] >= 0 && !(p.table && s[m[4]] == '\n') && defined[labelOf(p.restored(s[m[6]:m[7]]))] {
			// a newline stays, inside of the label, where it says nothing
			write(behind, "["+p.piece(p.restored(s[m[6]:m[7]])+strings.TrimRight(s[m[4]:m[5]], " \t"))+"]")
			at = m[1]
			continue
		}
		name := p.restored(s[m[2]:m[3]])
		footnote := m[6] < 0 && m[1] > behind
		if !footnote && (behind < len(s) && strings.IndexByte("([:", s[behind]) >= 0 || plainName.MatchString(name)) ||
			!defined[labelOf(name)] {
			continue
		}
		write(behind, "["+p.piece(strings.ReplaceAll(name, "\n", " "))+"]") // the text keeps its number of lines
	}
	write(len(s), "")
	p.text = out.String()
}

// anyDefinition matches the definition of a link, also in a list or a quotation.
var anyDefinition = pattern.New(`^[ \t>]*\[([^\]^][^\]]*)\]:\s`)

// labelOf returns a label as labels are compared.
func labelOf(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// labels returns the labels of the link definitions in a text.
func labels(list []*block.Node, out map[string]bool) map[string]bool {
	for _, n := range list {
		for _, l := range n.Lines {
			if l.Code || !strings.Contains(l.Text, "]:") {
				continue
			}
			if m := anyDefinition.FindStringSubmatch(l.Text); m != nil {
				out[labelOf(m[1])] = true
			}
		}
		labels(n.Inside, out)
	}
	return out
}

// autolink returns a URL or an e-mail address in angle brackets in another form; "" if it stays.
func (p *paragraph) autolink(s string) string {
	if address, ok := strings.CutPrefix(s, "mailto:"); ok && mailAddress.MatchString(address) {
		return "<" + address + ">"
	}
	if l := p.shortened(s); l.url != "" {
		return l.markdown()
	}
	return ""
}

var mailAddress = pattern.New(`^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$`)

// linkTexts returns for each place in the text of a link where that text ends. Without URLs, nothing asks for it.
func (p *paragraph) linkTexts(s string, urls [][]int) []int {
	if len(urls) == 0 || !p.has("magiclink") {
		return nil
	}
	ends := map[int]int{} // by the start of the text of a link
	var open []int
	for i := range len(s) {
		switch n := len(open); {
		case s[i] == '[':
			open = append(open, i)
		case s[i] == ']' && n > 0:
			if i+1 < len(s) && (s[i+1] == '(' || s[i+1] == '[') {
				ends[open[n-1]] = i
			}
			open = open[:n-1]
		}
	}
	out, end := make([]int, len(s)), 0
	for i := range out {
		if end = max(end, ends[i]); i < end {
			out[i] = end
		}
	}
	return out
}

// shorten returns a short link in place of the URL between two places; "" if it stays. In the text of a link, only one
// that is the whole text and leads to the same URL is short.
func (p *paragraph) shorten(s string, from, to int, texts []int) string {
	if texts == nil || from > 1 && strings.HasSuffix(s[:from], "](") || strings.HasSuffix(s[:from], "]: ") {
		return ""
	}
	l := p.shortened(s[from:to])
	switch {
	case l.url == "":
	case texts[from] == 0:
		return l.markdown()
	case s[from-1] == '[' && texts[from] == to && strings.HasPrefix(s[to:], "]("+s[from:to]+")"):
		return inText.Replace(l.text)
	}
	return ""
}

// startsLine reports whether only spaces are before i in its line.
func startsLine(s string, i int) bool {
	before := strings.TrimRight(s[:i], " \t")
	return before == "" || strings.HasSuffix(before, "\n")
}

// line returns a text up to its first newline.
func line(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// closings returns the places of closing parentheses by those of the opening ones.
func closings(s string) map[int]int {
	out := map[int]int{}
	var open []int
	for i := range len(s) {
		switch s[i] {
		case '(':
			open = append(open, i)
		case ')':
			if n := len(open); n > 0 {
				out[open[n-1]] = i
				open = open[:n-1]
			}
		}
	}
	return out
}

// run returns how often the byte at i is repeated.
func run(s string, i int) int {
	return len(s[i:]) - len(strings.TrimLeft(s[i:], s[i:i+1]))
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isPunct(c byte) bool {
	return '!' <= c && c <= '~' && !isLetter(c) && (c < '0' || c > '9')
}

// edits matches edits of CriticMarkup: https://facelessuser.github.io/pymdown-extensions/extensions/critic/
var edits = pattern.New(`(?s)\{\+\+(.*?)\+\+\}|\{--(.*?)--\}|\{==(.*?)==\}|\{~~(.*?)~>(.*?)~~\}|\{>>.*?<<\}`)

// critic converts edits.
func (p *paragraph) critic() {
	mode := foreign.TextOf(p.extensions["critic"]["mode"])
	p.text = edits.ReplaceAllStringFunc(p.text, func(found string) string {
		p.use("critic")
		m := edits.FindStringSubmatch(found)
		added, removed := m[1]+m[5], m[2]+m[4]
		lines := func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) } // the page keeps its lines
		switch {
		case found[1] == '>':
			return " " + lines(found)
		case found[1] == '=' && mode != "accept" && mode != "reject":
			return p.piece("<mark>") + m[3] + p.piece("</mark>")
		case found[1] == '=':
			return m[3]
		case mode == "accept":
			return lines(removed) + added
		case mode == "reject":
			return removed + lines(added)
		}
		out := ""
		if removed != "" {
			out = p.piece("<del>") + removed + p.piece("</del>")
		}
		if added != "" {
			out += p.piece("<ins>") + added + p.piece("</ins>")
		}
		return out
	})
}

// symbols replaces what extensions write as symbols.
func (p *paragraph) symbols() {
	for _, x := range inLines {
		options, on := p.extensions[x.extension]
		if !on || options[x.option] == false {
			continue
		}
		p.text = x.find.ReplaceAllStringFunc(p.text, func(found string) string {
			if s := x.replace(p, found); s != found {
				p.use(x.extension)
				return p.piece(s)
			}
			return found
		})
	}
}

// mark is a run of one character that may open or close an element.
type mark struct{ at, n int }

// pairs writes elements for a text between two doubled characters, or between two single ones that no space is
// between. Smart ones are no parts of words.
func (p *paragraph) pairs(c byte, double, single, smart bool, two, one string) {
	if !double && !single || strings.Count(p.text, string(c)) < 2 {
		return
	}
	s := p.text
	tags := map[int]string{} // what to write at a place
	none := mark{at: -1}
	dbl, sgl := none, none // open ones
	space := -1            // the last
	word := func(r rune) bool { return smart && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
	closed := func(at int, open *mark, tag string) {
		p.use(map[byte]string{'=': "mark", '^': "caret", '~': "tilde"}[c])
		tags[open.at] += "<" + tag + ">"
		tags[at] += "</" + tag + ">"
		*open = none
	}
	var runs []int // places
	for i := 0; i < len(s); {
		if s[i] != c {
			if s[i] == ' ' || s[i] == '\n' || s[i] == '\t' {
				space = i
			}
			if p.table && (s[i] == '|' || s[i] == '\n') {
				dbl, sgl = none, none
			}
			i++
			continue
		}
		n := run(s, i)
		before, after := p.before(i), p.after(i+n)
		opens := !unicode.IsSpace(after) && i+n < len(s)
		closes := !unicode.IsSpace(before) && i > 0
		sub := sgl.at >= 0 && space < sgl.at && closes
		switch {
		case n == 1 && single:
			if sub {
				closed(i, &sgl, one)
			} else if sgl = none; opens {
				sgl = mark{i, 1}
			}
		case n == 2 && double && dbl.at >= 0 && closes && !word(after):
			if sgl.at > dbl.at {
				sgl = none
			}
			closed(i, &dbl, two)
		case n == 2 && sub && sgl.n == 1 && dbl.at < 0:
			closed(i, &sgl, one)
			if opens {
				sgl = mark{i, 1}
			}
		case n == 2 && double && dbl.at < 0 && opens && !word(before):
			dbl = mark{i, 2}
		case n == 3 && single && double && sub && dbl.at >= 0 && !word(after):
			if sgl.at >= dbl.at {
				closed(i, &sgl, one)
				closed(i, &dbl, two)
			} else {
				closed(i, &dbl, two)
				closed(i, &sgl, one)
			}
		case n == 3 && single && double && dbl.at < 0 && opens && !word(before):
			dbl, sgl = mark{i, 3}, mark{i, 3}
		}
		runs = append(runs, i)
		i += n
	}
	var out strings.Builder
	at := 0
	for _, l := range runs {
		tag := tags[l]
		if tag == "" {
			continue
		}
		used := 0
		for _, t := range []struct {
			name string
			n    int
		}{{two, 2}, {one, 1}} {
			used += t.n * (strings.Count(tag, "<"+t.name+">") + strings.Count(tag, "</"+t.name+">"))
		}
		if strings.Count(tag, "<") == 2 && !strings.Contains(tag, "</") { // the one that closes last comes first
			first, second, _ := strings.Cut(tag[1:], "<")
			tag = "<" + second + "<" + first
		}
		out.WriteString(s[at:l] + p.piece(tag))
		at = l + used
	}
	p.text = out.String() + s[at:]
}

// tildes writes deleted text and subscripts. Other single tildes are text, which goldmark strikes through.
func (p *paragraph) tildes() {
	options, on := p.extensions["tilde"]
	if on {
		p.pairs('~', options["delete"] != false, options["subscript"] != false,
			options["smart_delete"] != false, "del", "sub")
	}
	s := p.text
	if !strings.Contains(s, "~") {
		return
	}
	var out strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '~' {
			out.WriteByte(s[i])
			i++
			continue
		}
		n := run(s, i)
		if n == 1 || n > 2 {
			out.WriteString(p.piece(strings.Repeat(`\~`, n)))
		} else {
			out.WriteString(s[i : i+n])
		}
		i += n
	}
	p.text = out.String()
}

// strong writes emphasis that CommonMark does not read, because of a sign beside a letter without a space, as in
// "**note:**text", which is common in languages without spaces.
func (p *paragraph) strong() {
	s := p.text
	if !strings.Contains(s, "*") {
		return
	}
	punct := func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }
	tags := map[int]string{}
	for i, tag := range []string{"em", "strong"} {
		n := i + 1
		open, broken, both := -1, false, false
		for i := 0; i < len(s); {
			if s[i] != '*' {
				if p.table && (s[i] == '|' || s[i] == '\n') {
					open = -1
				}
				i++
				continue
			}
			length := run(s, i)
			at := i
			i += length
			before, after := p.before(at), p.after(i)
			if length == 3 && n == 2 { // it is also emphasis, which CommonMark reads
				both = !both && !unicode.IsSpace(after)
			}
			if both && length == n && !unicode.IsSpace(before) {
				both = false
				continue
			}
			if length != n {
				continue
			}
			switch {
			case open >= 0 && !unicode.IsSpace(before):
				// https://spec.commonmark.org/0.31.2/#right-flanking-delimiter-run
				if broken || punct(before) && !punct(after) && !unicode.IsSpace(after) {
					tags[open], tags[at] = "<"+tag+">", "</"+tag+">"
				}
				open = -1
			case open < 0 && !unicode.IsSpace(after):
				open, broken = at, punct(after) && !punct(before) && !unicode.IsSpace(before)
			}
		}
	}
	if len(tags) == 0 {
		return
	}
	var out strings.Builder
	for i := 0; i < len(s); {
		if tag := tags[i]; tag != "" {
			out.WriteString(p.piece(tag))
			i += run(s, i)
			continue
		}
		out.WriteByte(s[i])
		i++
	}
	p.text = out.String()
}

var (
	// startsText matches the start of a line that is not part of the paragraph above it.
	startsText = pattern.New(`^[ \t]*(?:>|#|[-*+][ \t]|\d{1,9}[.)][ \t]|:[ \t]|\[\^?[^\]]+\]:|\*\[)`)
	// tightHeading matches a heading without a space before its text, which Python-Markdown does not need.
	tightHeading = pattern.New(`^((?:    )*(?:> ?)*#{1,6})([^#\s].*?)#*[ \t]*$`)
	underline    = pattern.New(`^[ \t>]*(?:=+|-+)[ \t]*$`)
	// verbatim matches the start of HTML that ends with its end tag, in which nothing is Markdown.
	verbatim = pattern.New(`(?i)^[ \t]*<(script|style|pre|textarea)\b`)
)

// paragraphs converts the inline syntax in lines.
func (w *text) paragraphs(lines []block.Line) {
	until := ""
	for i := 0; i < len(lines); {
		l := &lines[i]
		if v := verbatim.FindStringSubmatch(l.Text); v != nil && until == "" && !l.Code {
			until = "</" + strings.ToLower(v[1])
		}
		if until != "" {
			if strings.Contains(strings.ToLower(l.Text), until) {
				until = ""
			}
			i++
			continue
		}
		if !l.Code && !w.has("saneheaders") {
			l.Text = tightHeading.ReplaceAllString(l.Text, "$1 $2")
		}
		if l.Code || l.Text == "" || underline.MatchString(l.Text) || w.isType(l.Text) {
			i++
			continue
		}
		end, table := i+1, false
		for end < len(lines) && !lines[end].Code && lines[end].Text != "" {
			s := lines[end].Text
			table = table || end == i+1 && strings.Contains(s, "|") && tableRule.MatchString(s)
			if !table && (underline.MatchString(s) || startsText.MatchString(s) || verbatim.MatchString(s)) ||
				strings.HasPrefix(l.Text, "#") || w.isType(s) {
				break
			}
			end++
		}
		term := w.has("def_list") && isTerm(lines, end)
		if table {
			w.use("tables")
		}
		if term {
			w.use("def_list")
		}
		var text []string
		for k := i; k < end; k++ {
			s := w.sized(lines[k].Text, end-i > 1)
			if k == end-1 && end < len(lines) && !lines[end].Code && underline.MatchString(lines[end].Text) {
				text = append(text, w.inHeading(s))
			} else {
				text = append(text, w.attributes(s, k > i && k == end-1, table || term))
			}
		}
		for k, s := range strings.Split(w.inText(strings.Join(text, "\n"), l.No, table), "\n") {
			lines[i+k].Text = s
		}
		i = end
	}
}
