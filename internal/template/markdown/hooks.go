package markdown

import "html/template"

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
	Wiki        func(WikiHook) (html []byte, ok bool, err error) // with Options.WikiLinks
	// sees the raw HTML that is printed, and never replaces it
	HTML func(HTMLHook)
}

// Position is where the node stands, for hooks that report mistakes. Both count from 1, Col in
// characters. In a body with shortcodes of the {{% %}} form, lines after one are those of the
// Markdown that came out of it.
type Position struct{ Line, Col int }

// HTMLHook is what the hook for raw HTML is given: one element in a line of text, or a block.
type HTMLHook struct {
	Text   string
	Nested string
	At     func(offset int) Position // of an offset of Text
}

// LinkHook is what the link and image hooks are given.
type LinkHook struct {
	Destination string // as written
	Title       string // as written
	Text        template.HTML
	PlainText   string
	// image that is the only child of its parent; only with WrapStandAloneImageWithinParagraph off
	IsBlock    bool
	Ordinal    int            // images: position among the images of the page, from 0
	Attributes map[string]any // images alone in their paragraph; never nil
	Nested     string         // id of the page whose text this is (WrapNested), "" for the page itself
	Position   Position
}

// HeadingHook is what the heading hook is given.
type HeadingHook struct {
	Level      int
	Anchor     string
	Text       template.HTML
	PlainText  string
	Attributes map[string]any // includes id; never nil
	Nested     string
	Position   Position
}

// CodeBlockHook is what the code block hooks are given. Attributes that chroma understands are in
// Options when chroma knows the language, else all are in Attributes.
type CodeBlockHook struct {
	Type       string // the language, "" when none is given
	Inner      string // without the last newline
	Ordinal    int
	Attributes map[string]any // never nil; values are string, float64, bool
	Options    map[string]any // never nil; hl_lines may be [][2]int, counted from 0
	Ordered    []Attribute    // Attributes in the order in which they are written
	Nested     string
	Position   Position
}

// BlockquoteHook is what the blockquote hook is given.
type BlockquoteHook struct {
	Type       string // "regular" or "alert"
	AlertType  string // lower case
	AlertTitle template.HTML
	AlertSign  string        // "", "+" or "-"
	Text       template.HTML // of an alert: without its first line
	Ordinal    int           // nested quotes count from the inside out
	Attributes map[string]any
	Nested     string
	Position   Position
}

// TableHook is what the table hook is given.
type TableHook struct {
	THead, TBody [][]TableCell
	Ordinal      int
	Attributes   map[string]any
	Nested       string
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
	Inner      string // without the delimiters
	Ordinal    int    // blocks and inlines count together
	Attributes map[string]any
	Nested     string
	Position   Position
}
