package trace

import (
	"slices"

	"github.com/sitegen/sitegen/internal/base/codec"
)

// Store writes the table for LoadTable: the kinds of all questions, their keys, and then the answers, because each is
// compressed better alone. It sometimes calls flush, which may take the bytes of w.
func (t *Table) Store(w *codec.Writer, flush func(*codec.Writer)) {
	for _, r := range t.revisions {
		w.Fixed(r)
	}
	w.Uvarint(uint64(len(t.questions)))
	for _, q := range t.questions {
		w.Byte(byte(q.Kind))
		flush(w)
	}
	var near keys
	for _, q := range t.questions {
		near.store(w, q.Key)
		flush(w)
	}
	for _, a := range t.answers {
		w.Fixed(a)
		flush(w)
	}
}

// LoadTable reads the result of Store.
func LoadTable(r *codec.Reader) *Table {
	var revisions Revisions
	for i := range revisions {
		revisions[i] = r.Fixed()
	}
	n := r.Len(11)
	questions, answers := make([]Question, n), make([]uint64, n)
	for i := range n {
		questions[i].Kind = Kind(r.Byte())
	}
	var near keys
	for i := range n {
		questions[i].Key = near.load(r)
	}
	for i := range n {
		answers[i] = r.Fixed()
	}
	t := Load(questions, answers)
	t.revisions = revisions
	return t
}

// keys are the last keys that were stored, the latest first. The key of a question often begins with one of them: that
// of another question about the same page.
type keys [4]string

// mostShared is how many bytes of a key are not repeated. It limits how long the keys of a damaged file can be.
const mostShared = 63

// store writes a key: how much of which other key it begins with, and the rest.
func (k *keys) store(w *codec.Writer, key string) {
	at, n := 0, 0
	for i, near := range k {
		same := 0
		for same < min(len(key), len(near), mostShared) && key[same] == near[same] {
			same++
		}
		if same > n {
			at, n = i, same
		}
	}
	w.Byte(byte(n*len(k) + at))
	w.Text(key[n:])
	k.add(key)
}

// load reads the result of store.
func (k *keys) load(r *codec.Reader) string {
	code := int(r.Byte())
	near, n, rest := k[code%len(k)], code/len(k), r.Text()
	if n > len(near) {
		r.Fail()
		return ""
	}
	key := near[:n] + rest
	k.add(key)
	return key
}

func (k *keys) add(key string) {
	copy(k[1:], k[:])
	k[0] = key
}

// StoreChanges writes the changes since the table had n questions: the changed ones among these, in order, and
// the new ones.
func (t *Table) StoreChanges(w *codec.Writer, n int, changed []ID) {
	w.Uvarint(uint64(n))
	w.Uvarint(uint64(len(changed)))
	for _, id := range changed {
		w.Uvarint(uint64(id))
		w.Fixed(t.answers[id])
	}
	more := Table{questions: t.questions[n:], answers: t.answers[n:], revisions: t.revisions}
	more.Store(w, func(*codec.Writer) {})
}

// LoadChanges applies the result of StoreChanges and returns the numbers of the changed questions. If they
// belong to another table, it returns false and changes nothing. The result is valid only if r ends without an
// error.
func (t *Table) LoadChanges(r *codec.Reader) (changed []ID, ok bool) {
	if r.Uvarint() != uint64(len(t.questions)) {
		return nil, false
	}
	changed = make([]ID, r.Len(9))
	answers := make([]uint64, len(changed))
	for i := range changed {
		n := r.Uvarint()
		if n >= uint64(len(t.questions)) {
			return nil, false
		}
		changed[i], answers[i] = ID(n), r.Fixed()
	}
	more := LoadTable(r)
	for i, id := range changed {
		t.answers[id] = answers[i]
	}
	t.revisions = more.revisions
	t.questions, t.answers = append(t.questions, more.questions...), append(t.answers, more.answers...)
	return changed, true
}

// IDs stores lists of numbers of questions, or loads them in the same order. Two pages ask nearly the same, apart from
// questions about themselves, which are numbered in the order in which they are stored. A list is therefore written as
// runs: numbers that follow those in the list before, numbers that no list had, and others.
type IDs struct {
	last []ID // the list before
	next ID   // above all numbers so far
}

// Runs of numbers: each is written as its length and one of these.
const (
	follow  = iota // the numbers in the list before, from the place after the last run on
	jump           // as follow, from another place: its distance comes next
	unasked        // numbers from next on
	other          // consecutive numbers: the first comes next
	runKinds
)

const (
	longestRun = 64 // so a damaged file can't make long lists of few bytes
	furthest   = 64 // distance in the list before
)

// Store writes a list.
func (x *IDs) Store(w *codec.Writer, ids []ID) {
	w.Uvarint(uint64(len(ids)))
	at := 0 // in the list before
	for i := 0; i < len(ids); {
		from, known := x.find(ids[i], at)
		kind, n, is := other, 1, func(n int) bool { return ids[i+n] == ids[i]+ID(n) }
		switch {
		case known && from == at:
			kind = follow
		case known:
			kind = jump
		case ids[i] == x.next:
			kind = unasked
		}
		if known {
			is = func(n int) bool { return from+n < len(x.last) && ids[i+n] == x.last[from+n] }
		}
		for n < min(longestRun, len(ids)-i) && is(n) && (known || !x.followed(ids[i+n], at+n)) {
			n++
		}
		w.Uvarint(uint64(n*runKinds + kind))
		switch kind {
		case jump:
			w.Int(from - at)
			at = from
		case other:
			w.Uvarint(uint64(ids[i]))
		}
		at += n
		i += n
		x.next = max(x.next, ids[i-1]+1)
	}
	x.last = ids
}

// find returns where the list before has a number, near a place.
func (x *IDs) find(id ID, at int) (int, bool) {
	if x.followed(id, at) {
		return at, true
	}
	low, high := min(max(0, at-furthest), len(x.last)), min(at+furthest, len(x.last))
	n := slices.Index(x.last[low:high], id)
	return low + n, n >= 0
}

// followed reports whether the list before has a number at a place.
func (x *IDs) followed(id ID, at int) bool { return at < len(x.last) && x.last[at] == id }

// Load reads the result of Store.
func (x *IDs) Load(r *codec.Reader) []ID {
	size := r.Uvarint()
	if size > uint64(r.Left())*longestRun {
		r.Fail()
		return nil
	}
	var out []ID
	if size > 0 {
		out = make([]ID, 0, min(size, longestRun*16)) // more if the bytes have them
	}
	for at := 0; uint64(len(out)) < size; {
		code := r.Uvarint()
		n, kind := code/runKinds, code%runKinds
		if n == 0 || n > min(longestRun, size-uint64(len(out))) {
			r.Fail()
			return nil
		}
		first := x.next
		switch kind {
		case jump:
			at += int(int32(r.Int()))
			fallthrough
		case follow:
			if at < 0 || at+int(n) > len(x.last) {
				r.Fail()
				return nil
			}
			out = append(out, x.last[at:at+int(n)]...)
		case other:
			first = ID(r.Uvarint())
			fallthrough
		default:
			for i := range ID(n) {
				out = append(out, first+i)
			}
		}
		at += int(n)
		x.next = max(x.next, out[len(out)-1]+1)
	}
	x.last = out
	return out
}
