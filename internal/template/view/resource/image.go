package resource

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"sync/atomic"

	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// Resize is the image in another size: https://gohugo.io/methods/resource/resize/
func (r *Resource) Resize(c Scope, spec string) (*Resource, error) {
	return r.process(c, "Resize", "resize", spec)
}

// Fit is the image scaled down to fit into a size: https://gohugo.io/methods/resource/fit/
func (r *Resource) Fit(c Scope, spec string) (*Resource, error) {
	return r.process(c, "Fit", "fit", spec)
}

// Fill is the image scaled to cover a size and cropped to it: https://gohugo.io/methods/resource/fill/
func (r *Resource) Fill(c Scope, spec string) (*Resource, error) {
	return r.process(c, "Fill", "fill", spec)
}

// Crop is a part of the image: https://gohugo.io/methods/resource/crop/
func (r *Resource) Crop(c Scope, spec string) (*Resource, error) {
	return r.process(c, "Crop", "crop", spec)
}

// Process is the image after processing by a specification: https://gohugo.io/methods/resource/process/
func (r *Resource) Process(c Scope, spec string) (*Resource, error) {
	return r.process(c, "Process", "", spec)
}

func (r *Resource) process(c Scope, method, action, spec string) (*Resource, error) {
	spec = specification(c, spec)
	return r.derive(c, method, action+" "+spec, nil, func(d *picture.Defaults, i *picture.Image) (*picture.Image, error) {
		return d.Process(i, action, spec)
	})
}

// specification returns a specification without the words that Hugo ignores, with a warning, if the project is one of
// Hugo.
func specification(c Scope, text string) string {
	if !c.Resources().o.Config.Hugo {
		return text
	}
	known, unknown := picture.WithoutUnknown(text)
	for _, word := range unknown {
		c.Warn(diag.Warning, "image-specification",
			fmt.Sprintf("%q is not a word of an image specification; it is ignored", word))
	}
	return known
}

// Filter is the image after filters, from left to right: https://gohugo.io/methods/resource/filter/
func (r *Resource) Filter(c Scope, filters ...any) (*Resource, error) {
	list, err := flatFilters(nil, filters)
	if err != nil {
		return nil, err
	}
	steps := make([]picture.Filter, len(list))
	var from []*Resource
	turns := false
	for i, f := range list {
		steps[i] = f.Filter
		turns = turns || f.Orients()
		from = append(from, f.from...)
	}
	orientation := 1
	if turns {
		if orientation, err = r.orientation(c); err != nil {
			return nil, err
		}
	}
	return r.derive(c, "Filter", "", from, func(d *picture.Defaults, i *picture.Image) (*picture.Image, error) {
		return d.Apply(i, orientation, steps)
	})
}

// derive makes a resource from the image with recipe. key identifies the recipe; "" if the result is not kept.
func (r *Resource) derive(c Scope, method, key string, from []*Resource,
	recipe func(*picture.Defaults, *picture.Image) (*picture.Image, error),
) (*Resource, error) {
	original, err := r.recipe(c, method)
	if err != nil {
		return nil, err
	}
	shared := key != "" && r.kept
	if !shared || c.Running().First(derivedKey{r, "image " + key}) {
		if err := made(c, 0); err != nil {
			return nil, err
		}
	}
	build := func() (*Resource, error) {
		i, err := recipe(r.files.o.Imaging, original)
		if err != nil {
			return nil, fmt.Errorf("%s of %s: %w", method, r.shown, err)
		}
		if err := countEffort(c, i); err != nil {
			if f := i.Origin(); i.Lenient() && i.Effort()+f.Width*f.Height <= tmpl.MaxEffort {
				return r, nil // the page has too many images, of which the original costs nothing
			}
			return nil, err
		}
		target := i.Rename(r.target)
		return &Resource{
			files: r.files, name: r.name, original: r.original, title: r.title, params: r.params,
			mediaType: i.Format().MediaType(),
			target:    target, url: r.url.Base().At(path.Join(path.Dir(r.url.Path()),
				path.Base(target))), source: source{shown: r.shown},
			kept: shared, shared: r.shared, pixels: pixels{i.Width(), i.Height()}, read: new(atomic.Pointer[fileBytes]),
			image: i, from: append(r.sources(), from...),
		}, nil
	}
	if !shared {
		return build()
	}
	d, err := r.derivedOnce("image "+key, build)
	if err == nil {
		err = countEffort(c, d.image)
	}
	return d, err
}

// countEffort counts the work of making an image.
func countEffort(c Scope, i *picture.Image) error {
	f := i.Origin()
	return c.Running().Effort(i.Key(), i.Effort(), f.Hash, f.Size, f.Width*f.Height)
}

// sources returns the files that the content depends on.
func (r *Resource) sources() []*Resource {
	switch {
	case r.image != nil:
		return r.from[:len(r.from):len(r.from)]
	case r.path != "":
		return []*Resource{r}
	}
	return nil
}

// recipe returns the unchanged image, from which others can be made. method is for errors.
func (r *Resource) recipe(c Scope, method string) (*picture.Image, error) {
	if r.image != nil {
		return r.image, r.askSources(c)
	}
	format := picture.FormatOf(r.mediaType)
	if format == "" {
		what := "is not an image but " + r.mediaType
		if r.ResourceType() == "image" {
			what = "is of the type " + r.mediaType + ", which is not processed: only jpeg, png, gif, webp, tiff and bmp are"
		}
		return nil, fmt.Errorf("%s of %s: it %s", method, r.shown, what)
	}
	w, h, err := r.size(c)
	if err != nil {
		return nil, err
	}
	f := &picture.File{Path: r.path, Name: r.shown, Bytes: r.made, Format: format, Width: w, Height: h}
	if r.path == "" {
		f.Hash = trace.Hash(r.made) // made by the template, so it does not allow more work
	} else {
		if err := r.ask(c); err != nil {
			return nil, err
		}
		f.Hash, f.Size = r.read.Load().hash, r.read.Load().size
	}
	return picture.Original(f), nil
}

// orientation returns the Exif orientation of the image, 1 if it has none. Derived images have none.
func (r *Resource) orientation(c Scope) (int, error) {
	if r.image != nil {
		return 1, r.askSources(c)
	}
	if r.path == "" {
		return picture.Orientation(r.made, r.mediaType), nil
	}
	if err := r.ask(c); err != nil {
		return 0, err
	}
	return r.read.Load().orientation, nil
}

// Colors are the most frequent colors of the image ([]picture.Color): https://gohugo.io/methods/resource/colors/
func (r *Resource) Colors(c Scope) ([]picture.Color, error) {
	i, err := r.recipe(c, "Colors")
	if err == nil {
		err = countEffort(c, i)
	}
	if err != nil {
		return nil, err
	}
	return r.files.o.Images.Colors(i)
}

// Exif are the Exif metadata of the image (Exif); nil for a format without metadata:
// https://gohugo.io/methods/resource/exif/
func (r *Resource) Exif(c Scope) (any, error) {
	if r.ResourceType() != "image" {
		return nil, fmt.Errorf("Exif of %s: it is not an image but %s", r.shown, r.mediaType)
	}
	data, err := r.bytes(c)
	if err != nil || !picture.HasMeta(r.mediaType) {
		return nil, err
	}
	x, err := r.files.o.Imaging.Exif(data, r.mediaType, r.files.o.Config.TimeZone)
	if err != nil {
		return nil, r.unreadable(err)
	}
	return x, nil
}

// Meta are the Exif, IPTC, and XMP metadata of the image (Meta); nil for a format without metadata:
// https://gohugo.io/methods/resource/meta/
func (r *Resource) Meta(c Scope) (any, error) {
	if r.ResourceType() != "image" {
		return nil, fmt.Errorf("Meta of %s: it is not an image but %s", r.shown, r.mediaType)
	}
	data, err := r.bytes(c)
	if err != nil || !picture.HasMeta(r.mediaType) {
		return nil, err
	}
	m, err := r.files.o.Imaging.Meta(data, r.mediaType, r.files.o.Config.TimeZone)
	if err != nil {
		return nil, r.unreadable(err)
	}
	return &ImageMeta{m}, nil
}

func (r *Resource) unreadable(err error) error {
	return fmt.Errorf("the metadata of image %s cannot be read: %w", r.shown, err)
}

// ImageMeta has the metadata of an image: https://gohugo.io/methods/resource/meta/
type ImageMeta struct{ *picture.Meta }

// Exif are the fields of Exif (map).
func (m *ImageMeta) Exif() map[string]any { return m.EXIF }

// ImageConfig is the size of an image file: https://gohugo.io/functions/images/config/
type ImageConfig struct{ Width, Height int }

// imageConfig implements images.Config: the size of an image at a path in the project.
func imageConfig(c Scope, name any) (*ImageConfig, error) {
	file, err := tmpl.Key(name)
	if err != nil {
		return nil, err
	}
	if file == "" {
		return nil, errors.New("images.Config requires the path of a file")
	}
	content, err := c.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("images.Config: %w", err)
	}
	if err := c.Running().Step(len(content) / 256); err != nil {
		return nil, err
	}
	kind := mediaTypes(c.Resources().o.Config).Of(file)
	f := media.Read(strings.NewReader(content), int64(len(content)), kind)
	if f.Width == 0 {
		return nil, fmt.Errorf("images.Config: the size of image %s cannot be read", file)
	}
	return &ImageConfig{f.Width, f.Height}, nil
}
