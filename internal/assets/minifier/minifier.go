// Package minifier makes HTML, CSS, JavaScript, JSON, SVG and XML smaller.
package minifier

import (
	"bytes"
	"io"
	"regexp"
	"slices"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/html"
	"github.com/tdewolff/minify/v2/js"
	"github.com/tdewolff/minify/v2/json"
	"github.com/tdewolff/minify/v2/svg"
	"github.com/tdewolff/minify/v2/xml"

	"github.com/sitegen/sitegen/internal/assets/esbuild"
	"github.com/sitegen/sitegen/internal/base/pattern"
)

// Minifier minifies outputs. Several workers may use it at once.
type Minifier struct{ m *minify.M }

// New returns a minifier.
func New(o Options) *Minifier {
	m, t := minify.New(), o.Tdewolff
	page := &html.Minifier{
		KeepComments: t.HTML.KeepComments, KeepConditionalComments: t.HTML.KeepConditionalComments,
		KeepSpecialComments: t.HTML.KeepSpecialComments, KeepDefaultAttrVals: t.HTML.KeepDefaultAttrVals,
		KeepDocumentTags: t.HTML.KeepDocumentTags, KeepEndTags: t.HTML.KeepEndTags, KeepQuotes: t.HTML.KeepQuotes,
		KeepWhitespace: t.HTML.KeepWhitespace,
	}
	copy(page.TemplateDelims[:], t.HTML.TemplateDelims)
	style := &css.Minifier{Precision: t.CSS.Precision, Version: t.CSS.Version, Inline: t.CSS.Inline}
	code := script{js.Minifier{Precision: t.JS.Precision, Version: t.JS.Version, KeepVarNames: t.JS.KeepVarNames}}
	data := &json.Minifier{Precision: t.JSON.Precision, KeepNumbers: t.JSON.KeepNumbers}
	drawing := &svg.Minifier{
		Precision: t.SVG.Precision, KeepComments: t.SVG.KeepComments, KeepNamespaces: t.SVG.KeepNamespaces,
	}
	m.Add("text/html", unless(o.DisableHTML, page))
	m.Add("text/css", unless(o.DisableCSS, style))
	m.Add("image/svg+xml", unless(o.DisableSVG, drawing))
	m.AddRegexp(regexp.MustCompile(`^(application|text)/(x-)?(java|ecma)script$`), unless(o.DisableJS, code))
	m.AddRegexp(regexp.MustCompile(`[/+]json$`), unless(o.DisableJSON, data))
	m.AddRegexp(regexp.MustCompile(`[/+]xml$`), unless(o.DisableXML, &xml.Minifier{KeepWhitespace: t.XML.KeepWhitespace}))
	return &Minifier{m}
}

// unless returns m, or what leaves a text unchanged.
func unless(disabled bool, m minify.Minifier) minify.Minifier {
	if !disabled {
		return m
	}
	return minify.MinifierFunc(func(_ *minify.M, w io.Writer, r io.Reader, _ map[string]string) error {
		_, err := io.Copy(w, r)
		return err
	})
}

// script minifies scripts. The library moves declarations with patterns first, which breaks scripts whose await depends
// on the others, so esbuild minifies scripts with await.
type script struct{ js js.Minifier }

func (s script) Minify(m *minify.M, w io.Writer, r io.Reader, params map[string]string) error {
	script, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if !bytes.Contains(script, []byte("await")) {
		return s.js.Minify(m, w, bytes.NewReader(slices.Clip(script)), params)
	}
	small, err := esbuild.Minify(script)
	if err == nil {
		_, err = w.Write(small)
	}
	return err
}

// mostReferences limits the character references of a text or tag, times its bytes: the library moves the rest of the
// text for each.
const mostReferences = 20_000_000_000

// Minify returns the minified data. It returns data itself if the type is unknown, or a text has too many references.
func (m *Minifier) Minify(mediaType string, data []byte) ([]byte, error) {
	if markup.MatchString(mediaType) {
		for part := range bytes.SplitSeq(data, []byte("<")) {
			if bytes.Count(part, []byte("&"))*len(part) > mostReferences {
				return data, nil
			}
		}
	}
	// The minifier writes a byte after data if there is room, and others may be reading that byte.
	out, err := m.m.Bytes(mediaType, slices.Clip(data))
	if err == minify.ErrNotExist {
		return data, nil
	}
	return out, err
}

var markup = pattern.New(`^text/html$|[/+]xml$`)
