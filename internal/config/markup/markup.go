// Package markup has the settings of Markdown, highlighting, and tables of contents, which package config reads
// and internal/template/markdown applies.
package markup

// Options are Hugo's [markup] settings. The zero value is not useful: start from DefaultOptions. The key of a field in
// the configuration is its name or that in its tag; "-" is read otherwise, or not at all.
type Options struct {
	DefaultHandler string `key:"defaultMarkdownHandler"` // "goldmark"
	Goldmark       Goldmark
	Highlight      Highlight
	TOC            TOC  `key:"tableOfContents"`
	Emoji          bool `key:"-"` // root key enableEmoji
	WikiLinks      bool // markup.wikiLinks: [[links]] and ![[embeds]]
	// Extras is markup.extras: :smile:, ==mark==, x^2^, and H~2~O. Package config sets Emoji and Goldmark.Extensions
	// accordingly.
	Extras bool
	// Unread names the constructs that pages get a warning about, because they are text. The configuration cannot set
	// it.
	Unread Unread `key:"-"`
	// RawPlainText keeps escapes and character references in PlainText of hooks, as Hugo does. The configuration cannot
	// set it.
	RawPlainText bool `key:"-"`
	// WarnSpaces reports [text](a name.jpg), which is not a link. The configuration cannot set it.
	WarnSpaces bool `key:"-"`
	// WholeCode marks words with hyphens in code, for themes that keep them on one line. The configuration cannot set it.
	WholeCode bool `key:"-"`
	// InfoTitles reads a file name without braces behind the language of fenced code. The configuration cannot set it.
	InfoTitles bool `key:"-"`
	// FirstPieces makes heading IDs, and the plain texts of headings, links, and images for render hooks, from the first
	// piece of each element, so **a_b** gives "a_". Hugo does so before 0.169. The configuration cannot set it.
	FirstPieces bool `key:"-"`
}

// Unread has the constructs of Options.Extras that are text, and how to turn them on, for the hint; and the same for
// constructs of other tools.
type Unread struct {
	Emoji, Mark, Superscript, Subscript bool
	Advice                              string
	Callout                             bool   // !!! note and :::note
	WikiLinks                           string // how to turn [[links]] on; "": they are on, or shall be text
}

// Goldmark is [markup.goldmark].
type Goldmark struct {
	DuplicateResourceFiles bool
	Extensions             Extensions
	Parser                 Parser
	Renderer               Renderer
	// UseEmbeddedLink and UseEmbeddedImage are renderHooks.link.useEmbedded and .image.useEmbedded: "auto"
	// (default), "never", "always", or "fallback".
	UseEmbeddedLink, UseEmbeddedImage string `key:"-"`
}

// Extensions is [markup.goldmark.extensions].
type Extensions struct {
	CJK             CJK
	DefinitionList  bool
	Extras          Extras   `key:"-"`
	Footnote        Footnote `key:"-"`
	Linkify         bool
	LinkifyProtocol string // "https"
	Passthrough     Passthrough
	Strikethrough   bool
	Table           bool
	TaskList        bool
	Typographer     Typographer `key:"-"`
}

// CJK is extensions.cjk.
type CJK struct {
	Enable, EastAsianLineBreaks, EscapedSpace bool
	EastAsianLineBreaksStyle                  string // "simple" or "css3draft"
}

// Extras is extensions.extras, each off by default.
type Extras struct{ Delete, Insert, Mark, Subscript, Superscript bool }

// Footnote is extensions.footnote.
type Footnote struct {
	Enable       bool
	BacklinkHTML string // "&#x21a9;&#xfe0e;"
	AutoIDPrefix bool   `key:"enableAutoIDPrefix"`
}

// Passthrough is extensions.passthrough.
type Passthrough struct {
	Enable        bool
	Block, Inline [][2]string `key:"-"`
	// Dollars is the treatment of $x$: "" follows the delimiters, as in Hugo; WarnDollars; PandocDollars. The
	// configuration cannot set it.
	Dollars string `key:"-"`
	// Advice says how to make $ a delimiter, for the hint of WarnDollars.
	Advice string `key:"-"`
}

// Typographer is extensions.typographer; the strings replace the punctuation named by the field.
type Typographer struct {
	Disable                                                               bool
	Apostrophe, Ellipsis, EmDash, EnDash, LeftAngleQuote, LeftDoubleQuote string
	LeftSingleQuote, RightAngleQuote, RightDoubleQuote, RightSingleQuote  string
}

// Parser is [markup.goldmark.parser].
type Parser struct {
	AttributeBlock, AttributeTitle     bool `key:"-"`
	AttributeInline                    bool `key:"-"` // {.class} behind links, images, emphasis, code, and texts
	AutoDefinitionTermID               bool
	AutoHeadingID                      bool
	AutoIDType                         string // "github" (default), "github-ascii", "blackfriday", …
	WrapStandAloneImageWithinParagraph bool
	// FiguresInParagraphs means that an image that is alone in a link or in emphasis is not a block, although it is one in
	// Hugo: the embedded themes make figures of blocks, which are not allowed there. It has no key.
	FiguresInParagraphs bool `key:"-"`
}

// Renderer is [markup.goldmark.renderer].
type Renderer struct{ HardWraps, Unsafe, XHTML bool }

// Highlight is [markup.highlight].
type Highlight struct {
	AnchorLineNos      bool
	CodeFences         bool
	GuessSyntax        bool
	HlLines            string `key:"hl_Lines"` // "1 3-5"
	HlInline           bool   `key:"hl_inline"`
	LineAnchors        string
	LineNoStart        int
	LineNos            bool `key:"-"`
	LineNumbersInTable bool
	NoClasses          bool
	Style              string
	TabWidth           int
	WrapperClass       string // "highlight"
}

// TOC is [markup.tableOfContents].
type TOC struct {
	StartLevel, EndLevel int
	Ordered              bool
}

// DefaultOptions returns Hugo's defaults.
func DefaultOptions() Options {
	return Options{
		DefaultHandler: "goldmark",
		Goldmark: Goldmark{
			Extensions: Extensions{
				DefinitionList: true, Footnote: Footnote{Enable: true, BacklinkHTML: "&#x21a9;&#xfe0e;"},
				Linkify: true, LinkifyProtocol: "https", Strikethrough: true, Table: true, TaskList: true,
				CJK: CJK{EastAsianLineBreaksStyle: "simple"},
				Typographer: Typographer{
					Apostrophe: "&rsquo;", Ellipsis: "&hellip;", EmDash: "&mdash;", EnDash: "&ndash;",
					LeftAngleQuote: "&laquo;", LeftDoubleQuote: "&ldquo;", LeftSingleQuote: "&lsquo;",
					RightAngleQuote: "&raquo;", RightDoubleQuote: "&rdquo;", RightSingleQuote: "&rsquo;",
				},
			},
			Parser: Parser{
				AttributeTitle: true, AutoHeadingID: true, AutoIDType: "github",
				WrapStandAloneImageWithinParagraph: true,
			},
			UseEmbeddedLink: "auto", UseEmbeddedImage: "auto",
		},
		Highlight: Highlight{
			CodeFences: true, LineNoStart: 1, LineNumbersInTable: true, NoClasses: true,
			Style: "monokai", TabWidth: 4, WrapperClass: "highlight",
		},
		TOC: TOC{StartLevel: 2, EndLevel: 3},
	}
}

// The values of Passthrough.Dollars.
const (
	// WarnDollars reports $x$ if $ is not a delimiter, because it is not a formula then.
	WarnDollars = "warn"
	// PandocDollars makes $ a delimiter only where Pandoc and Obsidian do, so $5 and $6 stay amounts:
	// https://pandoc.org/MANUAL.html#math
	PandocDollars = "pandoc"
)
