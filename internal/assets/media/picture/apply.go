package picture

import "image"

// apply applies a step to every frame. other decodes the image that the step uses. fast is Encoding.Fast.
func (s Step) apply(d *decoded, other func(*Image) (*decoded, error), fast bool) error {
	var with *image.NRGBA
	if s.with != nil && s.op != opText {
		o, err := other(s.with)
		if err != nil {
			return err
		}
		with = o.frames[0].img
	}
	for i := range d.frames {
		f := &d.frames[i]
		if s.op == opText {
			drawn, err := s.draw(f.img)
			if err != nil {
				return err
			}
			f.img = drawn
			continue
		}
		f.img = s.do(f.img, with, fast)
	}
	return nil
}

// do applies a step to one image, which is not changed.
func (s Step) do(img, with *image.NRGBA, fast bool) *image.NRGBA {
	if t, ok := tones(s); ok {
		out := copied(img)
		t.paint(out)
		return out
	}
	b := img.Rect
	switch s.op {
	case opResize:
		w, h := resized(b.Dx(), b.Dy(), s.int(0), s.int(1))
		return resample(img, w, h, s.kernel(), fast)
	case opFit:
		w, h := fitted(b.Dx(), b.Dy(), s.int(0), s.int(1))
		return resample(img, w, h, s.kernel(), fast)
	case opFill:
		return fill(img, s.int(0), s.int(1), s.anchor(), s.kernel(), fast)
	case opCrop:
		return crop(img, s.int(0), s.int(1), s.anchor())
	case opRotate:
		return rotate(img, turn(s.int(0)))
	case opOrient:
		return orient(img, s.int(0))
	case opPad:
		return pad(img, s.int(0), s.int(1), s.int(2), s.int(3), s.color)
	case opOverlay:
		return overlay(copied(img), with, s.int(0), s.int(1))
	case opMask:
		return mask(img, with)
	case opOpacity:
		return opacity(img, s.n[0])
	case opBlur:
		return blur(img, s.n[0])
	case opUnsharp:
		return unsharp(img, s.n[0], s.n[1], s.n[2])
	case opPixelate:
		return pixelate(img, s.int(0))
	case opDither:
		return dithered(img, s.colors, s.text, s.n[0] != 0, s.n[1])
	}
	return img
}

func (s Step) kernel() *kernel { return &kernels[min(max(s.int(2), 0), len(kernels)-1)] }

func (s Step) anchor() int { return min(max(s.int(3), 0), len(anchors)-1) }
