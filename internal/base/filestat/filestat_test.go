package filestat

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// write writes a file and makes its folder.
func write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// tick waits until everything that was written so far is settled, and returns the time then.
func tick(t testing.TB) int64 {
	t.Helper()
	dir := t.TempDir()
	before := Clock(dir)
	now := Await(dir, before)
	if !Settled(before, now) {
		t.Skip("the clock of this file system ticks too seldom")
	}
	return now
}

func stat(t testing.TB, file string) State {
	t.Helper()
	state, ok := Regular(file)
	if !ok {
		t.Fatalf("%s is not a regular file", file)
	}
	return state
}

// Whatever happens to a file gives it another state, once the clock has gone on.
func TestStateNoticesEveryChange(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f")
	write(t, file, "one")
	ctime := stat(t, file).Change != 0
	setBack := func(text string) error {
		before, err := os.Stat(file)
		if err != nil {
			return err
		}
		write(t, file, text)
		return os.Chtimes(file, before.ModTime(), before.ModTime())
	}
	for _, tt := range []struct {
		name  string
		ctime bool // only the time of change tells
		edit  func() error
	}{
		{"other bytes of the same size", false, func() error { write(t, file, "two"); return nil }},
		{"another size", false, func() error { write(t, file, "three"); return nil }},
		{"another time", false, func() error { return os.Chtimes(file, time.Time{}, time.Unix(1, 5)) }},
		{"other bytes of the same size, and the time set back", true, func() error { return setBack("eerht") }},
		{"another file in its place, with the same size and time", true, func() error {
			before, err := os.Stat(file)
			if err != nil {
				return err
			}
			write(t, file+"2", "other")
			if err := os.Chtimes(file+"2", before.ModTime(), before.ModTime()); err != nil {
				return err
			}
			return os.Rename(file+"2", file)
		}},
	} {
		before, now := stat(t, file), tick(t)
		if !before.Settled(now) {
			t.Errorf("%s: the state is not settled after a tick", tt.name)
		}
		if err := tt.edit(); err != nil {
			t.Fatal(err)
		}
		after := stat(t, file)
		if tt.ctime && !ctime {
			continue
		}
		if after == before || after.Sum() == before.Sum() {
			t.Errorf("%s: the state is the same: %+v", tt.name, after)
		}
	}
	before := stat(t, file)
	if after := stat(t, file); after != before || after.Sum() != before.Sum() {
		t.Error("the same file has another state")
	}
}

func TestOfAndRegularAgree(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "f")
	write(t, file, "text")
	info, err := os.Lstat(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := stat(t, file); got != Of(info) || got.Size != 4 || got.ModTime != info.ModTime().UnixNano() {
		t.Errorf("%+v and %+v", got, Of(info))
	}
	if err := os.Symlink(file, file+".link"); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{dir, file + ".link", file + ".none", filepath.Join(file, "below")} {
		if state, ok := Regular(name); ok {
			t.Errorf("%s is a regular file: %+v", name, state)
		}
	}
	if (State{}).Sum() == 0 {
		t.Error("a sum is 0")
	}
}

func TestSettled(t *testing.T) {
	const second, ms = int64(time.Second), int64(time.Millisecond)
	const at = 1_700_000_000*second + 123_456_789
	for _, tt := range []struct {
		name         string
		changed, now int64
		want         bool
	}{
		{"in the same tick", at, at, false},
		{"one tick later", at, at + 1, true},
		{"the clock was set back", at, at - second, false},
		{"nobody knows the time", at, 0, false},
		{"hundredths, in the same one", at / (10 * ms) * 10 * ms, at/(10*ms)*10*ms + 9*ms, false},
		{"hundredths, in the next one but one", at / (10 * ms) * 10 * ms, at/(10*ms)*10*ms + 11*ms, true},
		{"whole seconds, in the same two", at / second * second, at/second*second + 2*second, false},
		{"whole seconds, in the next two", at / second * second, at/second*second + 2*second + 1, true},
	} {
		if got := Settled(tt.changed, tt.now); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
	for _, s := range []State{{ModTime: 5, Change: at}, {ModTime: at + second, Change: at}, {ModTime: at}} {
		if s.Changed() != at || s.Settled(at) || !s.Settled(at+1) {
			t.Errorf("%+v changed at %d", s, s.Changed())
		}
	}
}

func TestClock(t *testing.T) {
	dir := t.TempDir()
	before := Clock(dir)
	write(t, filepath.Join(dir, "f"), "")
	changed := stat(t, filepath.Join(dir, "f")).Changed()
	now := Await(dir, changed)
	after := Clock(dir)
	if before == 0 || changed < before || now < changed || after < now {
		t.Errorf("the clock went from %d to %d, %d and %d", before, changed, now, after)
	}
	if d := time.Duration(after - time.Now().UnixNano()).Abs(); d > time.Minute {
		t.Skipf("this file system has another clock: %v", d)
	}
	if !Settled(changed, now) && changed%int64(time.Second) != 0 {
		t.Errorf("%d is not settled at %d", changed, now)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("%v, %v: there is more than one file of the clock", entries, err)
	}
	start := time.Now()
	if now := Await(dir, after+int64(time.Hour)); now < after || Settled(after+int64(time.Hour), now) {
		t.Errorf("in an hour it will be %d", now)
	}
	if d := time.Since(start); d > time.Second {
		t.Errorf("it waited %v for what takes an hour", d)
	}
	if now := Clock(filepath.Join(dir, "none")); now != 0 {
		t.Errorf("without a folder it is %d", now)
	}
	if now := Await(filepath.Join(dir, "none"), after); now != 0 {
		t.Errorf("without a folder it is %d after a while", now)
	}
}

// The rule holds: a file that is settled and is written again, as soon as can be, has another state.
func TestRule(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "f")
	deadline := time.Now().Add(300 * time.Millisecond)
	settled := 0
	for i := 0; time.Now().Before(deadline); i++ {
		write(t, file, "one")
		time.Sleep(time.Duration(i%8) * time.Millisecond) // up to the next tick, as a rule
		now := Clock(dir)
		before := stat(t, file)
		write(t, file, "two")
		if !before.Settled(now) {
			continue
		}
		settled++
		if stat(t, file) == before {
			t.Fatalf("write %d: %+v was settled at %d, and stayed", i, before, now)
		}
	}
	t.Logf("%d were settled", settled)
}
