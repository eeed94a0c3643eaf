package shard

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/codec"
)

// State is what all shards of a site, and the build that joins them, have in common. It is the same on every machine:
// nothing in it depends on the project's folder or the time of its checkout.
type State struct {
	Program  string    // version of sitegen
	Clock    time.Time // the build's now
	Settings []Input   // options, configuration and environment, by name
	Inputs   []Input   // groups of files with one hash each, always in the same order
	Files    []Input   // of the content, by name
}

// Input is one input of a site, by a name that users know.
type Input struct {
	Name string // "the configuration", "content/about.md"
	Hash uint64
}

// format is the first line of a shard's record.
const format = "sitegen shard 2\n"

func (s *State) store(w *codec.Writer) {
	w.Text(s.Program)
	w.Text(s.Clock.Format(time.RFC3339Nano))
	for _, list := range [][]Input{s.Settings, s.Inputs, s.Files} {
		w.Uvarint(uint64(len(list)))
		for _, in := range list {
			w.Text(in.Name)
			w.Fixed(in.Hash)
		}
	}
}

func loadState(r *codec.Reader) State {
	s := State{Program: r.Text()}
	clock, err := time.Parse(time.RFC3339Nano, r.Text())
	if err != nil {
		r.Fail()
	}
	s.Clock = clock
	for _, list := range []*[]Input{&s.Settings, &s.Inputs, &s.Files} {
		*list = make([]Input, r.Len(9))
		for i := range *list {
			(*list)[i] = Input{Name: r.Text(), Hash: r.Fixed()}
		}
	}
	return s
}

// other describes how a shard built with s differs from a build with now; "" if it does not.
func (s *State) other(now *State) string {
	switch {
	case s.Program != now.Program:
		return fmt.Sprintf("was built by another program: sitegen %s, not %s", s.Program, now.Program)
	case !s.Clock.Equal(now.Clock):
		return fmt.Sprintf("was built with --clock %s, not %s", s.Clock.Format(time.RFC3339), now.Clock.Format(time.RFC3339))
	}
	if name := differing(s.Settings, now.Settings); name != "" {
		return "was built with another value of " + name
	}
	for i, in := range now.Inputs {
		if i >= len(s.Inputs) || s.Inputs[i] != in {
			return "was built with another version of " + in.Name
		}
	}
	if file := differing(s.Files, now.Files); file != "" {
		return "was built with another version of " + file
	}
	return ""
}

// differing returns the first name for which two sorted lists do not have the same hash.
func differing(a, b []Input) string {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			a, b = a[1:], b[1:]
			continue
		case a[0].Name > b[0].Name:
			return b[0].Name
		}
		return a[0].Name
	}
	for _, in := range slices.Concat(a, b) {
		return in.Name
	}
	return ""
}

// Files lists the files of a content tree by name: documents with the hash of their bytes, and others with their size.
func Files(t *content.Tree) []Input {
	files := make([]Input, 0, len(t.Documents)+len(t.Resources))
	for _, d := range t.Documents {
		files = append(files, Input{d.File, d.Hash})
	}
	for _, r := range t.Resources {
		files = append(files, Input{r.File, uint64(r.Size)})
	}
	slices.SortStableFunc(files, func(a, b Input) int { return strings.Compare(a.Name, b.Name) })
	return files
}
