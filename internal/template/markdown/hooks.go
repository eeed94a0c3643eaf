package markdown

import "html/template"

// Hooks are the render hooks of a page. A nil function means the default rendering, and so does a function that returns
// ok == false. https://gohugo.io/render-hooks/introduction/
type Hooks struct {
	Link, Image func(LinkHook) (html []byte, ok bool, err error)
	Heading     func(HeadingHook) (html []byte, ok bool, err error)
	CodeBlock   func(CodeBlockHook) (html []byte, ok bool, err error)
	Blockquote  func(BlockquoteHook) (html []byte, ok bool, err error)
	Table       func(TableHook) (html []byte, ok bool, err error)
	Passthrough func(PassthroughHook) (html []byte, ok bool, err error)
	Wiki        func(WikiHook) (html []byte, ok bool, err error) // with Options.WikiLinks
	// HTML is called for raw HTML that is printed, and never replaces it.
	HTML func(HTMLHook)
}

// Position is the position of the node, for hooks that report mistakes. Line and Col count from 1, Col in characters.
// In a body with {{% %}} shortcodes, lines after one are those of the resulting Markdown.
type Position struct{ Line, Col int }

// HTMLHook is the argument of the hook for raw HTML: one element in a line of text, or a block.
type HTMLHook struct {
	Text   string
	Nested string
	At     func(offset int) Position // position of an offset of Text
}

// LinkHook is the argument of the link and image hooks.
type LinkHook struct {
	Destination string // as written
	Title       string // as written
	Text        template.HTML
	PlainText   string
	// The image is the only child of its parent; set only with WrapStandAloneImageWithinParagraph off.
	IsBlock    bool
	Ordinal    int            // images: position among the images of the page, from 0
	Attributes map[string]any // of images alone in their paragraph, and with AttributeInline; never nil
	Nested     string         // ID of the page with this text (WrapNested), "" for the page itself
	Position   Position
}

// HeadingHook is the argument of the heading hook.
type HeadingHook struct {
	Level      int
	Anchor     string
	Text       template.HTML
	PlainText  string
	Attributes map[string]any // includes id; never nil
	Nested     string
	Position   Position
}

// CodeBlockHook is the argument of the code block hooks. Attributes that are options of highlighting, such as style, are
// in Options, for any language.
type CodeBlockHook struct {
	Type       string // the language, "" if none is given
	Inner      string // without the last newline
	Ordinal    int
	Attributes map[string]any // never nil; values are string, float64, bool
	Options    map[string]any // never nil; hl_lines may be [][2]int, counted from 0
	Ordered    []Attribute    // Attributes in the order in which they are written
	Nested     string
	Position   Position
}

// BlockquoteHook is the argument of the blockquote hook.
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

// TableHook is the argument of the table hook.
type TableHook struct {
	THead, TBody [][]TableCell
	Ordinal      int
	Attributes   map[string]any
	Nested       string
	Position     Position
}

// TableCell is one cell of a TableHook.
type TableCell struct {
	Text       template.HTML
	Alignment  string         // "left", "center", "right" or ""
	Attributes map[string]any // with AttributeInline; nil: none
}

// PassthroughHook is the argument of the passthrough hook: text between math delimiters.
type PassthroughHook struct {
	Type       string // "block" or "inline"
	Inner      string // without the delimiters
	Ordinal    int    // blocks and inlines are counted together
	Attributes map[string]any
	Nested     string
	Position   Position
}
