package watch

import (
	"maps"
	"slices"
	"time"
)

// batcher gathers paths that events name until it is time to look at them, and what was found to have
// changed until it is received.
type batcher struct {
	quiet, most, wait time.Duration // wait: for leftovers
	timer             *time.Timer

	pending  map[string]op // to be looked at
	leftover map[string]op // the same, but they look like an editor's own files and can wait
	first    time.Time     // when the oldest of pending came; zero: none
	last     time.Time     // when paths were last looked at
	slow     time.Time     // when leftover is due; zero: none
	busy     int           // paths of the last look, when events went on until it could wait no more
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

// hear notes that something happened to a path.
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

// next returns when to look when now was the last event; zero: never. One file is looked at after the
// shortest quiet; the more files change, the longer a pause must be to be the end: a program that
// writes many files makes pauses of its own.
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

// many is the number of paths in a look from which a checkout or the like is taken to go on. Then changes
// are reported at longer intervals: each of them ends a build that has just begun.
const many = 32

func (b *batcher) bound() time.Duration { return b.most << min(b.streak, 3) }

// due takes what is to be looked at now.
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

// settled takes over what a look has found. What the look itself found unfinished is heard again.
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

// pace remembers whether the look came because events did not end. Pauses in the midst of many do not
// count as the end, unless they are long.
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

// forget drops what the first look has found: it is where things start from.
func (b *batcher) forget(t *tree) {
	clear(t.changed)
	b.all = false
	b.settled(t, 0, time.Now())
}

// change returns what there is to ring for.
func (b *batcher) change() (Change, bool) {
	if len(b.changed) == 0 && !b.all {
		return Change{}, false
	}
	if b.sorted == nil {
		b.sorted = slices.Sorted(maps.Keys(b.changed))
	}
	return Change{Paths: b.sorted, All: b.all}, true
}

// reported forgets what was handed out.
func (b *batcher) reported() {
	clear(b.changed)
	b.all, b.sorted = false, nil
}
