package kept

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
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// Answers are the responses of other servers, with the configuration and lock file that they depend on.
type Answers struct {
	Store  *remote.Store
	Config *config.Config
	Lock   uint64
}

// Open prepares fetching from other servers for templates; old is what the build before opened. Builds and previews
// share one folder of answers, also with NoCache: answers are an input, which a build can't make again.
func (old Answers) Open(p *project.Project) (Answers, diag.List) {
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
	cfg := p.Config // the store outlives this build and must not keep it in memory
	o := remote.Options{
		Dir: filepath.Join(p.StateDir(), "cache", "remote"), MaxAge: cfg.Remote.MaxAge, Timeout: cfg.Remote.Timeout,
		Offline: p.Options.Offline, Public: cfg.Remote.Public(),
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
	return Answers{Store: remote.New(o), Config: cfg, Lock: xxhash.Sum64(data)}, nil
}

// Given returns the answers that templates of a build received, by the names of their requests. stay is false if one
// was an error or expires: the next build then has to check again.
func (a Answers) Given(round *trace.Round) (list map[string]*remote.Response, stay bool) {
	list, stay = map[string]*remote.Response{}, true
	if round == nil {
		return list, true
	}
	round.Questions(func(q trace.Question) {
		id, ok := strings.CutPrefix(q.Key, "remote\x00")
		if !ok || q.Kind != trace.File {
			return
		}
		res, _ := a.Store.Kept(id)
		if res != nil {
			list[id] = res
		}
		stay = stay && res != nil && a.Config.Remote.MaxAge < 0
	})
	return list, stay
}

// WriteLock writes the lock file, and returns the number of answers in it.
func (a Answers) WriteLock(p *project.Project, round *trace.Round) (int, error) {
	list, _ := a.Given(round)
	return len(list), atomicfile.Write(p.At(remote.LockFile), remote.WriteLock(list))
}
