//go:build ignore

// Bench builds a synthetic blog with sitegen, and with hugo when it is there, in turn, and prints
// medians and ratios of wall time, CPU time and peak memory. Run it by scripts/bench.sh.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

type run struct {
	wall, cpu time.Duration
	peak      int64 // bytes
}

func main() {
	posts := flag.Int("posts", 10_000, "number of posts")
	runs := flag.Int("runs", 5, "runs of each program")
	dir := flag.String("dir", os.TempDir(), "folder to work in; a memory file system gives the steadiest figures")
	site := flag.String("site", "scripts/bench/site", "folder with the site's configuration and layouts")
	content := flag.String("content", "", "content folder; made when empty")
	sitegen := flag.String("sitegen", "", "sitegen program")
	hugo := flag.String("hugo", "hugo", "hugo program; not run when it is not there")
	edits := flag.Int("preview", 0, "measure the preview instead, over so many edits of each kind")
	flag.Parse()
	if err := bench(*posts, *runs, *edits, *dir, *site, *content, *sitegen, *hugo); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(posts, runs, edits int, dir, site, content, sitegen, hugo string) error {
	work, err := os.MkdirTemp(dir, "sitegen-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if content == "" {
		content = filepath.Join(work, "content")
		if err := corpus(content, posts); err != nil {
			return err
		}
	}
	for _, p := range []*string{&site, &content} {
		if *p, err = filepath.Abs(*p); err != nil {
			return err
		}
	}
	type program struct {
		name string
		args []string
		runs []run
	}
	programs := []*program{
		{"sitegen", []string{sitegen, "build", "--quiet"}, nil},
	}
	if path, err := exec.LookPath(hugo); err == nil {
		out, _ := exec.Command(path, "version").Output()
		fmt.Printf("%s\n", strings.TrimSpace(string(out)))
		args := []string{path, "--quiet"}
		if old := filepath.Join(site, "hugo-0.111.toml"); strings.Contains(string(out), "v0.111") && exists(old) {
			args = append(args, "--config", "hugo-0.111.toml")
		}
		programs = append(programs, &program{"hugo", args, nil})
	} else {
		fmt.Println("no hugo here: sitegen alone")
	}
	fmt.Printf("%d posts, %d processors, %s, %s\n", posts, runtime.NumCPU(), runtime.Version(), work)

	if edits > 0 {
		for _, p := range programs {
			args := []string{p.args[0], "serve", "--quiet"}
			if p.name == "hugo" {
				args = append(append([]string{p.args[0], "server"}, p.args[1:]...), "--disableFastRender=false")
			}
			if err := previews(p.name, args, site, content, work, edits); err != nil {
				return err
			}
		}
		return nil
	}
	for i := range runs {
		for _, p := range programs {
			out := filepath.Join(work, fmt.Sprintf("%s-%d", p.name, i))
			r, err := measure(append(p.args[:len(p.args):len(p.args)], "-s", site, "-c", content, "-d", out), p.name == "sitegen", work)
			if err != nil {
				return err
			}
			p.runs = append(p.runs, r)
			if i < runs-1 {
				os.RemoveAll(out)
			}
		}
	}
	fmt.Printf("%-22s %8s %8s %8s\n", "", "wall s", "CPU s", "peak MB")
	medians := map[string]run{}
	for _, p := range programs {
		m := median(p.runs)
		medians[p.name] = m
		row(p.name, m)
	}
	if h, ok := medians["hugo"]; ok {
		s := medians["sitegen"]
		fmt.Printf("%-22s %8.2f %8.2f %8.2f\n", "sitegen / hugo", s.wall.Seconds()/h.wall.Seconds(), s.cpu.Seconds()/h.cpu.Seconds(), float64(s.peak)/float64(h.peak))
	}
	again := []run{}
	for range runs {
		r, err := measure([]string{sitegen, "build", "--quiet", "-s", site, "-c", content, "-d", filepath.Join(work, fmt.Sprintf("sitegen-%d", runs-1))}, true, work)
		if err != nil {
			return err
		}
		again = append(again, r)
	}
	row("sitegen, no change", median(again))
	return nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func row(name string, r run) {
	fmt.Printf("%-22s %8.2f %8.2f %8.0f\n", name, r.wall.Seconds(), r.cpu.Seconds(), float64(r.peak)/1e6)
}

func measure(args []string, state bool, work string) (run, error) {
	if state {
		args = append(args, "--cacheDir", filepath.Join(work, "state"))
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stderr = os.Stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return run{}, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	wall := time.Since(start)
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	peak := int64(usage.Maxrss)
	if runtime.GOOS == "linux" {
		peak *= 1024 // Linux counts in KiB, others in bytes
	}
	return run{wall, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), peak}, nil
}

// median takes each figure's own median.
func median(runs []run) run {
	mid := func(less func(a, b run) int) run {
		sorted := slices.SortedFunc(slices.Values(runs), less)
		return sorted[len(sorted)/2]
	}
	return run{
		wall: mid(func(a, b run) int { return int(a.wall - b.wall) }).wall,
		cpu:  mid(func(a, b run) int { return int(a.cpu - b.cpu) }).cpu,
		peak: mid(func(a, b run) int { return int(a.peak - b.peak) }).peak,
	}
}
