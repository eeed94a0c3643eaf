package picture

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"fmt"
	"image"
	"io"
	"slices"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// maxWebP is the longest side of a WebP image in pixels (RFC 9649, section 3.1).
const maxWebP = 16383

// libwebp is the encoder of libwebp 1.2.4, compiled for WebAssembly by libwebp/build.sh. It has no access to
// anything but the memory that it is given, and gives the same bytes on any machine.
//
//go:embed libwebp/libwebp.wasm.gz
var libwebp []byte

// webpEncoder writes WebP. What it needs is made when it is first used, which takes a fraction of a second.
type webpEncoder struct {
	mu      sync.Mutex
	runtime wazero.Runtime
	code    wazero.CompiledModule
	idle    []api.Module
	count   int
}

// largeModule is how much memory of an encoder, in bytes, is not kept for the next image.
const largeModule = 96 << 20

func (e *webpEncoder) encode(img *image.NRGBA, code Encoding) ([]byte, error) {
	ctx := context.Background()
	m, err := e.take(ctx)
	if err != nil {
		return nil, fmt.Errorf("start the WebP encoder: %w", err)
	}
	data, err := run(ctx, m, img, code)
	if err != nil || m.Memory().Size() > largeModule {
		_ = m.Close(ctx)
		return data, err
	}
	e.mu.Lock()
	e.idle = append(e.idle, m)
	e.mu.Unlock()
	return data, nil
}

// take returns an encoder that nobody uses.
func (e *webpEncoder) take(ctx context.Context) (api.Module, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if n := len(e.idle); n > 0 {
		m := e.idle[n-1]
		e.idle = e.idle[:n-1]
		return m, nil
	}
	if e.code == nil {
		z, err := gzip.NewReader(bytes.NewReader(libwebp))
		if err != nil {
			return nil, err
		}
		wasm, err := io.ReadAll(z)
		if err != nil {
			return nil, err
		}
		e.runtime = wazero.NewRuntime(ctx)
		if e.code, err = e.runtime.CompileModule(ctx, wasm); err != nil {
			return nil, err
		}
	}
	e.count++
	return e.runtime.InstantiateModule(ctx, e.code, wazero.NewModuleConfig().WithName(fmt.Sprint("webp", e.count)).WithStartFunctions("_initialize"))
}

// run encodes an image in one encoder.
func run(ctx context.Context, m api.Module, img *image.NRGBA, code Encoding) ([]byte, error) {
	call := func(name string, args ...uint64) (int32, error) {
		out, err := m.ExportedFunction(name).Call(ctx, args...)
		if err != nil || len(out) == 0 {
			return 0, err
		}
		return api.DecodeI32(out[0]), nil
	}
	w, h := img.Rect.Dx(), img.Rect.Dy()
	at, err := call("room", uint64(w*h*4))
	if err != nil {
		return nil, err
	}
	if at == 0 {
		return nil, fmt.Errorf("no memory for %d×%d pixels", w, h)
	}
	for y := range h {
		if !m.Memory().Write(uint32(at)+uint32(y*w*4), img.Pix[y*img.Stride:][:w*4]) {
			return nil, fmt.Errorf("no memory for %d×%d pixels", w, h)
		}
	}
	lossless := uint64(0)
	if code.Lossless {
		lossless = 1
	}
	size, err := call("encode", uint64(uint32(at)), uint64(w), uint64(h), preset(code.Hint), api.EncodeF32(float32(code.Quality)), uint64(code.Method), lossless)
	if err != nil {
		return nil, err
	}
	if size <= 0 {
		return nil, fmt.Errorf("libwebp error %d", -size)
	}
	from, err := call("result")
	if err != nil {
		return nil, err
	}
	data, ok := m.Memory().Read(uint32(from), uint32(size))
	if !ok {
		return nil, fmt.Errorf("libwebp lost %d bytes", size)
	}
	data = slices.Clone(data)
	if _, err := call("clear"); err != nil {
		return nil, err
	}
	_, err = call("give", uint64(uint32(at)))
	return data, err
}

// preset is libwebp's number of a hint (WebPPreset).
func preset(hint string) uint64 {
	return uint64(max(0, slices.Index([]string{"default", "picture", "photo", "drawing", "icon", "text"}, hint)))
}
