package workdir

import (
	"bytes"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// Cost is what a process took.
type Cost struct {
	Wall, CPU time.Duration
	Peak      int64 // bytes of the largest resident set
}

// Run runs a command to its end.
func Run(args []string) (Cost, error) {
	cmd := exec.Command(args[0], args[1:]...)
	var said bytes.Buffer
	cmd.Stderr = &said
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return Cost{}, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, said.Bytes())
	}
	wall := time.Since(start)
	peak := int64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	if runtime.GOOS == "linux" {
		peak *= 1024 // Linux counts in KiB, others in bytes
	}
	return Cost{wall, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), peak}, nil
}

// Least returns the least of each figure of several runs.
func Least(costs []Cost) (c Cost) {
	for i, o := range costs {
		if i == 0 {
			c = o
		}
		c = Cost{min(c.Wall, o.Wall), min(c.CPU, o.CPU), min(c.Peak, o.Peak)}
	}
	return c
}
