//go:build race

package emit_test

// raced reports that the race detector is on. Tests with one goroutine and 100,000 pages are skipped then.
const raced = true
