package trace

import "github.com/cespare/xxhash/v2"

// numbers finds the number of a question in a list of questions. It is a hash table that contains only numbers:
// a site of a hundred thousand pages asks a million questions, and a map would store each of them a second
// time. The zero value is empty.
type numbers struct {
	// slots with a number + 1, or 0 if free; the length is 0 or a power of two, and at most three quarters are
	// used
	places []uint32
	taken  int
}

// find returns the number of a question in list, whose questions have been added.
func (x *numbers) find(q Question, list []Question) (ID, bool) {
	if x.taken == 0 {
		return 0, false
	}
	for at := x.start(q); ; at++ {
		n := x.places[at&(len(x.places)-1)]
		if n == 0 {
			return 0, false
		}
		if list[n-1] == q {
			return ID(n - 1), true
		}
	}
}

// add adds the questions of list, beginning with number from.
func (x *numbers) add(list []Question, from int) {
	if len(list) > len(x.places)/4*3 {
		size := 16
		for len(list) > size/4*3 {
			size *= 2
		}
		x.places, x.taken, from = make([]uint32, size), 0, 0
	}
	for i := from; i < len(list); i++ {
		at := x.start(list[i])
		for x.places[at&(len(x.places)-1)] != 0 {
			at++
		}
		x.places[at&(len(x.places)-1)] = uint32(i + 1)
		x.taken++
	}
}

// start returns the slot where the search for a question begins.
func (x *numbers) start(q Question) int {
	return int((xxhash.Sum64String(q.Key) + uint64(q.Kind)*0x9e3779b97f4a7c15) & uint64(len(x.places)-1))
}
