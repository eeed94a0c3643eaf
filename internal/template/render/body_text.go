package render

import (
	"context"
	"fmt"
	"html/template"
	"strings"
	"unicode"

	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/view"
)

// bodyText is the HTML of a body. It is in memory until it is put away.
type bodyText struct {
	html string // the content, followed by the parts that are not in it
	read Reader // reads html after it was put away; nil before
	// The positions of the parts in html.
	content, summary, rest span
	toc                    span // the packed table of contents: last, since it is rarely needed
}

// Reader returns the bytes from low to high of the text of the body with a name and hash. Several workers may call it
// at once, and many bodies may share one.
type Reader = func(name string, hash uint64, low, high int) (string, error)

// span is a part of a text. Texts are always smaller than 4 GB.
type span struct{ low, high uint32 }

func spanOf(low, high int) span { return span{uint32(low), uint32(high)} }

// newBodyText joins a content, its summary, and the rest, which are usually its beginning and its end.
func newBodyText(content, summary, rest string) bodyText {
	t := bodyText{html: content, content: spanOf(0, len(content))}
	if strings.HasPrefix(content, summary) {
		t.summary = spanOf(0, len(summary))
	} else {
		t.summary = t.behind(summary)
	}
	trimmed := strings.TrimRightFunc(content, unicode.IsSpace)
	switch {
	case strings.HasSuffix(content, rest):
		t.rest = spanOf(len(content)-len(rest), len(content))
	case strings.HasSuffix(trimmed, rest):
		t.rest = spanOf(len(trimmed)-len(rest), len(trimmed))
	default:
		t.rest = t.behind(rest)
	}
	return t
}

// behind appends a part that is not in the content.
func (t *bodyText) behind(part string) span {
	low := len(t.html)
	t.html += part
	return spanOf(low, len(t.html))
}

// putAway moves the text of b to the store. This worker still remembers it, as if it had just been read.
func (w *Worker) putAway(b *Body) {
	keep, t := w.run.o.Keep, &b.text
	if keep != nil && t.html != "" {
		w.lastBody, w.lastText = b, t.html
		t.html, t.read = "", keep(b.name, b.hash, t.html)
	}
}

// text returns a part of the text of b. The complete text is remembered until another body is read, since templates
// usually read several parts of one body in a row.
func (w *Worker) text(b *Body, part span) (string, error) {
	t := &b.text
	if t.read == nil {
		return t.html[part.low:part.high], nil
	}
	if w.lastBody != b {
		s, err := t.read(b.name, b.hash, 0, t.size())
		if err != nil {
			if s, err = w.again(b, err); err != nil {
				return "", err
			}
		}
		w.lastBody, w.lastText = b, s
	}
	return w.lastText[part.low:part.high], nil
}

// HTML returns the rendered content of a body.
func (w *Worker) HTML(b *Body) (template.HTML, error) {
	s, err := w.text(b, b.text.content)
	return template.HTML(s), err
}

// Summary returns the summary of a body without reading the rest, since lists show many summaries.
func (w *Worker) Summary(b *Body) (template.HTML, error) {
	s, err := w.part(b, b.text.summary)
	return template.HTML(s), err
}

// part returns a part of the text without reading the rest.
func (w *Worker) part(b *Body, part span) (string, error) {
	if b.text.read != nil && w.lastBody != b {
		if s, err := b.text.read(b.name, b.hash, int(part.low), int(part.high)); err == nil {
			return s, nil
		}
	}
	return w.text(b, part)
}

// packTOC appends the packed table of contents of b to its text.
func (w *Worker) packTOC(b *Body) {
	if b.TOC != nil {
		w.tocOf, w.toc = b, b.TOC
		b.text.toc, b.TOC = b.text.behind(b.TOC.Pack()), nil
	}
}

// fragments returns the table of contents of b; nil for none.
func (w *Worker) fragments(b *Body) (*markdown.Fragments, error) {
	if b.text.toc == (span{}) {
		return b.TOC, nil
	}
	if w.tocOf != b {
		packed, err := w.part(b, b.text.toc)
		if err != nil {
			return nil, err
		}
		w.tocOf, w.toc = b, markdown.UnpackFragments(packed)
	}
	return w.toc, nil
}

// again renders a body whose text cannot be read, and returns the text. It is the same as before, since all questions
// have the same answers.
func (w *Worker) again(b *Body, lost error) (string, error) {
	key, format, _ := strings.Cut(b.name, "\x00")
	p := w.run.views.PageByKey(key)
	if p == nil {
		return "", fmt.Errorf("read the body of %s back: %w", key, lost)
	}
	ctx := context.Background()
	if w.call() != nil {
		ctx = w.call().Context
	}
	c := w.newCall(ctx, p, site.Target{Format: view.Model(p).Edition.Language.OutputFormats[strings.TrimPrefix(format, outlineOf)]})
	made, err := w.fillBody(c, p, format, private{})
	if err != nil {
		return "", err
	}
	w.packTOC(made)
	return made.text.html, nil
}

// textFacts has the number of words of a text, and the hash that answers questions for it and for the table of
// contents.
type textFacts struct {
	words int
	hash  uint64
}

// facts counts the words when they are first needed, which on most sites is never for most pages.
func (w *Worker) facts(b *Body) (*textFacts, error) {
	if f := b.facts.Load(); f != nil {
		return f, nil
	}
	html, err := w.text(b, b.text.content)
	if err != nil {
		return nil, err
	}
	fragments, err := w.fragments(b)
	if err != nil {
		return nil, err
	}
	return par.Once(&b.facts, func() *textFacts {
		f := markdown.TextFacts(html, b.cjk, w.run.o.Site.Config.Release)
		toc := string(b.toc)
		if fragments != nil {
			toc = string(fragments.ToHTML(1, -1, false)) + strings.Join(fragments.Identifiers, " ")
		}
		return &textFacts{
			words: f.WordCount,
			hash:  trace.HashStrings(toc, fmt.Sprint(f.WordCount)),
		}
	}), nil
}
