package listing

import (
	"bytes"
	"testing"
)

// A name is found where bytes.Index finds it, whichever of its letters is the rarest.
func TestGoalName(t *testing.T) {
	for _, name := range []string{"tags", "categories", "e", "%C3%A4", "aaa", "-", "zz", "gag"} {
		for _, doc := range []string{
			"", "tags", "a tag, tags", "<a href=/categories/>", "%C3%A4", "aaaaa", "a-b", "zzz z zz", "gagagag", "g", "tagtags tags",
		} {
			for from := 0; from <= len(doc); from++ {
				want := bytes.Index([]byte(doc[from:]), []byte(name))
				if want >= 0 {
					want += from
				}
				if got := newGoalName(name).index([]byte(doc), from); got != want {
					t.Errorf("%q in %q from %d: %d, want %d", name, doc, from, got, want)
				}
			}
		}
	}
}
