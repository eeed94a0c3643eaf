package resource

import (
	"errors"
	"testing"
)

// A transformation that fails is not tried again in the same build, for however many pages ask for it.
func TestFailedTransformation(t *testing.T) {
	r := &Resource{files: New(Options{}, nil), original: "a.scss", source: source{made: []byte("a {")}}
	runs := 0
	for range 3 {
		_, err := r.transform(nil, "css.Sass", nil, func([]byte, func(string) ([]byte, string, bool)) (*transformed, error) {
			runs++
			return nil, errors.New("expected }")
		})
		if err == nil || err.Error() != "expected }" {
			t.Fatal(err)
		}
	}
	if runs != 1 {
		t.Errorf("it ran %d times", runs)
	}
}
