package check

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
)

// FeedResult is the result of Feeds.
type FeedResult struct {
	Files int // feeds that were read
	Items int // items in all feeds
	Found diag.List
}

// Feeds checks a feed, or all feeds in a folder and its subfolders: files with a suitable extension that begin like
// RSS, Atom or JSON Feed. Dates after now are reported as being in the future, unless now is zero. It returns an error
// if path cannot be read or the folder contains no feed.
func Feeds(path string, now time.Time) (FeedResult, error) {
	info, err := os.Stat(path)
	if err != nil {
		return FeedResult{}, fmt.Errorf("check feeds: %w", err)
	}
	c := feedCheck{now: now}
	if !info.IsDir() {
		err = c.file(path)
		return c.res, err
	}
	err = filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !FeedName(file) {
			return err
		}
		is, err := IsFeed(file)
		if err != nil || !is {
			return err
		}
		return c.file(file)
	})
	if err != nil {
		return c.res, fmt.Errorf("check feeds: %w", err)
	}
	if c.res.Files == 0 {
		return c.res, fmt.Errorf("check feeds: no feed found in %s", path)
	}
	return c.res, nil
}

// FeedFinding converts a finding of the feeds package to a diagnostic.
func FeedFinding(file string, f feeds.Finding) *diag.Diagnostic {
	d := &diag.Diagnostic{Rule: f.Rule, Severity: diag.Error, File: filepath.ToSlash(file), Line: f.Line}
	if f.Warning {
		d.Severity = diag.Warning
	}
	d.Message = f.Message
	if d.Message == "" {
		d.Message = feeds.Rule(f.Rule)
	}
	subject := f.Field
	if f.Value != "" {
		subject += fmt.Sprintf(" %q", words.Clip(f.Value))
	}
	if subject != "" {
		d.Message = subject + ": " + d.Message
	}
	if f.Entry != "" && f.Entry != f.Value {
		d.Message += fmt.Sprintf(" (%q)", words.Clip(f.Entry))
	}
	return d
}

// FeedName reports whether a file may be a feed, judged by its extension.
func FeedName(file string) bool {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".xml", ".rss", ".atom", ".rdf", ".json", ".jsonfeed", "":
		return true
	}
	return false
}

// IsFeed reports whether a file begins like a feed.
func IsFeed(file string) (bool, error) {
	f, err := os.Open(file)
	if err != nil {
		return false, err
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, 4<<10))
	if err != nil {
		return false, err
	}
	return addresses.IsFeed(head), nil
}

type feedCheck struct {
	now time.Time
	// read, if not nil, is called with each feed.
	read func(file string, data []byte, p *feeds.Parsed)
	res  FeedResult
}

// file checks one feed.
func (c *feedCheck) file(file string) error {
	data, err := readSome(file, mostList+1) // the validator reports a file that is too long
	if err != nil {
		return fmt.Errorf("check feeds: %w", err)
	}
	found, err := feeds.Validate(bytes.NewReader(data), feeds.ValidateOptions{Now: c.now})
	if err != nil {
		return fmt.Errorf("check feeds: %s: %w", file, err)
	}
	c.res.Files++
	if p, err := feeds.Read(bytes.NewReader(data), feeds.ReadOptions{}); err == nil {
		c.res.Items += len(p.Items)
		if c.read != nil {
			c.read(file, data, p)
		}
	}
	for _, f := range found {
		c.res.Found = append(c.res.Found, FeedFinding(file, f))
	}
	return nil
}
