//go:build !race

package listing_test

const raced = false
