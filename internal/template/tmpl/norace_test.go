//go:build !race

package tmpl

// raced says that the race detector is on: tests of one goroutine that take long are left out then.
const raced = false
