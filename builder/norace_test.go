//go:build !race

package builder_test

const raced = false
