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

// A problem that names a text in the value of a key is shown where the text is, or at the key if it is written otherwise.
func TestFindInValue(t *testing.T) {
	const src = "---\ntitle: b\ntags:\n- a\n- b\nother: [c,\n  \"d\"]\nlast: e\n---\nb c e\n"
	for _, c := range []struct {
		line      int
		about     string
		want, col int
	}{
		{3, "b", 5, 3},
		{3, "a", 4, 3},
		{3, "c", 3, 0},
		{6, "c", 6, 9},
		{6, "d", 7, 4},
		{6, "e", 6, 0},
		{8, "b", 8, 0},
		{0, "b", 2, 8},
		{99, "b", 99, 0},
	} {
		d := &Diagnostic{Line: c.line, About: c.about}
		if d.Find([]byte(src)); d.Line != c.want || d.Col != c.col {
			t.Errorf("%q in the value of line %d: %d:%d, want %d:%d", c.about, c.line, d.Line, d.Col, c.want, c.col)
		}
	}
}
