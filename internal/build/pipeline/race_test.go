//go:build race

package pipeline

// raced says that the race detector is on, with which everything takes many times as long.
const raced = true

// Raced tells tests outside of the package.
const Raced = raced
