package pipeline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/assets/remote"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// openRemote prepares the fetching of what templates ask other servers for. Answers are kept in one folder for builds
// and previews, also with NoCache: they are an input, of which a build makes no other.
func (b *build) openRemote() diag.List {
	data, err := os.ReadFile(b.At(remote.LockFile))
	switch {
	case b.Options.LockRemote || errors.Is(err, fs.ErrNotExist):
		data = nil
	case err != nil:
		return diag.From(fmt.Errorf("read the lock file: %w", err))
	}
	if old := b.old.Remote; old.Store != nil && old.Config == b.Config && old.Lock == xxhash.Sum64(data) {
		return nil
	}
	cfg := b.Config // what is kept must not hold on to this build
	o := remote.Options{
		Dir: filepath.Join(b.StateDir(), "cache", "remote"), MaxAge: cfg.Remote.MaxAge, Timeout: cfg.Remote.Timeout, Offline: b.Options.Offline, Public: cfg.Remote.Public(),
		Allowed: func(url string) error { return resource.MayFetch(cfg, url) },
	}
	if data != nil {
		if o.Lock, err = remote.ReadLock(data); err != nil {
			return diag.List{{
				Rule: "remote", File: remote.LockFile, Message: "the lock file cannot be read: " + err.Error(),
				Hint: "to update it, run: sitegen remote lock",
			}}
		}
	}
	b.old.Remote = kept.Answers{Store: remote.New(o), Config: cfg, Lock: xxhash.Sum64(data)}
	return nil
}

// remoteAnswers returns the answers that templates of this build were given, by the names of their requests. all is false
// when one was an error, or is kept for a time only: then the next build has to look again.
func (b *build) remoteAnswers() (list map[string]*remote.Response, all bool) {
	list, all = map[string]*remote.Response{}, true
	if b.round == nil {
		return list, true
	}
	b.round.Questions(func(q trace.Question) {
		id, ok := strings.CutPrefix(q.Key, "remote\x00")
		if !ok || q.Kind != trace.File {
			return
		}
		res, _ := b.old.Remote.Store.Kept(id)
		if res == nil {
			all = false
			return
		}
		list[id] = res
		all = all && b.Config.Remote.MaxAge < 0
	})
	return list, all
}

// lockRemote writes the lock file.
func (b *build) lockRemote() error {
	list, _ := b.remoteAnswers()
	b.res.Locked = len(list)
	return atomicfile.Write(b.At(remote.LockFile), remote.WriteLock(list))
}
