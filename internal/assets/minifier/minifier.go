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
)

// Minifier makes outputs smaller. It may be used by several workers at once.
type Minifier struct{ m *minify.M }

// New returns a minifier that keeps end tags and quotes: leaving them out saves 3 % and makes checkers complain.
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

// minifyScript minifies a script. Of several declarations the library puts those with patterns first, also where what
// they await needs the others, so esbuild takes what awaits something.
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

// mostReferences bounds the character references of a text or tag, times its bytes: the library moves what follows
// each.
const mostReferences = 20_000_000_000

// Minify returns data made smaller; data itself when its type is none of ours, or when a text has too many references.
func (m *Minifier) Minify(mediaType string, data []byte) ([]byte, error) {
	if markup.MatchString(mediaType) {
		for part := range bytes.SplitSeq(data, []byte("<")) {
			if bytes.Count(part, []byte("&"))*len(part) > mostReferences {
				return data, nil
			}
		}
	}
	// The minifier writes a byte behind data where there is room, which others may be reading.
	out, err := m.m.Bytes(mediaType, slices.Clip(data))
	if err == minify.ErrNotExist {
		return data, nil
	}
	return out, err
}

var markup = regexp.MustCompile(`^text/html$|[/+]xml$`)
