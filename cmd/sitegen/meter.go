package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/sitegen/sitegen/internal/build/project"
)

// meter shows the progress of a build: a bar on a terminal, elsewhere a plain line now and then, so a log shows that a
// long build goes on. A short build shows nothing.
type meter struct {
	now   func() time.Time
	w     io.Writer
	tty   bool
	begun time.Time
	last  time.Time
	stage string
	bar   *progressbar.ProgressBar
}

const (
	quietFor  = 500 * time.Millisecond // before a bar appears
	lineEvery = 15 * time.Second
)

func newMeter(w io.Writer, now func() time.Time) *meter {
	begun := now()
	return &meter{now: now, w: w, tty: terminal(w), begun: begun, last: begun}
}

// show is pipeline.Options.Progress.
func (m *meter) show(p project.Progress) {
	now := m.now()
	switch {
	case !m.tty:
		if now.Sub(m.last) >= lineEvery && p.Total > 0 {
			m.last = now
			fmt.Fprintf(m.w, "progress: %s %d/%d\n", p.Stage, p.Done, p.Total)
		}
		return
	case now.Sub(m.begun) < quietFor || p.Total == 0:
		return
	case m.bar == nil || m.stage != p.Stage:
		m.clear()
		m.stage = p.Stage
		m.bar = progressbar.NewOptions(p.Total,
			progressbar.OptionSetWriter(m.w), progressbar.OptionSetDescription(p.Stage),
			progressbar.OptionShowCount(), progressbar.OptionSetWidth(30), progressbar.OptionClearOnFinish(),
			progressbar.OptionThrottle(50*time.Millisecond))
	}
	m.bar.Set(p.Done)
}

// clear removes the bar.
func (m *meter) clear() {
	if m != nil && m.bar != nil {
		m.bar.Clear()
		m.bar = nil
	}
}

// terminal reports whether w is a terminal.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// colored reports whether messages may have colors (https://no-color.org).
func (a *app) colored() bool {
	return terminal(a.err) && a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb"
}
