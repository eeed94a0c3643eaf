// Package markdown turns one body into HTML and into the facts about its text: table of contents,
// summary, plain text, word counts.
//
// It sets goldmark up as Hugo does (https://gohugo.io/configuration/markup/) and is the only
// importer of goldmark and chroma. Templates are not known here: shortcodes come back as calls for
// the caller to run (ParseShortcodes, Holes), and render hooks are functions that the caller sets.
//
// The way of a body: ParseShortcodes → MarkDivider → Convert, with a token of Holes for each
// shortcode → Holes.Fill → SplitManual or SplitAuto → TextFacts.
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

	openers [][]byte // what begins a formula
}

// New returns a Converter; an unknown highlighting style or an impossible setting is an error.
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
	Line   int    // line in File on which Source begins; 0 for a text that does not stand in File as it is
	Source string
	Pieces []Piece // of Mixed, when Source does not stand in File as it is
	Inline bool    // drop the paragraph around a single one (RenderString "inline")
	ID     string  // path of the page, for the ids of footnotes when Footnote.AutoIDPrefix is set
	Hooks  Hooks

	// Forbidden says of a destination that has tokens of Holes whether it is left out; nil: none is.
	Forbidden func(destination string) bool
}

// Output is what Convert returns; it shares no memory with the input.
type Output struct {
	HTML     string
	TOC      *Fragments // never nil
	Warnings diag.List  // raw HTML left out, and the like
}

// Convert renders one text. An error is a diag.Diagnostic or what a hook returned.
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

// Outline returns the headings of a text: the TOC that Convert gives. It calls no hook.
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

// read has do work on a text in a session. It skips an empty text, and returns an error for one that exceeds the
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

// parse parses the source, without linkify where that finds nothing.
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
		md = c.md // there was an address after all
	}
}

// TrimParagraph returns html without its paragraph tags when it is one paragraph and nothing else.
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
