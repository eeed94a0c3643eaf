// Package race tells tests whether the race detector is on. test.sh runs all tests of a package that asks without the
// detector, too.
package race

import "testing"

// Skip leaves a test out with the race detector, which finds nothing in it that it does not find in the tests
// that stay; why says so.
func Skip(t *testing.T, why string) {
	t.Helper()
	if Enabled {
		t.Skip(why)
	}
}
