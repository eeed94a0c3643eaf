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

// New returns a minifier that keeps end tags and quotes: leaving them out saves 3 % but causes warnings in validators.
func New() *Minifier {
	m := minify.New()
	m.Add("text/html", &html.Minifier{
		KeepDocumentTags: true, KeepEndTags: true, KeepQuotes: true,
		KeepDefaultAttrVals: true, KeepSpecialComments: true,
	})
	m.AddFunc("text/css", css.Minify)
	m.AddFunc("image/svg+xml", svg.Minify)
	m.AddFuncRegexp(regexp.MustCompile(`^(application|text)/(x-)?(java|ecma)script$`), minifyScript)
	m.AddFuncRegexp(regexp.MustCompile(`[/+]json$`), json.Minify)
	m.AddFuncRegexp(regexp.MustCompile(`[/+]xml$`), xml.Minify)
	return &Minifier{m}
}

// minifyScript minifies a script. The library moves declarations with patterns first, which breaks scripts whose await
// depends on the others, so esbuild minifies scripts with await.
func minifyScript(m *minify.M, w io.Writer, r io.Reader, params map[string]string) error {
	script, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if !bytes.Contains(script, []byte("await")) {
		return js.Minify(m, w, bytes.NewReader(slices.Clip(script)), params)
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
