package filestat

import (
	"os"
	"path/filepath"
	"time"
)

// clockFile is the name of the file that Clock writes. It is not removed, so a killed process leaves no other
// file.
const clockFile = "clock"

// Clock returns the time of the clock of the file system of a writable folder, in nanoseconds since 1970: it
// writes a file there and reads its time. It returns 0 if the time is unknown.
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

// Await waits until a file that changed at the given time is settled, by the clock of the folder's file system,
// and returns the time then. This takes one tick, a few milliseconds; if it would take longer, Await returns at
// once.
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
