// Command preview drives the preview server with headless Chromium: it edits a small site while tabs are
// open on it, and checks what people would see.
//
//	go run -C tools ./preview [-shots FOLDER] [-axe axe.min.js] [-only NAME]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/sitegen/sitegen/tools/browser"
)

// check is one test in a browser.
type check struct {
	name string
	run  func(*stage)
}

func checks() []check {
	return []check{
		{"an edit keeps the scroll position", scroll},
		{"style sheets and pictures are swapped without a reload", swap},
		{"a script that changed reloads the page", script},
		{"a tab that missed some news", missed},
		{"errors lie over the page, and go", overlay},
		{"several tabs share one connection", tabs},
		{"tabs without Web Locks", noLocks},
		{"a restarted server is found again", restart},
		{"pages from right to left", rightToLeft},
		{"a page that is not there yet", notFound},
		{"a first build that fails", firstFails},
		{"a strict Content-Security-Policy", policy},
		{"a badge on a draft", badge},
		{"the browser goes to the edited page", navigate},
		{"back to a page that changed meanwhile", back},
		{"a page that is renamed, gets another URL, and is removed", moves},
		{"a hundred edits of a themed blog leave no page without its style", busy},
	}
}

func main() {
	shots := flag.String("shots", "", "folder for screenshots")
	axe := flag.String("axe", "", "path to axe.min.js, to check the overlay with")
	only := flag.String("only", "", "run only checks whose name holds this")
	flag.Parse()
	if err := run(*shots, *axe, *only); err != nil {
		fmt.Fprintln(os.Stderr, "preview:", err)
		os.Exit(1)
	}
}

func run(shots, axe, only string) error {
	ctx, stop, err := browser.Start()
	if err != nil {
		return err
	}
	defer stop()
	script := []byte(nil)
	if axe != "" {
		if script, err = os.ReadFile(axe); err != nil {
			return err
		}
	}
	began, ran, failed := time.Now(), 0, 0
	for _, c := range checks() {
		if !strings.Contains(c.name, only) {
			continue
		}
		ran++
		if err := perform(ctx, c, shots, string(script)); err != nil {
			failed++
			fmt.Printf("FAIL %s: %v\n", c.name, err)
		}
	}
	fmt.Printf("preview: %d checks in Chromium, %d failed, %.0f s\n", ran, failed, time.Since(began).Seconds())
	if ran == 0 || failed > 0 {
		return fmt.Errorf("%d of %d checks failed", failed, ran)
	}
	return nil
}

// perform runs one check on a site of its own.
func perform(ctx context.Context, c check, shots, axe string) (err error) {
	s, err := newStage(ctx, shots, axe)
	if err != nil {
		return err
	}
	defer s.close()
	defer func() {
		switch p := recover().(type) {
		case nil:
		case failure:
			err = p
		default:
			panic(p)
		}
	}()
	c.run(s)
	return nil
}
