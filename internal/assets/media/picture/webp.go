package picture

import (
	"bytes"
	_ "embed"
	"fmt"
	"image"
	"slices"

	"golang.org/x/image/webp"

	"github.com/sitegen/sitegen/internal/base/sandbox"
)

// maxWebP is the maximum side of a WebP image in pixels (RFC 9649, section 3.1).
const maxWebP = 16383

// libwebp is the encoder of libwebp 1.2.4, compiled for WebAssembly by libwebp/build.sh.
//
//go:embed libwebp/libwebp.wasm.gz
var libwebp []byte

// webpEncoder writes WebP.
type webpEncoder struct{ program *sandbox.Program }

func newWebPEncoder(programs string) *webpEncoder {
	return &webpEncoder{sandbox.New("the WebP encoder", libwebp, nil).KeepIn(programs)}
}

// largeModule limits the memory, in bytes, of an encoder that is kept for the next image.
const largeModule = 96 << 20

func (e *webpEncoder) encode(img *image.NRGBA, code Encoding) ([]byte, error) {
	m, err := e.program.Take()
	if err != nil {
		return nil, err
	}
	data, err := run(m, img, code)
	if err != nil || m.Size() > largeModule {
		m.Close()
		return data, err
	}
	e.program.Give(m)
	return data, nil
}

// run encodes an image in an instance of the encoder.
func run(m *sandbox.Instance, img *image.NRGBA, code Encoding) ([]byte, error) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	at, err := m.Call("room", sandbox.Number(w*h*4))
	if err != nil {
		return nil, err
	}
	if at == 0 {
		return nil, fmt.Errorf("no memory for %d×%d pixels", w, h)
	}
	for y := range h {
		if !m.Write(at+int32(y*w*4), img.Pix[y*img.Stride:][:w*4]) {
			return nil, fmt.Errorf("no memory for %d×%d pixels", w, h)
		}
	}
	lossless := 0
	if code.Lossless {
		lossless = 1
	}
	size, err := m.Call("encode", sandbox.Number(int(at)), sandbox.Number(w), sandbox.Number(h),
		sandbox.Number(preset(code.Hint)),
		sandbox.Float(float32(code.Quality)), sandbox.Number(code.Method), sandbox.Number(lossless))
	if err != nil {
		return nil, err
	}
	if size <= 0 {
		return nil, fmt.Errorf("libwebp error %d", -size)
	}
	from, err := m.Call("result")
	if err != nil {
		return nil, err
	}
	data, ok := m.Read(from, size)
	if !ok {
		return nil, fmt.Errorf("libwebp lost %d bytes", size)
	}
	data = slices.Clone(data)
	if _, err := m.Call("clear"); err != nil {
		return nil, err
	}
	_, err = m.Call("give", sandbox.Number(int(at)))
	return data, err
}

// preset returns libwebp's number of a hint (WebPPreset).
func preset(hint string) int {
	return max(0, slices.Index([]string{"default", "picture", "photo", "drawing", "icon", "text"}, hint))
}

// decodeWebP reads a WebP image that is not animated. Lossy images have a limited color range, see fromVideo.
func decodeWebP(data []byte) (image.Image, error) {
	img, err := webp.Decode(bytes.NewReader(data))
	switch img := img.(type) {
	case *image.YCbCr:
		return fromVideo(img, nil, 0), nil
	case *image.NYCbCrA:
		return fromVideo(&img.YCbCr, img.A, img.AStride), nil
	}
	return img, err
}
