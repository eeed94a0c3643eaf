package tmpl

import (
	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
)

// MaxEffort bounds the pixels of pictures that the templates of a page have made of files that are small for that: each byte
// of a file, once, allows effortOfByte more.
const (
	MaxEffort    = 100_000_000
	effortOfByte = 400
)

// Effort counts pixels of a picture that is to be made, once for each key. File names the file that it is made of, with its
// size in bytes and pixels.
func (c *Call) Effort(key any, pixels int, file any, bytes, original int) error {
	w := c.Work()
	if w.once == nil {
		w.once = map[any]bool{}
	}
	if !w.once[file] {
		w.once[file] = true
		w.pixels += original - effortOfByte*bytes
	}
	if !w.once[key] {
		w.once[key] = true
		w.pixels += pixels
	}
	if w.pixels > MaxEffort {
		return bounded("the pictures that the templates of one page make are %d million pixels of work, more than %d million and %d for each byte of the files",
			w.pixels/1_000_000, MaxEffort/1_000_000, effortOfByte)
	}
	return nil
}

// Note counts steps where no error can be returned: the next step looks whether there were too many.
func (c *Call) Note(steps int) { c.Work().steps += steps }

// Size is about how many bytes a value has that templates made.
func Size(v any) int { return exec.Size(v) }
