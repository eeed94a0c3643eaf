package publish

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/store/disk"
)

// File is what a server has to know about an output.
type File struct {
	Path     string `json:"path"`
	Size     int64  `json:"size"`
	Hash     string `json:"hash"` // xxHash of the bytes, 64 bits in hexadecimal
	Type     string `json:"contentType"`
	Control  string `json:"cacheControl"`
	Redirect string `json:"redirect,omitempty"` // where the page leads its readers at once
}

// Describe returns the outputs in the order in which Run sends them, for other programs that send files. It reads all
// of them.
func Describe(ctx context.Context, o Options) ([]File, error) {
	p, err := newPublishing(ctx, o)
	if err == nil {
		err = p.hash(ctx, nil)
	}
	if err != nil {
		return nil, err
	}
	type described struct {
		step step
		File
	}
	list, err := par.Map(ctx, 0, p.Outputs, func(ctx context.Context, e disk.Entry) (described, error) {
		data, err := p.load(ctx, &e)
		if err != nil {
			return described{}, err
		}
		s := p.kinds.stepOf(e.Path)
		d := described{s, File{
			Path: e.Path, Size: e.Size, Hash: fmt.Sprintf("%016x", e.Hash), Type: typeOf(p.Types, e.Path, data),
			Control: p.Control.of(s),
		}}
		if s == pages {
			d.Redirect = redirectOf(p.Base, e.Path, data)
		}
		return d, nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(a, b described) int {
		return cmp.Or(cmp.Compare(a.step, b.step), strings.Compare(a.Path, b.Path))
	})
	out := make([]File, len(list))
	for i := range list {
		out[i] = list[i].File
	}
	return out, nil
}

// Difference returns the paths of files that are new or differ from those of an earlier build, in the order of now, and
// those that are gone, sorted.
func Difference(before, now []File) (send, gone []string) {
	old := make(map[string]File, len(before))
	for _, f := range before {
		old[f.Path] = f
	}
	for _, f := range now {
		if old[f.Path] != f {
			send = append(send, f.Path)
		}
		delete(old, f.Path)
	}
	return send, slices.Sorted(maps.Keys(old))
}
