package law

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/shard"
)

// sharing builds a site as several machines do: each renders a shard in a separate process, the first of them
// twice, as if it had been killed, and another process merges them.
type sharing struct {
	o  project.Options
	of int
	// damage, if not nil, damages the store through which the shards are handed over.
	damage func() error
}

// Build renders all shards and merges them. If a shard has errors, so does the site. If the store was damaged so much
// that merging fails, it must succeed after all shards were rendered again.
func (s *sharing) Build(ctx context.Context) (*pipeline.Result, error) {
	failed := s.renderAll(ctx)
	if failed == nil && s.damage != nil {
		if err := s.damage(); err != nil {
			return nil, err
		}
	}
	res, err := s.merge(ctx, failed)
	if failed == nil && s.damage != nil && ofShards(err) {
		res, err = s.merge(ctx, s.renderAll(ctx))
	}
	return res, errors.Join(err, os.RemoveAll(shard.Folders(filepath.Join(s.o.Source, ".sitegen"))))
}

// ofShards reports whether an error is about shards that cannot be used.
func ofShards(err error) bool {
	var list diag.List
	return errors.As(err, &list) && slices.ContainsFunc(list, func(d *diag.Diagnostic) bool { return d.Rule == shard.Rule })
}

// renderAll renders all shards.
func (s *sharing) renderAll(ctx context.Context) error {
	index, failed := "", error(nil)
	if s.of%2 == 0 {
		index = filepath.Join(filepath.Dir(s.o.Source), "law.index")
		failed = s.index(ctx, index)
		defer os.Remove(index)
	}
	for n := 0; n <= s.of && failed == nil; n++ {
		failed = s.render(ctx, max(1, n), index)
	}
	return failed
}

// merge merges the shards, unless rendering them failed; then the build must fail, too.
func (s *sharing) merge(ctx context.Context, failed error) (*pipeline.Result, error) {
	b, err := pipeline.New(s.o)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	if failed == nil {
		if err := b.Join(ctx); err != nil {
			return &pipeline.Result{}, fmt.Errorf("join the shards: %w", err)
		}
	}
	res, err := b.Build(ctx)
	if failed != nil && err == nil {
		err = fmt.Errorf("the whole site has no errors, but a shard has: %w", failed)
	}
	return res, err
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
