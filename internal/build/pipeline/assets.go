package pipeline

import (
	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/listing/attached"
)

// asset reads the facts of a file of the output: of static folders, and what templates make.
func (x *rendering) asset(file string) (attached.Asset, bool) {
	r, size, end, ok := x.out.Open(file)
	if !ok {
		return attached.Asset{}, false
	}
	defer end.Close()
	a := attached.Asset{Size: size, Type: x.MediaTypes().Of(file)}
	if media.Wants(a.Type) {
		f := media.Read(r, size, a.Type)
		a.Width, a.Height = f.Shown()
		a.Duration = f.Duration
	}
	return a, true
}
