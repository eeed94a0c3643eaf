package render

import (
	"html/template"
	"maps"
	"path/filepath"
	"slices"

	"github.com/sitegen/sitegen/internal/codec"
	"github.com/sitegen/sitegen/internal/markdown"
	"github.com/sitegen/sitegen/internal/media/picture"
	"github.com/sitegen/sitegen/internal/par"
	"github.com/sitegen/sitegen/internal/trace"
	"github.com/sitegen/sitegen/internal/view"
	"github.com/sitegen/sitegen/internal/view/resource"
)

// Hash tells bodies of one page apart: it is the answer to the question for the body.
func (b *Body) Hash() uint64 { return b.hash }

// Text returns all of the HTML of b, to be kept for LoadBody.
func (b *Body) Text() (string, error) {
	t := &b.text
	if t.read == nil {
		return t.html, nil
	}
	return t.read(0, t.size())
}

// Size returns the length of Text in bytes.
func (b *Body) Size() int { return b.text.size() }

func (t *bodyText) size() int { return max(t.content.high, t.summary.high, t.rest.high) }

// Store writes b without its text for another process, which may find the project in another folder; false
// when it holds values that mean something in this process only.
func (b *Body) Store(w *codec.Writer, project string) bool {
	w.Fixed(b.hash)
	w.Fixed(b.reads)
	for _, s := range []span{b.text.content, b.text.summary, b.text.rest} {
		w.Uvarint(uint64(s.low))
		w.Uvarint(uint64(s.high))
	}
	w.Bool(b.Truncated)
	w.Fixed(b.summarized)
	w.Bool(b.cjk)
	w.Bool(b.usesStore)
	w.Text(b.packTOC())
	w.Text(string(b.toc))
	if w.Bool(len(b.stored) > 0); len(b.stored) > 0 && !storeValue(w, b.stored, 0) {
		return false
	}
	w.Diagnostics(b.Warnings)
	if !storeOutputs(w, b.outputs, project) {
		return false
	}
	facts := b.facts.Load()
	w.Bool(facts != nil)
	if facts != nil {
		w.Int(facts.WordCount)
		w.Int(facts.FuzzyWordCount)
		w.Int(facts.ReadingTime)
		w.Fixed(facts.hash)
	}
	trace.StoreIDs(w, b.trace)
	return true
}

// LoadBody reads what Store wrote; name is that under which Run.Bodies gave it. ReadText must say where the text is.
func LoadBody(name string, r *codec.Reader, project string) *Body {
	b := &Body{name: name, hash: r.Fixed(), reads: r.Fixed()}
	for _, s := range []*span{&b.text.content, &b.text.summary, &b.text.rest} {
		s.low, s.high = int(r.Uvarint()), int(r.Uvarint())
	}
	b.Truncated, b.summarized, b.cjk, b.usesStore = r.Bool(), r.Fixed(), r.Bool(), r.Bool()
	b.packed, b.toc = r.Text(), template.HTML(r.Text())
	if r.Bool() {
		b.stored, _ = loadValue(r, 0).(map[string]any)
	}
	b.Warnings = r.Diagnostics()
	b.outputs = loadOutputs(r, project)
	if r.Bool() {
		facts := view.Facts{WordCount: r.Int(), FuzzyWordCount: r.Int(), ReadingTime: r.Int()}
		b.facts.Store(&textFacts{facts, r.Fixed()})
	}
	b.trace = trace.LoadIDs(r)
	return b
}

// packedSize is more than most tables of contents take, in bytes.
const packedSize = 512

// packTOC returns the table of contents as bytes, "" for none.
func (b *Body) packTOC() string {
	if b.packed != "" || b.TOC == nil {
		return b.packed
	}
	var w codec.Writer
	w.Grow(packedSize)
	storeHeadings(&w, b.TOC.Headings)
	ids := headingIDs(make([]string, 0, 16), b.TOC.Headings)
	slices.Sort(ids)
	keys := slices.AppendSeq(make([]string, 0, len(b.TOC.HeadingsMap)), maps.Keys(b.TOC.HeadingsMap))
	slices.Sort(keys)
	storeUnless(&w, b.TOC.Identifiers, ids)
	storeUnless(&w, keys, slices.Compact(ids))
	return string(w.Bytes())
}

// fragments returns the table of contents, nil for none. It is unpacked when it is first wanted: most never
// are.
func (b *Body) fragments() *markdown.Fragments {
	if b.packed == "" {
		return b.TOC
	}
	return par.Once(&b.unpacked, func() *markdown.Fragments {
		r := codec.ReaderOf(b.packed)
		f := &markdown.Fragments{Headings: loadHeadings(r, 0)}
		ids := headingIDs(nil, f.Headings)
		slices.Sort(ids)
		f.Identifiers = loadUnless(r, slices.Clone(ids))
		f.HeadingsMap = headingsByID(f.Headings, loadUnless(r, slices.Compact(ids)))
		return f
	})
}

// storeUnless writes a list that nearly always is another one.
func storeUnless(w *codec.Writer, list, other []string) {
	same := slices.Equal(list, other)
	if w.Bool(same); !same {
		w.Texts(list)
	}
}

func loadUnless(r *codec.Reader, other []string) []string {
	if r.Bool() {
		return other
	}
	return r.Texts()
}

// headingIDs appends the ids of headings.
func headingIDs(ids []string, list []*markdown.Heading) []string {
	for _, h := range list {
		if h.ID != "" {
			ids = append(ids, h.ID)
		}
		ids = headingIDs(ids, h.Headings)
	}
	return ids
}

func storeHeadings(w *codec.Writer, list []*markdown.Heading) {
	w.Uvarint(uint64(len(list)))
	for _, h := range list {
		w.Text(h.ID)
		w.Int(h.Level)
		w.Text(h.Title)
		storeHeadings(w, h.Headings)
	}
}

// mostNested is deeper than headings can lie in each other: six levels.
const mostNested = 16

func loadHeadings(r *codec.Reader, depth int) []*markdown.Heading {
	n := r.Len(4)
	if n == 0 || depth > mostNested {
		return nil
	}
	all := make([]markdown.Heading, n)
	out := make([]*markdown.Heading, n)
	for i := range all {
		all[i] = markdown.Heading{ID: r.Text(), Level: r.Int(), Title: r.Text(), Headings: loadHeadings(r, depth+1)}
		out[i] = &all[i]
	}
	return out
}

// headingsByID finds the headings of a map: of equal IDs it holds the last.
func headingsByID(list []*markdown.Heading, ids []string) map[string]*markdown.Heading {
	if ids == nil {
		return nil
	}
	out := make(map[string]*markdown.Heading, len(ids))
	for _, id := range ids {
		out[id] = nil
	}
	var walk func([]*markdown.Heading)
	walk = func(list []*markdown.Heading) {
		for _, h := range list {
			if _, ok := out[h.ID]; ok {
				out[h.ID] = h
			}
			walk(h.Headings)
		}
	}
	walk(list)
	return out
}

// ReadText says how to read the text of a body that was loaded. An error has the body rendered again.
func (b *Body) ReadText(text Reader) { b.text.read = text }

// Relative returns an absolute path as a slash path relative to the project when it lies there, so that
// it means the same after the project was moved; Absolute is the way back.
func Relative(project, file string) string {
	if rel, err := filepath.Rel(project, file); file != "" && err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return file
}

// Absolute returns what Relative was given, "" for "".
func Absolute(project, file string) string {
	if file == "" || filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(project, filepath.FromSlash(file))
}

// storeOutputs writes outputs, bytes included; false when one is an image of what is no file.
func storeOutputs(w *codec.Writer, list []resource.Output, project string) bool {
	ok := true
	w.Uvarint(uint64(len(list)))
	for _, o := range list {
		w.Text(o.File)
		w.Text(o.MediaType)
		w.Text(Relative(project, o.From))
		w.Text(string(o.Bytes))
		w.Bool(o.Shared)
		if w.Bool(o.Image != nil); o.Image != nil {
			ok = o.Image.Store(w, func(file string) string { return Relative(project, file) }) && ok
		}
	}
	return ok
}

func loadOutputs(r *codec.Reader, project string) []resource.Output {
	n := r.Len(5)
	if n == 0 {
		return nil
	}
	out := make([]resource.Output, n)
	for i := range out {
		out[i] = resource.Output{File: r.Text(), MediaType: r.Text(), From: Absolute(project, r.Text()), Bytes: []byte(r.Text()), Shared: r.Bool()}
		if r.Bool() {
			out[i].Image = picture.Load(r, func(file string) string { return Absolute(project, file) })
		}
	}
	return out
}
