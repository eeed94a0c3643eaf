//go:build !race

package emit_test

const raced = false
