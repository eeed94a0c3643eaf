package markdown

import (
	"errors"
	"html/template"

	"github.com/sitegen/sitegen/internal/diag"
)

// Converter turns Markdown into HTML. It is safe for concurrent use.
type Converter struct {
	opts Options
}

// New returns a Converter; an unknown highlighting style or an impossible setting is an error.
func New(o Options) (*Converter, error) { return &Converter{opts: o}, nil }

// Input is one text to convert.
type Input struct {
	File   string // for diagnostics, slash path relative to the project
	Line   int    // line in File on which Source begins
	Source []byte
	Inline bool // drop the paragraph around a single one (RenderString "inline")
	Hooks  Hooks
}

// Output is what Convert returns; it shares no memory with the input.
type Output struct {
	HTML     []byte
	TOC      *Fragments // never nil
	Warnings diag.List  // raw HTML left out, and the like
}

// Convert renders one text. An error is a diag.Diagnostic or what a hook returned.
func (c *Converter) Convert(in Input) (*Output, error) { return nil, errors.New("not there yet") }

// Hooks are the render hooks of a page; a nil function means the default rendering. A function
// that returns ok == false leaves the node to the default rendering too.
// https://gohugo.io/render-hooks/introduction/
type Hooks struct {
	Link, Image func(LinkHook) (html []byte, ok bool, err error)
	Heading     func(HeadingHook) (html []byte, ok bool, err error)
	CodeBlock   func(CodeBlockHook) (html []byte, ok bool, err error)
	Blockquote  func(BlockquoteHook) (html []byte, ok bool, err error)
	Table       func(TableHook) (html []byte, ok bool, err error)
	Passthrough func(PassthroughHook) (html []byte, ok bool, err error)
}

// Position is where the node stands, for hooks that report mistakes.
type Position struct{ Line, Col int }

// LinkHook is what the link and image hooks are given.
type LinkHook struct {
	Destination string
	Title       string
	Text        template.HTML
	PlainText   string
	IsBlock     bool // image alone in its paragraph; only with WrapStandAloneImageWithinParagraph off
	Ordinal     int  // images: position among the images of the page, from 0
	Attributes  map[string]any
	Position    Position
}

// HeadingHook is what the heading hook is given.
type HeadingHook struct {
	Level      int
	Anchor     string
	Text       template.HTML
	PlainText  string
	Attributes map[string]any
	Position   Position
}

// CodeBlockHook is what the code block hooks are given. Attributes that chroma understands are in Options.
type CodeBlockHook struct {
	Type       string // the language, "" when none is given
	Inner      string // without the last newline
	Ordinal    int
	Attributes map[string]any
	Options    map[string]any
	Position   Position
}

// BlockquoteHook is what the blockquote hook is given.
type BlockquoteHook struct {
	Type       string // "regular" or "alert"
	AlertType  string // lower case
	AlertTitle template.HTML
	AlertSign  string // "", "+" or "-"
	Text       template.HTML
	Ordinal    int
	Attributes map[string]any
	Position   Position
}

// TableHook is what the table hook is given.
type TableHook struct {
	THead, TBody [][]TableCell
	Ordinal      int
	Attributes   map[string]any
	Position     Position
}

// TableCell is one cell of a TableHook.
type TableCell struct {
	Text      template.HTML
	Alignment string // "left", "center", "right" or ""
}

// PassthroughHook is what the passthrough hook is given: text between math delimiters.
type PassthroughHook struct {
	Type       string // "block" or "inline"
	Inner      string
	Ordinal    int
	Attributes map[string]any
	Position   Position
}
