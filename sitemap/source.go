package sitemap

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"
)

// Source is the text of a sitemap, an index, or a text list, with the positions of its entries. Changes leave all other
// bytes as they are: formatting, comments, the order of entries, and elements of other programs.
//
// Text that is removed takes the white space before it along. A new entry is written like the entry before it.
type Source struct {
	Format  Format
	Entries []SourceEntry

	file, text []byte // text is the uncompressed file
	root       span   // start tag of the root
	end        int    // offset of the end tag of the root
	link       string // tag of links to other versions, with its prefix; "" if there are none
	edits      []edit
	added      int // number of new entries
	removed    int
}

// SourceEntry is an entry of a Source.
type SourceEntry struct {
	Loc     string // without escapes and white space around it; "" if there is none
	LastMod string // as written
	Line    int
	Links   []SourceLink // versions in other languages (rule H1)
	Media   bool         // it has images, videos, or news

	at     span // the element, or the text of the line
	inner  span // its contents
	fields []sourceField
}

// SourceLink is a link to a version of a page.
type SourceLink struct {
	Lang, Href string
	Line       int
	at, href   span
}

// sourceField is an element of the protocol in an entry.
type sourceField struct {
	name  string // without a prefix
	value string
	at    span
	text  span // without white space around it and without CDATA; empty if the element is empty
	empty bool // it has no end tag
}

// edit replaces a part of the text.
type edit struct {
	span
	text string
}

// ParseSource finds the entries of a file. A gzip file is uncompressed. It returns an error for feeds and for files
// that a Reader cannot read to their end.
func ParseSource(file []byte) (*Source, error) {
	s := &Source{file: file, text: file}
	if bytes.HasPrefix(file, gzipMagic) {
		in, err := gzip.NewReader(bytes.NewReader(file))
		if err != nil {
			return nil, err
		}
		if s.text, err = io.ReadAll(io.LimitReader(in, MaxBytes+1)); err != nil {
			return nil, err
		}
	}
	r := NewReader(bytes.NewReader(s.text), ReadOptions{})
	var err error
	switch s.Format, err = r.Format(); {
	case err != nil:
		return nil, err
	case s.Format == Text:
		return s, s.parseLines()
	case s.Format > Index:
		return nil, fmt.Errorf("sitemap: the file is a feed (%s), not a sitemap", s.Format)
	}
	return s, s.parseElements(r)
}

var gzipMagic = []byte("\x1f\x8b")

// parseLines finds the entries of a text list.
func (s *Source) parseLines() error {
	at, line := 0, 0
	if bytes.HasPrefix(s.text, byteOrderMark) {
		at = len(byteOrderMark)
	}
	for raw := range bytes.Lines(s.text[at:]) {
		line++
		if !utf8.Valid(raw) {
			return &SyntaxError{Line: line, Offset: int64(at), Rule: "U3", Message: "bytes that are not UTF-8"}
		}
		if loc := bytes.TrimSpace(raw); len(loc) > 0 {
			from := at + bytes.Index(raw, loc)
			s.Entries = append(s.Entries, SourceEntry{Loc: string(loc), Line: line, at: span{from, from + len(loc)}})
		}
		at += len(raw)
	}
	s.end = len(s.text)
	return nil
}

// parseElements finds the entries of an XML file whose root was read.
func (s *Source) parseElements(r *Reader) error {
	in := &r.s
	s.root = span{int(in.from), int(in.offset())}
	var e *SourceEntry // that the scanner is in
	var own space      // namespace of e
	var p sourceField  // that the scanner is in
	var text []byte    // of p
	for {
		tok, err := in.next()
		if err != nil {
			return err
		}
		from, to := int(in.from), int(in.offset())
		switch depth := len(in.open); {
		case tok == tokenEOF:
			return nil
		case tok == tokenEnd && depth == 0:
			s.end = max(from, s.root.to)
		case tok == tokenStart && e == nil:
			if r.isRecord() {
				s.Entries = append(s.Entries, SourceEntry{Line: in.line(), at: span{from, to}, inner: span{to, to}})
				e, own = &s.Entries[len(s.Entries)-1], in.space
			}
		case e == nil:
		case tok == tokenEnd && depth == 1:
			e.at.to, e.inner.to = to, max(from, e.inner.from)
			e = nil
		case tok == tokenStart && depth == 3:
			p, text = sourceField{at: span{from, to}}, text[:0]
			err = s.startChild(e, &p, in, own)
		case tok == tokenText && depth == 3:
			text, err = appendToken(text, in)
		case tok == tokenEnd && depth == 2:
			s.endChild(e, p, from, to, string(bytes.TrimSpace(text)))
		}
		if err != nil {
			return err
		}
	}
}

// appendToken appends the text at which a scanner is.
func appendToken(dst []byte, in *scanner) ([]byte, error) {
	if in.cdata {
		return append(dst, in.text...), nil
	}
	out, ok := appendDecoded(dst, in.text)
	if ok {
		return out, nil
	}
	text := in.text
	for at := bytes.IndexByte(text, '&'); ; at += 1 + bytes.IndexByte(text[at+1:], '&') {
		n := bytes.IndexByte(text[at:], ';')
		if _, ok := appendDecoded(nil, text[at:max(at+1, at+n+1)]); !ok {
			line := in.line() - bytes.Count(text[at:], newline)
			return dst, &SyntaxError{
				Line: line, Offset: in.from + int64(at), Rule: "XML", Message: "an entity that is not known",
			}
		}
	}
}

// startChild reads the start tag of an element in an entry.
func (s *Source) startChild(e *SourceEntry, p *sourceField, in *scanner, own space) error {
	switch in.space &^ spaceWrong {
	case own &^ spaceWrong:
		p.name = string(in.name)
	case spaceImage, spaceVideo, spaceNews:
		e.Media = true
	case spaceXHTML:
		link := SourceLink{Line: in.line(), at: p.at}
		rel := ""
		for _, a := range in.attrs {
			value, ok := appendDecoded(nil, a.value)
			switch {
			case !ok:
				return in.fail("XML", "an entity that is not known in the attribute %q", a.name)
			case string(a.name) == "rel":
				rel = string(value)
			case string(a.name) == "hreflang":
				link.Lang = string(value)
			case string(a.name) == "href":
				at := p.at.from + a.at
				link.Href, link.href = string(value), span{at, at + len(a.value)}
			}
		}
		if string(in.name) == "link" && rel == "alternate" && link.Lang != "" && link.href.from > 0 {
			e.Links = append(e.Links, link)
			s.link = cmp.Or(s.link, s.tag(p.at))
		}
	}
	return nil
}

// endChild reads the end tag of an element in an entry, from from to to.
func (s *Source) endChild(e *SourceEntry, p sourceField, from, to int, value string) {
	p.value, p.text = value, span{p.at.to, max(from, p.at.to)}
	p.empty = from < p.at.to
	if n := len(e.Links); n > 0 && e.Links[n-1].at.from == p.at.from {
		e.Links[n-1].at.to = to
	}
	p.at.to = to
	const begin, end = "<![CDATA[", "]]>"
	p.text = s.trim(p.text)
	if raw := s.text[p.text.from:p.text.to]; bytes.HasPrefix(raw, []byte(begin)) && bytes.HasSuffix(raw, []byte(end)) {
		p.text = s.trim(span{p.text.from + len(begin), p.text.to - len(end)})
	}
	switch old := e.field(p.name); {
	case !slices.Contains(fields[:], p.name) || old != nil && (old.value != "" || value == ""):
		return // the first of each name counts
	case old != nil:
		*old = p
	default:
		e.fields = append(e.fields, p)
	}
	switch p.name {
	case "loc":
		e.Loc = value
	case "lastmod":
		e.LastMod = value
	}
}

// field returns the element with a name, or nil.
func (e *SourceEntry) field(name string) *sourceField {
	for i := range e.fields {
		if e.fields[i].name == name {
			return &e.fields[i]
		}
	}
	return nil
}

// trim returns a span without white space at its ends.
func (s *Source) trim(at span) span {
	for at.from < at.to && isSpace(s.text[at.from]) {
		at.from++
	}
	return span{at.from, s.before(at.to, at.from)}
}

// before returns the beginning of the white space before an offset, at least the limit.
func (s *Source) before(at, limit int) int {
	for at > limit && isSpace(s.text[at-1]) {
		at--
	}
	return at
}

// tag returns the name of the element whose start tag is at a span, with its prefix.
func (s *Source) tag(at span) string {
	name := s.text[at.from+1 : at.to]
	if i := slices.IndexFunc(name, func(c byte) bool { return nameEnd[c] }); i >= 0 {
		name = name[:i]
	}
	return string(name)
}

// Remove removes an entry.
func (s *Source) Remove(i int) {
	at := s.Entries[i].at
	s.removed++
	if s.Format == Text { // with its line feed
		at = span{bytes.LastIndexByte(s.text[:at.from], '\n') + 1, len(s.text)}
		if n := bytes.IndexByte(s.text[at.from:], '\n'); n >= 0 {
			at.to = at.from + n + 1
		}
		if at.from == 0 && bytes.HasPrefix(s.text, byteOrderMark) {
			at.from = len(byteOrderMark)
		}
		s.edits = append(s.edits, edit{at, ""})
		return
	}
	s.cut(at)
}

// cut removes a part of the text, with the white space before it.
func (s *Source) cut(at span) {
	s.edits = append(s.edits, edit{span{s.before(at.from, 0), at.to}, ""})
}

// SetLoc changes the URL of an entry, which has one.
func (s *Source) SetLoc(i int, loc string) {
	e := &s.Entries[i]
	if s.Format == Text {
		s.edits = append(s.edits, edit{e.at, loc})
		return
	}
	s.set(e.field("loc"), loc)
}

// SetLastMod changes the date of an entry that has one; "" removes it.
func (s *Source) SetLastMod(i int, date string) {
	p := s.Entries[i].field("lastmod")
	if date == "" {
		s.cut(p.at)
		return
	}
	s.set(p, date)
}

// SetLink changes the URL of link k of an entry; "" removes the link.
func (s *Source) SetLink(i, k int, href string) {
	l := &s.Entries[i].Links[k]
	if href == "" {
		s.cut(l.at)
		return
	}
	s.edits = append(s.edits, edit{l.href, string(appendURI(nil, []byte(href)))})
}

// set changes the value of an element.
func (s *Source) set(p *sourceField, value string) {
	at, text := s.value(p, value)
	s.edits = append(s.edits, edit{at, text})
}

// value returns the text that changes the value of an element, and what it replaces.
func (s *Source) value(p *sourceField, value string) (at span, text string) {
	if p.empty {
		name := s.tag(p.at)
		return p.at, "<" + name + ">" + string(appendURI(nil, []byte(value))) + "</" + name + ">"
	}
	if bytes.HasSuffix(s.text[:s.before(p.text.from, p.at.from)], []byte("<![CDATA[")) {
		return p.text, value
	}
	return p.text, string(appendURI(nil, []byte(value)))
}

// Insert adds an entry before entry i, or at the end if i is the number of entries. It has the URL, date, and
// alternates of e: the alternates only if the file has links to other versions. It also has the changefreq and priority
// that all other entries have.
func (s *Source) Insert(i int, e *Entry) {
	s.added++
	switch {
	case s.Format == Text:
		s.insertLine(i, e.Loc)
	case len(s.Entries) == 0:
		s.insertFirst(e)
	default:
		model := &s.Entries[max(i-1, 0)]
		at := model.at.to
		if i == 0 {
			at = s.before(model.at.from, 0)
		}
		spaced := model
		if i == 1 && len(s.Entries) > 1 {
			spaced = &s.Entries[1] // what is before the first entry may differ
		}
		s.edits = append(s.edits, edit{span{at, at}, s.spaceBefore(spaced.at.from) + s.like(model, e)})
	}
}

func (s *Source) spaceBefore(at int) string { return string(s.text[s.before(at, 0):at]) }

// insertLine adds a line to a text list.
func (s *Source) insertLine(i int, loc string) {
	feed := "\n"
	if bytes.Contains(s.text, []byte("\r\n")) {
		feed = "\r\n"
	}
	if i < len(s.Entries) {
		at := s.Entries[i].at.from
		s.edits = append(s.edits, edit{span{at, at}, loc + feed})
		return
	}
	first := !slices.ContainsFunc(s.edits, func(e edit) bool { return e.from == s.end })
	if first && s.end > 0 && s.text[s.end-1] != '\n' {
		loc = feed + loc
	}
	s.edits = append(s.edits, edit{span{s.end, s.end}, loc + feed})
}

// insertFirst adds an entry to a file that has none.
func (s *Source) insertFirst(e *Entry) {
	root := s.tag(s.root)
	prefix, name := root[:strings.IndexByte(root, ':')+1], "url"
	if s.Format == Index {
		name = "sitemap"
	}
	field := func(name, value string) string { return "<" + prefix + name + ">" + value + "</" + prefix + name + ">" }
	inside := field("loc", string(appendURI(nil, []byte(e.Loc))))
	if date := e.date(); date != "" {
		inside += field("lastmod", date)
	}
	if s.end == s.root.to && s.text[s.end-2] == '/' { // <urlset/>
		open := s.text[s.root.from : s.root.to-len("/>")]
		s.text = slices.Concat(s.text[:s.root.from], open, []byte(">\n</"+root+">"), s.text[s.root.to:])
		s.root.to = s.root.from + len(open) + len(">")
		s.end = s.root.to + len("\n")
	}
	s.edits = append(s.edits, edit{span{s.end, s.end}, field(name, inside) + "\n"})
}

// date returns the date of an entry in the form of the protocol (rule M1), or "".
func (e *Entry) date() string {
	b, _ := appendLastMod(nil, e.LastMod, e.DateOnly)
	return string(b)
}

// like writes an entry as another one is written.
func (s *Source) like(model *SourceEntry, e *Entry) string {
	loc := model.field("loc")
	if loc == nil || loc.empty {
		for i := range s.Entries {
			if p := s.Entries[i].field("loc"); p != nil && !p.empty {
				model, loc = &s.Entries[i], p
				break
			}
		}
	}
	name := s.tag(model.at)
	prefix := name[:strings.IndexByte(name, ':')+1]
	var b strings.Builder
	b.Write(s.text[model.at.from:model.inner.from])
	space := ""
	if loc != nil {
		space = s.spaceBefore(loc.at.from)
	}
	write := func(name, value string) {
		if value == "" {
			return
		}
		if p := model.field(name); p != nil && !p.empty {
			at, text := s.value(p, value)
			b.WriteString(s.spaceBefore(p.at.from))
			b.Write(s.text[p.at.from:at.from])
			b.WriteString(text)
			b.Write(s.text[at.to:p.at.to])
			return
		}
		b.WriteString(space + "<" + prefix + name + ">" + string(appendURI(nil, []byte(value))) + "</" + prefix + name + ">")
	}
	write("loc", e.Loc)
	write("lastmod", e.date())
	write("changefreq", s.common("changefreq"))
	write("priority", s.common("priority"))
	for _, a := range e.Alternates {
		if s.link != "" {
			b.WriteString(space + "<" + s.link + ` rel="alternate" hreflang="` + a.Lang + `" href="` +
				string(appendURI(nil, []byte(a.Href))) + `"/>`)
		}
	}
	b.Write(s.text[s.before(model.inner.to, model.inner.from):model.inner.to])
	b.Write(s.text[model.inner.to:model.at.to])
	return b.String()
}

// common returns the value of an element if it is the same in all entries, else "".
func (s *Source) common(name string) string {
	first := s.Entries[0].field(name)
	for i := range s.Entries {
		if p := s.Entries[i].field(name); p == nil || p.value != first.value {
			return ""
		}
	}
	return first.value
}

// Len returns the number of entries after the changes.
func (s *Source) Len() int { return len(s.Entries) + s.added - s.removed }

// Full reports whether the file has no room for another entry (rules U1, U2).
func (s *Source) Full() bool {
	size := len(s.text)
	for _, e := range s.edits {
		size += len(e.text)
	}
	const room = 64 << 10 // for an entry with its versions
	return s.Len() >= MaxURLs || size+room > MaxBytes
}

// Text returns the changed file, uncompressed.
func (s *Source) Text() []byte {
	if len(s.edits) == 0 {
		return s.text
	}
	slices.SortStableFunc(s.edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	var out []byte
	end := 0
	for _, e := range s.edits {
		if e.from < end {
			continue // in an entry that is removed
		}
		out = append(append(out, s.text[end:e.from]...), e.text...)
		end = e.to
	}
	return append(out, s.text[end:]...)
}

// Bytes returns the changed file, compressed if it was. Without changes, it is the file as it was.
func (s *Source) Bytes() ([]byte, error) {
	switch {
	case len(s.edits) == 0:
		return s.file, nil
	case !bytes.HasPrefix(s.file, gzipMagic):
		return s.Text(), nil
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b) // without name and time, so the bytes are always the same
	if _, err := z.Write(s.Text()); err != nil {
		return nil, err
	}
	err := z.Close()
	return b.Bytes(), err
}
