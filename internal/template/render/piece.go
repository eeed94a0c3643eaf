package render

import (
	"encoding/json"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/view"
)

// A piece is the result of a cached partial that is recorded as one question. The partial may have read all pages of a
// section, but pages with the piece are rendered again only if its result differs. So a menu that is the same on a
// thousand pages costs each of them one question, and does not depend on titles that it does not show.
//
// The question has all inputs of the partial except its own questions: its name, the language and the format, and its
// context. To answer it again, the partial is executed again.

// pieceKey returns the key of the question; ok is false for a context that cannot be found again by name.
func (c *call) pieceKey(name string, dot any, variants []any) (key string, ok bool) {
	if c.Page == nil || c.Target.Format == nil {
		return "", false
	}
	b := c.w.key[:0]
	for _, part := range []string{name, c.Language(), c.Target.Format.Name} {
		b = append(append(b, part...), 0)
	}
	b, ok = appendName(b, dot, 0)
	if !ok {
		return "", false
	}
	c.w.key = b
	varied, ok := variantsKey(variants)
	return string(b) + varied, ok
}

// askAboutPiece executes the partial of a question again.
func (r *Run) askAboutPiece(c *call, key string) {
	parts := strings.SplitN(key, "\x00", 5)
	if len(parts) < 4 {
		return
	}
	home := r.views.SiteByKey(parts[1])
	if home == nil {
		return
	}
	if c.Page = home.Home(); c.Page == nil {
		return
	}
	if c.Target.Format = view.Model(c.Page).Edition.Language.OutputFormats[parts[2]]; c.Target.Format == nil {
		return
	}
	decoder := json.NewDecoder(strings.NewReader(parts[3]))
	decoder.UseNumber()
	var named any
	if decoder.Decode(&named) != nil {
		return
	}
	dot, ok := namedValue(r.views, named)
	if !ok {
		return
	}
	c.Recorder.Clear() // without the questions for finding the context
	varied := ""
	if len(parts) > 4 {
		varied = "\x00" + parts[4]
	}
	_, _ = c.w.remembered(c, cached{key: key, piece: key, byPage: newPagePartial(c, parts[0], dot, varied)},
		byName(parts[0], dot))
}

// settled reports whether the questions of a partial depend only on pages, templates, and configuration, so that they
// have the same answers everywhere.
func settled(steps []trace.Step) bool {
	for _, s := range steps {
		switch s.Kind {
		case trace.Template, trace.Lookup, trace.PageCard, trace.PageParams, trace.ListCard, trace.ListParams,
			trace.Neighbour, trace.Related, trace.Menu, trace.I18n, trace.Piece:
		case trace.List:
			if strings.HasSuffix(s.Key, "#OutputFormats") {
				return false // which formats are alternatives depends on the page
			}
		case trace.Config:
			if s.Key != "" {
				return false
			}
		default:
			return false
		}
	}
	return true
}
