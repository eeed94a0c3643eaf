//go:build !race

package builder

const raced = false

// Raced tells tests outside of the package.
const Raced = raced
