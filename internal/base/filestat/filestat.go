// Package filestat answers one question: is a file unchanged, as far as that is known without reading it?
//
// A State is what the system knows about a file. A file that is written or replaced gets another state, even if
// its size and modification time are set back afterward, because only the system sets the time of change.
// Windows does not report the time of change to programs that do not open the file. There, size and
// modification time must do, and a file with other bytes, the same size, and a time that was set back counts as
// unchanged.
//
// The system takes these times from a clock that ticks. A file that is written twice within one tick may have
// the same state after both writes. So a state can be trusted only if the clock has advanced since the file
// changed; Settled is the rule for that. Clock reads the clock, and Await waits for its next tick.
package filestat

import (
	"cmp"
	"encoding/binary"
	"io/fs"
	"time"

	"github.com/cespare/xxhash/v2"
)

// State is what the system knows about a file. Times are in nanoseconds since 1970.
type State struct {
	Size    int64  // bytes
	ModTime int64  // when bytes last changed, or what a program has set
	Change  int64  // time of the last change to bytes or metadata; 0 if unknown
	Inode   uint64 // 0 where the system does not say
}

// Of returns the state of a file.
func Of(info fs.FileInfo) State {
	s := State{Size: info.Size(), ModTime: info.ModTime().UnixNano()}
	s.Change, s.Inode = identity(info)
	return s
}

// Sum returns the state as one number, never 0.
func (s State) Sum() uint64 {
	var b [32]byte
	for i, n := range [...]uint64{uint64(s.Size), uint64(s.ModTime), uint64(s.Change), s.Inode} {
		binary.LittleEndian.PutUint64(b[8*i:], n)
	}
	return max(1, xxhash.Sum64(b[:]))
}

// Settled reports whether any later change must give the file another state, given that it was examined when
// the clock of the file system showed now.
func (s State) Settled(now int64) bool { return Settled(s.Changed(), now) }

// Changed returns the time of the last change. It prefers the time of change, because programs cannot set that.
func (s State) Changed() int64 {
	return cmp.Or(s.Change, s.ModTime)
}

// Settled reports whether a change after now gets another time than one at changed. Both are times of the clock
// of the same file system, in nanoseconds since 1970.
func Settled(changed, now int64) bool { return settles(changed) < now }

// settles returns the last time at which a change may still get the time changed. Some file systems are less
// precise than the clock: FAT stores two seconds, older ones whole seconds, exFAT hundredths. A time that is a
// multiple of these may come from one of them.
func settles(changed int64) int64 {
	const second, hundredth = int64(time.Second), int64(time.Second / 100)
	switch {
	case changed%second == 0:
		return changed + 2*second
	case changed%hundredth == 0:
		return changed + hundredth
	}
	return changed
}

// Lag is the maximum by which the clock of a file system is behind that of a process: one tick, at most 10 ms
// on Linux and 16 ms on Windows. Code that only knows the time of the process subtracts it.
const Lag = int64(20 * time.Millisecond)
