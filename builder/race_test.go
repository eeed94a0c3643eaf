//go:build race

package builder

// raced says that the race detector is on, with which everything takes many times as long.
const raced = true

// Raced tells tests outside of the package.
const Raced = raced
