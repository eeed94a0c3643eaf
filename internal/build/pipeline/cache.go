package pipeline

import (
	"context"
	"os"
	"path/filepath"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/store/disk"
)

// CheckState refuses a state folder that leads out of the project, as the symbolic links of a checkout can.
func (b *Builder) CheckState() error {
	if found := disk.Problem(disk.CheckState(b.o.Source, b.stateDir())); len(found) > 0 {
		return found.Err()
	}
	return nil
}

// openCache opens the cache on disk in the first build.
func (b *Builder) openCache() {
	if b.o.NoCache || b.o.Version == "" || b.kept.Store != nil {
		return
	}
	if info, err := os.Stat(b.o.Source); err != nil || !info.IsDir() {
		return // reading the configuration reports it
	}
	dir := "cache"
	if b.o.Memory {
		dir = "cache-preview" // it usually has other options, and a build must not share the cache of a running preview
	}
	b.kept.Store = kept.Open(filepath.Join(b.stateDir(), dir), b.o.Version)
}

// readCache reads what builds of other processes left, in the first build of a Builder. Records that can't be read are
// ignored.
func (b *State) readCache(ctx context.Context) (diag.List, error) {
	if b.old.Store == nil || b.old.Table != nil {
		return nil, nil
	}
	b.Result.CacheOff = b.old.Store.Off()
	b.old.OpenShared(ctx, &b.Project)
	b.old.LoadDocuments()
	b.reading = par.Start(func() { b.old.LoadRenders(&b.Project) })
	return nil, nil
}

// awaitCache waits until the renders of the build before are read, which happens while the content is loaded.
func (b *State) awaitCache() {
	if b.reading != nil {
		b.reading()
	}
}
