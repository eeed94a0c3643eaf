// Package filestat answers one question: is a file still what it was, as far as that is known without reading it?
//
// A State is what the system says of a file. A file that is written to or replaced has
// another state, also when size and modification time are set back afterwards: the system alone sets the
// time of change. Windows tells no time of change to programs that do not open each file; there size and modification
// time must do, and a file with other bytes of the same size whose time was set back is taken for the old one.
//
// The system takes these times from a clock that ticks. A file that is written twice within one tick may have the
// same state after both writes. So a state may be trusted only if the clock has gone on since the file changed:
// Settled is the one rule for that. Clock reads the clock, and Await waits for its next tick.
package filestat

import (
	"encoding/binary"
	"io/fs"
	"time"

	"github.com/cespare/xxhash/v2"
)

// State is what the system says of a file. Times are in nanoseconds since 1970.
type State struct {
	Size    int64  // bytes
	ModTime int64  // when bytes last changed, or what a program has set
	Change  int64  // when bytes or metadata last changed; 0 where the system does not say
	Inode   uint64 // 0 where the system does not say
}

// Of returns the state of a file.
func Of(info fs.FileInfo) State {
	s := State{Size: info.Size(), ModTime: info.ModTime().UnixNano()}
	s.Change, s.Inode = identity(info)
	return s
}

// Sum returns the state as one number, which is not 0.
func (s State) Sum() uint64 {
	var b [32]byte
	for i, n := range [...]uint64{uint64(s.Size), uint64(s.ModTime), uint64(s.Change), s.Inode} {
		binary.LittleEndian.PutUint64(b[8*i:], n)
	}
	return max(1, xxhash.Sum64(b[:]))
}

// Settled reports whether the file can have changed since only with another state, if it was looked at when the clock
// of the file system had reached now.
func (s State) Settled(now int64) bool { return Settled(s.Changed(), now) }

// Changed returns when the file last changed. The time of change counts where there is one: it cannot be set.
func (s State) Changed() int64 {
	if s.Change != 0 {
		return s.Change
	}
	return s.ModTime
}

// Settled reports whether a change after the time now would have another time than one at the time changed. Both are
// times by the clock of the same file system, in nanoseconds since 1970.
func Settled(changed, now int64) bool { return settles(changed) < now }

// settles returns the last time at which a change may get the time changed, too. Some file systems keep less than the
// clock gives: FAT two seconds, older ones whole seconds, exFAT hundredths. A time that is a multiple of these may
// come from one of them.
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

// Lag is the most by which the clock of a file system is behind that of a process: its tick, which is 10 ms
// at worst on Linux and 16 ms on Windows. Code that has only the time of the process subtracts it.
const Lag = int64(20 * time.Millisecond)
