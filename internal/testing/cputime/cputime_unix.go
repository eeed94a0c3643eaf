//go:build unix

// Package cputime measures the processor time of this process for benchmarks, because other processes affect it
// the least.
package cputime

import (
	"syscall"
	"time"
)

// Used returns the processor time that the process has used so far, user and system.
func Used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
