package site

import (
	"fmt"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/codec"
)

// Revisions returns two hashes: meta of everything that Assemble reads of a tree, and texts of the bytes of all
// documents. With byFile, the times of the documents count for meta, too.
func Revisions(t *content.Tree, byFile bool) (meta, texts uint64) {
	var b codec.Writer
	if len(t.Documents) > 0 {
		b.Fixed(t.SourceHash(t.Documents[0])) // all are read in the same way
	}
	for _, d := range t.Documents {
		b.Fixed(d.Hash)
	}
	return metaOf(t, byFile, true), max(1, xxhash.Sum64(b.Bytes()))
}

// Placeless returns a hash like meta of Revisions that ignores where the tree is, and the times of resources, which
// nothing but templates can read.
func Placeless(t *content.Tree, byFile bool) uint64 { return metaOf(t, byFile, false) }

func metaOf(t *content.Tree, byFile, place bool) uint64 {
	var m codec.Writer
	for _, r := range t.Roots {
		if !place {
			r.Dir = "" // Rel says where it is in the project
		}
		m.Text(fmt.Sprintf("%+v", r))
	}
	for _, d := range t.Documents {
		m.Fixed(d.Meta)
		if byFile {
			m.Varint(d.ModTime)
		}
	}
	for _, r := range t.Resources {
		m.Int(r.Root)
		m.Varint(r.Size)
		if place {
			m.Varint(r.ModTime)
		}
		m.Int(r.Width)
		m.Int(r.Height)
		m.Bool(r.Turned)
		m.Value(r.Duration)
		m.Bool(r.Suffixed)
		m.Texts([]string{r.Path, r.File, r.Lang, r.Bundle, r.Name, r.Key, r.MediaType, r.Kind, r.Content})
		if x := r.Executed; x != nil {
			m.Texts([]string{x.At, x.Text})
		}
		if made := r.Made; made != nil {
			m.Texts([]string{
				made.Adapter.File, made.Lang, made.Path, made.Name, made.Title, made.MediaType, made.File,
				made.Target,
			})
			m.Fixed(made.Hash)
			params, _ := hashMap(nil, made.Params, nil)
			m.Text(string(params))
		}
	}
	return max(1, xxhash.Sum64(m.Bytes()))
}
