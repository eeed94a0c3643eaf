package diag

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestPositions(t *testing.T) {
	src := []byte("eins\nzwö drei\r\n\nend")
	for _, tt := range []struct{ offset, line, col int }{{0, 1, 1}, {4, 1, 5}, {5, 2, 1}, {9, 2, 4}, {16, 3, 1}, {17, 4, 1}, {99, 4, 4}, {-1, 1, 1}} {
		if line, col := At(src, tt.offset); line != tt.line || col != tt.col {
			t.Errorf("At(%d) = %d:%d, want %d:%d", tt.offset, line, col, tt.line, tt.col)
		}
	}
	for n, want := range map[int]string{1: "eins", 2: "zwö drei", 3: "", 4: "end", 5: ""} {
		if got := Line(src, n); got != want {
			t.Errorf("Line(%d) = %q, want %q", n, got, want)
		}
	}
	long := []byte(strings.Repeat("ä", 5000))
	if got := Line(long, 1); len(got) > maxExcerpt || strings.Contains(got, "\uFFFD") {
		t.Errorf("a long line is cut between characters: %d bytes", len(got))
	}
	if got := Line([]byte("a\xffb"), 1); got != "a\uFFFDb" {
		t.Errorf("invalid UTF-8: %q", got)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"title", "baseurl", "permalinks", "params"}
	for name, want := range map[string]string{"titel": "title", "TITLE": "title", "baseUrls": "baseurl", "permalink": "permalinks", "xyz": "", "param": "params"} {
		if got := Nearest(name, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestListIsAnError(t *testing.T) {
	list := List{
		{File: "b.md", Line: 2, Message: "second"},
		{File: "a.md", Line: 9, Col: 2, Message: "first"},
		{File: "a.md", Line: 1, Severity: Warning, Message: "mind"},
	}
	list.Sort()
	if got := list.Err().Error(); got != "a.md:9:2: first (and 1 more)" {
		t.Errorf("got %q", got)
	}
	if len(list.Warnings()) != 1 || len(list.Errors()) != 2 {
		t.Error("errors and warnings are not told apart")
	}
	if (List{{Severity: Warning}}).Err() != nil {
		t.Error("warnings alone are no error")
	}
	wrapped := fmt.Errorf("while building: %w", list[1])
	if got := From(wrapped); len(got) != 1 || got[0] != list[1] {
		t.Errorf("From loses a wrapped diagnostic: %v", got)
	}
	if got := From(errors.New("plain")); len(got) != 1 || got[0].Message != "plain" || From(nil) != nil {
		t.Errorf("From(plain) = %v", got)
	}
}

func TestFillExcerpts(t *testing.T) {
	var asked []string
	l := List{
		{File: "a", Line: 2},
		{File: "a", Line: 1},
		{File: "a", Line: 9},
		{File: "b", Line: 1},
		{File: "c"},
		{Line: 1},
		{File: "d", Line: 1, Excerpt: "own"},
	}
	l.FillExcerpts(func(file string) ([]byte, error) {
		asked = append(asked, file)
		if file == "b" {
			return nil, errors.New("gone")
		}
		return []byte("one\ntwo\r\n"), nil
	})
	var got []string
	for _, d := range l {
		got = append(got, d.Excerpt)
	}
	want := []string{"two", "one", "", "", "", "", "own"}
	if !slices.Equal(got, want) || !slices.Equal(asked, []string{"a", "b"}) {
		t.Errorf("got %q, asked for %q", got, asked)
	}
}
