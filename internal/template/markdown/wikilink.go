package markdown

import (
	"bytes"
	"html/template"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// WikiHook is the argument of the hook for [[links]] and ![[embeds]], with Options.WikiLinks.
// https://obsidian.md/help/links
type WikiHook struct {
	Target   string        // name or path of a file; "" for the page itself
	Fragment string        // texts of headings below each other, with # between them, or ^id of a block; "" for none
	Text     template.HTML // displayed text
	Alias    string        // text after the bar: the link text, or the size of an image; "" for none
	Embed    bool          // ![[…]]
	Block    bool          // an embed alone in its paragraph: it may become a block
	Nested   string
	Position Position
}

// kindWikiLink is the node of such a link. Its child is the text.
var kindWikiLink = ast.NewNodeKind("WikiLink")

type wikiLink struct {
	ast.BaseInline
	target, fragment, alias string
	embed, block            bool
	at                      int
}

func (*wikiLink) Kind() ast.NodeKind { return kindWikiLink }

func (n *wikiLink) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

// wikiOpen is the beginning of a link whose text has emphasis or marks, until its end is parsed.
type wikiOpen struct {
	ast.BaseInline
	link   *wikiLink
	bottom ast.Node // the delimiter before the link; nil for none
	end    int      // offset of the two brackets in the source
}

func (*wikiOpen) Kind() ast.NodeKind { return kindWikiLink }

func (n *wikiOpen) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

var wikiOpenKey = parser.NewContextKey()

// formatted matches a text with emphasis or marks, and nothing that could hide the end of its link, such as code.
var formatted = regexp.MustCompile("^[^`<$\\\\]*[*_~=][^`<$\\\\]*$")

// wikiParser parses [[target#heading|text]], and the same after an exclamation mark.
type wikiParser struct{}

// nested matches a text in which each bracket has its counterpart.
var nested = regexp.MustCompile(`^(?:[^\[\]]|\[[^\[\]]*\])*$`)

func (wikiParser) Trigger() []byte { return []byte{'[', '!', ']'} }

// place matches the name of a block, and a place in a PDF.
var place = regexp.MustCompile(`^\^|^(?:page|height|selection)=`)

func (wikiParser) Parse(parent ast.Node, r text.Reader, pc parser.Context) ast.Node {
	line, segment := r.PeekLine()
	start := 0
	switch line[0] {
	case '!':
		start = 1
	case ']':
		open, _ := pc.Get(wikiOpenKey).(*wikiOpen)
		if open == nil || open.end != segment.Start {
			return nil
		}
		parser.ProcessDelimiters(open.bottom, pc)
		for c := open.NextSibling(); c != nil; c = open.NextSibling() {
			open.link.AppendChild(open.link, c)
		}
		parent.RemoveChild(parent, open)
		pc.Set(wikiOpenKey, nil)
		r.Advance(2)
		return open.link
	}
	if !bytes.HasPrefix(line[start:], []byte("[[")) {
		return nil
	}
	end := bytes.Index(line[start:], []byte("]]"))
	if end < 0 {
		return nil
	}
	inner := string(line[start+2 : start+end])
	if bytes.HasPrefix(line[start+end:], []byte("]]]")) && strings.Count(inner, "[") == strings.Count(inner, "]")+1 {
		end++ // the text ends with a bracket
		inner += "]"
	}
	// In a table the bar is written \|.
	link, alias, _ := strings.Cut(strings.ReplaceAll(inner, `\|`, "|"), "|")
	if strings.TrimSpace(inner) == "" || strings.ContainsAny(link, "[]") ||
		!nested.MatchString(alias) {
		return nil
	}
	target, fragment, _ := strings.Cut(link, "#")
	fragment = strings.Trim(fragment, "# \t")
	n := &wikiLink{
		target: strings.TrimSpace(target), fragment: fragment, alias: strings.TrimSpace(alias),
		embed: start == 1, at: segment.Start,
	}
	if formatted.MatchString(n.alias) && !n.embed && !strings.Contains(n.alias, "://") {
		open := &wikiOpen{link: n, end: segment.Start + end}
		if before := pc.LastDelimiter(); before != nil {
			open.bottom = before
		}
		pc.Set(wikiOpenKey, open)
		_, text, _ := strings.Cut(inner, "|")
		r.Advance(end - len(strings.TrimLeft(text, " ")))
		return open
	}
	label := n.alias
	if label == "" {
		if link = target + "#" + n.fragment; n.fragment == "" || place.MatchString(n.fragment) && n.target != "" {
			link = target // readers don't know the names of blocks
		}
		label = strings.TrimPrefix(strings.TrimSpace(link), "#")
		label = strings.TrimSpace(strings.ReplaceAll(strings.TrimPrefix(label, "^"), "#", " > "))
	}
	child := ast.NewString([]byte(label))
	n.AppendChild(n, child)
	r.Advance(start + end + 2)
	return n
}

// CloseBlock implements parser.CloseBlocker: the beginning of a link whose end was not parsed is text.
func (wikiParser) CloseBlock(parent ast.Node, r text.Reader, pc parser.Context) {
	if open, _ := pc.Get(wikiOpenKey).(*wikiOpen); open != nil {
		written := r.Source()[open.link.at:open.end]
		open.Parent().ReplaceChild(open.Parent(), open, ast.NewString(written[:bytes.IndexByte(written, '|')+1]))
		pc.Set(wikiOpenKey, nil)
	}
}

func (n *nodes) wikiLink(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	s, link := w.(*session), node.(*wikiLink)
	if entering {
		s.capture()
		return ast.WalkContinue, nil
	}
	label := s.captured()
	if s.in.Hooks.Wiki != nil {
		done, err := s.hooked(s.in.Hooks.Wiki(WikiHook{
			Target: link.target, Fragment: link.fragment, Alias: link.alias, Text: template.HTML(label), Embed: link.embed,
			Block:  link.block,
			Nested: s.page(), Position: s.position(link.at),
		}))
		if err != nil || done {
			return ast.WalkContinue, err
		}
	}
	s.WriteString(label)
	return ast.WalkContinue, nil
}
