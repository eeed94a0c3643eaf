package sitemap

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"time"

	"github.com/klauspost/compress/flate"
)

// sharder divides records into 2^n files by the first n bits of the hash of their address, with the
// smallest n that keeps the limits (rule U10). So the file of an address depends on nothing but the
// address and n: one new page changes one file.
//
// While one file is enough the records keep their order. After that, and n is known at the end only, they
// lie compressed in 64 buckets, by the first six bits.
type sharder struct {
	part
	numbered bool
	first    spool // until divided
	divided  bool
	buckets  [1 << bucketBits]spool // after that
	packer   *flate.Writer          // shared by the buckets
	frame    []byte                 // scratch
	count    int
	bytes    int64
}

const (
	bucketBits = 6
	maxBits    = 16 // 65,536 files: more than one index names
	frameSize  = 4 + 2 + 8 + 2
	bucketRaw  = 32 << 10
)

// add keeps a record.
func (s *sharder) add(rec []byte, hash uint64, mod time.Time) error {
	s.count++
	s.bytes += int64(len(rec))
	if !s.divided && !s.fits(s.count, s.bytes) {
		s.divided = true
		if err := s.each(&s.first, s.put); err != nil {
			return err
		}
		s.first = spool{}
	}
	if s.divided {
		return s.put(uint16(hash>>48), rec, mod)
	}
	return s.write(&s.first, holdRaw, uint16(hash>>48), rec, mod)
}

// put keeps a record in its bucket.
func (s *sharder) put(prefix uint16, rec []byte, mod time.Time) error {
	return s.write(&s.buckets[prefix>>(maxBits-bucketBits)], bucketRaw, prefix, rec, mod)
}

// write puts a record into a spool, behind a frame of length, first 16 bits of the hash, date and zone.
func (s *sharder) write(to *spool, rawLimit int, prefix uint16, rec []byte, mod time.Time) error {
	unix, zone := int64(0), 0
	if !mod.IsZero() {
		unix = mod.Unix()
		_, zone = mod.Zone()
	}
	f := binary.LittleEndian.AppendUint32(s.frame[:0], uint32(len(rec)))
	f = binary.LittleEndian.AppendUint16(f, prefix)
	f = binary.LittleEndian.AppendUint64(f, uint64(unix))
	s.frame = append(binary.LittleEndian.AppendUint16(f, uint16(int16(zone/60))), rec...)
	if to.rawLimit == 0 {
		to.rawLimit = rawLimit
	}
	to.packer = s.packer
	_, err := to.Write(s.frame)
	s.packer = to.packer
	return err
}

func (s *sharder) number() { s.numbered = true }

// close writes the shards. Empty ones do not exist (rule I7).
func (s *sharder) close() ([]File, error) {
	switch {
	case s.count == 0:
		return nil, nil
	case !s.divided:
		return s.closeOne()
	}
	bits, err := s.bits()
	if err != nil {
		return nil, err
	}
	var files []File
	for shard := range 1 << bits {
		// A shard is several whole buckets, or some records of one.
		first, last := shard<<bucketBits>>bits, (shard+1)<<bucketBits>>bits-1
		last = max(first, last)
		open := false
		for b := first; b <= last; b++ {
			err := s.each(&s.buckets[b], func(prefix uint16, rec []byte, mod time.Time) error {
				if int(prefix)>>(maxBits-bits) != shard {
					return nil
				}
				if !open {
					open = true
					if err := s.open(s.partName(shard + 1)); err != nil {
						return err
					}
				}
				return s.part.add(rec, mod)
			})
			if err != nil {
				return nil, err
			}
		}
		if open {
			file, err := s.finish("")
			if err != nil {
				return nil, err
			}
			files = append(files, file)
		}
	}
	return files, nil
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
	err := s.each(&s.first, func(_ uint16, rec []byte, mod time.Time) error { return s.part.add(rec, mod) })
	if err != nil {
		return nil, err
	}
	file, err := s.finish("")
	return []File{file}, err
}

// bits is the smallest n with which every shard keeps the limits.
func (s *sharder) bits() (int, error) {
	type cell struct {
		n    int
		size int64
	}
	cells := make([]cell, 1<<maxBits)
	for b := range s.buckets {
		err := s.each(&s.buckets[b], func(prefix uint16, rec []byte, _ time.Time) error {
			cells[prefix].n++
			cells[prefix].size += int64(len(rec))
			return nil
		})
		if err != nil {
			return 0, err
		}
	}
	bits := 0
	for n := maxBits; n >= 0; n-- {
		for i := range cells[:1<<n] {
			if !s.fits(cells[i].n, cells[i].size) {
				if n == maxBits {
					return 0, fmt.Errorf("sitemap: %d addresses do not fit into %d files of %d addresses and %d bytes", s.count, 1<<maxBits, s.maxURLs, s.maxBytes)
				}
				return bits, nil
			}
		}
		bits = n
		for i := range cells[:1<<n/2] {
			cells[i] = cell{cells[2*i].n + cells[2*i+1].n, cells[2*i].size + cells[2*i+1].size}
		}
	}
	return bits, nil
}

// each reads the records of a spool in the order in which they were added.
func (s *sharder) each(from *spool, yield func(prefix uint16, rec []byte, mod time.Time) error) error {
	r := bufio.NewReaderSize(from.reader(), 64<<10)
	var head [frameSize]byte
	var buf []byte // not s.frame, which yield may use
	for {
		if _, err := io.ReadFull(r, head[:]); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		n := int(binary.LittleEndian.Uint32(head[:]))
		if cap(buf) < n {
			buf = make([]byte, n)
		}
		rec := buf[:n]
		if _, err := io.ReadFull(r, rec); err != nil {
			return err
		}
		var mod time.Time
		if unix := int64(binary.LittleEndian.Uint64(head[6:])); unix != 0 {
			mod = time.Unix(unix, 0).UTC()
			if zone := int(int16(binary.LittleEndian.Uint16(head[14:]))); zone != 0 {
				mod = mod.In(time.FixedZone("", zone*60))
			}
		}
		if err := yield(binary.LittleEndian.Uint16(head[4:]), rec, mod); err != nil {
			return err
		}
	}
}
