// Package shard lets several machines render one site: each renders part of the pages into a folder, a shard, and one
// of them joins all shards.
//
// A shard has what a build of these pages leaves for the next one (records and the texts of bodies, as in the cache)
// and the outputs themselves, in a separate cache.Store. So it is a few large files, checked by their hashes, and a
// build that was killed leaves none. The build that joins the shards treats their records as those of an earlier build:
// it reuses what has the same answers, with the outputs, and makes everything else.
package shard

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
)

// Part is the part of a site to render: Number 1 to Of. The zero value is all of it.
type Part struct{ Number, Of int }

// Parse reads a part as people write it: "2/7".
func Parse(s string) (Part, error) {
	number, of, _ := strings.Cut(s, "/")
	n, err1 := strconv.Atoi(number)
	m, err2 := strconv.Atoi(of)
	p := Part{n, m}
	if errors.Join(err1, err2) != nil || p.Check() != nil {
		return Part{}, fmt.Errorf("%q is not a shard: write its number and how many there are, such as 2/7", s)
	}
	return p, nil
}

// Check returns an error if Number is not between 1 and Of.
func (p Part) Check() error {
	if p.Number < 1 || p.Number > p.Of {
		return fmt.Errorf("shard %d of %d does not exist: shards are numbered from 1", p.Number, p.Of)
	}
	return nil
}

// String returns "2/7".
func (p Part) String() string { return fmt.Sprintf("%d/%d", p.Number, p.Of) }

// Whole reports whether p is the entire site.
func (p Part) Whole() bool { return p.Of == 0 }

// Has reports whether the page with a key belongs to p. It depends only on the key, so every machine gives the same
// answer.
func (p Part) Has(key string) bool {
	return p.Whole() || int(trace.HashString(key)%uint64(p.Of)) == p.Number-1
}

// Folders returns the folder of the shards in a state folder.
func Folders(state string) string { return filepath.Join(state, "shards") }

// Dir returns the folder of a shard in a state folder: shards/2-of-7.
func (p Part) Dir(state string) string {
	return filepath.Join(Folders(state), fmt.Sprintf("%d-of-%d", p.Number, p.Of))
}
