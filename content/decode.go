package content

import (
	"github.com/sitegen/sitegen/content/internal/values"
	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/codec"
)

// UnmarshalBinary restores a Tree for use as Options.Previous from the output of MarshalBinary, written by any process
// for a project in any folder. The Tree has no documents or resources. Invalid bytes are an error.
func (t *Tree) UnmarshalBinary(b []byte) error {
	k, err := decodeKept(b)
	if err != nil {
		return err
	}
	*t = Tree{kept: k}
	return nil
}

func decodeKept(b []byte) (*kept, error) {
	body, err := codec.Unseal(knownFormat, b)
	if err != nil {
		return nil, err
	}
	d := decoder{values.NewReader(codec.NewReader(body))}
	k := &kept{reading: d.Fixed()}
	for range d.Count() {
		k.roots = append(k.roots, Root{Rel: d.Text(), Lang: d.Text(), At: d.Text()})
	}
	d.Pools()
	d.files(k)
	if err := d.End(); err != nil {
		return nil, err
	}
	return k, nil
}

// decoder reads the files that encoder wrote.
type decoder struct{ *values.Reader }

// files reads the files, which are in order. Values of one type are allocated together.
func (d *decoder) files(k *kept) {
	n := d.Len(smallestFile)
	all := make([]file, n)
	room := documentRoom{documents: make([]Document, n), blocks: make([]frontmatter.Block, n)}
	k.files = make([]*file, 0, n)
	for i := range all {
		f := &all[i]
		d.file(f, k.roots, &room)
		if d.Err() != nil || i > 0 && byPlace(k.files[i-1], f) >= 0 {
			d.Fail()
			return
		}
		k.files = append(k.files, f)
		k.newest = max(k.newest, f.state.Change)
	}
}

// smallestFile is the minimum number of bytes of an encoded file.
const smallestFile = 36

type documentRoom struct {
	documents []Document
	blocks    []frontmatter.Block
}

func (d *decoder) file(f *file, roots []Root, room *documentRoom) {
	is := d.Byte()
	f.root, _ = d.Number(len(roots))
	f.path = d.Shared()
	f.state.Size = d.Varint()
	f.state.ModTime, f.state.Change, f.state.Inode, f.hash = int64(d.Fixed()), int64(d.Fixed()), d.Fixed(), d.Fixed()
	f.page, f.settled, f.whole = is&isPage != 0, is&isSettled != 0, is&isWhole != 0
	if d.Err() != nil {
		return
	}
	for range d.Count() {
		f.included = append(f.included, included{d.Shared(), d.Fixed()})
	}
	if is&hasDocument != 0 {
		f.document = &room.documents[0]
		f.document.Front = &room.blocks[0]
		room.documents, room.blocks = room.documents[1:], room.blocks[1:]
		f.document.CJK = is&isCJK != 0
		d.document(f)
	}
	if is&hasResource != 0 {
		d.resource(f, is&isSuffixed != 0)
	}
	if is&hasProblems != 0 {
		f.problems = d.Reader.Diagnostics()
	}
}

// source returns the Source of a file.
func (f *file) source() Source {
	return Source{Root: f.root, Path: f.path, Size: f.state.Size, ModTime: f.state.ModTime}
}

func (d *decoder) document(f *file) {
	doc := f.document
	doc.Source, doc.Hash = f.source(), hashWith(f.hash, f.included)
	doc.File, doc.Lang, doc.Ext, doc.Markup, doc.Head = d.Shared(), d.Shared(), d.Shared(), d.Shared(), d.Shared()
	front := doc.Front
	front.Format = frontmatter.Format(d.Shared())
	front.Body, front.BodyLine = int(d.Uvarint()), int(d.Uvarint())
	front.Lines = d.PooledLines()
	if doc.packed = d.Shared(); doc.packed == "" {
		d.Fail()
	}
	doc.Home = d.Bool()
	for _, list := range []*[]string{&doc.Links, &doc.Files} {
		for range d.Count() {
			*list = append(*list, d.Shared())
		}
	}
	if front.Body < 0 || int64(front.Body) > f.state.Size {
		d.Fail()
	}
}

func (d *decoder) resource(f *file, suffixed bool) {
	r := &Resource{Source: f.source(), Suffixed: suffixed}
	r.File, r.Lang, r.MediaType, r.Kind = d.Shared(), d.Shared(), d.Shared(), d.Shared()
	r.Width, r.Height, r.Turned = int(d.Varint()), int(d.Varint()), d.Bool()
	r.Duration, _ = d.Value().(float64)
	r.Content = d.Shared()
	if d.Bool() {
		r.Executed = &Executed{At: d.Text(), Text: d.Text()}
	}
	f.resource = r
}
