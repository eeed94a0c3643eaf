package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/sitegen/sitegen/tools/workdir"
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

// most returns the most of each figure of several builds.
func most(costs []workdir.Cost) (c workdir.Cost) {
	for _, o := range costs {
		c = workdir.Cost{Wall: max(c.Wall, o.Wall), CPU: max(c.CPU, o.CPU), Peak: max(c.Peak, o.Peak)}
	}
	return c
}
