package resource

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/config"
)

// The same content on many pages is minified once; other content or types have other results, and errors are not
// cached.
func TestMinifyOnce(t *testing.T) {
	var runs []string
	f := New(Options{Config: &config.Config{}, Minify: func(mediaType string, content []byte) ([]byte, error) {
		runs = append(runs, fmt.Sprintf("%s %c %d", mediaType, content[0], len(content)))
		if content[0] == '!' {
			return nil, errors.New("unexpected !")
		}
		return append([]byte("min "), content[0]), nil
	}}, nil)
	large := func(first string) string { return first + strings.Repeat(" ", leastMinified) }
	for _, c := range []struct{ mediaType, content, want string }{
		{"text/javascript", large("a"), "min a"},
		{"text/javascript", large("a"), "min a"},
		{"text/javascript", large("b"), "min b"},
		{"text/css", large("a"), "min a"},
		{"text/css", large("!"), "unexpected !"},
		{"text/css", large("!"), "unexpected !"},
		{"text/css", "s", "min s"},
		{"text/css", "s", "min s"},
	} {
		got, err := f.Minify(c.mediaType, []byte(c.content))
		if err != nil {
			got = []byte(err.Error())
		}
		if string(got) != c.want {
			t.Errorf("%s %.1s: %q, want %q", c.mediaType, c.content, got, c.want)
		}
	}
	want := "text/javascript a 2049, text/javascript b 2049, text/css a 2049, text/css ! 2049, text/css ! 2049, text/css s 1, text/css s 1"
	if got := strings.Join(runs, ", "); got != want {
		t.Errorf("ran for\n%s, want\n%s", got, want)
	}
}

// The cache is emptied when it is full.
func TestFew(t *testing.T) {
	var f few[int, int]
	built := 0
	of := func(key int) int {
		v, err := f.of(key, func() (int, error) { built++; return built, nil })
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for range 3 {
		if a, b := of(-1), of(-2); a != 1 || b != 2 {
			t.Fatalf("%d, %d, want 1, 2", a, b)
		}
	}
	for i := range 3 * mostKept {
		of(i)
		if len(f.made) > mostKept {
			t.Fatalf("%d results are kept", len(f.made))
		}
	}
}
