package main

import (
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/build/project"
)

// Without a terminal, a line that says what it is is printed every 15 seconds, and none for a shorter build or for a
// stage without steps.
func TestPlainProgress(t *testing.T) {
	var out strings.Builder
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	m := newMeter(&out, func() time.Time { return now })
	for i := range 40 {
		m.show(project.Progress{Stage: "bodies", Done: i * 10, Total: 2000})
		now = now.Add(time.Second)
	}
	now = now.Add(time.Minute)
	m.show(project.Progress{Stage: "write"})
	m.clear()
	if want := "progress: bodies 150/2000\nprogress: bodies 300/2000\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

func TestTerminalProgress(t *testing.T) {
	var out strings.Builder
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	m := newMeter(&out, func() time.Time { return now })
	m.tty = true
	m.show(project.Progress{Stage: "bodies", Done: 1, Total: 10})
	if out.Len() > 0 {
		t.Errorf("a bar in the first half second: %q", out.String())
	}
	now = now.Add(time.Second)
	m.show(project.Progress{Stage: "bodies", Done: 5, Total: 10})
	time.Sleep(60 * time.Millisecond) // the bar's own clock keeps it from being drawn too often
	m.show(project.Progress{Stage: "bodies", Done: 6, Total: 10})
	m.clear()
	if !strings.Contains(out.String(), "bodies") || !strings.Contains(out.String(), "6/10") {
		t.Errorf("no bar: %q", out.String())
	}
}
