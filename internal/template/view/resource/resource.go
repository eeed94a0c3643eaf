package resource

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"html/template"
	"io"
	"maps"
	"os"
	"path"
	"strings"
	"sync/atomic"

	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/base/plainfile"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
)

// Resource is a file that templates use: a file next to a page, a file of assets/, or a resource made from others:
// https://gohugo.io/methods/resource/
//
// It is not changed after it was made. Its methods record what they read from the disk.
type Resource struct {
	files     *Files
	name      string // for templates
	original  string // path in its bundle or in assets/, for Get and Match
	title     string
	params    tmpl.Params
	mediaType string
	target    string // slash path in the output folder, "" if it is not published
	url       site.URL
	integrity string         // of a fingerprinted one
	data      map[string]any // that the request or transformation adds

	renames []rename // changes of the path by transformations, in order; the path of a copy is changed in the same way

	source
	withPage bool // always published with its page
	shared   bool // belongs to no page: each host has it, if languages have separate hosts
	kept     bool // one value in the entire Run, so resources made from it are kept, too

	pixels pixels // of an image; 0 unknown

	image *picture.Image // recipe for the image; nil: not a derived image
	from  []*Resource    // the files that it is made from
	read  *atomic.Pointer[fileBytes]

	attached []*Resource // files that the content refers to, which are published with it
}

// source is the location of the content of a resource.
type source struct {
	path   string // on disk; "" if made
	shown  string // path for messages and questions
	made   []byte // content if path is ""
	packed bool   // made is compressed with gzip
}

// pixels is the size of an image.
type pixels struct{ width, height int }

// fileBytes is the content of a file with its hash; data is nil if the file is too large to keep.
type fileBytes struct {
	data        []byte
	hash        uint64
	size        int
	orientation int // Exif orientation of an image
}

// keepFile is the maximum size of a file whose content is kept in memory.
const keepFile = 1 << 20

// String is the output of printing a resource (string).
func (r *Resource) String() string { return r.name }

// PrintableValue is the resource; nil, which prints nothing, for a resource that does not exist.
func (r *Resource) PrintableValue() any {
	if r == nil {
		return nil
	}
	return r
}

// Name is the name from the page's metadata, else the path (string): https://gohugo.io/methods/resource/name/
func (r *Resource) Name() string { return r.name }

// Title is the title from the page's metadata, else the name (string): https://gohugo.io/methods/resource/title/
func (r *Resource) Title() string { return r.title }

// Params are the parameters from the page's metadata (Params): https://gohugo.io/methods/resource/params/
func (r *Resource) Params() tmpl.Params {
	if r.params == nil {
		return tmpl.Params{}
	}
	return tmpl.ParamsOf(r.params)
}

// ResourceType is the main part of the media type (string): "image".
// https://gohugo.io/methods/resource/resourcetype/
func (r *Resource) ResourceType() string { return media.Kind(r.mediaType) }

// MediaType is the media type (MediaType): https://gohugo.io/methods/resource/mediatype/
func (r *Resource) MediaType() MediaType { return MediaTypeOf(r.files.o.Config, r.mediaType) }

// Permalink publishes the resource and is its absolute URL (string): https://gohugo.io/methods/resource/permalink/
func (r *Resource) Permalink(c Scope) (string, error) {
	_, err := r.Publish(c)
	return r.address(c).Abs(), err
}

// RelPermalink publishes the resource and is its URL without scheme and host (string):
// https://gohugo.io/methods/resource/relpermalink/
func (r *Resource) RelPermalink(c Scope) (string, error) {
	_, err := r.Publish(c)
	at := r.address(c)
	if at.Base().IsFolder() { // as in Hugo: the base URL as configured, and the path
		return at.Abs(), err
	}
	return at.Rel(), err
}

// address returns the URL of the resource for the page of c: on its own host, if languages have separate hosts.
// https://gohugo.io/configuration/languages/#multihost
func (r *Resource) address(c Scope) site.URL {
	if !r.shared || !r.files.o.Config.Multihost {
		return r.url
	}
	return c.Host().At(r.url.Path())
}

// Publish writes the resource into the output folder; it prints nothing (string):
// https://gohugo.io/methods/resource/publish/
func (r *Resource) Publish(c Scope) (string, error) {
	if r.withPage || r.target == "" {
		return "", nil
	}
	o := Output{File: r.target, MediaType: r.mediaType, Shared: r.shared && r.files.o.Config.Multihost}
	switch {
	case r.image != nil:
		if err := r.askSources(c); err != nil {
			return "", err
		}
		o.Image = r.image
	case r.path == "":
		var err error
		if o.Bytes, err = r.bytes(c); err != nil {
			return "", err
		}
	default:
		// The output is a copy that depends on the file, so reading the file is recorded.
		if err := r.ask(c); err != nil {
			return "", err
		}
		o.From = r.path
	}
	c.Publish(o)
	for _, a := range r.attached {
		if _, err := a.Publish(c); err != nil {
			return "", err
		}
	}
	return "", nil
}

// Content is the content of the file (string): https://gohugo.io/methods/resource/content/
func (r *Resource) Content(c Scope) (string, error) {
	b, err := r.bytes(c)
	return string(r.unmarked(b)), err // a compressed style sheet in Sass begins with a mark
}

// hashed returns the hash of the content; with an error, that of no bytes.
func (r *Resource) hashed(c Scope) (uint64, error) {
	data, err := r.bytes(c)
	if err == nil && r.path != "" && r.image == nil && !r.packed {
		if b := r.read.Load(); b != nil {
			return b.hash, nil // of the file
		}
	}
	return trace.Hash(data), err
}

// bytes returns the content, recording that the file was read.
func (r *Resource) bytes(c Scope) ([]byte, error) {
	if r.image != nil {
		if err := r.askSources(c); err != nil {
			return nil, err
		}
		return r.files.o.Images.Bytes(r.image)
	}
	if r.packed {
		return r.unpacked()
	}
	if r.path == "" {
		return r.made, nil
	}
	b := r.read.Load()
	if b != nil && b.data != nil {
		c.Ask(trace.File, "resource\x00"+r.shown, b.hash)
		return b.data, nil
	}
	data, err := os.ReadFile(r.path)
	if err != nil {
		return nil, fmt.Errorf("read resource %s: %w", r.shown, err)
	}
	if b == nil {
		b = &fileBytes{hash: trace.Hash(data), size: len(data)}
		if r.ResourceType() == "image" {
			b.orientation = picture.Orientation(data, r.mediaType)
		}
		data = r.text(data)
		if len(data) <= keepFile {
			b.data = data
		}
		r.read.CompareAndSwap(nil, b)
	} else {
		data = r.text(data)
	}
	c.Ask(trace.File, "resource\x00"+r.shown, b.hash)
	return data, nil
}

// text drops the byte order mark of a text, as Hugo does since 0.167, and converts its line ends to LF, in place, so
// that results are the same on all systems. A copy of the file is unchanged, and so are line ends in Hugo projects.
func (r *Resource) text(data []byte) []byte {
	if !media.IsText(r.mediaType) {
		return data
	}
	data = r.unmarked(data)
	if r.files.o.Config.Hugo {
		return data
	}
	return plainfile.Lines(data)
}

// unmarked drops the byte order mark of a text, unless the results of an older version of Hugo are wanted.
func (r *Resource) unmarked(data []byte) []byte {
	if r.files.o.Config.Release.Before(167) || !media.IsText(r.mediaType) {
		return data
	}
	return bytes.TrimPrefix(data, []byte("\uFEFF"))
}

// unpacked returns the content of an embedded file that is compressed with gzip.
func (r *Resource) unpacked() ([]byte, error) {
	if b := r.read.Load(); b != nil {
		return b.data, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(r.made))
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(z)
	if err == nil {
		r.read.Store(&fileBytes{data: data})
	}
	return data, err
}

// ask records that the file was read.
func (r *Resource) ask(c Scope) error {
	if b := r.read.Load(); b != nil {
		c.Ask(trace.File, "resource\x00"+r.shown, b.hash)
		return nil
	}
	_, err := r.bytes(c)
	return err
}

// askSources records that the source files of an image were read.
func (r *Resource) askSources(c Scope) error {
	for _, f := range r.from {
		if err := f.ask(c); err != nil {
			return err
		}
	}
	return nil
}

// Data has the values that a transformation adds: Integrity after a fingerprint (map):
// https://gohugo.io/methods/resource/data/
func (r *Resource) Data() map[string]any {
	m := map[string]any{}
	maps.Copy(m, r.data)
	if r.integrity != "" {
		m["Integrity"] = template.HTMLAttr(r.integrity)
	}
	return m
}

// Err is always nil: a resource that cannot be read is an error immediately (any):
// https://gohugo.io/methods/resource/err/
func (r *Resource) Err() any { return nil }

// Key is the path in the output folder (string).
func (r *Resource) Key() string { return "/" + r.target }

// Width is the width of an image in pixels (int): https://gohugo.io/methods/resource/width/
func (r *Resource) Width(c Scope) (int, error) {
	w, _, err := r.size(c)
	return w, err
}

// Height is the height of an image in pixels (int): https://gohugo.io/methods/resource/height/
func (r *Resource) Height(c Scope) (int, error) {
	_, h, err := r.size(c)
	return h, err
}

// FrameCount is the number of frames of an image, 1 for a still image (int):
// https://gohugo.io/methods/resource/framecount/
func (r *Resource) FrameCount(c Scope) (int, error) {
	if r.ResourceType() != "image" {
		return 0, fmt.Errorf("%s is not an image but %s: it has no frames", r.name, r.mediaType)
	}
	if r.image != nil {
		if err := r.askSources(c); err != nil {
			return 0, err
		}
		return r.image.Frames()
	}
	b, err := r.bytes(c)
	return media.Frames(b, r.mediaType), err
}

func (r *Resource) size(c Scope) (w, h int, err error) {
	if r.ResourceType() != "image" {
		return 0, 0, fmt.Errorf("%s is not an image but %s: it has no width and height", r.name, r.mediaType)
	}
	if r.pixels.width > 0 {
		return r.pixels.width, r.pixels.height, nil
	}
	b, err := r.bytes(c)
	if err != nil {
		return 0, 0, err
	}
	f := media.Read(bytes.NewReader(b), int64(len(b)), r.mediaType)
	if f.Width == 0 && f.Height == 0 {
		return 0, 0, fmt.Errorf("the size of image %s cannot be read", r.name)
	}
	return f.Width, f.Height, nil
}

// OfPage returns the view of a file next to a page, given its path on disk.
func (f *Files) OfPage(s *site.Resource, path string) *Resource {
	return &Resource{
		files: f, name: s.Name, title: s.Title, params: s.Params, mediaType: KnownType(s.MediaType, s.Resource.Name),
		original: s.Key, target: s.File, url: s.URL, withPage: s.File != "" && !s.Lazy, kept: true,
		source: source{shown: s.Resource.File, path: path}, pixels: pixels{s.Width, s.Height},
		read: new(atomic.Pointer[fileBytes]),
	}
}

// KnownType returns a file's media type as templates see it: with an unknown suffix it has none; only a file without a
// suffix is a stream of bytes (observed with Hugo 0.165).
func KnownType(mediaType, name string) string {
	if mediaType != media.Octet {
		return mediaType
	}
	switch strings.ToLower(path.Ext(name)) {
	case "", ".bin", ".dmg", ".iso", ".img":
		return mediaType
	}
	return ""
}

// cleanName returns a resource's path as it is looked up: rooted, in lower case.
func cleanName(name string) string {
	return "/" + strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(name, "./"), "/"))
}

// File returns the path of the file of a resource, for messages; "" if it was made, and for other values.
func File(v any) string {
	if r, ok := v.(*Resource); ok && r != nil && r.path != "" {
		return r.shown
	}
	return ""
}

// Classify returns the class of a resource, for the functions of the reflect namespace.
func Classify(r *Resource) funcs.Class {
	c := funcs.IsResource
	if r != nil && r.ResourceType() == "image" {
		c |= funcs.IsImage
		if r.MediaType().SubType() != "svg" {
			c |= funcs.IsImageWithMeta
		}
		if picture.FormatOf(r.mediaType) != "" {
			c |= funcs.IsImageProcessable
		}
	}
	return c
}
