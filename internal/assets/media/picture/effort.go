package picture

// Effort estimates the work of making i from its parent image, in copied pixels. Decoding the parent is not included.
func (i *Image) Effort() int {
	if i.parent == nil {
		return i.w * i.h
	}
	n, w, h := 0, i.parent.w, i.parent.h
	for _, s := range i.steps {
		before := w * h
		w, h, _ = s.size(w, h)
		switch s.op {
		case opBlur, opUnsharp: // two passes; each tap is a sixth of the work of a pixel
			n += 2*before + before*int(2*s.n[0])
		case opDither:
			n += before * (1 + len(s.colors)/4)
		case opResize, opFit, opFill:
			n += before/2 + w*h
		case opText, opLetters, opOverlay, opMask:
			n += 2 * before
			if s.with != nil && !s.writes() {
				n += s.with.w * s.with.h
			}
		default:
			n += w * h
		}
	}
	if i.code.Format == WebP {
		return n + 4*w*h
	}
	return n + w*h
}

// Origin returns the original file of the image.
func (i *Image) Origin() *File { return i.origin() }

// Lenient reports whether the original may take the place of the image.
func (i *Image) Lenient() bool { return i.code.Lenient }
