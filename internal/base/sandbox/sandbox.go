// Package sandbox runs third-party programs that are compiled to WebAssembly. Such a program has no access to
// the machine except to the memory that it is given, and does the same on any machine.
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

	"github.com/sitegen/sitegen/internal/base/usercache"
)

// Program is compiled on first use, which takes a fraction of a second. Several goroutines may use it at the
// same time: each takes its own Instance.
type Program struct {
	name   string
	packed []byte
	start  func(*Instance) error
	pages  uint32 // maximum memory of each instance; 0 means the limit of the module
	kept   string // folder of compiled modules; "" if none

	mu      sync.Mutex
	runtime wazero.Runtime
	code    wazero.CompiledModule
	idle    []*Instance
	count   int
}

// New returns the program whose module is compressed with gzip. The module exports _initialize and imports only
// functions of "go", which Instance.Serve answers. start, if not nil, prepares each instance.
func New(name string, packed []byte, start func(*Instance) error) *Program {
	return &Program{name: name, packed: packed, start: start}
}

// LimitMemory limits the memory of each instance, in bytes. It must be called before the first Take.
func (p *Program) LimitMemory(bytes int) *Program {
	p.pages = uint32(bytes >> 16)
	return p
}

// KeepIn names a folder that keeps the compiled module for other processes; "" if it is not kept. The processor
// executes what is in this folder, so it is ignored if others can write to it (usercache.Private), and it must not
// be in a project, which could bring programs along. It must be called before the first Take.
func (p *Program) KeepIn(dir string) *Program {
	p.kept = dir
	return p
}

// Take returns an instance for exclusive use.
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
		code, err := p.compile(ctx, config, module)
		if err != nil {
			return nil, false, err
		}
		if err := p.serve(ctx, code); err != nil {
			_ = p.runtime.Close(ctx)
			return nil, false, err
		}
		p.code = code
	}
	p.count++
	config := wazero.NewModuleConfig().WithName(fmt.Sprint(p.name, p.count)).WithStartFunctions("_initialize")
	ctx = experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(allocate))
	m, err := p.runtime.InstantiateModule(ctx, p.code, config)
	return &Instance{m: m}, true, err
}

// compile compiles the module, or reads the compiled one. A folder that can't be used is ignored.
func (p *Program) compile(ctx context.Context, config wazero.RuntimeConfig, module []byte) (
	wazero.CompiledModule, error,
) {
	ctx = experimental.WithCompilationWorkers(ctx, runtime.GOMAXPROCS(0))
	if p.kept != "" && usercache.Create(p.kept) == nil && usercache.Private(p.kept) {
		if cache, err := wazero.NewCompilationCacheWithDir(p.kept); err == nil {
			code, err := p.compileBy(ctx, config.WithCompilationCache(cache), module)
			if err == nil {
				return code, nil
			}
			_ = cache.Close(ctx)
		}
	}
	return p.compileBy(ctx, config, module)
}

// compileBy sets p.runtime if it compiles the module; it leaves nothing behind if it does not.
func (p *Program) compileBy(ctx context.Context, config wazero.RuntimeConfig, module []byte) (
	wazero.CompiledModule, error,
) {
	r := wazero.NewRuntimeWithConfig(ctx, config)
	code, err := r.CompileModule(ctx, module)
	if err != nil {
		_ = r.Close(ctx)
		return nil, err
	}
	p.runtime = r
	return code, nil
}

// serving is the context key of the instance of a call.
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

// Give returns an instance for reuse.
func (p *Program) Give(i *Instance) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, i)
}

// Instance is a running program with its own memory. After an error it must not be given back.
type Instance struct {
	m      api.Module
	answer func(name string, args []int32) int32
}

// Serve sets the function that is called when the program calls an imported function of "go". All arguments and
// results are integers.
func (i *Instance) Serve(answer func(name string, args []int32) int32) { i.answer = answer }

// Global returns the value of an exported integer.
func (i *Instance) Global(name string) int32 { return api.DecodeI32(i.m.ExportedGlobal(name).Get()) }

// Call calls an exported function and returns its result, or 0 if it has none.
func (i *Instance) Call(name string, args ...uint64) (int32, error) {
	out, err := i.m.ExportedFunction(name).Call(context.WithValue(context.Background(), serving{}, i), args...)
	if err != nil || len(out) == 0 {
		return 0, err
	}
	return api.DecodeI32(out[0]), nil
}

// SetGlobal sets an exported mutable integer.
func (i *Instance) SetGlobal(name string, n int32) {
	i.m.ExportedGlobal(name).(api.MutableGlobal).Set(api.EncodeI32(n))
}

// Write writes data to the memory of the program; false if it does not fit.
func (i *Instance) Write(at int32, data []byte) bool { return i.m.Memory().Write(uint32(at), data) }

// Read returns n bytes of the program's memory without copying them; false if they are out of range.
func (i *Instance) Read(at, n int32) ([]byte, bool) {
	return i.m.Memory().Read(uint32(at), uint32(n))
}

// Size returns the size of the memory in bytes.
func (i *Instance) Size() int { return int(i.m.Memory().Size()) }

// Close frees the memory of an instance instead of giving it back.
func (i *Instance) Close() { _ = i.m.Close(context.Background()) }

// Number encodes an integer argument.
func Number(n int) uint64 { return api.EncodeI32(int32(n)) }

// Float encodes a 32-bit float argument.
func Float(f float32) uint64 { return api.EncodeF32(f) }
