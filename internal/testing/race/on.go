//go:build race

package race

// Enabled says that the race detector is on, with which everything takes many times as long.
const Enabled = true
