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
// n is known at the end only. Until then the records lie compressed in 64 buckets, by the first six
// bits.
type sharder struct {
	part
	numbered bool
	buckets  [1 << bucketBits]spool
	packer   *flate.Writer // shared by the buckets
	frame    []byte        // scratch
	count    int
	bytes    int64
}

const (
	bucketBits = 6
	maxBits    = 16 // 65,536 files: more than one index names
	frameSize  = 4 + 2 + 8 + 2
	bucketRaw  = 32 << 10
)

// add puts a record into its bucket, behind a frame of length, first 16 bits, date and zone.
func (s *sharder) add(rec []byte, hash uint64, mod time.Time) error {
	unix, zone := int64(0), 0
	if !mod.IsZero() {
		unix = mod.Unix()
		_, zone = mod.Zone()
	}
	f := binary.LittleEndian.AppendUint32(s.frame[:0], uint32(len(rec)))
	f = binary.LittleEndian.AppendUint16(f, uint16(hash>>48))
	f = binary.LittleEndian.AppendUint64(f, uint64(unix))
	s.frame = append(binary.LittleEndian.AppendUint16(f, uint16(int16(zone/60))), rec...)
	b := &s.buckets[hash>>(64-bucketBits)]
	if b.rawLimit == 0 {
		b.rawLimit = bucketRaw
	}
	s.count++
	s.bytes += int64(len(rec))
	b.packer = s.packer
	_, err := b.Write(s.frame)
	s.packer = b.packer
	return err
}

func (s *sharder) number() { s.numbered = true }

// close writes the shards. Empty ones do not exist (rule I7).
func (s *sharder) close() ([]File, error) {
	if s.count == 0 {
		return nil, nil
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
			err := s.each(b, func(prefix uint16, rec []byte, mod time.Time) error {
				if int(prefix)>>(maxBits-bits) != shard {
					return nil
				}
				if !open {
					open = true
					n := 0
					if s.numbered || bits > 0 {
						n = shard + 1
					}
					if err := s.open(s.partName(n)); err != nil {
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

// bits is the smallest n with which every shard keeps the limits.
func (s *sharder) bits() (int, error) {
	if s.fits(s.count, s.bytes) {
		return 0, nil
	}
	type cell struct {
		n    int
		size int64
	}
	cells := make([]cell, 1<<maxBits)
	for b := range s.buckets {
		err := s.each(b, func(prefix uint16, rec []byte, _ time.Time) error {
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

// each reads the records of a bucket in the order in which they were added.
func (s *sharder) each(bucket int, yield func(prefix uint16, rec []byte, mod time.Time) error) error {
	r := bufio.NewReaderSize(s.buckets[bucket].reader(), 64<<10)
	var head [frameSize]byte
	for {
		if _, err := io.ReadFull(r, head[:]); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		n := int(binary.LittleEndian.Uint32(head[:]))
		if cap(s.frame) < n {
			s.frame = make([]byte, n)
		}
		rec := s.frame[:n]
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
