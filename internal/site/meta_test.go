package site_test

import (
	"reflect"
	"testing"
)

// A project that does not speak Hugo gets titles for pages without one.
func TestTitles(t *testing.T) {
	s := good(t, "-- content/my-first-post.md --\nText.\n-- content/headed.md --\n# The Heading\n-- content/sec/_index.md --\n-- content/sec/x.md --\n")
	got := []string{page(t, s, "en:/my-first-post").Title, page(t, s, "en:/headed").Title, page(t, s, "en:/sec").Title}
	if want := []string{"My first post", "The Heading", "Sec"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
