package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/disk"
	"github.com/sitegen/sitegen/internal/output"
	"github.com/sitegen/sitegen/internal/par"
)

// mostDifferences is how many files Verify names one by one.
const mostDifferences = 20

// Verify builds as Build does, then once more in memory with nothing kept, from the ledger as it stood
// before, and compares: a file of the output folder that differs from that of the clean build, is missing
// or too many is an error of rule "verify". What Build wrote stays.
func (b *Builder) Verify(ctx context.Context) (*Result, error) {
	if b.o.Memory {
		return nil, errors.New("a build in memory has no output folder to verify")
	}
	cfg, found := b.Config()
	if cfg == nil {
		return &Result{}, found.Err()
	}
	at := (&project{o: b.o, cfg: cfg}).ledgerFile()
	before, err := os.ReadFile(at)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return &Result{}, fmt.Errorf("read the ledger: %w", err)
	}
	res, err := b.Build(ctx)
	if err != nil {
		return res, err
	}
	dir, err := os.MkdirTemp("", "sitegen-verify-")
	if err != nil {
		return res, fmt.Errorf("make a folder for what the clean build keeps: %w", err)
	}
	defer os.RemoveAll(dir)
	clean, err := b.clean(ctx, dir, before)
	if err != nil {
		return res, err
	}
	defer clean.Close()
	made, err := clean.Build(ctx)
	if err != nil {
		return res, fmt.Errorf("the clean build failed: %w", err)
	}
	return res, compare(ctx, res.Destination, b.stateDir(), b.o, made.Outputs)
}

// clean returns a Builder of the same project that keeps and writes nothing.
func (b *Builder) clean(ctx context.Context, dir string, ledger []byte) (*Builder, error) {
	o := b.o
	o.Memory, o.NoCache, o.Progress, o.Early = true, true, nil, nil
	o.ledger = filepath.Join(dir, "ledger")
	if ledger == nil {
		return New(o)
	}
	if err := os.WriteFile(o.ledger, ledger, 0o666); err != nil {
		return nil, fmt.Errorf("copy the ledger: %w", err)
	}
	return New(o)
}

// compare reports how an output folder differs from the outputs of a clean build.
func compare(ctx context.Context, dir, state string, o Options, want *output.Files) error {
	owned := disk.Owned(disk.Options{Dir: dir, State: state, Project: o.Source})
	problems, err := par.Map(ctx, o.Jobs, want.Paths(), func(ctx context.Context, path string) (*diag.Diagnostic, error) {
		f, _ := want.Lookup(path)
		r, err := f.Open(ctx)
		if err != nil {
			return nil, err
		}
		defer r.Close()
		clean, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		have, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(path)))
		switch {
		case errors.Is(err, os.ErrNotExist):
			return differs(path, "it is missing"), nil
		case err != nil:
			return nil, err
		case !bytes.Equal(have, clean):
			line := 1 + bytes.Count(have[:common(have, clean)], []byte("\n"))
			return differs(path, fmt.Sprintf("it differs from line %d on", line)), nil
		}
		return nil, nil
	})
	if err != nil {
		return err
	}
	for _, path := range owned {
		if _, ok := want.Lookup(path); !ok {
			problems = append(problems, differs(path, "the site has no such file"))
		}
	}
	problems = slices.DeleteFunc(problems, func(d *diag.Diagnostic) bool { return d == nil })
	list := diag.List(problems)
	if more := len(list) - mostDifferences; more > 0 {
		list = append(list[:mostDifferences:mostDifferences], &diag.Diagnostic{Rule: "verify", Message: fmt.Sprintf("and %s more", plural(more, "file"))})
	}
	return list.Err()
}

func differs(path, how string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Rule: "verify", Message: fmt.Sprintf("%s is not what a clean build gives: %s", path, how),
		Hint: "this is a mistake of sitegen: please report it; --noCache builds without what is remembered",
	}
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// common returns how many bytes two texts begin with in common.
func common(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
