package render

import (
	"html/template"
	"path/filepath"

	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// Hash identifies the content of the body. It is the answer to the question for the body.
func (b *Body) Hash() uint64 { return b.hash }

// Text returns the complete text of b for LoadBody.
func (b *Body) Text() (string, error) {
	t := &b.text
	if t.read == nil {
		return t.html, nil
	}
	return t.read(b.name, b.hash, 0, t.size())
}

// Size returns the length of Text in bytes.
func (b *Body) Size() int { return b.text.size() }

func (t *bodyText) size() int {
	return int(max(t.content.high, t.summary.high, t.rest.high, t.toc.high))
}

// Store writes b without its text, for another process that may find the project in another folder. It returns false if
// b contains values that are only valid in this process.
func (b *Body) Store(w *codec.Writer, ids *trace.IDs, project string) bool {
	w.Fixed(b.hash)
	w.Fixed(b.reads)
	for _, s := range []span{b.text.content, b.text.summary, b.text.rest, b.text.toc} {
		w.Uvarint(uint64(s.low))
		w.Uvarint(uint64(s.high))
	}
	w.Bool(b.Truncated)
	w.Bool(b.divided)
	w.Fixed(b.summarized)
	w.Bool(b.cjk)
	w.Bool(b.usesStore)
	w.Text(string(b.toc))
	if w.Bool(len(b.stored) > 0); len(b.stored) > 0 && !w.Value(b.stored) {
		return false
	}
	w.Diagnostics(b.Warnings)
	if !storeOutputs(w, b.outputs, project) {
		return false
	}
	facts := b.facts.Load()
	w.Bool(facts != nil)
	if facts != nil {
		w.Int(facts.words)
		w.Fixed(facts.hash)
	}
	w.Texts(b.called)
	ids.Store(w, b.trace)
	return true
}

// LoadBody reads a body written by Store. name is the name that Run.Bodies gave it. ReadText must be called before the
// text is read.
func LoadBody(name string, r *codec.Reader, ids *trace.IDs, project string) *Body {
	b := &Body{name: name, hash: r.Fixed(), reads: r.Fixed(), bodyExtras: &bodyExtras{}}
	for _, s := range []*span{&b.text.content, &b.text.summary, &b.text.rest, &b.text.toc} {
		s.low, s.high = uint32(r.Uvarint()), uint32(r.Uvarint())
	}
	b.Truncated, b.divided = r.Bool(), r.Bool()
	b.summarized, b.cjk, b.usesStore = r.Fixed(), r.Bool(), r.Bool()
	b.toc = template.HTML(r.Text())
	if r.Bool() {
		b.stored, _ = r.Value().(map[string]any)
	}
	b.Warnings = r.Diagnostics()
	b.outputs = loadOutputs(r, project)
	if r.Bool() {
		b.facts.Store(&textFacts{r.Int(), r.Fixed()})
	}
	b.called = r.Texts()
	b.slim()
	b.trace = ids.Load(r)
	return b
}

// ReadText sets the function that reads the text of a loaded body. If it fails, the body is rendered again.
func (b *Body) ReadText(text Reader) { b.text.read = text }

// Relative returns an absolute path below the project as a slash path relative to it, so that it stays valid if the
// project is moved. Absolute reverses it.
func Relative(project, file string) string {
	if rel, err := filepath.Rel(project, file); file != "" && err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return file
}

// Absolute returns the path that Relative was given; "" for "".
func Absolute(project, file string) string {
	if file == "" || filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(project, filepath.FromSlash(file))
}

// storeOutputs writes outputs including their bytes. It returns false if one is an image without an original file.
func storeOutputs(w *codec.Writer, list []resource.Output, project string) bool {
	ok := true
	w.Uvarint(uint64(len(list)))
	for _, o := range list {
		w.Text(o.File)
		w.Text(o.MediaType)
		w.Text(Relative(project, o.From))
		w.Text(string(o.Bytes))
		w.Bool(o.Shared)
		w.Text(o.Part)
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
		out[i] = resource.Output{
			File: r.Text(), MediaType: r.Text(), From: Absolute(project, r.Text()),
			Bytes: []byte(r.Text()), Shared: r.Bool(), Part: r.Text(),
		}
		if r.Bool() {
			out[i].Image = picture.Load(r, func(file string) string { return Absolute(project, file) })
		}
	}
	return out
}
