//go:build !race

package pipeline

const raced = false

// Raced tells tests outside of the package.
const Raced = raced
