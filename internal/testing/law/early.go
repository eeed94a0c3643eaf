package law

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"

	"github.com/sitegen/sitegen/internal/store/output"
)

// early requests outputs while a build is running, as browsers do.
type early struct {
	want  []string // paths that the build before had
	mu    sync.Mutex
	tasks sync.WaitGroup
	got   map[string][]byte // what they were
}

// ask is the callback of pipeline.Options; it returns at once.
func (e *early) ask(o *output.Files, _ bool) {
	e.tasks.Go(func() {
		for i, p := range e.want {
			if i%7 != len(e.want)%7 { // some of them, others each time
				continue
			}
			data, ok := open(o, p)
			e.mu.Lock()
			if ok {
				e.got[p] = data
			}
			e.mu.Unlock()
		}
	})
}

func open(o *output.Files, p string) ([]byte, bool) {
	f, ok := o.Lookup(p)
	if !ok {
		return nil, false
	}
	r, err := f.Open(context.Background())
	if err != nil {
		return nil, false
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	return data, err == nil
}

// begin sets the paths to request during the next build.
func (e *early) begin(paths []string) {
	e.tasks.Wait()
	e.want, e.got = paths, map[string][]byte{}
}

// compare checks that the responses during the build equal its final outputs.
func (e *early) compare(out tree) *Violation {
	e.tasks.Wait()
	for _, p := range slices.Sorted(maps.Keys(e.got)) {
		if f, ok := out[p]; !ok || !bytes.Equal(f.data, e.got[p]) {
			return &Violation{
				What: "early",
				Text: fmt.Sprintf("%s was given while the build was at work, and is another one in the end\n", p) +
					diffOf("early/"+p, e.got[p], "in the end/"+p, f.data),
			}
		}
	}
	return nil
}
