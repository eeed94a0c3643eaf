// Package cputime measures the processor time of this process for benchmarks, because other processes affect it
// the least.
package cputime

import (
	"syscall"
	"time"
)

// Used returns the processor time that the process has used so far, user and system.
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

// elapsed returns a duration, which Windows counts in steps of 100 ns.
func elapsed(t syscall.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
