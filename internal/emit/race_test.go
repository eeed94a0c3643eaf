//go:build race

package emit_test

// raced says that the race detector is on: tests of one goroutine and 100,000 pages are left out then.
const raced = true
