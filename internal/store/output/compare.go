package output

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/store/disk"
)

// mostDifferences is the maximum number of files that Compare lists.
const mostDifferences = 20

// Compare compares an output folder with the outputs of a clean build and reports the differences as a
// diag.List with the rule "verify". jobs is the number of workers; 0 means one per processor.
func Compare(ctx context.Context, in disk.Options, jobs int, want *Files) error {
	owned := disk.Owned(in)
	problems, err := par.Map(ctx, jobs, want.Paths(), func(ctx context.Context, path string) (*diag.Diagnostic, error) {
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
		have, err := os.ReadFile(filepath.Join(in.Dir, filepath.FromSlash(path)))
		switch {
		case errors.Is(err, os.ErrNotExist):
			return differs(path, "it is missing"), nil
		case err != nil:
			return nil, err
		case !bytes.Equal(have, clean):
			line := 1 + bytes.Count(have[:Common(have, clean)], []byte("\n"))
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
		list = append(list[:mostDifferences:mostDifferences],
			&diag.Diagnostic{Rule: "verify", Message: fmt.Sprintf("and %s more", words.Count(more, "file"))})
	}
	return list.Err()
}

func differs(path, how string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Rule: "verify", Message: fmt.Sprintf("%s differs from a clean build: %s", path, how),
		Hint: "this is a bug in sitegen: please report it; to build without the cache, pass --noCache",
	}
}

// Common returns the length of the common prefix of two texts.
func Common[T string | []byte](a, b T) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
