package sitemap

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/bits"

	"github.com/klauspost/compress/flate"
)

// runs stores records of one kind: each as the difference from the previous one, a few bytes for a URL and a
// date instead of a hundred and thirty. They can be read any number of times.
type runs struct {
	chunks []chunk
	open   []byte // the chunk that is being filled
	prev   []byte // the last record
}

// chunk is a part of a runs, which ends with a record.
type chunk struct {
	data   []byte
	packed int // size before it was compressed; 0: it was not
}

// packing is the data that the runs of one sharder share.
type packing struct {
	raw    int // bytes that lie as they are
	frame  []byte
	packer *flate.Writer
}

const (
	chunkSize = 16 << 10
	keepRaw   = 16 << 20 // beyond this size, chunks are compressed: the URLs have little in common
)

// add adds a record with the first 16 bits of its hash.
func (k *packing) add(r *runs, prefix uint16, rec []byte) error {
	k.frame = appendDelta(binary.LittleEndian.AppendUint16(k.frame[:0], prefix), r.prev, rec)
	r.prev = append(r.prev[:0], rec...)
	if len(r.open) > 0 && len(r.open)+len(k.frame) > chunkSize {
		if err := k.next(r); err != nil {
			return err
		}
	}
	if r.open == nil {
		r.open = make([]byte, 0, max(chunkSize, len(k.frame)))
	}
	r.open = append(r.open, k.frame...)
	return nil
}

// next moves the open chunk to the others.
func (k *packing) next(r *runs) error {
	if k.raw += len(r.open); k.raw <= keepRaw {
		r.chunks = append(r.chunks, chunk{data: r.open})
		r.open = nil
		return nil
	}
	k.raw -= len(r.open)
	var piece bytes.Buffer
	if k.packer == nil {
		var err error
		if k.packer, err = flate.NewWriter(&piece, flate.BestSpeed); err != nil {
			return err
		}
	} else {
		k.packer.Reset(&piece)
	}
	if _, err := k.packer.Write(r.open); err != nil {
		return err
	}
	if err := k.packer.Close(); err != nil {
		return err
	}
	r.chunks = append(r.chunks, chunk{bytes.Clone(piece.Bytes()), len(r.open)})
	r.open = r.open[:0]
	return nil
}

// each calls yield with the records in the order in which they were added. rec is valid until yield returns.
func (r *runs) each(yield func(prefix uint16, rec []byte) error) error {
	var prev, rec, unpacked []byte
	var in io.ReadCloser
	for i := range len(r.chunks) + 1 {
		data := r.open
		if i < len(r.chunks) {
			data = r.chunks[i].data
			if size := r.chunks[i].packed; size > 0 {
				if in == nil {
					in = flate.NewReader(bytes.NewReader(data))
				} else if err := in.(flate.Resetter).Reset(bytes.NewReader(data), nil); err != nil {
					return err
				}
				if cap(unpacked) < size {
					unpacked = make([]byte, size)
				}
				if _, err := io.ReadFull(in, unpacked[:size]); err != nil {
					return err
				}
				data = unpacked[:size]
			}
		}
		for len(data) > 0 {
			prefix := binary.LittleEndian.Uint16(data)
			rec, data = applyDelta(rec[:0], prev, data[2:])
			if err := yield(prefix, rec); err != nil {
				return err
			}
			prev, rec = rec, prev
		}
	}
	return nil
}

// appendDelta encodes how rec differs from prev: steps of "copy n bytes of prev, skip m bytes, insert these
// bytes", of which the last has only the first part; or 0 to copy the rest of prev. Differences end at the end
// of a tag or text, so a different date does not affect the tags around it.
func appendDelta(dst, prev, rec []byte) []byte {
	i, j := 0, 0
	for {
		n := commonPrefix(rec[i:], prev[j:])
		i, j = i+n, j+n
		if i == len(rec) && j == len(prev) {
			return append(dst, 0)
		}
		dst = binary.AppendUvarint(dst, uint64(n)+1)
		if i == len(rec) {
			return append(dst, 0)
		}
		end, prevEnd := i+tagEnd(rec[i:]), j+tagEnd(prev[j:])
		for end > i && prevEnd > j && rec[end-1] == prev[prevEnd-1] {
			end, prevEnd = end-1, prevEnd-1
		}
		skip, insert := prevEnd-j, end-i
		if skip < 15 && insert < 16 {
			dst = append(dst, byte(skip<<4|insert))
		} else {
			dst = append(dst, 0xF0)
			dst = binary.AppendUvarint(binary.AppendUvarint(dst, uint64(skip)), uint64(insert))
		}
		dst = append(dst, rec[i:end]...)
		i, j = end, prevEnd
	}
}

// applyDelta appends the record that data encodes relative to prev, and returns the rest of data.
func applyDelta(dst, prev, data []byte) (rec, rest []byte) {
	for {
		n, size := binary.Uvarint(data)
		data = data[size:]
		if n == 0 {
			return append(dst, prev...), data
		}
		n--
		dst = append(dst, prev[:n]...)
		prev = prev[n:]
		step := data[0]
		data = data[1:]
		if step == 0 {
			return dst, data
		}
		skip, insert := uint64(step>>4), uint64(step&15)
		if step >= 0xF0 {
			skip, size = binary.Uvarint(data)
			data = data[size:]
			insert, size = binary.Uvarint(data)
			data = data[size:]
		}
		dst = append(dst, data[:insert]...)
		data, prev = data[insert:], prev[skip:]
	}
}

// tagEnd returns the length of b up to the end of the next tag.
func tagEnd(b []byte) int {
	if i := bytes.IndexByte(b, '>'); i >= 0 {
		return i + 1
	}
	return len(b)
}

// commonPrefix returns the length of the common prefix.
func commonPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for ; i+8 <= n; i += 8 {
		if x := binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:]); x != 0 {
			return i + bits.TrailingZeros64(x)/8
		}
	}
	for ; i < n && a[i] == b[i]; i++ {
	}
	return i
}
