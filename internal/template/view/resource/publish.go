package resource

import "github.com/sitegen/sitegen/internal/assets/media/picture"

// Output is one file to write.
type Output struct {
	File      string // slash path in the output folder
	MediaType string
	Bytes     []byte
	From      string // path on disk to copy instead of Bytes
	Page      bool   // a page, a later page of a list, or a redirect, and not a file that a template publishes
	// Shared says that the output does not belong to a page. If each language has a separate host, the output is in the
	// folder of the host whose page uses it; the Worker prefixes File with that folder when the page is done.
	Shared bool
	// Image is a recipe for the content instead of Bytes; nil: none. RunOptions.Images makes it.
	Image *picture.Image
	// Part is what the template adds to a batch of scripts, with File as key: nothing is written (see jsbatch.Part).
	Part string
}
