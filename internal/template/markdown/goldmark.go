package markdown

import (
	"fmt"

	"github.com/gohugoio/hugo-goldmark-extensions/extras"
	"github.com/gohugoio/hugo-goldmark-extensions/passthrough"
	"github.com/sitegen/sitegen/internal/config/markup"
	"github.com/yuin/goldmark"
	emoji "github.com/yuin/goldmark-emoji"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// Priorities of our extensions among goldmark's: a lower number is asked first (parsers) or takes precedence
// (renderers).
const (
	attributeParserPriority = 100 // before the paragraph parser
	nestedParserPriority    = 50  // before every inline parser
	wikiParserPriority      = 150 // before links (200)
	transformPriority       = 100 // before footnotes are moved to the end (999)
	rendererPriority        = 50  // before goldmark's renderer and its extensions
)

// check reports settings that are not possible.
func check(o *markup.Options) error {
	switch t := o.Goldmark.Parser.AutoIDType; t {
	case "", idGitHub, idGitHubASCII, idBlackfriday, idPython, idPymdownx, idCased, idKramdown, idVitePress, idZola:
	default:
		return fmt.Errorf("markup.goldmark.parser.autoIDType: %q is not one of github, github-ascii, blackfriday, "+
			"python-markdown, pymdownx, pymdownx-cased, kramdown, vitepress, zola", t)
	}
	if h := o.Highlight; h.Style != "" {
		if !hasStyle(h.Style) {
			return unknownStyle(h.Style)
		}
	}
	for _, d := range [][][2]string{o.Goldmark.Extensions.Passthrough.Block, o.Goldmark.Extensions.Passthrough.Inline} {
		for _, pair := range d {
			if pair[0] == "" || pair[1] == "" {
				return fmt.Errorf("markup.goldmark.extensions.passthrough.delimiters: a delimiter is empty: %q", pair)
			}
		}
	}
	return nil
}

// newGoldmark sets up goldmark like Hugo's markup/goldmark. With links false, it is for texts in which linkify would
// find nothing.
func newGoldmark(c *Converter, links bool) goldmark.Markdown {
	g := c.opts.Goldmark
	parserOptions := []parser.Option{
		parser.WithASTTransformers(util.Prioritized(&transformer{conv: c, quick: !links}, transformPriority)),
		parser.WithInlineParsers(util.Prioritized(nestedParser{}, nestedParserPriority)),
	}
	if p := g.Extensions.Passthrough; p.Enable && p.Dollars != "" {
		parserOptions = append(parserOptions,
			parser.WithInlineParsers(util.Prioritized(dollarParser{p.Dollars}, dollarParserPriority)))
	}
	if u := c.opts.Unread; u != (markup.Unread{}) {
		parserOptions = append(parserOptions,
			parser.WithInlineParsers(util.Prioritized(unreadParser{u}, unreadParserPriority)))
	}
	if c.opts.WarnSpaces {
		parserOptions = append(parserOptions,
			parser.WithInlineParsers(util.Prioritized(spacedParser{}, spacedParserPriority)))
	}
	if c.opts.WikiLinks {
		parserOptions = append(parserOptions, parser.WithInlineParsers(util.Prioritized(wikiParser{}, wikiParserPriority)))
	}
	if g.Parser.AttributeTitle {
		parserOptions = append(parserOptions, parser.WithAttribute())
	}
	if g.Parser.AttributeBlock {
		parserOptions = append(parserOptions,
			parser.WithBlockParsers(util.Prioritized(attributeParser{}, attributeParserPriority)))
	}
	if g.Parser.AttributeInline {
		parserOptions = append(parserOptions,
			parser.WithInlineParsers(util.Prioritized(inlineAttributesParser{}, inlineAttributesPriority)))
	}
	return goldmark.New(
		goldmark.WithExtensions(extensions(c.opts, links)...),
		goldmark.WithParserOptions(parserOptions...),
		goldmark.WithRendererOptions(append(rendererOptions(g.Renderer),
			renderer.WithNodeRenderers(util.Prioritized(newNodes(c), rendererPriority)))...),
	)
}

func rendererOptions(r markup.Renderer) []renderer.Option {
	opts := []renderer.Option{html.WithWriter(textWriter{html.DefaultWriter})}
	if r.HardWraps {
		opts = append(opts, html.WithHardWraps())
	}
	if r.XHTML {
		opts = append(opts, html.WithXHTML())
	}
	if r.Unsafe {
		opts = append(opts, html.WithUnsafe())
	}
	return opts
}

func extensions(o markup.Options, links bool) []goldmark.Extender {
	e := o.Goldmark.Extensions
	exts := []goldmark.Extender{extras.New(extras.Config{
		Delete:      extras.DeleteConfig{Enable: e.Extras.Delete},
		Insert:      extras.InsertConfig{Enable: e.Extras.Insert},
		Mark:        extras.MarkConfig{Enable: e.Extras.Mark},
		Subscript:   extras.SubscriptConfig{Enable: e.Extras.Subscript},
		Superscript: extras.SuperscriptConfig{Enable: e.Extras.Superscript},
	})}
	add := func(on bool, x goldmark.Extender) {
		if on {
			exts = append(exts, x)
		}
	}
	add(e.Table, extension.Table)
	add(e.Strikethrough, extension.Strikethrough)
	add(e.Linkify && links, linkify{})
	add(e.TaskList, extension.TaskList)
	add(!e.Typographer.Disable,
		extension.NewTypographer(extension.WithTypographicSubstitutions(substitutions(e.Typographer))))
	add(e.DefinitionList, extension.DefinitionList)
	add(e.Footnote.Enable, newFootnotes(o.Goldmark))
	if e.CJK.Enable {
		exts = append(exts, newCJK(e.CJK))
	}
	if e.Passthrough.Enable {
		exts = append(exts, passthrough.New(passthrough.Config{
			InlineDelimiters: delimiters(e.Passthrough.Inline),
			BlockDelimiters:  delimiters(e.Passthrough.Block),
		}))
	}
	add(o.Emoji, emoji.Emoji)
	return exts
}

func substitutions(t markup.Typographer) map[extension.TypographicPunctuation][]byte {
	return map[extension.TypographicPunctuation][]byte{
		extension.LeftSingleQuote:  []byte(t.LeftSingleQuote),
		extension.RightSingleQuote: []byte(t.RightSingleQuote),
		extension.LeftDoubleQuote:  []byte(t.LeftDoubleQuote),
		extension.RightDoubleQuote: []byte(t.RightDoubleQuote),
		extension.EnDash:           []byte(t.EnDash),
		extension.EmDash:           []byte(t.EmDash),
		extension.Ellipsis:         []byte(t.Ellipsis),
		extension.LeftAngleQuote:   []byte(t.LeftAngleQuote),
		extension.RightAngleQuote:  []byte(t.RightAngleQuote),
		extension.Apostrophe:       []byte(t.Apostrophe),
	}
}

func newCJK(c markup.CJK) goldmark.Extender {
	var opts []extension.CJKOption
	if c.EastAsianLineBreaks {
		if c.EastAsianLineBreaksStyle == "css3draft" {
			opts = append(opts, extension.WithEastAsianLineBreaks(extension.EastAsianLineBreaksCSS3Draft))
		} else {
			opts = append(opts, extension.WithEastAsianLineBreaks())
		}
	}
	if c.EscapedSpace {
		opts = append(opts, extension.WithEscapedSpace())
	}
	return extension.NewCJK(opts...)
}

func delimiters(pairs [][2]string) []passthrough.Delimiters {
	out := make([]passthrough.Delimiters, len(pairs))
	for i, p := range pairs {
		out[i] = passthrough.Delimiters{Open: p[0], Close: p[1]}
	}
	return out
}

// newPlainRenderer returns goldmark's own renderer with those extensions that may be in a
// heading: the table of contents shows headings without hooks.
func newPlainRenderer(o markup.Options) renderer.Renderer {
	r := goldmark.DefaultRenderer()
	r.AddOptions(rendererOptions(o.Goldmark.Renderer)...)
	r.AddOptions(renderer.WithNodeRenderers(
		util.Prioritized(extension.NewStrikethroughHTMLRenderer(), 500),
		util.Prioritized(emoji.NewHTMLRenderer(), 200),
		util.Prioritized(plainNodes{o.Goldmark.Renderer.Unsafe}, 100),
	))
	for _, tag := range []extras.InlineTag{
		extras.DeleteTag, extras.InsertTag, extras.MarkTag, extras.SubscriptTag,
		extras.SuperscriptTag,
	} {
		r.AddOptions(renderer.WithNodeRenderers(util.Prioritized(extras.NewInlineTagHTMLRenderer(tag), tag.RenderPriority)))
	}
	return r
}

// plainNodes renders the text of inline nodes that have hooks elsewhere. goldmark panics at a kind beyond those that
// have a function.
type plainNodes struct{ unsafe bool }

// RegisterFuncs implements renderer.NodeRenderer.
func (p plainNodes) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	for _, kind := range []ast.NodeKind{kindWikiLink, kindNested, kindEmbed, kindAttributes} {
		r.Register(kind, func(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) {
			return ast.WalkContinue,
				nil
		})
	}
	r.Register(passthrough.KindPassthroughInline,
		func(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
			if entering {
				text := string(n.(*passthrough.PassthroughInline).Segment.Value(src))
				if !p.unsafe {
					text = withoutTags(text)
				}
				_, _ = w.WriteString(text) // writing to a buffer does not fail
			}
			return ast.WalkSkipChildren, nil
		})
}
