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
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// openRemote prepares the fetching of what templates ask other servers for. Answers are kept in one folder for builds
// and previews, also with NoCache: they are an input, of which a build makes no other.
func openRemote(p *project.Project, old kept.Answers) (kept.Answers, diag.List) {
	data, err := os.ReadFile(p.At(remote.LockFile))
	switch {
	case p.Options.LockRemote || errors.Is(err, fs.ErrNotExist):
		data = nil
	case err != nil:
		return old, diag.From(fmt.Errorf("read the lock file: %w", err))
	}
	if old.Store != nil && old.Config == p.Config && old.Lock == xxhash.Sum64(data) {
		return old, nil
	}
	cfg := p.Config // what is kept must not hold on to this build
	o := remote.Options{
		Dir: filepath.Join(p.StateDir(), "cache",
			"remote"), MaxAge: cfg.Remote.MaxAge, Timeout: cfg.Remote.Timeout, Offline: p.Options.Offline,
		Public:  cfg.Remote.Public(),
		Allowed: func(url string) error { return resource.MayFetch(cfg, url) },
	}
	if data != nil {
		if o.Lock, err = remote.ReadLock(data); err != nil {
			return old, diag.List{{
				Rule: "remote", File: remote.LockFile, Message: "the lock file cannot be read: " + err.Error(),
				Hint: "to update it, run: sitegen remote lock",
			}}
		}
	}
	return kept.Answers{Store: remote.New(o), Config: cfg, Lock: xxhash.Sum64(data)}, nil
}

// remoteAnswers returns the answers that templates of this build were given, by the names of their requests. all is
// false when one was an error, or is kept for a time only, as all are unless forEver: then the next build has to look
// again.
func remoteAnswers(round *trace.Round, store *remote.Store, forEver bool) (list map[string]*remote.Response, all bool) {
	list, all = map[string]*remote.Response{}, true
	if round == nil {
		return list, true
	}
	round.Questions(func(q trace.Question) {
		id, ok := strings.CutPrefix(q.Key, "remote\x00")
		if !ok || q.Kind != trace.File {
			return
		}
		res, _ := store.Kept(id)
		if res == nil {
			all = false
			return
		}
		list[id] = res
		all = all && forEver
	})
	return list, all
}

// lockRemote writes the lock file.
func (b *State) lockRemote() error {
	list, _ := remoteAnswers(b.Pages.Round, b.old.Remote.Store, false)
	b.Result.Locked = len(list)
	return atomicfile.Write(b.At(remote.LockFile), remote.WriteLock(list))
}
