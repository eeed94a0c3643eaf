package pipeline

import "testing"

// Unraced leaves a test out with the race detector, which finds nothing in it that it does not find in the tests
// that stay; why says so. test.sh runs all tests of this package without the detector, too.
func Unraced(t *testing.T, why string) {
	t.Helper()
	if raced {
		t.Skip(why)
	}
}
