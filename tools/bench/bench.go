//go:build ignore

// Bench builds a synthetic blog with sitegen, and with hugo when it is there, in turn, and prints
// medians and ratios of wall time, CPU time and peak memory. Run it by tools/bench.sh.
package main

import (
	"flag"
	"fmt"
	"io/fs"
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
	site := flag.String("site", "tools/bench/site", "folder with the site's configuration and layouts")
	content := flag.String("content", "", "content folder; made when empty")
	sitegen := flag.String("sitegen", "", "sitegen program")
	hugo := flag.String("hugo", "hugo", "hugo program; not run when it is not there")
	edits := flag.Int("preview", 0, "measure the preview instead, over so many edits of each kind")
	looks := flag.Bool("themes", false, "measure the embedded themes instead, on 1,000, 2,000 and 4,000 pages")
	flag.Parse()
	if *looks {
		if err := inFolder(*dir, func(work string) error { return themes(work, *sitegen, *runs) }); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if err := bench(*posts, *runs, *edits, *dir, *site, *content, *sitegen, *hugo); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// inFolder gives a fresh folder to work in, for as long as that takes.
func inFolder(dir string, do func(work string) error) error {
	work, err := os.MkdirTemp(dir, "sitegen-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	return do(work)
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
			if err := previews(p.name, args, site, content, work, edits, posts); err != nil {
				return err
			}
		}
		return nil
	}
	for i := range runs {
		for _, p := range programs {
			out := filepath.Join(work, fmt.Sprintf("%s-%d", p.name, i))
			args := append(p.args[:len(p.args):len(p.args)], "-s", site, "-c", content, "-d", out)
			if p.name == "sitegen" { // each begins with nothing kept
				args = append(args, "--cacheDir", filepath.Join(work, fmt.Sprintf("state-%d", i)))
			}
			r, err := measure(args)
			if err != nil {
				return err
			}
			p.runs = append(p.runs, r)
			if i < runs-1 {
				os.RemoveAll(out)
				os.RemoveAll(filepath.Join(work, fmt.Sprintf("state-%d", i)))
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
	again, err := rebuilds(sitegen, site, content, work, runs)
	if err != nil {
		return err
	}
	for _, a := range again {
		row(a.name, a.run)
		if h, ok := medians["hugo"]; ok {
			fmt.Printf("%-22s %8s %8s %8.2f\n", "  / hugo", "1/"+ratio(h.wall, a.wall), "1/"+ratio(h.cpu, a.cpu), float64(a.peak)/float64(h.peak))
		}
	}
	return nil
}

func ratio(a, b time.Duration) string { return fmt.Sprintf("%.0f", a.Seconds()/b.Seconds()) }

// named is the median of some runs.
type named struct {
	name string
	run
}

// rebuilds measures builds of new processes that find what the last clean build kept: nothing changed, and
// one body did.
func rebuilds(sitegen, site, content, work string, runs int) ([]named, error) {
	copied := filepath.Join(work, "edited")
	if err := os.CopyFS(copied, os.DirFS(content)); err != nil {
		return nil, err
	}
	file, err := firstPost(copied)
	if err != nil {
		return nil, err
	}
	args := []string{sitegen, "build", "--quiet", "-s", site, "-c", copied, "-d", filepath.Join(work, "edited-out"), "--cacheDir", filepath.Join(work, "edited-state")}
	if _, err := measure(args); err != nil { // clean
		return nil, err
	}
	time.Sleep(300 * time.Millisecond) // what changed just now is looked at again
	if _, err := measure(args); err != nil {
		return nil, err
	}
	var idle, edited []run
	for i := range runs {
		r, err := measure(args)
		if err != nil {
			return nil, err
		}
		idle = append(idle, r)
		if err := change(file, func(text string) string { return text + fmt.Sprintf("\nMore %d.\n", i) }); err != nil {
			return nil, err
		}
		time.Sleep(300 * time.Millisecond)
		if r, err = measure(args); err != nil {
			return nil, err
		}
		edited = append(edited, r)
		time.Sleep(300 * time.Millisecond)
		if _, err := measure(args); err != nil {
			return nil, err
		}
	}
	return []named{{"sitegen, no change", median(idle)}, {"sitegen, a body edited", median(edited)}}, nil
}

// firstPost returns a post below a folder: no _index file.
func firstPost(dir string) (file string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".md") && !strings.HasPrefix(d.Name(), "_") {
			file = path
			return fs.SkipAll
		}
		return err
	})
	return file, err
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func row(name string, r run) {
	fmt.Printf("%-22s %8.2f %8.2f %8.0f\n", name, r.wall.Seconds(), r.cpu.Seconds(), float64(r.peak)/1e6)
}

func measure(args []string) (run, error) {
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
