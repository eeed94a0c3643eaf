// Publish measures what it costs to publish a site to a bucket: requests, bytes, and time, on the machine's own
// loopback, against a server of S3 in memory.
//
//	go run -C tools ./publish [-pages 100000]
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/finished/publish"
	"github.com/sitegen/sitegen/internal/store/bucket"
	"github.com/sitegen/sitegen/internal/store/disk"
)

// counted is a server that counts.
type counted struct {
	handler  http.Handler
	mu       sync.Mutex
	requests int
	sent     int64
}

func (c *counted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	c.requests++
	c.sent += max(0, r.ContentLength)
	c.mu.Unlock()
	c.handler.ServeHTTP(w, r)
}

func main() {
	log.SetFlags(0)
	pages := flag.Int("pages", 100_000, "number of pages")
	flag.Parse()
	dir, err := os.MkdirTemp("", "sitegen-publish-")
	if err == nil {
		err = measure(dir, *pages)
	}
	if err = first(err, os.RemoveAll(dir)); err != nil {
		log.Fatal(err)
	}
}

// first returns the first error.
func first(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}

func measure(dir string, pages int) error {
	backend := s3mem.New()
	if err := backend.CreateBucket("bucket"); err != nil {
		return err
	}
	c := &counted{handler: gofakes3.New(backend, gofakes3.WithLogger(gofakes3.DiscardLog())).Server()}
	server := httptest.NewServer(c)
	defer server.Close()
	target, err := bucket.Open(&url.URL{Scheme: "s3", Host: "bucket", Path: "/site"},
		bucket.Access{Endpoint: server.URL, ID: "id", Secret: "secret", Attempts: 5})
	if err != nil {
		return err
	}
	defer target.Close()
	o := publish.Options{Dir: dir, Target: target, Types: media.NewTypes(nil), Base: "https://example.alt/", Host: true}
	for i := range pages {
		e, err := write(dir, fmt.Sprintf("posts/%d/%d/index.html", i/1000, i),
			fmt.Sprint("<p>page ", i, strings.Repeat(" text", 200)))
		if err != nil {
			return err
		}
		o.Outputs = append(o.Outputs, e)
	}
	slices.SortFunc(o.Outputs, func(a, b disk.Entry) int { return strings.Compare(a.Path, b.Path) })
	fmt.Println("| | files sent | deleted | requests | bytes sent | CPU with the server | time |")
	fmt.Println("|---|---|---|---|---|---|---|")
	row := func(name string) error {
		c.requests, c.sent = 0, 0
		began, cpu := time.Now(), used()
		res, err := publish.Run(context.Background(), o)
		if err != nil {
			return err
		}
		n, _ := res.Sent()
		fmt.Printf("| %s | %d | %d | %d | %.1f MB | %.2f s | %.2f s |\n", name, n, len(res.Deleted), c.requests,
			float64(c.sent)/1e6, (used() - cpu).Seconds(), time.Since(began).Seconds())
		return nil
	}
	if err := first(row("first time"), row("nothing changed")); err != nil {
		return err
	}
	at := len(o.Outputs) / 2
	if o.Outputs[at], err = write(dir, o.Outputs[at].Path, "<p>edited"); err != nil {
		return err
	}
	if err := row("one edit"); err != nil {
		return err
	}
	o.Outputs = slices.Delete(o.Outputs, at, at+1)
	return row("a page less")
}

// write writes an output as a build does.
func write(dir, path, text string) (e disk.Entry, err error) {
	e = disk.Entry{Path: path, Size: int64(len(text)), Hash: xxhash.Sum64String(text)}
	file := e.File(dir)
	if err := first(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(text), 0o666)); err != nil {
		return e, err
	}
	state, _ := filestat.Regular(file)
	e.State = state.Sum()
	return e, nil
}

// used returns the CPU time of this process.
func used() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
