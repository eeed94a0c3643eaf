//go:build !race

package tmpl

// raced reports that the race detector is on. Slow tests with one goroutine are skipped then.
const raced = false
