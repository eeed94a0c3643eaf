package trace

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/base/codec"
)

func TestNumbersOfQuestionsAreReadBack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	lists := [][]ID{
		nil, {0}, {1, 0}, {7, 8, 9, 0, 16, 17, 1}, {1 << 30, 0, 1<<30 - 1, 1<<30 + 7, 1<<30 + 8, 1<<30 - 9}, {5, 5, 5},
	}
	for range 200 {
		list := make([]ID, 1+random.IntN(50))
		for i := range list {
			list[i] = ID(random.IntN(6)*1000 + random.IntN(30))
		}
		lists = append(lists, list)
	}
	for range 200 { // as the list before, with some differences
		list := slices.Clone(lists[len(lists)-1])
		for range random.IntN(4) {
			at := random.IntN(len(list))
			if list[at] = ID(random.IntN(7000)); random.IntN(2) == 0 {
				list = slices.Insert(list, at, list[random.IntN(len(list)):]...)
			}
			list = list[:min(len(list), 500)]
		}
		lists = append(lists, list)
	}
	var w codec.Writer
	var to, from IDs
	for _, list := range lists {
		to.Store(&w, list)
	}
	r := codec.NewReader(w.Bytes())
	for _, list := range lists {
		if got := from.Load(r); !slices.Equal(got, list) {
			t.Errorf("read %v, want %v", got, list)
		}
	}
	if err := r.End(); err != nil {
		t.Error(err)
	}
}

// The record of a page is a few bytes after that of another one that asked the same of itself and of templates, and cards
// of other pages that it links to.
func TestNumbersOfTwoPagesAreAlike(t *testing.T) {
	shared := []ID{3, 4, 5, 6, 7, 8, 9, 10}
	of := func(own ID, linked ...ID) []ID {
		return slices.Concat([]ID{own}, shared, []ID{own + 1, own + 2}, linked, shared[:4], []ID{own + 3})
	}
	var ids IDs
	var w codec.Writer
	ids.Store(&w, of(20_000, 900, 901))
	w.Reset()
	ids.Store(&w, of(20_004, 700, 701, 702, 703))
	if w.Len() > 12 {
		t.Errorf("the second list takes %d bytes: %x", w.Len(), w.Bytes())
	}
}

func TestDamagedNumbersOfQuestions(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		data := make([]byte, 1+random.IntN(30))
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		r := codec.NewReader(data)
		ids := IDs{last: []ID{1, 2, 3}}
		if got := ids.Load(r); len(got) > longestRun*len(data) {
			t.Fatalf("%x has %d numbers", data, len(got))
		}
	}
}

// Keys are read back, whatever they begin with, and those of a damaged file are not long.
func TestKeysOfQuestionsAreReadBack(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	long := strings.Repeat("folder/", 20)
	list := []string{"", "a", "a", long, long + "x", ""}
	for range 500 {
		list = append(list, fmt.Sprint("en:/post-", random.IntN(40), "#", random.IntN(3)))
	}
	var w codec.Writer
	var to, from keys
	for _, key := range list {
		to.store(&w, key)
	}
	r := codec.NewReader(w.Bytes())
	for _, key := range list {
		if got := from.load(r); got != key {
			t.Errorf("read %q, want %q", got, key)
		}
	}
	if err := r.End(); err != nil {
		t.Error(err)
	}
	if r = codec.NewReader([]byte{4 * 4, 0}); new(keys).load(r) != "" || r.Err() == nil {
		t.Error("a key begins with more than there is")
	}
}
