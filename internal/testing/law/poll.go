package law

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"github.com/sitegen/sitegen/internal/base/par"
)

// poller reads an output folder repeatedly, as a web server does while a build writes it.
type poller struct {
	dir  string
	end  atomic.Bool
	wait func()
	seen map[string]map[string]bool // what was read, by path
	read int
}

// poll begins to read a folder.
func poll(dir string) *poller {
	p := &poller{dir: dir, seen: map[string]map[string]bool{}}
	p.wait = par.Start(func() {
		for !p.end.Load() {
			p.all()
		}
	})
	return p
}

// all reads every file once. Files that are removed meanwhile are skipped.
func (p *poller) all() {
	_ = filepath.WalkDir(p.dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || p.end.Load():
			return nil
		case d.IsDir() && d.Name() == ".sitegen-unfinished":
			return fs.SkipDir // no part of the site
		case d.IsDir():
			return nil
		}
		data, err := os.ReadFile(name)
		rel, _ := filepath.Rel(p.dir, name)
		if err != nil {
			return nil
		}
		p.read++
		if rel = filepath.ToSlash(rel); p.seen[rel] == nil {
			p.seen[rel] = map[string]bool{}
		}
		p.seen[rel][string(data)] = true
		return nil
	})
}

// stop ends the reading.
func (p *poller) stop() {
	p.end.Store(true)
	p.wait()
}

// parts describes a file that was read in a state that is neither the old nor the new one, or returns "".
func (p *poller) parts(before, after tree) string {
	var found []string
	for name, texts := range p.seen {
		for text := range texts {
			old, was := before[name]
			now, is := after[name]
			if !(was && string(old.data) == text) && !(is && string(now.data) == text) {
				found = append(found, fmt.Sprintf("%s was seen with %d bytes; it had %d and has %d", name, len(text), len(old.data),
					len(now.data)))
			}
		}
	}
	if slices.Sort(found); len(found) == 0 {
		return ""
	}
	return found[0]
}
