package resource

import (
	"fmt"
	"testing"
)

// A question for files of assets/ is answered once; only the last of many questions are kept.
func TestSearches(t *testing.T) {
	var s searches
	found := 0
	of := func(question string) uint64 {
		return s.of(question, func() assetsFound {
			found++
			return assetsFound{answer: uint64(found)}
		}).answer
	}
	for range 3 {
		if a, b := of("a*"), of("b*"); a != 1 || b != 2 {
			t.Fatalf("answers %d, %d, want 1, 2", a, b)
		}
	}
	for i := range 3 * mostPatterns {
		of(fmt.Sprint("page-", i))
		if len(s.made) > mostPatterns {
			t.Fatalf("%d are remembered", len(s.made))
		}
	}
}
