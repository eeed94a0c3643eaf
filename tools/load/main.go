// Command load puts the preview under load: idle event streams, requests while files change, then many saves at once.
// It prints times, memory, open files, and builds, and fails when they exceed the limits.
//
//	go run -C tools ./load                                  # 10,000 streams, 1,000 requests a second for 5 minutes
//	go run -C tools ./load -streams 1000 -rate 200 -for 30s
//
// It listens and asks on 127.0.0.1 only. Each stream is an open file of both programs: see ulimit -n.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/sitegen/sitegen/tools/workdir"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// plan is what is done to the preview.
type plan struct {
	repo, tmp, program string
	streams, rate      int
	saves, pages       int
	took, between      time.Duration
}

// Limits of a machine that does nothing else.
const (
	mostP99    = 100 * time.Millisecond
	mostBuilds = 20
)

func run(ctx context.Context) error {
	var p plan
	flag.StringVar(&p.repo, "repo", "..", "the repository")
	flag.StringVar(&p.tmp, "tmp", "", "folder for the site; a fresh one when empty")
	flag.StringVar(&p.program, "program", "", "the program; built from the repository when empty")
	flag.IntVar(&p.streams, "streams", 10_000, "idle event streams")
	flag.IntVar(&p.rate, "rate", 1000, "requests a second")
	flag.DurationVar(&p.took, "for", 5*time.Minute, "how long requests are sent")
	flag.DurationVar(&p.between, "edit", time.Second, "time between two edits meanwhile")
	flag.IntVar(&p.saves, "saves", 1000, "files saved in five seconds at the end")
	flag.IntVar(&p.pages, "pages", 500, "pages of the site")
	flag.Parse()
	remove, err := workdir.Prepare("load-", &p.repo, &p.tmp)
	defer remove()
	if err != nil {
		return err
	}
	if p.program == "" {
		p.program = filepath.Join(p.tmp, "sitegen")
		if err := workdir.Build(p.repo, p.program); err != nil {
			return err
		}
	}
	s, err := begin(ctx, p)
	if err != nil {
		return err
	}
	return errors.Join(measure(ctx, p, s), s.end())
}

// measure runs the phases and prints what each cost.
func measure(ctx context.Context, p plan, s *server) error {
	alone := s.usage()
	fmt.Println("alone:", alone)
	streams, err := openStreams(s.address, p.streams)
	if err != nil {
		return err
	}
	fmt.Println("with", p.streams, "streams:", s.usage())
	times, failed := ask(ctx, p, s)
	after := s.usage()
	fmt.Printf("%d requests, %d failed: p50 %s, p99 %s, most %s; %d builds; %s\n",
		len(times), failed, at(times, 0.5), at(times, 0.99), at(times, 1), s.builds.Load(), after)
	before := s.builds.Load()
	if err := save(ctx, p, 5*time.Second); err != nil {
		return err
	}
	time.Sleep(3 * time.Second)
	builds := s.builds.Load() - before
	fmt.Printf("%d saves in 5 s: %d builds; %s\n", p.saves, builds, s.usage())
	for _, c := range streams {
		c.Close()
	}
	time.Sleep(2 * time.Second)
	last := s.usage()
	fmt.Println("streams closed:", last)
	var wrong []error
	if at(times, 0.99) > mostP99 {
		wrong = append(wrong, fmt.Errorf("p99 is %s, more than %s", at(times, 0.99), mostP99))
	}
	if builds > mostBuilds {
		wrong = append(wrong, fmt.Errorf("%d builds for %d saves", builds, p.saves))
	}
	if failed > 0 {
		wrong = append(wrong, fmt.Errorf("%d requests failed", failed))
	}
	if last.files > alone.files+300 { // those of requests stay open for a while
		wrong = append(wrong, fmt.Errorf("%d files are still open, %d at first", last.files, alone.files))
	}
	return errors.Join(wrong...)
}
