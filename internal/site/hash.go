package site

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/trace"
)

// hash computes the answers to questions about cards and params.
func (a *assembly) hash() {
	const chunk = 512
	chunks := slices.Collect(slices.Chunk(a.site.Pages, chunk))
	type buffers struct {
		b    []byte
		keys []string
	}
	_, _ = par.MapWith(context.Background(), 0, chunks, func() *buffers { return &buffers{} },
		func(_ context.Context, w *buffers, pages []*Page) (struct{}, error) {
			for _, p := range pages {
				if p.hashAs(a.predecessor(p)) {
					continue
				}
				w.b = p.card(w.b[:0])
				p.CardHash = trace.Hash(w.b)
				w.b, w.keys = hashMap(w.b[:0], p.Params, w.keys)
				p.ParamsHash = trace.Hash(p.beside(w.b))
			}
			return struct{}{}, nil
		})
}

// CommitHash hashes what templates can read of the last commit of the content file; 0 if it is not known. A .mailmap
// changes the names in old commits, and a growing repository the abbreviations of their hashes.
func (p *Page) CommitHash() uint64 {
	if p.Commit == nil {
		return 0
	}
	c := p.Commit
	return trace.HashStrings(c.Hash, c.AbbreviatedHash, c.AuthorName, c.AuthorEmail)
}

// card appends what a link to the page may show.
func (p *Page) card(b []byte) []byte {
	for _, s := range []string{
		p.URL.Path(), p.Path, string(p.Kind), p.SectionPath, p.Edition.Language.Lower, p.Edition.Language.Locale,
	} {
		b = hashString(b, s)
	}
	if base := p.URL.Base(); base != nil {
		b = hashString(b, base.origin+base.prefix+base.folder)
	}
	for i := range pageFields {
		if f := &pageFields[i]; f.Card {
			b = hashValue(b, f.Value(p))
		}
	}
	if p.Term != nil {
		b = hashString(b, p.Term.Name)
	}
	return b
}

// beside appends the values that a question about params covers and that params may lack: the values named by a
// content adapter, and those with defaults from the configuration.
func (p *Page) beside(b []byte) []byte {
	for i := range pageFields {
		if f := &pageFields[i]; f.Params {
			b = hashValue(b, f.Value(p))
		}
	}
	return b
}

func hashString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func hashTime(b []byte, t time.Time) []byte {
	b = binary.AppendVarint(b, t.Unix())
	_, offset := t.Zone()
	return binary.AppendVarint(binary.AppendVarint(b, int64(t.Nanosecond())), int64(offset))
}

// hashMap appends a map in the order of its keys; keys is a buffer for them.
func hashMap(b []byte, m map[string]any, keys []string) ([]byte, []string) {
	keys = keys[:0]
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	b = append(b, 'm')
	b = binary.AppendUvarint(b, uint64(len(m)))
	for _, k := range keys {
		b = hashString(b, k)
		b = hashValue(b, m[k])
	}
	return b, keys
}

// hashValue appends a value with its type, so 1 and "1" differ.
func hashValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, 'n')
	case bool:
		return strconv.AppendBool(append(b, 'b'), v)
	case int:
		return binary.AppendVarint(append(b, 'i'), int64(v))
	case int64:
		return binary.AppendVarint(append(b, 'I'), v)
	case uint64:
		return binary.AppendUvarint(append(b, 'u'), v)
	case float64:
		return binary.AppendUvarint(append(b, 'f'), math.Float64bits(v))
	case string:
		return hashString(append(b, 's'), v)
	case time.Time:
		return hashTime(append(b, 't'), v)
	case frontmatter.Local:
		return hashString(append(b, 'l'), v.String())
	case []string:
		b = binary.AppendUvarint(append(b, 'S'), uint64(len(v)))
		for _, s := range v {
			b = hashString(b, s)
		}
		return b
	case []any:
		b = binary.AppendUvarint(append(b, 'A'), uint64(len(v)))
		for _, e := range v {
			b = hashValue(b, e)
		}
		return b
	case map[string]any:
		b, _ = hashMap(b, v, nil)
		return b
	}
	return hashString(append(b, '?'), fmt.Sprintf("%T %v", v, v))
}
