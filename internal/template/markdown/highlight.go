package markdown

import (
	stdhtml "html"
	"html/template"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/dlclark/regexp2/v2"
	"github.com/sitegen/sitegen/internal/config/markup"
	"github.com/yuin/goldmark/util"
)

// Highlighted is highlighted code.
type Highlighted struct {
	Wrapped template.HTML // with the elements div, pre, and code around it
	Inner   template.HTML // without them
}

// Highlight highlights code: template function transform.Highlight and the shortcode of that name. opts is nil, a
// map[string]any, or a string such as "linenos=table,hl_lines=1 3-5". Without lang the code is plain text unless
// GuessSyntax is set. The option shellWords, which Hugo does not have, tells commands and their options apart in
// shell scripts and sessions.
func (c *Converter) Highlight(code, lang string, opts any) (template.HTML, error) {
	set := c.light.settings
	if err := set.applyAny(opts); err != nil {
		return "", err
	}
	h, err := c.light.highlight(code, lang, nil, set)
	return template.HTML(h.wrapped), err
}

// HighlightCodeBlock highlights the code block of a hook: transform.HighlightCodeBlock. opts, as in Highlight and with
// "code" and "type", override the options of the block.
func (c *Converter) HighlightCodeBlock(block CodeBlockHook, opts any) (Highlighted, error) {
	set := c.light.settings
	if err := set.apply(block.Options); err != nil {
		return Highlighted{}, err
	}
	if err := set.applyAny(opts); err != nil {
		return Highlighted{}, err
	}
	set.anchorDefault(block.Ordinal)
	h, err := c.light.highlight(block.Inner, block.Type, block.Ordered, set)
	if set.HlInline {
		h.low, h.high = 0, len(h.wrapped)
	}
	return Highlighted{Wrapped: template.HTML(h.wrapped), Inner: template.HTML(h.wrapped[h.low:h.high])}, err
}

// CanHighlight reports whether chroma knows the language: transform.CanHighlight.
func (c *Converter) CanHighlight(lang string) bool { return c.light.lexer(lang) != nil }

// highlighter highlights code. It caches slow results: lexers by name (for an unknown name, chroma searches all
// file patterns), formatters with their compiled styles, and finished blocks, since sites repeat code across versions
// and languages.
type highlighter struct {
	settings settings
	kept     Blocks // nil: blocks are kept in memory only

	mu         sync.Mutex
	lexers     map[string]chroma.Lexer
	formatters map[formatterKey]*html.Formatter
	styles     map[string]*chroma.Style // in lower case
	blocks     blockCache
}

// formatterKey has the options of a formatter. Only formatters without highlighted lines are kept.
type formatterKey struct {
	lang                              string
	tabWidth, start                   int
	lineNos, table, noClasses, inline bool
	shellWords                        bool
	anchors                           string // "" if lines are not links
}

// keepNames limits the lexers and formatters in the cache.
const keepNames = 512

// patience raises the time limit for the regular expressions of lexers. Chroma stops each match after 250 ms of
// wall-clock time and treats it as not found, so a busy machine would color code differently. The limit is checked at
// this interval and extended by one: 5 to 10 seconds, which only a runaway expression reaches.
var patience = sync.OnceFunc(func() { regexp2.SetTimeoutCheckPeriod(5 * time.Second) })

func newHighlighter(h markup.Highlight) *highlighter {
	patience()
	return &highlighter{
		settings:   settings{Highlight: h},
		lexers:     map[string]chroma.Lexer{},
		formatters: map[formatterKey]*html.Formatter{},
		styles:     map[string]*chroma.Style{},
	}
}

// lexer returns the lexer for a language; nil if there is none.
func (h *highlighter) lexer(lang string) chroma.Lexer {
	if lang == "" {
		return nil
	}
	h.mu.Lock()
	l, ok := h.lexers[lang]
	h.mu.Unlock()
	if ok {
		return l
	}
	if l = findLexer(lang); l != nil {
		l = chroma.Coalesce(l)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.lexers) < keepNames {
		h.lexers[lang] = l
	}
	return l
}

// block is a highlighted block. The code without the elements around it is wrapped[low:high].
type block struct {
	wrapped   string
	low, high int
}

func (h *highlighter) highlight(code, lang string, attrs []Attribute, set settings) (block, error) {
	if set.code != nil {
		code = *set.code
	}
	if set.kind != nil {
		lang = *set.kind
	}
	lexer := h.lexer(lang)
	if lexer == nil && set.GuessSyntax && !set.noHighlight {
		found := lexers.Analyse(code)
		if found == nil {
			found = lexers.Fallback
		}
		lang = strings.ToLower(found.Config().Name)
		lexer = chroma.Coalesce(found)
	}
	if lexer == nil || tooExpensive(code) {
		return unknownLanguage(code, lang, set), nil
	}
	b, err := h.inner(code, lang, lexer, set)
	if err != nil || set.HlInline {
		return b, err
	}
	var w strings.Builder
	w.Grow(len(b.wrapped) + 64)
	writeWrapper(&w, set.WrapperClass, attrs)
	before := w.Len()
	w.WriteString(b.wrapped)
	w.WriteString("</div>")
	return block{w.String(), b.low + before, b.high + before}, nil
}

func writeWrapper(w *strings.Builder, class string, attrs []Attribute) {
	w.WriteString(`<div class="`)
	w.WriteString(stdhtml.EscapeString(class))
	for _, a := range attrs {
		if a.Name == "class" {
			w.WriteByte(' ')
			w.WriteString(stdhtml.EscapeString(attributeString(a.Value)))
			break
		}
	}
	w.WriteByte('"')
	for _, a := range attrs {
		if a.Name != "class" {
			w.WriteString(" " + a.Name + `="`)
			w.Write(util.EscapeHTML([]byte(attributeString(a.Value))))
			w.WriteByte('"')
		}
	}
	w.WriteByte('>')
}

// inner highlights code up to the pre element, or returns the cached result.
func (h *highlighter) inner(code, lang string, lexer chroma.Lexer, set settings) (block, error) {
	key := blockKey{formatter: set.formatterKey(lang), style: lowerASCII(set.Style), code: code}
	ranges := set.ranges()
	if len(ranges) == 0 {
		if b, ok := h.cached(key); ok {
			return b, nil
		}
		if b, ok := h.load(key); ok {
			h.mu.Lock()
			h.blocks.put(key, b)
			h.mu.Unlock()
			return b, nil
		}
	}
	tokens, err := lexer.Tokenise(nil, code)
	if err != nil {
		return block{}, err
	}
	if set.shellWords && shellLexers[lexer.Config().Name] {
		tokens = chroma.Literator(shellWords(tokens.Tokens())...)
	}
	style := h.style(set.Style)
	var w strings.Builder
	if err := h.formatter(key.formatter, set, ranges).Format(&w, style, tokens); err != nil {
		return block{}, err
	}
	b := block{wrapped: w.String()}
	b.low, b.high = innerOf(b.wrapped, codeTag(lang, set.HlInline), codeEnd(set.HlInline))
	if len(ranges) == 0 {
		h.keep(key, b)
	}
	return b, nil
}

func (h *highlighter) cached(key blockKey) (block, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.blocks.get(key)
}

func (s *settings) formatterKey(lang string) formatterKey {
	key := formatterKey{
		lang: lang, tabWidth: s.TabWidth, start: s.LineNoStart,
		lineNos: s.LineNos, table: s.LineNumbersInTable, noClasses: s.NoClasses, inline: s.HlInline,
		shellWords: s.shellWords,
	}
	if s.AnchorLineNos && s.LineNos {
		key.anchors = "#" + s.LineAnchors
	}
	return key
}

// style returns the style of a name, always the same pointer, by which formatters recognize styles.
func (h *highlighter) style(name string) *chroma.Style {
	if name = strings.ToLower(name); !hasStyle(name) {
		name = fallbackStyle
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.styles[name]
	if s == nil {
		s = readStyle(name)
		h.styles[name] = s
	}
	return s
}

func (h *highlighter) formatter(key formatterKey, set settings, ranges [][2]int) *html.Formatter {
	if len(ranges) == 0 {
		h.mu.Lock()
		f := h.formatters[key]
		h.mu.Unlock()
		if f != nil {
			return f
		}
	}
	f := html.New(append(set.formatterOptions(), html.WithPreWrapper(preWrapper{key.lang, key.inline}))...)
	if len(ranges) == 0 {
		h.mu.Lock()
		if len(h.formatters) < keepNames {
			h.formatters[key] = f
		}
		h.mu.Unlock()
	}
	return f
}

// preWrapper writes the elements around code, and around the line numbers next to it.
type preWrapper struct {
	lang   string
	inline bool
}

// Start implements chroma's html.PreWrapper; code is false for line numbers.
func (p preWrapper) Start(code bool, style string) string {
	switch {
	case p.inline && code:
		return codeTag(p.lang, true)
	case p.inline:
		return ""
	case code:
		return `<pre tabindex="0"` + style + ">" + codeTag(p.lang, false)
	}
	return `<pre tabindex="0"` + style + ">" + codeTag("", false)
}

// End implements chroma's html.PreWrapper.
func (p preWrapper) End(code bool) string {
	if p.inline && !code {
		return ""
	}
	return codeEnd(p.inline)
}

func codeTag(lang string, inline bool) string {
	lang = stdhtml.EscapeString(lang)
	switch {
	case inline:
		return `<code class="code-inline language-` + lang + `">`
	case lang == "":
		return "<code>"
	}
	return `<code class="language-` + lang + `" data-lang="` + lang + `">`
}

func codeEnd(inline bool) string {
	if inline {
		return "</code>"
	}
	return "</code></pre>"
}

// innerOf finds the code between the last start tag and end tag, since line numbers come first.
func innerOf(s, start, end string) (low, high int) {
	low = strings.LastIndex(s, start)
	high = strings.LastIndex(s, end)
	if low < 0 || high < low {
		return 0, len(s)
	}
	return low + len(start), high
}

// unknownLanguage prints code in a language that chroma does not know.
func unknownLanguage(code, lang string, set settings) block {
	code = stdhtml.EscapeString(code)
	start := codeTag(lang, set.HlInline)
	if !set.HlInline {
		start = `<pre tabindex="0">` + start
	}
	return block{start + code + codeEnd(set.HlInline), len(start), len(start) + len(code)}
}
