//go:build !linux || !amd64

package faults

// Run returns ErrUnsupported.
func Run(Command, *Fault) (Report, error) { return Report{}, ErrUnsupported }
