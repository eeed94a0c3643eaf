package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// server is a preview in a process.
type server struct {
	cmd     *exec.Cmd
	address string // host:port
	builds  atomic.Int64
	done    chan error
}

// builtLine is what the preview prints for a build after the first.
var builtLine = regexp.MustCompile(`^\d\d:\d\d:\d\d `)

// begin makes the site and starts its preview.
func begin(ctx context.Context, p plan) (*server, error) {
	dir := filepath.Join(p.tmp, "site")
	files := map[string]string{
		"sitegen.toml": "baseURL = \"https://load.example/\"\n",
		"layouts/all.html": "<!doctype html><title>{{ .Title }}</title><main>{{ .Content }}</main>" +
			"{{ range first 20 site.RegularPages }}<a href=\"{{ .RelPermalink }}\">{{ .Title }}</a>{{ end }}",
	}
	for i := range p.pages {
		files[post(i)] = text(i, 0)
	}
	for name, content := range files {
		if err := write(filepath.Join(dir, name), content); err != nil {
			return nil, err
		}
	}
	s := &server{
		cmd:  exec.CommandContext(ctx, p.program, "serve", "-s", dir, "--port", "0", "--editor", "none"),
		done: make(chan error, 1),
	}
	s.cmd.Stderr = os.Stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	for s.address == "" && lines.Scan() {
		if _, rest, ok := strings.Cut(lines.Text(), "http://"); ok {
			s.address, _, _ = strings.Cut(rest, "/")
		}
	}
	go func() {
		for lines.Scan() {
			if builtLine.MatchString(lines.Text()) {
				s.builds.Add(1)
			}
		}
		s.done <- s.cmd.Wait()
	}()
	if c, err := net.Dial("tcp", s.address); err == nil {
		c.Close()
	}
	time.Sleep(2 * time.Second) // for the first build
	return s, nil
}

func post(i int) string { return fmt.Sprintf("content/posts/p%04d.md", i) }

func text(i, version int) string {
	return fmt.Sprintf("---\ntitle: Post %d\ndate: 2026-01-01\n---\nVersion %d.\n\n%s\n", i, version,
		strings.Repeat("Some words of a post. ", 100))
}

func write(name, content string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(content), 0o666)
}

// usage is what a process takes; zero where the system does not say.
type usage struct{ rssMB, threads, files int }

func (u usage) String() string {
	return fmt.Sprintf("%d MB, %d threads, %d open files", u.rssMB, u.threads, u.files)
}

// usage reads proc(5).
func (s *server) usage() usage {
	dir := fmt.Sprintf("/proc/%d", s.cmd.Process.Pid)
	data, _ := os.ReadFile(filepath.Join(dir, "status"))
	var u usage
	for line := range bytes.Lines(data) {
		if n, err := fmt.Sscanf(string(line), "VmRSS: %d kB", &u.rssMB); n == 1 && err == nil {
			u.rssMB >>= 10
		}
		fmt.Sscanf(string(line), "Threads: %d", &u.threads)
	}
	list, _ := os.ReadDir(filepath.Join(dir, "fd"))
	u.files = len(list)
	return u
}

// end stops the preview as Ctrl-C does.
func (s *server) end() error {
	began := time.Now()
	if err := s.cmd.Process.Signal(syscall.SIGINT); err != nil {
		return err
	}
	select {
	case err := <-s.done:
		fmt.Println("ended in", time.Since(began).Round(time.Millisecond))
		return err
	case <-time.After(30 * time.Second):
		s.cmd.Process.Kill()
		return fmt.Errorf("it did not end within 30 s")
	}
}
