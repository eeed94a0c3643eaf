package trace

import (
	"math/rand/v2"
	"slices"
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
	var w codec.Writer
	for _, list := range lists {
		StoreIDs(&w, list)
	}
	r := codec.NewReader(w.Bytes())
	for _, list := range lists {
		if got := LoadIDs(r); !slices.Equal(got, list) {
			t.Errorf("read %v, want %v", got, list)
		}
	}
	if err := r.End(); err != nil {
		t.Error(err)
	}
}

// The record of a page is small beside that of another one that asked the same of itself, of templates, and of a page
// that both link to.
func TestNumbersOfTwoPagesHaveTheSameBytes(t *testing.T) {
	of := func(own ID) []byte {
		var w codec.Writer
		StoreIDs(&w, []ID{own, 3, own + 1, 4, 5, own + 2, 900, own + 3, 6})
		return w.Bytes()
	}
	a, b := of(20_000), of(1_020_000)
	same := 0
	for same < min(len(a), len(b)) && a[len(a)-1-same] == b[len(b)-1-same] {
		same++
	}
	if same < 9 {
		t.Errorf("%x and %x end with %d equal bytes, want those of all numbers but the first", a, b, same)
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
		if got := LoadIDs(r); len(got) > len(data) {
			t.Fatalf("%x has %d numbers", data, len(got))
		}
	}
}
