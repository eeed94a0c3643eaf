// Package sandbox runs programs of other people that are compiled for WebAssembly. Such a program sees nothing of
// the machine but the memory that it is given, and does the same on any machine.
package sandbox

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// A Program is compiled when it is first needed, which takes a fraction of a second. Several goroutines may use
// it at once: each takes an Instance of its own.
type Program struct {
	name   string
	packed []byte
	start  func(*Instance) error
	pages  uint32 // of memory, at most, for each instance; 0: as many as the module says

	mu      sync.Mutex
	runtime wazero.Runtime
	code    wazero.CompiledModule
	idle    []*Instance
	count   int
}

// New returns the program whose module is packed by gzip. The module exports _initialize and imports nothing but
// functions of "go", which Instance.Serve answers; start, if not nil, prepares each instance.
func New(name string, packed []byte, start func(*Instance) error) *Program {
	return &Program{name: name, packed: packed, start: start}
}

// LimitMemory has each instance take so many bytes at most. It is called before the first Take.
func (p *Program) LimitMemory(bytes int) *Program {
	p.pages = uint32(bytes >> 16)
	return p
}

// Take returns an instance that nobody else uses.
func (p *Program) Take() (*Instance, error) {
	i, fresh, err := p.take()
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", p.name, err)
	}
	if fresh && p.start != nil {
		if err := p.start(i); err != nil {
			i.Close()
			return nil, fmt.Errorf("start %s: %w", p.name, err)
		}
	}
	return i, nil
}

func (p *Program) take() (i *Instance, fresh bool, err error) {
	ctx := context.Background()
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle); n > 0 {
		i = p.idle[n-1]
		p.idle = p.idle[:n-1]
		return i, false, nil
	}
	if p.code == nil {
		z, err := gzip.NewReader(bytes.NewReader(p.packed))
		if err != nil {
			return nil, false, err
		}
		module, err := io.ReadAll(z)
		if err != nil {
			return nil, false, err
		}
		config := wazero.NewRuntimeConfig()
		if p.pages > 0 {
			config = config.WithMemoryLimitPages(p.pages)
		}
		p.runtime = wazero.NewRuntimeWithConfig(ctx, config)
		code, err := p.runtime.CompileModule(experimental.WithCompilationWorkers(ctx, runtime.GOMAXPROCS(0)), module)
		if err != nil {
			return nil, false, err
		}
		if err := p.serve(ctx, code); err != nil {
			return nil, false, err
		}
		p.code = code
	}
	p.count++
	config := wazero.NewModuleConfig().WithName(fmt.Sprint(p.name, p.count)).WithStartFunctions("_initialize")
	m, err := p.runtime.InstantiateModule(ctx, p.code, config)
	return &Instance{m: m}, true, err
}

// serving is where a call has its instance.
type serving struct{}

// serve defines the functions that the module imports.
func (p *Program) serve(ctx context.Context, code wazero.CompiledModule) error {
	imports := code.ImportedFunctions()
	if len(imports) == 0 {
		return nil
	}
	host := p.runtime.NewHostModuleBuilder("go")
	for _, f := range imports {
		_, name, _ := f.Import()
		results := len(f.ResultTypes())
		host.NewFunctionBuilder().WithGoFunction(api.GoFunc(func(ctx context.Context, stack []uint64) {
			args := make([]int32, len(f.ParamTypes()))
			for i := range args {
				args[i] = api.DecodeI32(stack[i])
			}
			answer := ctx.Value(serving{}).(*Instance).answer(name, args)
			if results > 0 {
				stack[0] = api.EncodeI32(answer)
			}
		}), f.ParamTypes(), f.ResultTypes()).Export(name)
	}
	_, err := host.Instantiate(ctx)
	return err
}

// Give takes an instance back for the next who wants one.
func (p *Program) Give(i *Instance) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, i)
}

// Instance is a program with memory of its own. One that failed is not to be given back.
type Instance struct {
	m      api.Module
	answer func(name string, args []int32) int32
}

// Serve says what answers when the program calls a function of "go", all of whose values are integers.
func (i *Instance) Serve(answer func(name string, args []int32) int32) { i.answer = answer }

// Global is the value of an exported integer.
func (i *Instance) Global(name string) int32 { return api.DecodeI32(i.m.ExportedGlobal(name).Get()) }

// Call calls an exported function; 0 when it returns nothing.
func (i *Instance) Call(name string, args ...uint64) (int32, error) {
	out, err := i.m.ExportedFunction(name).Call(context.WithValue(context.Background(), serving{}, i), args...)
	if err != nil || len(out) == 0 {
		return 0, err
	}
	return api.DecodeI32(out[0]), nil
}

// SetGlobal sets an exported integer that can change.
func (i *Instance) SetGlobal(name string, n int32) {
	i.m.ExportedGlobal(name).(api.MutableGlobal).Set(api.EncodeI32(n))
}

// Write puts data into the memory of the program; false when it does not fit there.
func (i *Instance) Write(at int32, data []byte) bool { return i.m.Memory().Write(uint32(at), data) }

// Read returns n bytes of the program's memory; they change with it. false when there are not as many.
func (i *Instance) Read(at, n int32) ([]byte, bool) {
	return i.m.Memory().Read(uint32(at), uint32(n))
}

// Size of the memory in bytes.
func (i *Instance) Size() int { return int(i.m.Memory().Size()) }

// Close frees the memory of an instance that is not given back.
func (i *Instance) Close() { _ = i.m.Close(context.Background()) }

// Number is an argument that is an integer.
func Number(n int) uint64 { return api.EncodeI32(int32(n)) }

// Float is an argument that is a float of 32 bits.
func Float(f float32) uint64 { return api.EncodeF32(f) }
