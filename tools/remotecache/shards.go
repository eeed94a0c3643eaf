package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// shard renders the site of a on several fresh machines, which hand over what they rendered through the store, and merges
// it on another one: for a folder, and to publish, where the target has the site of a, without an edit and with one.
func (m *measure) shard(a string, of int) error {
	want, err := sums(filepath.Join(a, "public"))
	if err != nil {
		return err
	}
	for _, c := range []struct {
		name    string
		publish bool
		change  func(dir string) error
	}{
		{"for a folder", false, func(string) error { return nil }},
		{"to publish, nothing changed", true, func(string) error { return nil }},
		{"to publish, one edit", true, func(dir string) error { return m.edit(dir, "shard's") }},
	} {
		dir := filepath.Join(m.dir, "shard", "site")
		var all, slowest figures
		fresh := func() error {
			if err := os.RemoveAll(filepath.Dir(dir)); err != nil {
				return err
			}
			if err := checkout(a, dir, false); err != nil {
				return err
			}
			return c.change(dir)
		}
		for n := 1; n <= of; n++ {
			if err := fresh(); err != nil {
				return err
			}
			f, err := m.build(dir, "--shard", fmt.Sprintf("%d/%d", n, of), "--remoteCache", m.url, "--remoteCacheWrite")
			if err != nil {
				return err
			}
			all.add(f)
			slowest.cpu = max(slowest.cpu, f.cpu)
		}
		if err := fresh(); err != nil {
			return err
		}
		args := []string{"merge", "-s", dir, "--clock", clock, "--remoteCache", m.url}
		if c.publish {
			args = append(args, "--publishTarget", target)
		}
		merge, err := m.run(args...)
		if err != nil {
			return err
		}
		row(fmt.Sprintf("%d shards, %s: all shards", of, c.name), all)
		row("the slowest of them", figures{cpu: slowest.cpu})
		row("`merge`", merge)
		if !c.publish {
			got, err := sums(filepath.Join(dir, "public"))
			if err != nil {
				return err
			}
			if !same(got, want, false) {
				return fmt.Errorf("what %d shards made is not the site of a clean build", of)
			}
		}
	}
	return os.RemoveAll(filepath.Join(m.dir, "shard"))
}

// add adds the figures of another build.
func (f *figures) add(o figures) {
	f.cpu, f.rendered, f.requests, f.in, f.out = f.cpu+o.cpu, f.rendered+o.rendered, f.requests+o.requests, f.in+o.in, f.out+o.out
}

// counts reads numbers of shards, with commas.
func counts(list string) (all []int, err error) {
	for s := range strings.SplitSeq(list, ",") {
		if s == "" {
			continue
		}
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("-shards: %q is not a number of shards", s)
		}
		all = append(all, n)
	}
	return all, nil
}
