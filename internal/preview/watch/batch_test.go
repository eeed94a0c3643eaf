package watch

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestQuietGrowsWithTheNumberOfFiles(t *testing.T) {
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		files, busy int
		want        time.Duration
	}{{1, 0, 3 * time.Millisecond}, {2, 0, 3600 * time.Microsecond}, {6, 0, 6 * time.Millisecond}, {5000, 0, 24 * time.Millisecond}, {1, 500, 24 * time.Millisecond}} {
		b := newBatcher(3*time.Millisecond, 100*time.Millisecond, time.Second)
		b.busy, b.last = c.busy, start
		for i := range c.files {
			b.hear(fmt.Sprint("/", i), opWrite)
		}
		if got := b.next(start).Sub(start); got != c.want {
			t.Errorf("%d files, %d before: %v, want %v", c.files, c.busy, got, c.want)
		}
	}
}

func TestStreamOfEventsDoesNotDelayBatchesForever(t *testing.T) {
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	b := newBatcher(3*time.Millisecond, 100*time.Millisecond, time.Second)
	var due time.Time
	now := start
	for ; due.IsZero() || now.Before(due); now = now.Add(time.Millisecond) {
		b.hear("/a", opWrite)
		due = b.next(now)
	}
	if got := now.Sub(start); got != 100*time.Millisecond {
		t.Errorf("rings after %v", got)
	}
	if batch := b.due(now); len(batch) != 1 {
		t.Errorf("%v", batch)
	}
}

func TestCheckoutRingsLessAndLess(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	b := newBatcher(3*time.Millisecond, 100*time.Millisecond, time.Second)
	stream := func(files int) time.Duration {
		start := now
		for i := 0; ; i++ {
			b.hear(fmt.Sprint("/", i%files), opWrite)
			if due := b.next(now); !now.Before(due) {
				b.pace(len(b.due(now)), now)
				return now.Sub(start)
			}
			now = now.Add(time.Millisecond)
		}
	}
	for i, want := range []time.Duration{100, 200, 400, 800, 800} {
		if got := stream(50); got != want*time.Millisecond {
			t.Errorf("batch %d after %v, want %v ms", i, got, want)
		}
	}
	now = now.Add(2 * time.Second)
	if got := stream(50); got != 100*time.Millisecond {
		t.Errorf("long after: %v", got)
	}
	stream(1) // one file that is written all the time
	if got := stream(1); got != 100*time.Millisecond {
		t.Errorf("one file: %v", got)
	}
}

func TestEditorFilesWait(t *testing.T) {
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	b := newBatcher(3*time.Millisecond, 100*time.Millisecond, time.Second)
	b.hear("/a~", opMoved)
	if got := b.next(start).Sub(start); got != time.Second {
		t.Errorf("due after %v", got)
	}
	b.hear("/a", opMoved)
	if got := b.next(start).Sub(start); got != 3*time.Millisecond {
		t.Errorf("due after %v", got)
	}
	if batch := b.due(start.Add(3 * time.Millisecond)); len(batch) != 1 || batch["/a"] == 0 {
		t.Errorf("%v", batch)
	}
	if batch := b.due(start.Add(time.Second)); len(batch) != 1 || batch["/a~"] == 0 {
		t.Errorf("%v", batch)
	}
}

func TestChangesAddUpWhileNobodyListens(t *testing.T) {
	both(t, func(t *testing.T, poll time.Duration) {
		s := newSite(t)
		s.mkdir("a")
		s.watch(Options{Roots: []string{"."}, Poll: poll})
		var want []string
		for i := range 2000 {
			f := fmt.Sprintf("a/%d.md", i)
			want = append(want, f)
			s.write(f, "one")
		}
		batches := 0
		for begin := time.Now(); len(s.got) < len(want) && time.Since(begin) < patience; batches++ {
			s.receive()
		}
		s.expect(want...)
		t.Logf("%d batches", batches)
	})
}

func TestBatchesComeWhileFilesKeepChanging(t *testing.T) {
	s := newSite(t)
	s.watch(Options{Roots: []string{"."}, Quiet: time.Hour, Most: 20 * time.Millisecond})
	stop := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				_ = os.WriteFile(s.path(fmt.Sprintf("f%d", i%50)), []byte(fmt.Sprint(i)), 0o644)
				time.Sleep(time.Millisecond)
			}
		}
	}()
	s.receive()
	s.receive()
	close(stop)
	<-done
}

func TestEditorFile(t *testing.T) {
	for name, want := range map[string]bool{
		"a.md": false, "4913": true, "4913.md": false, "a.md~": true, ".#a.md": true, "#a.md#": true, "#tag.md": false, ".a.md.swp": true,
		"a.swp": false, ".gitignore": false, "a.md___jb_tmp___": true, "a.md___jb_old___": true, ".goutputstream-X1": true, "a.md.sb-1234-abc": true,
	} {
		if got := EditorFile(filepath.Join("dir~", name)); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// BenchmarkWriteToBatch measures from the call that writes a file to the change that names it.
func BenchmarkWriteToBatch(b *testing.B) {
	for _, files := range []int{10, 10_000} {
		b.Run(fmt.Sprintf("%d files", files), func(b *testing.B) {
			dir := b.TempDir()
			for i := range files {
				_ = os.Mkdir(filepath.Join(dir, fmt.Sprint(i/100)), 0o755)
				if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i/100), fmt.Sprint(i, ".md")), []byte("one"), 0o644); err != nil {
					b.Fatal(err)
				}
			}
			w, err := New(Options{Roots: []string{dir}})
			if err != nil {
				b.Fatal(err)
			}
			defer w.Close()
			file := filepath.Join(dir, "0", "1.md")
			var times []time.Duration
			for i := 0; b.Loop(); i++ {
				begin := time.Now()
				if err := os.WriteFile(file, []byte(fmt.Sprint(i)), 0o644); err != nil {
					b.Fatal(err)
				}
				for c := range w.Events() {
					if len(c.Paths) == 1 && c.Paths[0] == file {
						break
					}
				}
				times = append(times, time.Since(begin))
			}
			report(b, times)
		})
	}
}

// BenchmarkNew measures the first look.
func BenchmarkNew(b *testing.B) {
	dir := b.TempDir()
	for i := range 10_000 {
		_ = os.Mkdir(filepath.Join(dir, fmt.Sprint(i/100)), 0o755)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i/100), fmt.Sprint(i, ".md")), nil, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		w, err := New(Options{Roots: []string{dir}})
		if err != nil {
			b.Fatal(err)
		}
		w.Close()
	}
}
