package filestat

import (
	"os"
	"path/filepath"
	"time"
)

// clockFile is the name of the file that Clock writes. It stays, so that a process that is killed leaves no other.
const clockFile = "clock"

// Clock returns the time by the clock of the file system of a folder that may be written, in nanoseconds since
// 1970: it writes a file there and looks at its time. 0: it is not known.
func Clock(dir string) int64 {
	f, err := os.OpenFile(filepath.Join(dir, clockFile), os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return 0
	}
	defer f.Close()
	if _, err := f.WriteAt([]byte("\n"), 0); err != nil {
		return 0
	}
	info, err := f.Stat()
	if err != nil {
		return 0
	}
	return info.ModTime().UnixNano()
}

// Await waits until a file that changed at a time is settled, by the clock of the file system of a folder, and returns
// the time then. That takes one tick, a few milliseconds; where it would take longer, Await returns at once.
func Await(dir string, changed int64) (now int64) {
	const pause = Lag / 40
	for range 2 * Lag / pause {
		now = Clock(dir)
		if now == 0 || Settled(changed, now) || settles(changed) > now+Lag {
			break
		}
		time.Sleep(time.Duration(pause))
	}
	return now
}
