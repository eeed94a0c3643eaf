package emitting

import (
	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/listing"
)

// Asset reads the facts of an output file that comes from a static folder or a template.
func (x *Emitter) Asset(file string) (listing.Asset, bool) {
	r, size, end, ok := x.Out.Open(file)
	if !ok {
		return listing.Asset{}, false
	}
	defer end.Close()
	a := listing.Asset{Size: size, Type: x.Project.MediaTypes().Of(file)}
	if media.Wants(a.Type) {
		f := media.Read(r, size, a.Type)
		a.Width, a.Height = f.Shown()
		a.Duration, a.Content = f.Duration, f.Content
	}
	return a, true
}
