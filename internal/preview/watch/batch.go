package watch

import (
	"maps"
	"slices"
	"time"
)

// batcher collects the paths in events until they are due to be examined, and the resulting changes until they
// are received.
type batcher struct {
	quiet, most, wait time.Duration // wait: for leftovers
	timer             *time.Timer

	pending  map[string]op // to be looked at
	leftover map[string]op // the same for files that look like those of an editor and can wait
	first    time.Time     // when the oldest of pending came; zero: none
	last     time.Time     // when paths were last looked at
	slow     time.Time     // when leftover is due; zero: none
	busy     int           // number of paths examined last time, if events went on until the deadline
	streak   int           // looks of that kind one after the other, at many paths

	changed map[string]bool
	all     bool
	sorted  []string // of changed; nil: not made yet
}

func newBatcher(quiet, most, wait time.Duration) batcher {
	return batcher{
		quiet: quiet, most: most, wait: wait, timer: stopped(),
		pending: map[string]op{}, leftover: map[string]op{}, changed: map[string]bool{},
	}
}

// hear records an event for a path.
func (b *batcher) hear(path string, o op) {
	if EditorFile(path) {
		b.leftover[path] |= o
		return
	}
	b.pending[path] |= o
}

// arm sets the time of the next look.
func (b *batcher) arm(now time.Time) {
	if due := b.next(now); !due.IsZero() {
		b.timer.Reset(due.Sub(now))
	}
}

// next returns the time to examine the paths, given the time of the last event; zero means never. One file is
// examined after the shortest quiet time. The more files change, the longer the pause must be, because a
// program that writes many files pauses, too.
func (b *batcher) next(now time.Time) time.Time {
	var due time.Time
	if len(b.pending) > 0 {
		if b.first.IsZero() {
			b.first = now
			if now.Sub(b.last) > time.Second {
				b.busy, b.streak = 0, 0
			}
		}
		due = now.Add(b.quiet * time.Duration(min(4+len(b.pending)+b.busy, 40)) / 5)
		if last := b.first.Add(b.bound()); last.Before(due) {
			due = last
		}
	}
	if len(b.leftover) > 0 {
		if b.slow.IsZero() {
			b.slow = now.Add(b.wait)
		}
		if due.IsZero() || b.slow.Before(due) {
			due = b.slow
		}
	}
	return due
}

// many is the number of paths in a look that indicates a checkout or similar. Changes are then reported at
// longer intervals, because each of them cancels a build that has just begun.
const many = 32

func (b *batcher) bound() time.Duration { return b.most << min(b.streak, 3) }

// due returns and removes the paths that are due.
func (b *batcher) due(now time.Time) map[string]op {
	batch := b.pending
	b.pending = map[string]op{}
	if !b.slow.IsZero() && !now.Before(b.slow) {
		for p, o := range b.leftover {
			batch[p] |= o
		}
		clear(b.leftover)
		b.slow = time.Time{}
	}
	return batch
}

// settled takes over the results of a look. Paths that the look found unfinished are scheduled again.
func (b *batcher) settled(t *tree, looked int, now time.Time) {
	b.pace(looked, now)
	for p := range t.changed {
		b.changed[p] = true
		b.sorted = nil
	}
	clear(t.changed)
	for p := range t.again {
		b.hear(p, opMoved)
	}
	clear(t.again)
	b.arm(now)
}

// pace records whether the look happened because events did not stop. Short pauses between many events do not
// count as the end.
func (b *batcher) pace(looked int, now time.Time) {
	ongoing := looked > 0 && !b.first.IsZero() && now.Sub(b.first) >= b.bound()
	switch {
	case ongoing && looked >= many:
		b.busy, b.streak = looked, b.streak+1
	case ongoing:
		b.busy, b.streak = looked, 0
	case looked < many:
		b.busy, b.streak = b.busy/2, b.streak/2
	}
	b.first, b.last = time.Time{}, now
}

// forget drops the results of the first look, which are the starting point.
func (b *batcher) forget(t *tree) {
	clear(t.changed)
	b.all = false
	b.settled(t, 0, time.Now())
}

// change returns the changes to report.
func (b *batcher) change() (Change, bool) {
	if len(b.changed) == 0 && !b.all {
		return Change{}, false
	}
	if b.sorted == nil {
		b.sorted = slices.Sorted(maps.Keys(b.changed))
	}
	return Change{Paths: b.sorted, All: b.all}, true
}

// reported drops the changes that were received.
func (b *batcher) reported() {
	clear(b.changed)
	b.all, b.sorted = false, nil
}
