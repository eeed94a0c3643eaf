package block

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// Kind is the type of a node.
type Kind uint8

// Kinds of nodes.
const (
	Lines   Kind = iota // lines of Markdown
	Tagged              // a tag and its content
	Colons              // :::
	Slashes             // ///
	Note                // !!!, ???
	Tab                 // ===
)

// Node is a part of a text: lines, or a construct with nodes in it.
type Node struct {
	Kind        Kind
	Name        string // of a tag; in lower case, the type of a note
	Mark        string // start of a note: "???+"
	Words       string // more types of a note: "inline end"
	Title       string
	Untitled    bool // of a note: its title is ""
	Tag         *Tag
	Options     map[string]string // of Slashes
	Line        int               // first line, from 1
	First, Rest string            // prefixes of its first line and of the following lines: list and quote markers
	Lines       []Line
	Inside      []*Node
}

// IsBlank reports whether a node contains only blank lines.
func (n *Node) IsBlank() bool {
	return n.Kind == Lines && !slices.ContainsFunc(n.Lines, func(l Line) bool { return !Blank(l.Text) })
}

// Text returns the text of the lines in a node.
func (n *Node) Text() string {
	var b strings.Builder
	for _, inside := range n.Inside {
		for _, l := range inside.Lines {
			b.WriteString(l.Text + "\n")
		}
	}
	return b.String()
}

// Line is a line of a node, without the prefixes of the enclosing constructs.
type Line struct {
	No   int // from 1
	Text string
	Code bool // fenced code
}

// Tree is a parsed text.
type Tree struct {
	Nodes []*Node
	// TooDeep is the line where constructs are nested more than MaxNesting levels, from 1; 0 if none. The tree ends
	// there.
	TooDeep int
	// Unclosed lists tags without an end, and ends without a start. They are not in the tree. A ::: without an end ends
	// with what is around it, as in Docusaurus and VitePress; only the first of many that are open do.
	Unclosed []Unclosed
}

// Unclosed is a construct without an end or without a start, with its line and column, from 1.
type Unclosed struct {
	Line, Column int
	Name         string
}

// Read parses a text. Its time is linear in the size of the text and the depth of nesting.
func Read(text string, syntax *Syntax) *Tree {
	r := &reader{Syntax: syntax, parts: lex(text, syntax), tree: &Tree{}}
	r.match()
	root := &Node{}
	r.stack = []frame{{node: root}}
	for i := range r.parts {
		r.part(i)
		if r.tree.TooDeep > 0 {
			break
		}
	}
	if len(r.stack) > 1 {
		r.close(1)
	}
	r.tree.Nodes = root.Inside
	return r.tree
}

var (
	colons  = pattern.New(`^(:{3,})[ \t]*([A-Za-z][\w-]*)(?:\[(.*)\])?[ \t]*([^{]*)(?:\{.*\})?[ \t]*$`)
	slashes = pattern.New(`^(/{3,})[ \t]*([A-Za-z][\w-]*)[ \t]*(?:\|[ \t]*(.*?))?[ \t]*$`)
	setting = pattern.New(`^ {4,}(\w+):[ \t]*(.*?)[ \t]*$`)
	note    = pattern.New(`^(!!!|\?\?\?\+?)[ \t]*([\w-]*)([^"]*)(?:"(.*)")?[ \t]*$`)
	tab     = pattern.New(`^===([!+]?)[ \t]+"(.*)"[ \t]*$`)
	marker  = pattern.New(`^([-*+]|\d{1,9}[.)])( {1,4}|$)`)
	// description matches the marker in a list of descriptions
	description = pattern.New(`^: {1,4}`)
	// footnote matches the beginning of a footnote
	footnote = pattern.New(`^\[\^[^\]]+\]:`)
	rule     = pattern.New(`^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$`)
)

// reader builds a tree from parts.
type reader struct {
	*Syntax
	parts []part
	pairs []int // for each part, the part that closes or opens it; -1 for none
	stack []frame
	tree  *Tree
	loose int // number of open constructs that nothing closes
	from  int // indentation of the last fence in the file
	to    int // and in the tree
}

// mostLoose is the maximum number of constructs that nothing closes in each other.
const mostLoose = 10

// frame is an open construct.
type frame struct {
	node   *Node
	opened int  // part
	need   int  // required indentation of its lines; 0 if a mark closes it
	loose  bool // nothing closes it: it ends with the construct around it
	take   int  // number of columns to remove from lines that have them
	quotes int  // number of enclosing quotes
	inner  int  // number of columns to remove in these
	items  []item
	blank  bool // the last line was blank
	no     int  // number of the last line
	// literal means that the last line was code by its indentation
	literal bool
}

// item is an open list item: the column of its text in the file and in the tree. below is the column from which lines
// behind a blank line are part of it; in Python-Markdown, each level is four columns, however wide the markers are.
type item struct{ from, to, below int }

// fencedBy returns the mark of a line that may open or close a construct: ":::" or "///"; else "".
func (r *reader) fencedBy(p *part) (key string, opens bool) {
	if p.code || p.tag != nil {
		return "", false
	}
	s := strings.TrimSpace(p.text[len(markers.FindString(p.text)):])
	if !(r.Colons && strings.HasPrefix(s, ":::") || r.Slashes && strings.HasPrefix(s, "///")) {
		return "", false
	}
	if strings.Trim(s, s[:1]) == "" {
		return s, false
	}
	if m := colons.FindStringSubmatch(s); m != nil {
		return m[1], true
	}
	if m := slashes.FindStringSubmatch(s); m != nil {
		return m[1], true
	}
	return "", false
}

// match finds the closing part of each opening part.
func (r *reader) match() {
	r.pairs = make([]int, len(r.parts))
	type open struct {
		key  string
		part int
	}
	var stack []open
	count := map[string]int{}
	for i := range r.parts {
		r.pairs[i] = -1
		p := &r.parts[i]
		key, opens := r.fencedBy(p)
		if p.tag != nil {
			if p.tag.Empty {
				continue
			}
			key, opens = "<"+p.tag.Name, !p.tag.Close
		}
		if !opens && len(key) > MaxNesting && key[0] == ':' {
			key = key[:MaxNesting]
		}
		for !opens && count[key] == 0 && len(key) > 3 && key[0] == ':' { // a longer mark closes, too
			key = key[1:]
		}
		switch {
		case key == "":
		case opens:
			stack = append(stack, open{key, i})
			count[key]++
		case count[key] > 0:
			for {
				o := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				count[o.key]--
				if o.key == key {
					r.pairs[i], r.pairs[o.part] = o.part, i
					break
				}
			}
		}
	}
}

// part adds a part to the tree.
func (r *reader) part(i int) {
	p := &r.parts[i]
	if p.tag != nil {
		r.tag(i, p)
		return
	}
	s := r.within(r.untabbed(p), p.no)
	f := &r.stack[len(r.stack)-1]
	switch {
	case p.place == Inside || p.place == Closing:
		f.add(Line{No: p.no, Text: strings.Repeat(" ", r.to) + s[min(IndentOf(s), r.from):], Code: true})
		return
	case Blank(s):
		f.blank = true
		f.add(Line{No: p.no})
		return
	case f.node.Kind == Slashes && len(f.node.Inside) == 0:
		if m := setting.FindStringSubmatch(s); m != nil {
			f.node.Options[m[1]] = strings.Trim(m[2], `"'`)
			return
		}
	}
	blank := f.blank || len(f.node.Inside) == 0
	first, rest, literal := r.put(f, s, p.no)
	if p.place == Opening {
		r.from, r.to = len(s)-len(rest), len(first)
	}
	if p.code || literal || !r.construct(i, f, len(s)-len(rest), first, rest) {
		f.literal = literal && (blank || f.literal)
		f.add(Line{No: p.no, Text: first + rest, Code: p.code || f.literal})
	}
}

// untabbed returns a line with tabs in its indentation replaced by spaces; for a line of fenced code, only those in the
// indentation of the fence.
func (r *reader) untabbed(p *part) string {
	s, end := p.text, math.MaxInt
	if p.place == Inside {
		end = r.from
		for _, f := range r.stack {
			end += max(f.need, f.take)
		}
	}
	for i := 0; i < min(len(s), end) && (s[i] == ' ' || s[i] == '\t'); i++ {
		if s[i] == '\t' {
			s = s[:i] + "    "[i%4:] + s[i+1:]
		}
	}
	return s
}

// within returns a line without the prefixes of the open constructs. It closes constructs that do not contain the line.
// What follows a tag in its line has no prefixes.
func (r *reader) within(s string, no int) string {
	for k := 1; k < len(r.stack) && r.stack[len(r.stack)-1].no != no; k++ {
		f := &r.stack[k]
		if Blank(s) {
			return ""
		}
		quotes, rest := unquoted(s, f.quotes)
		quoted := s
		if s = s[min(IndentOf(s), f.take):]; f.quotes > 0 {
			s = rest[min(IndentOf(rest), f.inner):]
		}
		if quotes == f.quotes && Blank(s) {
			return ""
		}
		if quotes < f.quotes || IndentOf(s) < f.need {
			if r.close(k); quotes > 0 && quotes == f.quotes {
				return quoted // it is behind the construct, in the same quote
			}
			return s
		}
		s = s[f.need:]
	}
	return s
}

// close closes a construct and those inside it. Blank lines at their end move after it.
func (r *reader) close(k int) {
	var behind []Line
	for i := len(r.stack) - 1; i >= k; i-- {
		behind = append(r.stack[i].node.cutBlank(), behind...)
		if r.stack[i].loose {
			r.loose--
		}
	}
	r.stack = r.stack[:k]
	f := &r.stack[k-1]
	f.blank = true
	for _, l := range behind {
		f.add(l)
	}
}

// cutBlank removes the blank lines at the end of a construct and returns them.
func (n *Node) cutBlank() []Line {
	if len(n.Inside) == 0 || n.Inside[len(n.Inside)-1].Kind != Lines {
		return nil
	}
	last := n.Inside[len(n.Inside)-1]
	i := len(last.Lines)
	for i > 0 && last.Lines[i-1].Text == "" && !last.Lines[i-1].Code {
		i--
	}
	out := last.Lines[i:]
	if last.Lines = last.Lines[:i:i]; i == 0 {
		n.Inside = n.Inside[:len(n.Inside)-1]
	}
	return out
}

// unquoted removes up to most quote markers from a line and returns how many it had.
func unquoted(s string, most int) (quotes int, rest string) {
	for quotes < most && strings.HasPrefix(strings.TrimLeft(s, " "), ">") {
		s = strings.TrimPrefix(strings.TrimLeft(s, " ")[1:], " ")
		quotes++
	}
	return quotes, s
}

// put finds the list item that contains a line. It returns the start of the line in the tree, which is the indentation
// with the markers of new items, and the rest. literal means that the line is indented code.
func (r *reader) put(f *frame, s string, no int) (first, rest string, literal bool) {
	same, blank := f.no == no, f.blank // same: after a tag in the same line
	f.no, f.blank = no, false
	for at := 0; ; {
		i := IndentOf(s)
		m := marker.FindString(s[i:])
		if r.Indented && m == "" {
			m = description.FindString(s[i:])
		}
		if m != "" && (same || rule.MatchString(s[i:])) {
			m = ""
		}
		more := 0                                                          // spaces
		if rest := s[i+len(m):]; m != "" && strings.HasPrefix(rest, " ") { // code in an item
			if m = m[:len(strings.TrimRight(m, " "))+1]; r.Indented && m[0] != ':' { // which Python-Markdown does not read
				more = IndentOf(s[i+len(m):])
			}
		}
		for n := len(f.items); n > 0 && at+i < min(f.items[n-1].from, f.items[n-1].below) && !same &&
			(blank || m != "" || r.interrupts(s[i:])); n-- {
			f.items = f.items[:n-1]
		}
		var top item
		if n := len(f.items); n > 0 {
			top = f.items[n-1]
		}
		literal = !r.JSX && at+i-top.below >= 4
		switch {
		case at == 0 && (same || r.JSX && at+i >= top.from),
			at == 0 && r.Indented && !literal && len(f.items) > 0 && at+i >= min(top.from, top.below):
			first = strings.Repeat(" ", top.to)
		case at == 0 && r.Indented && literal:
			first = strings.Repeat(" ", top.to+i-top.below)
		default:
			first += s[:i]
		}
		if m == "" || literal {
			if at == 0 && !literal && footnote.MatchString(s[i:]) { // its text is indented, by the same for any place of its name
				f.items = append(f.items, item{top.from + 4, top.to + 4, max(top.from, (at+i)/4*4) + 4})
			}
			return first, s[i:], literal
		}
		first += m
		below := at + i + len(m)
		if r.Indented {
			below = (at+i)/4*4 + 4
		}
		at += i + len(m) + more
		f.items = append(f.items, item{from: at, to: len(first), below: below})
		if s = s[i+len(m)+more:]; Blank(s) {
			return first, "", false
		}
		blank = true
	}
}

// interrupts reports whether a line starts a construct that ends a paragraph.
func (r *reader) interrupts(s string) bool {
	return r.Indented && (strings.HasPrefix(s, "!!!") || strings.HasPrefix(s, "???") || strings.HasPrefix(s, "===")) ||
		r.Colons && strings.HasPrefix(s, ":::") || r.Slashes && strings.HasPrefix(s, "///") || r.JSX &&
		strings.HasPrefix(s, "<")
}

// construct opens or closes the construct that a line starts or ends, and reports whether there is one. column is the
// column of rest.
func (r *reader) construct(i int, f *frame, column int, first, rest string) bool {
	quotes, s := unquoted(rest, len(rest))
	inner := 0
	if quotes > 0 {
		inner = min(IndentOf(s), 3) // in a list item, else it is code
	}
	if s = s[inner:]; !r.interrupts(s) {
		return false
	}
	n := &Node{Line: r.parts[i].no, First: first + strings.Repeat("> ", quotes) + strings.Repeat(" ", inner)}
	open := frame{node: n, opened: i, take: column, quotes: quotes, inner: inner}
	s = strings.TrimRight(s, " \t")
	if key, opens := r.fencedBy(&r.parts[i]); key != "" {
		switch {
		case r.pairs[i] < 0 && opens && r.loose < mostLoose:
			if open.loose = true; quotes == 0 {
				open.take, open.need = 0, column
			}
			r.loose++
		case r.pairs[i] < 0 && key[0] == ':':
			before := utf8.RuneCountInString(markers.FindString(r.parts[i].text))
			r.tree.Unclosed = append(r.tree.Unclosed, Unclosed{Line: n.Line, Column: before + 1, Name: s})
			return true
		case r.pairs[i] < 0:
			return false
		case !opens:
			r.end(r.pairs[i])
			return true
		}
		m := colons.FindStringSubmatch(s)
		if n.Kind = Colons; m == nil {
			n.Kind, n.Options, m = Slashes, map[string]string{}, slashes.FindStringSubmatch(s)
			m = append(m, "")
		}
		n.Name, n.Title = strings.ToLower(m[2]), strings.TrimSpace(m[3]+m[4])
		r.open(f, open)
		return true
	}
	open.take, open.need = 0, 4
	if quotes == 0 {
		open.need = column + 4
	}
	if m := note.FindStringSubmatch(s); m != nil && r.Indented {
		n.Kind, n.Mark, n.Name, n.Words, n.Title = Note, m[1], strings.ToLower(m[2]), m[3], m[4]
		n.Untitled = n.Title == "" && strings.HasSuffix(s, `""`)
	} else if m := tab.FindStringSubmatch(s); m != nil && r.Indented {
		n.Kind, n.Mark, n.Title = Tab, m[1], m[2]
	} else {
		return false
	}
	r.open(f, open)
	return true
}

// open starts a construct.
func (r *reader) open(f *frame, open frame) {
	n := open.node
	n.Rest = Hanging(n.First)
	f.node.Inside = append(f.node.Inside, n)
	f.blank = true
	open.blank = true
	if r.stack = append(r.stack, open); len(r.stack) > MaxNesting+1+r.loose {
		r.tree.TooDeep = n.Line
	}
}

// Hanging returns the prefix of the lines below a line that has the prefix first.
func Hanging(first string) string {
	return strings.Map(func(c rune) rune {
		if c == '>' {
			return c
		}
		return ' '
	}, first)
}

// end closes the construct that a part opened, and those inside it.
func (r *reader) end(opened int) {
	for k := len(r.stack) - 1; k > 0; k-- {
		if r.stack[k].opened == opened {
			r.close(k)
			return
		}
	}
}

// tag handles a start or end tag.
func (r *reader) tag(i int, p *part) {
	t := p.tag
	switch {
	case r.pairs[i] < 0 && !t.Empty:
		r.tree.Unclosed = append(r.tree.Unclosed, Unclosed{Line: t.Line, Column: t.Column, Name: t.String()})
		return
	case t.Close:
		r.end(r.pairs[i])
		r.stack[len(r.stack)-1].no = r.parts[i].no
		return
	}
	s := r.within(r.untabbed(&part{text: p.text + "<"}), p.no)
	f := &r.stack[len(r.stack)-1]
	first, rest, _ := r.put(f, s, p.no)
	quotes, _ := unquoted(rest, len(rest))
	take := len(s) - len(rest)
	if r.Indented && quotes == 0 && Blank(first) { // the text in an element is not indented as the element is
		top := item{}
		if n := len(f.items); n > 0 {
			top = f.items[n-1]
		}
		first, take = strings.Repeat(" ", top.to), max(min(take, top.from), take/4*4)
	}
	n := &Node{Kind: Tagged, Name: t.Name, Tag: t, Line: t.Line, First: first + strings.Repeat("> ", quotes)}
	open := frame{node: n, opened: i, take: take, quotes: quotes, no: p.no}
	r.open(f, open)
	if t.Empty {
		r.close(len(r.stack) - 1)
		r.stack[len(r.stack)-1].no = p.no
	}
}

// add adds a line to a construct.
func (f *frame) add(l Line) {
	if Blank(l.Text) {
		l.Text = ""
	}
	n := len(f.node.Inside)
	if n == 0 || f.node.Inside[n-1].Kind != Lines {
		f.node.Inside = append(f.node.Inside, &Node{Kind: Lines, Line: l.No})
		n++
	}
	last := f.node.Inside[n-1]
	last.Lines = append(last.Lines, l)
}
