// Package markdown converts the body of a page into HTML and facts about its text: table of contents, summary, plain
// text, word counts.
//
// It sets up goldmark as Hugo does (https://gohugo.io/configuration/markup/). It knows no templates: shortcodes are
// returned as calls for the caller to run (ParseShortcodes, Holes), and render hooks are functions that the caller
// sets.
//
// A body passes through ParseShortcodes → MarkDivider → Convert, with a token of Holes for each shortcode → Holes.Fill
// → SplitManual or SplitAuto → TextFacts.
package markdown

import (
	"bytes"
	"slices"
	"sync"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config/markup"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
)

// Converter turns Markdown into HTML. It is safe for concurrent use.
type Converter struct {
	opts  markup.Options
	md    goldmark.Markdown
	quick goldmark.Markdown // md without linkify
	plain renderer.Renderer // renders inline nodes without hooks, for the table of contents
	light *highlighter
	pool  sync.Pool // *session

	openers [][]byte // characters that start a formula
}

// New returns a Converter. An unknown highlighting style or an invalid setting is an error.
func New(o markup.Options) (*Converter, error) {
	if err := check(&o); err != nil {
		return nil, err
	}
	c := &Converter{opts: o, light: newHighlighter(o.Highlight)}
	c.md, c.quick = newGoldmark(c, true), newGoldmark(c, false)
	c.plain = newPlainRenderer(o)
	c.pool.New = func() any { return newSession(c) }
	if p := o.Goldmark.Extensions.Passthrough; p.Enable {
		for _, d := range slices.Concat(p.Block, p.Inline) {
			c.openers = append(c.openers, []byte(d[0]))
		}
	}
	return c, nil
}

// Input is one text to convert.
type Input struct {
	File   string // for diagnostics, slash path relative to the project
	Line   int    // line in File where Source starts; 0 for a text that is not in File
	Source string
	Pieces []Piece // pieces of Mixed, if Source is not in File as it is
	Inline bool    // drop the paragraph around a single one (RenderString with "inline")
	ID     string  // path of the page, for the IDs of footnotes if Footnote.AutoIDPrefix is set
	Hooks  Hooks

	// Forbidden reports whether a destination that contains tokens of Holes is left out; nil: none is.
	Forbidden func(destination string) bool
}

// Output is the result of Convert; it shares no memory with the input.
type Output struct {
	HTML     string
	TOC      *Fragments // never nil
	Warnings diag.List  // for example, about omitted raw HTML
}

// Convert renders one text. An error is a diag.Diagnostic, or comes from a hook.
func (c *Converter) Convert(in Input) (*Output, error) {
	out := &Output{TOC: &Fragments{}}
	err := c.read(&in, func(s *session) error {
		doc, md := c.parse(s)
		doc.(*ast.Document).AddMeta(documentIDKey, in.ID)
		if err := md.Renderer().Render(s, s.source, doc); err != nil {
			return err
		}
		out.TOC, out.Warnings = s.toc.build(), s.warnings
		if in.Inline {
			out.HTML = string(TrimParagraph(s.Bytes()))
		} else {
			out.HTML = s.String()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Outline returns the headings of a text, as Convert does, without calling hooks.
func (c *Converter) Outline(in Input) (*Fragments, error) {
	toc := &Fragments{}
	err := c.read(&in, func(s *session) error {
		c.parse(s)
		toc = s.toc.build()
		return nil
	})
	if err != nil {
		return nil, err
	}
	return toc, nil
}

// read calls do with a session for a text. It skips an empty text, and returns an error for one that exceeds the
// limits.
func (c *Converter) read(in *Input, do func(*session) error) error {
	if len(in.Source) == 0 {
		return nil
	}
	s := c.pool.Get().(*session)
	defer func() {
		s.release()
		c.pool.Put(s)
	}()
	s.start(in)
	if err := s.tooMuch(); err != nil {
		return err
	}
	return do(s)
}

// parse parses the source, without linkify if that would find nothing.
func (c *Converter) parse(s *session) (ast.Node, goldmark.Markdown) {
	md := c.quick
	if s.links == bareAddresses {
		md = c.md
	}
	for {
		pc := parser.NewContext(parser.WithIDs(&s.ids))
		pc.Set(sessionKey, s)
		doc := md.Parser().Parse(text.NewReader(s.source), parser.WithContext(pc))
		if md == c.md || s.links != bareAddresses {
			return doc, md
		}
		md = c.md // there is a URL after all
	}
}

// TrimParagraph removes the paragraph tags from html if it is one paragraph and nothing else.
func TrimParagraph(html []byte) []byte {
	open, end := []byte("<p>"), []byte("</p>")
	if bytes.Count(html, open) != 1 {
		return html
	}
	trimmed := bytes.TrimSpace(html)
	if !bytes.HasPrefix(trimmed, open) || !bytes.HasSuffix(trimmed, end) {
		return trimmed
	}
	return bytes.TrimSpace(trimmed[len(open) : len(trimmed)-len(end)])
}
