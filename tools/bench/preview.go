package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// preview is a program that serves its copy of a site.
type preview struct {
	*copied
	cmd      *exec.Cmd
	base     string
	patience time.Duration // how long a page may take
}

// previews prints what the preview takes from the write of a file to the answer that has what was written. All programs
// serve at once; edits go to them in turn, and each has done all that it does after an edit before the next.
func previews(r *report, copies []*copied, kinds []*edit, edits, posts int) error {
	t := table{programs: copies, figures: []string{"least ms", "median ms", "95th ms", "CPU ms", "peak MB"}, ratios: 5}
	var all []*preview
	defer func() {
		for _, p := range all {
			p.stop()
		}
	}()
	var first [][]float64
	for _, c := range copies {
		if err := c.forget(); err != nil {
			return err
		}
		p, took, err := c.start(time.Minute + time.Duration(posts)*20*time.Millisecond)
		if p != nil {
			all = append(all, p)
		}
		if err != nil {
			return err
		}
		cpu := p.settle()
		first = append(first, []float64{ms(took), ms(took), ms(took), ms(cpu), p.peak()})
	}
	t.row("first page", first)
	for _, e := range kinds {
		took := make([][]time.Duration, len(all))
		cpu := make([]time.Duration, len(all))
		for n := range edits {
			for i, p := range all {
				before := p.settle()
				d, err := p.shows(e, fmt.Sprintf("mark%dof%d", n, len(e.name)))
				if err != nil {
					return fmt.Errorf("%s: %s: %w", p.name, e.name, err)
				}
				took[i] = append(took[i], d)
				cpu[i] += p.settle() - before
			}
		}
		var row [][]float64
		for i, p := range all {
			slices.Sort(took[i])
			row = append(row, []float64{
				ms(took[i][0]), ms(took[i][edits/2]), ms(took[i][(edits*95-1)/100]),
				ms(cpu[i]) / float64(edits), p.peak(),
			})
		}
		t.row(e.name, row)
	}
	r.say("\nPreview, from an edit to the page that shows it, %d edits each, the 95th percentile too; CPU with all that follows, the mean:\n", edits)
	r.add("preview", &t)
	return nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// start serves the site, and returns how long the first page takes.
func (c *copied) start(patience time.Duration) (*preview, time.Duration, error) {
	port, err := freePort()
	if err != nil {
		return nil, 0, err
	}
	args := c.serve(port)
	p := &preview{c, exec.Command(args[0], args[1:]...), fmt.Sprintf("http://127.0.0.1:%d", port), patience}
	began := time.Now()
	if err := p.cmd.Start(); err != nil {
		return nil, 0, err
	}
	if err := p.until("/", "</html>", 10*time.Millisecond); err != nil {
		return p, 0, fmt.Errorf("%s does not serve: %w", c.name, err)
	}
	return p, time.Since(began), nil
}

func (p *preview) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGINT)
	_ = p.cmd.Wait() // what was measured is known
}

// shows edits a file and returns how long it takes until its page shows the edit.
func (p *preview) shows(e *edit, mark string) (time.Duration, error) {
	if err := p.change(*e, mark); err != nil {
		return 0, err
	}
	start := time.Now()
	err := p.until(e.seen(p.site), mark, 500*time.Microsecond)
	return time.Since(start), err
}

// get returns a page, "" while nobody answers.
func (p *preview) get(path string) (string, error) {
	ctx, stop := context.WithTimeout(context.Background(), p.patience)
	defer stop()
	r, err := http.NewRequestWithContext(ctx, "GET", p.base+path, nil)
	if err != nil {
		return "", err
	}
	res, err := http.DefaultClient.Do(r)
	if errors.Is(err, syscall.ECONNREFUSED) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	return string(text), err
}

// until asks for a page until it holds a text.
func (p *preview) until(path, text string, every time.Duration) error {
	for start := time.Now(); time.Since(start) < p.patience; time.Sleep(every) {
		got, err := p.get(path)
		if err != nil {
			return err
		}
		if strings.Contains(got, text) {
			return nil
		}
	}
	return fmt.Errorf("%s does not show %q after %v", path, text, p.patience)
}

// settle waits until the program has nothing more to do, and returns the CPU time that it has used so far.
func (p *preview) settle() time.Duration {
	const quiet = 500 * time.Millisecond // and of that, what a program may do that only waits
	for used := p.cpu(); ; {
		time.Sleep(quiet)
		now := p.cpu()
		if now-used <= quiet/25 {
			return now
		}
		used = now
	}
}

// cpu is the CPU time that the program and those that it ran have used, in steps of 10 ms; 0 where that is not known.
func (p *preview) cpu() time.Duration {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	_, after, _ := strings.Cut(string(text), ") ") // the name of the program
	fields := strings.Fields(after)
	if len(fields) < 15 {
		return 0
	}
	ticks := 0
	for _, f := range fields[11:15] { // user and system time, and those of its children
		n, _ := strconv.Atoi(f)
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond // a tick is that on every Linux that Go runs on
}

// peak is the most memory that the program had so far, in MB; 0 where that is not known.
func (p *preview) peak() float64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	m := highWater.FindSubmatch(text)
	if m == nil {
		return 0
	}
	kib, _ := strconv.Atoi(string(m[1]))
	return float64(kib) * 1024 / 1e6
}

var highWater = regexp.MustCompile(`VmHWM:\s*(\d+) kB`)

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
