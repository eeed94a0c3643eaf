package sitemap

import (
	"fmt"
	"time"
)

// sharder splits records into 2^n files by the first n bits of the hash of their URL, with the smallest n that
// satisfies the limits (rule U10). So the file of a URL depends only on the URL and n: a new page changes one
// file.
//
// As long as one file is enough, the records keep their order. After that, because n is known only at the end,
// they are in 64 buckets, by the first six bits.
type sharder struct {
	part
	packing
	numbered bool
	first    runs        // until divided
	dates    []time.Time // of the records in first
	buckets  *[1 << bucketBits]runs
	cells    []cell // by the first 16 bits; nil until divided
	newest   []compactDate
	count    int
	bytes    int64
}

const (
	bucketBits = 6
	maxBits    = 16 // 65,536 files: more than one index names
)

// cell counts the records of one prefix of the hash.
type cell struct {
	n    int
	size int64
}

// compactDate is a date in a few bytes; the zero value means none.
type compactDate struct {
	unix int64
	zone int16 // minutes
}

func (s compactDate) time() time.Time {
	if s == (compactDate{}) {
		return time.Time{}
	}
	t := time.Unix(s.unix, 0).UTC()
	if s.zone != 0 {
		t = t.In(time.FixedZone("", int(s.zone)*60))
	}
	return t
}

// add adds a record.
func (s *sharder) add(rec []byte, hash uint64, mod time.Time) error {
	s.count++
	s.bytes += int64(len(rec))
	if s.cells == nil {
		if s.fits(s.count, s.bytes) {
			s.dates = append(s.dates, mod)
			return s.packing.add(&s.first, uint16(hash>>48), rec)
		}
		if err := s.divide(); err != nil {
			return err
		}
	}
	return s.put(uint16(hash>>48), rec, mod)
}

// divide moves the records into the buckets.
func (s *sharder) divide() error {
	s.buckets, s.cells, s.newest = new([1 << bucketBits]runs), make([]cell, 1<<maxBits), make([]compactDate, 1<<maxBits)
	first, dates := s.first, s.dates
	s.first, s.dates, s.raw = runs{}, nil, 0
	i := -1
	return first.each(func(prefix uint16, rec []byte) error {
		i++
		return s.put(prefix, rec, dates[i])
	})
}

// put adds a record to its bucket.
func (s *sharder) put(prefix uint16, rec []byte, mod time.Time) error {
	s.cells[prefix].n++
	s.cells[prefix].size += int64(len(rec))
	if !mod.IsZero() {
		unix, newest := mod.Unix(), &s.newest[prefix]
		if *newest == (compactDate{}) || unix > newest.unix {
			_, zone := mod.Zone()
			*newest = compactDate{unix, int16(zone / 60)}
		}
	}
	return s.packing.add(&s.buckets[prefix>>(maxBits-bucketBits)], prefix, rec)
}

func (s *sharder) number() { s.numbered = true }

// close writes the shards. Empty ones do not exist (rule I7).
func (s *sharder) close() ([]File, error) {
	switch {
	case s.count == 0:
		return nil, nil
	case s.cells == nil:
		return s.closeOne()
	}
	bits, err := s.bits()
	if err != nil {
		return nil, err
	}
	var files []File
	for shard := range 1 << bits {
		// A shard consists of several complete buckets, or of some records of one.
		first, last := shard<<bucketBits>>bits, (shard+1)<<bucketBits>>bits-1
		last = max(first, last)
		open := false
		for b := first; b <= last; b++ {
			err := s.buckets[b].each(func(prefix uint16, rec []byte) error {
				if int(prefix)>>(maxBits-bits) != shard {
					return nil
				}
				if !open {
					open = true
					if err := s.open(s.partName(shard + 1)); err != nil {
						return err
					}
				}
				return s.part.add(rec, time.Time{})
			})
			if err != nil {
				return nil, err
			}
			if last > first || bits == bucketBits {
				s.buckets[b] = runs{} // no other shard wants it
			}
		}
		if open {
			s.file.LastMod = s.newestIn(shard, bits)
			file, err := s.finish("")
			if err != nil {
				return nil, err
			}
			files = append(files, file)
		}
	}
	return files, nil
}

// newestIn returns the newest date in a shard.
func (s *sharder) newestIn(shard, bits int) time.Time {
	var newest compactDate
	for _, at := range s.newest[shard<<(maxBits-bits) : (shard+1)<<(maxBits-bits)] {
		if at != (compactDate{}) && (newest == (compactDate{}) || at.unix > newest.unix) {
			newest = at
		}
	}
	return newest.time()
}

// closeOne writes the only file.
func (s *sharder) closeOne() ([]File, error) {
	n := 0
	if s.numbered {
		n = 1
	}
	if err := s.open(s.partName(n)); err != nil {
		return nil, err
	}
	i := -1
	err := s.first.each(func(_ uint16, rec []byte) error {
		i++
		return s.part.add(rec, s.dates[i])
	})
	if err != nil {
		return nil, err
	}
	file, err := s.finish("")
	return []File{file}, err
}

// bits returns the smallest n with which every shard satisfies the limits. It modifies the cells.
func (s *sharder) bits() (int, error) {
	bits := 0
	for n := maxBits; n >= 0; n-- {
		for i := range s.cells[:1<<n] {
			if !s.fits(s.cells[i].n, s.cells[i].size) {
				if n == maxBits {
					return 0, fmt.Errorf("sitemap: %d URLs do not fit into %d files of %d URLs and %d bytes", s.count, 1<<maxBits,
						s.maxURLs, s.maxBytes)
				}
				return bits, nil
			}
		}
		bits = n
		for i := range s.cells[:1<<n/2] {
			s.cells[i] = cell{s.cells[2*i].n + s.cells[2*i+1].n, s.cells[2*i].size + s.cells[2*i+1].size}
		}
	}
	return bits, nil
}
