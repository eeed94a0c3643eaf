package check

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Baseline is the set of known findings that a check of an existing site does not report. A finding is identified by
// its rule, its file and its subject, not by its line, so an edit above it does not make it a new finding.
type Baseline struct{ lines []string }

// baselineHead is the first line of a baseline file.
const baselineHead = "# Findings of sitegen check that are known: rule, file, what. Written by --write-baseline."

// ReadBaseline reads the output of Write.
func ReadBaseline(r io.Reader) (*Baseline, error) {
	b := &Baseline{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		text := lines.Text()
		if text == "" || text[0] == '#' {
			continue
		}
		if strings.Count(text, "\t") != 2 {
			return nil, fmt.Errorf("line %d is not a baseline entry: rule, file, and subject, separated by tabs", n)
		}
		b.lines = append(b.lines, text)
	}
	return baselineOf(b.lines), lines.Err()
}

// Write writes the baseline as text, sorted and with one finding per line, so the file can be committed and merged.
func (b *Baseline) Write(w io.Writer) error {
	var out bytes.Buffer
	out.WriteString(baselineHead + "\n")
	for _, l := range b.lines {
		out.WriteString(l + "\n")
	}
	_, err := w.Write(out.Bytes())
	return err
}

func baselineOf(lines []string) *Baseline {
	slices.Sort(lines)
	return &Baseline{slices.Compact(lines)}
}

// With returns the baseline with the entries of an earlier one that another kind of check reports. The site and its
// podcasts are checked by separate commands, and share a file.
func (b *Baseline) With(old *Baseline, podcasts bool) *Baseline {
	return baselineOf(append(slices.Clone(b.lines), slices.DeleteFunc(slices.Clone(old.lines), func(line string) bool {
		return aboutPodcast(line) == podcasts
	})...))
}

// aboutPodcast reports whether an entry is a finding that only check --podcast reports.
func aboutPodcast(line string) bool { return strings.HasPrefix(line, "podcast-") }

// has reports whether a finding is known.
func (b *Baseline) has(line string) bool {
	if b == nil {
		return false
	}
	_, ok := slices.BinarySearch(b.lines, line)
	return ok
}

// missing returns the entries that a check did not find again.
func (b *Baseline) missing(now *Baseline, podcasts bool) (gone []string) {
	if b == nil {
		return nil
	}
	for _, line := range b.lines {
		if aboutPodcast(line) == podcasts && !now.has(line) {
			gone = append(gone, strings.ReplaceAll(line, "\t", " "))
		}
	}
	return gone
}

// Len returns the number of findings.
func (b *Baseline) Len() int { return len(b.lines) }

// entry returns a finding as a line of the baseline.
func entry(rule, file, what string) string {
	plain := func(s string) string {
		s = strings.ToValidUTF8(strings.Join(strings.Fields(s), " "), "\uFFFD")
		return words.Clip(s)
	}
	return rule + "\t" + plain(file) + "\t" + plain(what)
}

// entryOf returns the line for a finding about a page. The subject is its value; for a rule without a value, its note.
func (s *site) entryOf(f finding) string {
	name := "."
	if f.file >= 0 {
		name = s.tree.File(f.file).Path
	}
	what := f.value
	if what == "" && !strings.HasPrefix(f.rule.ID, "weight-") && f.rule.ID != "title-long" &&
		f.rule.ID != "description-long" {
		what = f.note
	}
	return entry(f.rule.ID, name, what)
}

func (s *site) entryOfList(d *diag.Diagnostic) string {
	return entry(d.Rule, s.relative(d.File), d.Message)
}

// compare drops the findings that are in the baseline and records the entries of the baseline that were not found.
func (s *site) compare() {
	var lines []string
	for _, f := range s.found {
		lines = append(lines, s.entryOf(f))
	}
	for _, d := range s.lists {
		lines = append(lines, s.entryOfList(d))
	}
	s.res.Baseline = baselineOf(lines)
	before := len(s.found) + len(s.lists)
	s.found = slices.DeleteFunc(s.found, func(f finding) bool { return s.o.Baseline.has(s.entryOf(f)) })
	s.lists = slices.DeleteFunc(s.lists, func(d *diag.Diagnostic) bool { return s.o.Baseline.has(s.entryOfList(d)) })
	s.res.Known = before - len(s.found) - len(s.lists)
	s.res.Gone = s.o.Baseline.missing(s.res.Baseline, false)
}
