package resource

import "github.com/sitegen/sitegen/internal/assets/media/picture"

// Output is one file to write.
type Output struct {
	File      string // slash path in the output folder
	MediaType string
	Bytes     []byte
	From      string // path on disk to copy instead of Bytes
	// Shared: it belongs to no page. Where each language has a host of its own, it lies in the folder of the
	// host whose page asks for it; Worker puts that in front of File when the page is done.
	Shared bool
	// Image is a recipe for the bytes instead of Bytes; nil: none. RunOptions.Images makes the bytes.
	Image *picture.Image
	// Part is what the template adds to a batch of scripts, File its key: nothing is written (see jsbatch.Part).
	Part string
}
