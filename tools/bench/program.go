package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// program is a program that is measured.
type program struct {
	name string
	path string
	hugo bool
}

// copied is a program's own copy of a site, and the folder in which all that the program writes is.
type copied struct {
	*program
	site
	dir string
}

func (c *copied) out() string   { return filepath.Join(c.dir, "out") }
func (c *copied) state() string { return filepath.Join(c.dir, "state") }

// forget removes what builds wrote and kept.
func (c *copied) forget() error {
	if err := os.RemoveAll(c.out()); err != nil {
		return err
	}
	return os.RemoveAll(c.state())
}

// build is the command that builds the site.
func (c *copied) build() []string {
	if c.hugo {
		return append(c.hugoConfig(c.path, "--quiet"), "-s", c.project, "-d", c.out())
	}
	return []string{c.path, "build", "--quiet", "-s", c.project, "-d", c.out(), "--cacheDir", c.state()}
}

// serve is the command that serves the site.
func (c *copied) serve(port int) []string {
	args := []string{c.path, "serve", "--quiet", "--cacheDir", c.state()}
	if c.hugo {
		args = append(c.hugoConfig(c.path, "server", "--quiet"), "--disableFastRender=false")
	}
	return append(args, "-s", c.project, "--bind", "127.0.0.1", "--port", fmt.Sprint(port))
}

// hugoConfig adds to a command of hugo the configuration that versions before 0.128 need.
func (c *copied) hugoConfig(args ...string) []string {
	version, _ := exec.Command(c.path, "version").Output()
	if _, err := os.Stat(filepath.Join(c.project, "hugo-0.111.toml")); err == nil &&
		bytes.Contains(version, []byte("v0.111")) {
		args = append(args, "--config", "hugo-0.111.toml")
	}
	return args
}

// cost is what a build took.
type cost struct {
	wall, cpu time.Duration
	peak      int64 // bytes of the largest resident set
}

// run runs a command to its end.
func run(args []string) (cost, error) {
	cmd := exec.Command(args[0], args[1:]...)
	var said bytes.Buffer
	cmd.Stderr = &said
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return cost{}, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, said.Bytes())
	}
	wall := time.Since(start)
	peak := int64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	if runtime.GOOS == "linux" {
		peak *= 1024 // Linux counts in KiB, others in bytes
	}
	return cost{wall, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), peak}, nil
}

// least returns the least of each figure of several builds.
func least(costs []cost) (c cost) {
	for i, o := range costs {
		if i == 0 {
			c = o
		}
		c = cost{min(c.wall, o.wall), min(c.cpu, o.cpu), min(c.peak, o.peak)}
	}
	return c
}

// most returns the most of each figure of several builds.
func most(costs []cost) (c cost) {
	for _, o := range costs {
		c = cost{max(c.wall, o.wall), max(c.cpu, o.cpu), max(c.peak, o.peak)}
	}
	return c
}
