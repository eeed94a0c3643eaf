//go:build unix

// Package cputime measures for benchmarks what the process has used of the processor: the figure that other processes
// change least.
package cputime

import (
	"syscall"
	"time"
)

// Used returns the processor time of the process so far, its own and the system's for it.
func Used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
