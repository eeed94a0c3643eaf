package law

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/shard"
)

// sharing builds a site as several machines do: each renders a shard in a separate process, the first of them
// twice, as if it had been killed, and another process merges them.
type sharing struct {
	o  project.Options
	of int
}

// Build renders all shards and merges them. If a shard has errors, so does the site.
func (s *sharing) Build(ctx context.Context) (*pipeline.Result, error) {
	index, failed := "", error(nil)
	if s.of%2 == 0 {
		index = filepath.Join(filepath.Dir(s.o.Source), "law.index")
		failed = s.index(ctx, index)
		defer os.Remove(index)
	}
	for n := 0; n <= s.of && failed == nil; n++ {
		failed = s.render(ctx, max(1, n), index)
	}
	b, err := pipeline.New(s.o)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	if failed == nil {
		if err := b.Join(); err != nil {
			return &pipeline.Result{}, fmt.Errorf("join the shards: %w", err)
		}
	}
	res, err := b.Build(ctx)
	if failed != nil && err == nil {
		err = fmt.Errorf("the whole site has no errors, but a shard has: %w", failed)
	}
	return res, errors.Join(err, os.RemoveAll(shard.Folders(filepath.Join(s.o.Source, ".sitegen"))))
}

// index writes the index that shards read.
func (s *sharing) index(ctx context.Context, file string) error {
	b, err := pipeline.New(s.o)
	if err != nil {
		return err
	}
	_, err = b.Index(ctx, file)
	return errors.Join(err, b.Close())
}

// render renders one shard.
func (s *sharing) render(ctx context.Context, number int, index string) error {
	b, err := pipeline.New(s.o)
	if err != nil {
		return err
	}
	_, err = b.Shard(ctx, shard.Part{Number: number, Of: s.of}, index)
	return errors.Join(err, b.Close())
}
