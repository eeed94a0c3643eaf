package block

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// Writer writes a tree as Markdown. It adds or drops blank lines between blocks so that lines keep their numbers where
// possible.
type Writer struct {
	Out    []string
	Each   func(line string) string // applied to lines that are not code; nil: none
	prefix []string
	blank  bool // the last line is blank, or the next text starts a block anyway
	apart  bool // the next text starts a block
	head   int  // number of lines up to the first one of a quote
	Figure bool // the text is in an element <figure>
}

// NewWriter returns a writer for a text.
func NewWriter() *Writer { return &Writer{blank: true, prefix: []string{""}, head: -1} }

// Lines writes lines.
func (w *Writer) Lines(n *Node) {
	for i := 0; i < len(n.Lines); i++ {
		l := &n.Lines[i]
		if l.Text == "" && !l.Code {
			if !w.blank || len(w.Out) < l.No {
				w.Line("")
			}
			continue
		}
		for w.blank && len(w.Out) < l.No-1 && !l.Code {
			w.Line("")
		}
		w.Gap()
		if len(w.Out) == w.head && (!l.Code && startsBlock(n.Lines[i:]) || l.Code && strings.HasPrefix(l.Text, "    ")) {
			w.Line("") // else the first line would be part of it
		}
		text := l.Text
		if w.Each != nil && !l.Code {
			text = w.Each(text)
		}
		if w.Figure && !l.Code && loneImage.MatchString(text) {
			text = "&#32;" + text // else the theme would put it in a figure of its own
		}
		w.Line(text)
	}
}

// startsBlock reports whether lines start a block that would be a part of a text right above them.
func startsBlock(lines []Line) bool {
	return heads.MatchString(lines[0].Text) || ordered.MatchString(lines[0].Text) || isHeaded(lines[1:])
}

// isHeaded reports whether lines make a heading or a term of the line above them.
func isHeaded(lines []Line) bool {
	for i, l := range lines {
		if blank := l.Text == "" && !l.Code; blank || l.Code || heads.MatchString(l.Text) {
			if blank && i+1 < len(lines) {
				l = lines[i+1]
				return !l.Code && strings.HasPrefix(strings.TrimLeft(l.Text, " "), ": ")
			}
			return !blank && !l.Code
		}
	}
	return false
}

// ordered matches items of lists that can't interrupt a paragraph: https://spec.commonmark.org/0.31.2/#list-items
var ordered = pattern.New(`^ {0,3}(?:[02-9]|\d{2,9})[.)] `)

// heads matches the rest of a heading, a description, or attributes, which belong to the text above them.
var heads = pattern.New(`^ {0,3}(?:=+[ \t]*$|-+[ \t]*$|:[ \t]|\{[\w-]+=".*"\}[ \t]*$)`)

// Line writes a line.
func (w *Writer) Line(text string) {
	line := w.prefix[len(w.prefix)-1] + text
	w.blank = Blank(text)
	if w.blank {
		line = strings.TrimRight(line, " ")
	} else {
		w.apart = false
	}
	w.Out = append(w.Out, line)
}

// Gap writes a blank line if the next text must start a block.
func (w *Writer) Gap() {
	if w.apart && !w.blank {
		w.Line("")
	}
	w.apart = false
}

// Starts reports whether the next text starts a block, as below a blank line.
func (w *Writer) Starts() bool { return w.blank }

// Apart makes the next text start a block.
func (w *Writer) Apart() { w.apart = true }

// Quote writes a quote as a separate block: its first line, then the output of inside.
func (w *Writer) Quote(n *Node, head string, inside func()) {
	w.Open(n)
	w.Line(n.First + "> " + head)
	w.head = len(w.Out)
	w.Within(n.Rest+"> ", inside)
	w.Apart()
}

// Element writes an HTML element with this opening tag, and between its tags what inside writes, with blank lines around it
// so that it is read as Markdown. Open comes before it.
func (w *Writer) Element(n *Node, tag string, inside func()) {
	w.Line(n.First + tag)
	if !n.Tag.Empty {
		outer := w.Figure
		w.Figure = outer || n.Name == "figure"
		w.Within(n.Rest, func() {
			w.Line("")
			inside()
			w.Apart()
			w.Gap()
		})
		w.Figure = outer
		w.Line(n.Rest + "</" + n.Name + ">")
	}
	w.Apart()
}

// loneImage matches an image without other text in its line.
var loneImage = pattern.New(`^ *!\[[^\]]*\]\([^()]*\)[ \t]*$`)

// Open prepares for the first line of a construct.
func (w *Writer) Open(n *Node) {
	if Blank(n.First) { // else a list item starts
		for w.blank && len(w.Out) < n.Line-1 {
			w.Line("")
		}
		w.Apart()
		w.Gap()
	} else if w.apart && Blank(strings.ReplaceAll(n.First, ">", "")) {
		w.Line(strings.TrimRight(n.Rest, " "))
	}
}

// Within runs inside with a prefix for its lines; the first line starts a block.
func (w *Writer) Within(prefix string, inside func()) {
	w.prefix = append(w.prefix, w.prefix[len(w.prefix)-1]+prefix)
	w.blank, w.apart = true, false
	inside()
	w.prefix = w.prefix[:len(w.prefix)-1]
	w.blank = false
}
