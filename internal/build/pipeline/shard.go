package pipeline

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/inputs"
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/rendering"
	"github.com/sitegen/sitegen/internal/build/shard"
)

// errNoRecords is the error of sharding a build that keeps no records.
var errNoRecords = errors.New("shards need the cache: omit --noCache")

// Shard renders the pages of one part of the site, in all their formats. It writes the outputs and their records into
// the folder of that shard in the state folder, replacing an earlier shard, or, if it may write to it, into the cache
// that machines share; the output folder and the ledger are not touched. The Builder does not use the result: the next
// Build gets it only by Join. index is a file that Index wrote from the same content; if it is "", all content is read.
func (b *Builder) Shard(ctx context.Context, part shard.Part, index string) (*Result, error) {
	if err := part.Check(); err != nil {
		return &Result{}, err
	}
	if b.o.NoCache {
		return &Result{}, errNoRecords
	}
	if err := b.CheckState(); err != nil {
		return &Result{}, err
	}
	store, err := shard.Create(b.stateDir(), part)
	if err != nil {
		return &Result{}, err
	}
	m := kept.Memo{Store: store}
	defer func() { _ = m.Close() }()
	if index != "" {
		if m.Tree, err = shard.ReadIndex(index, b.o.Version); err != nil {
			return &Result{}, err
		}
	}
	r := &State{
		Project: project.Project{Options: b.o, Part: part}, old: m, first: true, Since: inputs.Since{Began: b.clock()},
	}
	defer r.Discard()
	if err := r.through(ctx, append(slices.Clone(renderedPages), indexSearch)); err != nil {
		return &r.Result, err
	}
	m = r.remember()
	var others []string // that only a list needed: the shards of these pages have them, too
	for _, p := range r.Pages.Site.Pages {
		if rendering.HasBody(p) && !part.Has(p.Key) {
			others = append(others, p.Key)
		}
	}
	omitted := m.OmitBodies(others)
	m.SaveRenders(r.Config.Project)
	if err := shard.Finish(store, part, sharedState(r)); err != nil {
		return &r.Result, err
	}
	remote, ok := kept.RemoteShards(ctx, &r.Project)
	if !ok || !b.o.Shared.Write {
		return &r.Result, nil
	}
	if r.Result.Shared, err = m.LeaveShard(remote, part, omitted); err != nil {
		return &r.Result, err
	}
	r.Result.Destination = ""
	return &r.Result, errors.Join(store.Close(), shard.Remove(b.stateDir(), part))
}

// Index writes what the content says, without its texts, into a file for shards on other machines: see
// shard.WriteIndex.
func (b *Builder) Index(ctx context.Context, file string) (*Result, error) {
	if err := b.CheckState(); err != nil {
		return &Result{}, err
	}
	r := &State{Project: project.Project{Options: b.o}, first: true, Since: inputs.Since{Began: b.clock()}}
	defer r.Discard()
	if err := r.through(ctx, []Stage{configure, loadContent}); err != nil {
		return &r.Result, err
	}
	return &r.Result, shard.WriteIndex(file, b.o.Version, r.in.Tree)
}

// Join makes the first Build reuse the shards in some folders as if an earlier build had left them: see shard.Open.
// Without folders, it uses the shards that Shard left in the state folder, or else in the cache that machines share;
// ctx must last until Close. Build reports shards of another state of the project.
func (b *Builder) Join(ctx context.Context, dirs ...string) (err error) {
	if b.o.NoCache || b.o.Version == "" {
		return errNoRecords
	}
	if len(dirs) > 0 {
		b.kept.Shards, err = shard.Open(dirs...)
		return err
	}
	folders := shard.Folders(b.stateDir())
	if _, err := os.Stat(folders); errors.Is(err, fs.ErrNotExist) {
		if err := b.CheckState(); err != nil {
			return err
		}
		p, found := &project.Project{Options: b.o}, diag.List(nil)
		if p.Config, found = b.Config(); p.Config == nil {
			return found.Err()
		}
		if remote, ok := kept.RemoteShards(ctx, p); ok {
			b.kept.Shards, err = remote.Fetch(ctx)
			return err
		}
	}
	b.kept.Shards, err = shard.Open(folders)
	return err
}

// sharedState returns the state that the shards of this build have in common.
func sharedState(b *State) *shard.State {
	s := &shard.State{
		Program: b.Options.Version, Clock: b.Options.Clock, Files: shard.Files(b.in.Tree),
		Settings: shard.Settings(b.Config, b.Options.Environ, b.Options.Offline),
		Inputs: []shard.Input{
			{Name: "the templates", Hash: b.Pages.Round.Revision(trace.TemplateGroup)},
			{Name: "the translated strings", Hash: b.Pages.Round.Revision(trace.StringGroup)},
			{Name: "the data files", Hash: b.Pages.Round.Revision(trace.DataGroup)},
		},
	}
	if b.in.Git != nil {
		s.Inputs = append(s.Inputs, shard.Input{Name: "the commit in git", Hash: trace.HashString(b.in.Git.Head)})
	}
	return s
}
