package law

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// ErrNoCache says that builds keep nothing in .sitegen/cache.
var ErrNoCache = errors.New("builds keep no cache")

// Corrupt builds a site again and again, each time as another process, after an edit and after a file of the
// cache was damaged: cut off, emptied, grown, with other bits, gone, or as it was some builds ago. What is built
// must always be right. The error is a *Violation when the law is broken.
func (b Bench) Corrupt(ctx context.Context, site string, seed uint64, runs int) error {
	w, err := b.newWorld(site, Processes)
	if err != nil {
		return err
	}
	defer w.close()
	if err := w.begin(ctx, true); err != nil {
		return violated(err, -1)
	}
	chance, deck := rng(seed), &deck{rng: rng(seed + 1), site: w.site}
	old := map[string][]byte{}
	for n := range runs {
		what, err := w.damage(chance, old)
		if err != nil {
			return err
		}
		s := Step{Kind: "nothing"}
		if chance.IntN(2) == 0 {
			s = w.nextOnDisk(chance, deck, 8*n+1)
		}
		if _, err := w.build(ctx, s, true); err != nil {
			return fmt.Errorf("%s; %s: %w", what, s.Kind, violated(err, n))
		}
	}
	return nil
}

// damage damages a file of the cache, and says how; old holds files of earlier builds.
func (w *world) damage(chance *rand.Rand, old map[string][]byte) (string, error) {
	root := filepath.Join(w.project, ".sitegen", "cache")
	var files []string
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			files = append(files, name)
		}
		return err
	})
	if len(files) == 0 || os.IsNotExist(err) {
		return "", ErrNoCache
	}
	if err != nil {
		return "", err
	}
	name := files[chance.IntN(len(files))]
	data, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	rel, _ := filepath.Rel(root, name)
	hurt, how := damaged(chance, data, old[rel])
	old[rel] = data
	if how == "gone" {
		return rel + " is gone", os.Remove(name)
	}
	return rel + " " + how, os.WriteFile(name, hurt, 0o666)
}

func damaged(chance *rand.Rand, data, old []byte) (hurt []byte, how string) {
	hurt = append(hurt, data...)
	switch i := chance.IntN(8); {
	case i == 0:
		return nil, "gone"
	case i == 1:
		return nil, "emptied"
	case i == 2 && old != nil:
		return old, "as it was before"
	case i == 3:
		return append(hurt, "more than there was"...), "grown"
	case i <= 5 && len(data) > 0:
		n := chance.IntN(len(data))
		return hurt[:n], fmt.Sprintf("cut off at %d of %d", n, len(data))
	case len(data) == 0:
		return []byte{0}, "no more empty"
	}
	at := chance.IntN(len(data))
	hurt[at] ^= 1 << chance.IntN(8)
	return hurt, fmt.Sprintf("has another bit at %d of %d", at, len(data))
}
