package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"github.com/sitegen/sitegen/internal/trace"
)

// A piece is a remembered partial that those who use it ask one question about: what it gave. It may have
// read all pages of a section; who shows it is rendered again only when the piece itself is different.
// So a menu that is the same on a thousand pages costs each of them one question, and a title that a
// page does not show concerns it no more.
//
// The question names everything that the partial depends on beside what it asks: its name, the language
// and the format that it is rendered in, and its context. Asking again is executing it again.

// pieceKey returns the key of the question; ok is false for a context that cannot be found again by its name.
func (c *Call) pieceKey(name string, dot any, variants []any) (key string, ok bool) {
	if c.page == nil || c.target.Format == nil {
		return "", false
	}
	named, ok := nameValue(dot)
	if !ok {
		return "", false
	}
	text, err := json.Marshal(named)
	if err != nil {
		return "", false
	}
	var v strings.Builder
	for _, variant := range variants {
		v.WriteByte(0)
		if !writeIdentity(&v, variant, 0) {
			return "", false
		}
	}
	return strings.Join([]string{name, c.language(), c.target.Format.Name, string(text)}, "\x00") + v.String(), true
}

// askAboutPiece makes a partial again that a question names.
func (r *Run) askAboutPiece(c *Call, key string) {
	parts := strings.SplitN(key, "\x00", 5)
	if len(parts) < 4 {
		return
	}
	home := r.siteByKey(parts[1])
	if home == nil {
		return
	}
	c.page, c.target.Format = home.Home(), r.o.Site.Config.OutputFormats[parts[2]]
	if c.page == nil || c.target.Format == nil {
		return
	}
	decoder := json.NewDecoder(strings.NewReader(parts[3]))
	decoder.UseNumber()
	var named any
	if decoder.Decode(&named) != nil {
		return
	}
	dot, ok := r.namedValue(named)
	if !ok {
		return
	}
	c.rec.Clear() // of what was asked to get here
	_, _ = c.w.remembered(c, cached{key: key, piece: key}, parts[0], dot)
}

// settled reports whether what a partial asked follows from pages, templates and configuration alone, and
// whoever asks gets the same answer.
func settled(steps []trace.Step) bool {
	for _, s := range steps {
		switch s.Kind {
		case trace.Template, trace.Lookup, trace.PageCard, trace.PageParams, trace.ListCard, trace.ListParams,
			trace.Neighbour, trace.Menu, trace.I18n, trace.Piece:
		case trace.List:
			if strings.HasSuffix(s.Key, "#OutputFormats") {
				return false // which of them is an alternative depends on the page
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

// nameValue returns a value that stands for v in JSON; false for one that has no name.
func nameValue(v any) (any, bool) {
	switch v := v.(type) {
	case nil, bool, string:
		return v, true
	case int:
		return v, true
	case int64: // of arithmetic
		return map[string]any{"$int64": v}, true
	case *Page:
		if v == nil || v.all || v.res != nil {
			return nil, false
		}
		return map[string]any{"$page": v.p.Key}, true
	case *Site:
		return map[string]any{"$site": v.e.Language.Lower}, true
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			named, ok := nameValue(e)
			if !ok || strings.HasPrefix(k, "$") {
				return nil, false
			}
			out[k] = named
		}
		return out, true
	}
	return nil, false
}

// namedValue returns what nameValue named; false for what is no more.
func (r *Run) namedValue(v any) (any, bool) {
	switch v := v.(type) {
	case nil, bool, string:
		return v, true
	case json.Number:
		n, err := v.Int64()
		return int(n), err == nil
	case map[string]any:
		if n, ok := v["$int64"].(json.Number); ok {
			i, err := n.Int64()
			return i, err == nil
		}
		if key, ok := v["$page"].(string); ok {
			p := r.byKey(key)
			return p, p != nil
		}
		if key, ok := v["$site"].(string); ok {
			s := r.siteByKey(key)
			return s, s != nil
		}
		for k, e := range v {
			named, ok := r.namedValue(e)
			if !ok {
				return nil, false
			}
			v[k] = named
		}
		return v, true
	}
	return nil, false
}

// valueHash is the answer to the question about a piece; false for a value whose equality cannot be told.
func valueHash(v any) (uint64, bool) {
	var b bytes.Buffer
	if !writeValue(&b, v) {
		return 0, false
	}
	return trace.Hash(b.Bytes()), true
}

func writeValue(b *bytes.Buffer, v any) bool {
	switch v := v.(type) {
	case template.HTML:
		fmt.Fprintf(b, "html %d %s", len(v), v)
	case Pages:
		fmt.Fprintf(b, "pages %d", len(v))
		for _, p := range v {
			fmt.Fprintf(b, " %q", p.p.Key)
		}
	case []any:
		fmt.Fprintf(b, "list %d", len(v))
		for _, e := range v {
			if !writeValue(b, e) {
				return false
			}
		}
	case map[string]any:
		fmt.Fprintf(b, "map %d", len(v))
		for _, k := range sortedKeys(v) {
			fmt.Fprintf(b, " %q ", k)
			if !writeValue(b, v[k]) {
				return false
			}
		}
	default:
		var text strings.Builder
		if !writeIdentity(&text, v, 0) {
			return false
		}
		b.WriteString(text.String())
	}
	return true
}
