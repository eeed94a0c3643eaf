package notify

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// State records the changes that each service accepted. It is saved as text, one sorted line per URL, so two files can
// be merged.
type State struct{ told map[string]map[string]string }

// gone replaces the print of a removed page.
const gone = "-"

// stateHead is the first line of the file.
const stateHead = "# sitegen notify 1: who was told, of which address, with what content"

// NewState returns an empty state: no service has received anything.
func NewState() *State { return &State{told: map[string]map[string]string{}} }

// ReadState reads the output of Write. An invalid line is an error, because ignoring it would send its URL again.
func ReadState(r io.Reader) (*State, error) {
	s := NewState()
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		text := lines.Text()
		if text == "" || text[0] == '#' {
			continue
		}
		f := strings.Split(text, "\t")
		if len(f) != 3 || slices.Contains(f, "") {
			return nil, fmt.Errorf("line %d is none of a state: service, address and content, with tabs between them", n)
		}
		s.note(f[0], f[1], f[2])
	}
	return s, lines.Err()
}

// Write writes the state.
func (s *State) Write(w io.Writer) error {
	var b bytes.Buffer
	b.WriteString(stateHead + "\n")
	for _, service := range slices.Sorted(maps.Keys(s.told)) {
		for _, url := range slices.Sorted(maps.Keys(s.told[service])) {
			b.WriteString(service + "\t" + url + "\t" + s.told[service][url] + "\n")
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Empty reports whether no service has received anything.
func (s *State) Empty() bool { return len(s.told) == 0 }

// Mark records changes as sent to a service.
func (s *State) Mark(service Service, list []Change) { s.add(service.Name(), list) }

func (s *State) add(service string, list []Change) {
	for _, c := range list {
		print := cmp.Or(c.Print, gone)
		s.note(service, c.URL, print)
	}
}

func (s *State) note(service, url, print string) {
	if s.told[service] == nil {
		s.told[service] = map[string]string{}
	}
	s.told[service][url] = print
}
