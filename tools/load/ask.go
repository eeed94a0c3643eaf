package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// openStreams opens event streams that are read and do nothing.
func openStreams(address string, n int) ([]net.Conn, error) {
	var out []net.Conn
	for range n {
		c, err := net.Dial("tcp", address)
		if err != nil {
			return nil, fmt.Errorf("stream %d: %w", len(out), err)
		}
		out = append(out, c)
		fmt.Fprintf(c, "GET /__sitegen/events HTTP/1.1\r\nHost: %s\r\n\r\n", address)
		go io.Copy(io.Discard, c)
	}
	return out, nil
}

// ask sends requests at a rate, while a page is edited now and then. It returns how long they took, sorted, and how
// many failed.
func ask(ctx context.Context, p plan, s *server) (times []time.Duration, failed int) {
	ctx, stop := context.WithTimeout(ctx, p.took)
	defer stop()
	client := &http.Client{
		Transport: &http.Transport{MaxIdleConnsPerHost: 200, DisableCompression: true},
		Timeout:   30 * time.Second,
	}
	var mu sync.Mutex
	var all sync.WaitGroup
	room := make(chan struct{}, mostAtOnce)
	began, edits := time.Now(), 0
	for n := 0; ctx.Err() == nil; n++ {
		if wait := time.Until(began.Add(time.Duration(n) * time.Second / time.Duration(p.rate))); wait > 0 {
			time.Sleep(wait)
		}
		if edits < int(time.Since(began)/p.between) {
			edits++
			if err := write(filepath.Join(p.tmp, "site", post(edits%p.pages)), text(edits%p.pages, edits)); err != nil {
				failed++
			}
		}
		all.Go(func() {
			start := time.Now()
			room <- struct{}{}
			defer func() { <-room }()
			ok := get(client, fmt.Sprintf("http://%s/posts/p%04d/", s.address, n*7%p.pages))
			took := time.Since(start)
			mu.Lock()
			defer mu.Unlock()
			if times = append(times, took); !ok {
				failed++
			}
		})
	}
	all.Wait()
	client.CloseIdleConnections()
	slices.Sort(times)
	return times, failed
}

// mostAtOnce is how many requests are under way; what waits for a place counts as time of the request.
const mostAtOnce = 200

func get(c *http.Client, url string) bool {
	res, err := c.Get(url)
	if err != nil {
		return false
	}
	defer res.Body.Close()
	_, err = io.Copy(io.Discard, res.Body)
	return err == nil && res.StatusCode == http.StatusOK
}

// at returns the time below which a share of the requests took.
func at(sorted []time.Duration, share float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))].Round(10 * time.Microsecond)
}

// save saves pages one after the other within a time.
func save(ctx context.Context, p plan, within time.Duration) error {
	began := time.Now()
	for n := range p.saves {
		if wait := time.Until(began.Add(time.Duration(n) * within / time.Duration(p.saves))); wait > 0 {
			time.Sleep(wait)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := write(filepath.Join(p.tmp, "site", post(n%p.pages)), text(n%p.pages, -n)); err != nil {
			return err
		}
	}
	return nil
}
