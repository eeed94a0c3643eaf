package html

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// Page contains what a document says about itself, and its links. Texts are as written, trimmed, with entities
// resolved. An At is the byte offset of the tag in question.
type Page struct {
	Doctype  bool // a doctype comes before everything else
	Document bool // an html, head, or body element exists: not a fragment
	Charset  int  // offset of the declaration of the encoding, or -1
	Viewport bool

	Lang    Text // of the html element; At is that of the element
	HasLang bool
	Dirs    []Text // all dir attributes that are none of ltr, rtl, auto

	Titles       []Text // of the document: titles of drawings are none
	Descriptions []Text // meta name=description
	Robots       []Text // meta name=robots, or googlebot
	Canonicals   []Text // link rel=canonical in the head
	Late         []Text // rel=canonical after the head, where it is ignored
	Bases        []Text // base href
	BaseNested   bool   // a base element is outside of the head
	Refresh      Refresh
	Alternates   []Alternate
	Sitemaps     []Text // link rel=sitemap
	Feeds        []Text // link rel=alternate with the type of a feed
	Refs         []Ref
	IDs          []Text // id attributes, and names of a elements
	Headings     []Heading
	Images       []Picture
	Silent       []Text // links without a text; the text is the href
	Untitled     []Text // frames without a title; the text is the src
	OpenGraph    []Property
	Dates        []Date
	JSONLD       []JSONLD
	NoItems      bool     // its linked data says that it lists nothing: numberOfItems of its mainEntity is 0
	Mapped       []string // names that import maps define; only if PageReader.Loads is set
	NoIndex      bool
	Generator    string // program that made the page, as it says

	// The following fields are filled in if PageReader.Deep is set.

	Main   Span       // the main content: main, else article, else body
	Media  Media      // what the main content shows, and og:image
	Things []Thing    // what linked data describes
	Meta   []Property // author, keywords and article:* elements
}

// Span is a part of a document, as byte offsets.
type Span struct{ From, To int }

// Text is a text and its position.
type Text struct {
	Text string
	At   int
}

// Refresh is a meta refresh: after Delay seconds the browser loads URL.
type Refresh struct {
	There bool
	Delay float64
	URL   string // "" for the document itself
	At    int
}

// Alternate is a link rel=alternate with hreflang.
type Alternate struct {
	Lang, URL string
	At        int
}

// RefKind is the purpose of a reference.
type RefKind uint8

const (
	Link   RefKind = iota // a, area, and link elements that lead to pages: next, author, license
	Image                 // img, input type=image, icons, posters: passive content
	Player                // audio, video, track and their sources
	Script                // active content: script, preloads of them, object and embed
	Style                 // style sheets
	Frame                 // iframe, frame
	File                  // manifests, feeds and whatever else a link element names
	Social                // og:image, twitter:image: what other sites show of the page

	// The following kinds are read if PageReader.Loads is set.

	Module // modules that scripts in the page import; the URL may be a bare name
	Symbol // use elements in drawings: a file, and an ID in it
	Form   // forms, and buttons with their own target
	Data   // absolute URLs in JSON-LD
)

// Ref is a reference to something else.
type Ref struct {
	Kind     RefKind
	Optional bool // a hint, or inside of noscript
	URL      string
	At       int
}

// Heading is h1 to h6.
type Heading struct {
	Level int
	Empty bool
	At    int
}

// Picture is an img element.
type Picture struct {
	Src    string
	Alt    bool // has an alt attribute, or is hidden from screen readers
	Sized  bool // it has width and height
	BadSet bool // its srcset, or that of a source, cannot be understood
	At     int
}

// Property is a meta element of Open Graph or a similar vocabulary.
type Property struct {
	Name, Value string
	At          int
}

// Date is a machine-readable date.
type Date struct {
	From  string // "json-ld", "meta", "microdata", "time"
	Name  string // datePublished, article:modified_time; "" for a time element that does not say what it means
	Value string
	At    int
}

// PageReader reads documents one by one. Strings that it returned stay valid, and equal strings share memory;
// the slices of a Page are valid until the next call. The zero value is ready to use.
type PageReader struct {
	// Deep also reads what sitemaps and feeds need: media, and the things in JSON-LD.
	Deep bool
	// Loads also reads the references in style sheets, style attributes, scripts, drawings, forms, and JSON-LD.
	Loads bool
	// Prose also reads the text: see PageReader.Text.
	Prose bool

	page  Page
	prose Prose
	known map[string]string
	z     *html.Tokenizer
	at    int // offset of the token
	after int // offset of what follows it

	head          bool // is open
	code          bool // the text is that of a script or style
	foreign       int  // depth in svg and math
	inert         int  // depth in template elements
	noscript      int
	link, heading open
	picture       bool
	attrs         []namedValue
	media         mediaReader
}

// open is a link or heading whose text is being read.
type open struct {
	there, text bool
	index       int // of the heading
	ref         Text
}

type namedValue struct{ key, value string }

// mostKnown is the maximum number of strings that a reader shares.
const mostKnown = 1 << 16

// Read reads a document.
func (r *PageReader) Read(doc []byte) *Page {
	r.reset(doc)
	for {
		kind := r.next()
		if kind == html.ErrorToken {
			break
		}
		r.token(kind)
	}
	r.endHeading()
	r.endLink()
	if r.Deep {
		r.media.closeVideo()
	}
	return &r.page
}

// Text returns the prose of the document that was read last, if Prose is set. It is valid until the next call of Read.
func (r *PageReader) Text() *Prose { return &r.prose }

// inMain reports whether the token is in the main content.
func (r *PageReader) inMain() bool {
	return r.Deep && r.at >= r.page.Main.From && r.at < r.page.Main.To
}

// next goes to the next token.
func (r *PageReader) next() html.TokenType {
	kind := r.z.Next()
	r.at = r.after
	r.after += len(r.z.Raw())
	return kind
}

func (r *PageReader) reset(doc []byte) {
	p := &r.page
	*p = Page{
		Charset: -1, Dirs: p.Dirs[:0], Titles: p.Titles[:0], Descriptions: p.Descriptions[:0], Robots: p.Robots[:0],
		Canonicals: p.Canonicals[:0], Sitemaps: p.Sitemaps[:0], Feeds: p.Feeds[:0],
		Late: p.Late[:0], Bases: p.Bases[:0], Alternates: p.Alternates[:0], Refs: p.Refs[:0], IDs: p.IDs[:0],
		Headings: p.Headings[:0],
		Images:   p.Images[:0], Silent: p.Silent[:0], Untitled: p.Untitled[:0], OpenGraph: p.OpenGraph[:0],
		Dates: p.Dates[:0], JSONLD: p.JSONLD[:0], Mapped: p.Mapped[:0], Things: p.Things[:0],
		Meta: p.Meta[:0],
	}
	known := r.known
	if known == nil || len(known) > mostKnown {
		known = map[string]string{}
	}
	*r = PageReader{
		Deep: r.Deep, Loads: r.Loads, Prose: r.Prose, page: r.page, prose: r.prose, known: known,
		z: html.NewTokenizer(bytes.NewReader(doc)), attrs: r.attrs[:0], head: true,
	}
	r.prose.reset()
	if bytes.HasPrefix(doc, []byte("\xef\xbb\xbf")) {
		r.page.Charset = 0
	}
	if r.Deep {
		r.page.Main = mainSpan(doc)
		r.media = mediaReader{m: &r.page.Media}
	}
}

// text converts b to a string that shares memory with equal ones.
func (r *PageReader) text(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if s, ok := r.known[string(b)]; ok {
		return s
	}
	s := string(b)
	if len(s) < 512 {
		r.known[s] = s
	}
	return s
}

func (r *PageReader) token(kind html.TokenType) {
	switch kind {
	case html.DoctypeToken:
		r.page.Doctype = true
	case html.TextToken:
		if r.Prose {
			r.prose.words(r.z.Raw(), r.at)
		}
		r.words()
	case html.StartTagToken, html.SelfClosingTagToken:
		n := r.name(len("<"))
		r.attributes()
		r.code = n == "script" || n == "style"
		if r.inMain() {
			r.media.start(n, r.attr, kind == html.StartTagToken)
		}
		if r.Prose && (kind == html.StartTagToken || !notProse(n)) {
			r.prose.start(n, kind == html.StartTagToken && r.verbatim())
		}
		r.start(n, kind == html.SelfClosingTagToken)
	case html.EndTagToken:
		r.code = false
		n := r.name(len("</"))
		if r.inMain() {
			r.media.end(n)
		}
		if r.Prose {
			r.prose.end(n)
		}
		r.end(n)
	}
}

// name returns the name of the tag, which begins at an offset. It reads the tag itself: the tokenizer copies each name.
func (r *PageReader) name(from int) string {
	raw := r.z.Raw()
	end := from
	for end < len(raw) && 'a' <= raw[end] && raw[end] <= 'z' {
		end++
	}
	for ; end < len(raw); end++ {
		switch c := raw[end]; {
		case c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '/' || c == '>':
			return r.text(raw[from:end])
		case c == 0 || 'A' <= c && c <= 'Z':
			name, _ := r.z.TagName()
			return r.text(name)
		}
	}
	name, _ := r.z.TagName()
	return r.text(name)
}

// words records that there is text.
func (r *PageReader) words() {
	if r.code || r.inert > 0 || r.link.text && r.heading.text && !r.head {
		return
	}
	if len(bytes.TrimSpace(r.z.Raw())) > 0 {
		r.said()
		r.head = false // text ends a head: HTML §13.2.6.4.4
	}
}

// said marks the open link and heading as having text.
func (r *PageReader) said() { r.link.text, r.heading.text = true, true }

// attributes reads the attributes of the tag. Of two with the same name, the first counts.
func (r *PageReader) attributes() {
	r.attrs = r.attrs[:0]
	for more := true; more; {
		var k, v []byte
		if k, v, more = r.z.TagAttr(); len(k) == 0 {
			return
		}
		if wanted(k) || r.Loads && string(k) == "style" {
			r.attrs = append(r.attrs, namedValue{r.text(k), r.text(v)})
		}
	}
}

// wanted reports whether any rule uses an attribute; most attributes are class and style.
func wanted(key []byte) bool {
	switch string(key) {
	case "class", "style":
		return false
	}
	return string(key) == Unlisted || !bytes.HasPrefix(key, []byte("data-")) && !bytes.HasPrefix(key, []byte("on"))
}

// attr returns an attribute of the tag, trimmed.
func (r *PageReader) attr(name string) string {
	v, _ := r.lookup(name)
	return strings.TrimSpace(v)
}

func (r *PageReader) has(name string) bool {
	_, ok := r.lookup(name)
	return ok
}

func (r *PageReader) lookup(name string) (string, bool) {
	for i := range r.attrs {
		if r.attrs[i].key == name {
			return r.attrs[i].value, true
		}
	}
	return "", false
}

func (r *PageReader) start(name string, closed bool) {
	p := &r.page
	switch name {
	case "html":
		p.Document = true
		if p.Lang.At == 0 && !p.HasLang {
			p.Lang = Text{r.attr("lang"), r.at}
			p.HasLang = r.has("lang")
		}
		r.common()
		return
	case "head":
		p.Document = true
		return
	case "body":
		p.Document, r.head = true, false
	case "svg", "math":
		if !closed {
			r.foreign++
		}
	case "template":
		if !closed {
			r.inert++
		}
	case "noscript":
		r.noscript++
	}
	if r.inert > 0 {
		return
	}
	if r.foreign > 0 && name != "a" && name != "svg" && name != "math" {
		if name == "title" { // of a drawing: its text alternative
			r.said()
		}
		r.common()
		r.drawing(name)
		return
	}
	if r.head && !inHead(name) {
		r.head = false
	}
	r.common()
	r.element(name)
}

// inHead reports whether an element may be in a head without ending it.
func inHead(name string) bool {
	switch name {
	case "title", "meta", "link", "base", "script", "style", "noscript", "template":
		return true
	}
	return false
}

// common reads the attributes that every element may have.
func (r *PageReader) common() {
	for i := range r.attrs {
		switch a := &r.attrs[i]; a.key {
		case "id":
			r.page.IDs = append(r.page.IDs, Text{a.value, r.at})
		case "dir":
			if v := strings.TrimSpace(a.value); !strings.EqualFold(v, "ltr") && !strings.EqualFold(v, "rtl") &&
				!strings.EqualFold(v, "auto") {
				r.page.Dirs = append(r.page.Dirs, Text{v, r.at})
			}
		case "style":
			r.styles(r.at, 0, []byte(a.value))
		case "aria-label", "title", "aria-labelledby":
			if strings.TrimSpace(a.value) != "" {
				r.link.text = true
				r.heading.text = true
			}
		}
	}
}

func (r *PageReader) end(name string) {
	switch name {
	case "head":
		r.head = false
	case "svg", "math":
		r.foreign = max(0, r.foreign-1)
	case "template":
		r.inert = max(0, r.inert-1)
	case "noscript":
		r.noscript = max(0, r.noscript-1)
	case "a":
		r.endLink()
	case "h1", "h2", "h3", "h4", "h5", "h6":
		r.endHeading()
	case "picture":
		r.picture = false
	}
}

func (r *PageReader) endLink() {
	if r.link.there && !r.link.text {
		r.page.Silent = append(r.page.Silent, r.link.ref)
	}
	r.link = open{}
}

func (r *PageReader) endHeading() {
	if r.heading.there {
		r.page.Headings[r.heading.index].Empty = !r.heading.text
	}
	r.heading = open{}
}

func (r *PageReader) ref(kind RefKind, url string) {
	r.page.Refs = append(r.page.Refs, Ref{Kind: kind, URL: strings.TrimSpace(url), At: r.at, Optional: r.noscript > 0})
}
