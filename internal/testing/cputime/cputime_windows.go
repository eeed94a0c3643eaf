// Package cputime measures for benchmarks what the process has used of the processor: the figure that other processes
// change least.
package cputime

import (
	"syscall"
	"time"
)

// Used returns the processor time of the process so far, its own and the system's for it.
func Used() time.Duration {
	process, err := syscall.GetCurrentProcess()
	if err != nil {
		panic(err)
	}
	var created, exited, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(process, &created, &exited, &kernel, &user); err != nil {
		panic(err)
	}
	return elapsed(kernel) + elapsed(user)
}

// elapsed returns a span of time, which Windows counts in steps of 100 ns.
func elapsed(t syscall.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
