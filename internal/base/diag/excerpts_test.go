package diag

import "testing"

func TestExcerptLines(t *testing.T) {
	l := linesOf([]byte("one\ntwo\r\nthree"))
	for _, c := range []struct {
		n    int
		want string
	}{{2, "two"}, {2, "two"}, {3, "three"}, {1, "one"}, {4, ""}, {9, ""}, {5, ""}, {3, "three"}, {1, "one"}} {
		if got := l.line(c.n); got != c.want {
			t.Errorf("line %d: %q, want %q", c.n, got, c.want)
		}
	}
	if none := linesOf(nil); none.line(1) != "" || none.line(2) != "" {
		t.Error("no file has lines")
	}
}
