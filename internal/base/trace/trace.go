// Package trace records which questions a render asked and what it was answered.
//
// A render is a function of the answers to its questions and of nothing else. Its Record can
// therefore be reused, outputs and all, if and only if every question still has the same answer.
// "Not found" is an answer too. The n-th question depends only on the answers before it, so asking
// in order and stopping at the first difference is enough.
package trace

import (
	"encoding/binary"
	"path/filepath"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// Kind is the kind of a question: coarse, and cheap to ask again.
type Kind uint8

const (
	Template    Kind = iota + 1 // key: path of a template file, for people; its text
	Lookup                      // key: ""; which templates there are, and where
	PageCard                    // key: page id; title, URL, dates, weight, description, language, section
	PageParams                  // key: page id; the rest of the front matter
	PageText                    // key: page id; word counts, table of contents
	PageBody                    // key: page id, and behind a NUL the format that it was rendered for
	List                        // key: list name; the ordered members
	ListCard                    // key: list name; the cards of all members in order
	ListParams                  // key: list name
	Neighbour                   // key: list name and page id
	Resources                   // key: page id
	Menu                        // key: language and menu name
	Resolve                     // key: how, language, page and reference, with NULs between
	Git                         // key: page id
	Config                      // key: "", or "folder" for where the project lies
	Data                        // key: ""
	I18n                        // key: language
	File                        // key: how it was named ("resource", "read", "stat", "exists" …), NUL, path
	Glob                        // key: "asset", "assets" or "folder", NUL, pattern
	Now                         // key: "", or "year" or "day" when no more of the clock is shown
	Projection                  // key: page id; what its head says of it to machines; or "sitemap" and a language
	Source                      // key: path of a content file; its bytes
	Piece                       // key: partial, language, format and context, with NULs between; what it gave
	PageSummary                 // key: as of PageBody; the summary, and whether there is more than it
	// key: name of an emission, or "search", NUL and a page or language; all that it takes from the sealed listing and
	// from what pages were rendered as
	Emission
	Output   // key: path of an output; whether it is there, and its facts as a medium
	Modified // key: page id; the date of its last change, which the ledger may know
	Listed   // key: language, and NUL and "feeds" for its feeds; who is in the sealed listing, in order
	Related  // key: list name, NUL and page id; the pages of the list that are related to the page, in order
	Head     // key: page id; what its head says where the sealed listing knows better than the Projection
	Batch    // key: ID of a batch of scripts; what all templates add to it
)

// Question is one thing that a render asked.
type Question struct {
	Kind Kind
	Key  string
}

// Step is a question with the hash of its answer.
type Step struct {
	Question
	Answer uint64
}

// Record is the finished trace of one render, in the order asked, without repetitions.
type Record struct {
	Steps []Step
	seen  map[Question]struct{} // room: see Recorder.Into
}

// Reads hashes what was read beside pages and templates: data, files, and the resources of pages; 0 for
// nothing. The ledger keeps it, so it is the same on another machine: see Portable.
func (r Record) Reads() uint64 {
	var d xxhash.Digest
	var n [8]byte
	some := false
	for _, s := range r.Steps {
		kind, how := s.Kind, ""
		switch s.Kind {
		case Source:
			kind, how = File, "source\x00"
		case Data, File, Glob, Resources:
		default:
			continue
		}
		if !some {
			d.Reset()
			some = true
		}
		n[0] = byte(kind)
		d.Write(n[:1])
		d.WriteString(how)
		at := strings.LastIndexByte(s.Key, 0) + 1 // behind what is asked of the file
		d.WriteString(s.Key[:at])
		d.WriteString(Portable(s.Key[at:]))
		binary.LittleEndian.PutUint64(n[:], s.Answer)
		d.Write(n[:])
	}
	if !some {
		return 0
	}
	return d.Sum64()
}

// KeptFolder is where a project has what is kept between builds, unless an option says otherwise; with a slash.
const KeptFolder = ".sitegen/"

// Portable returns the name of a file without the folders of this machine: of a file of the project as it is, of one
// outside of it or among what is kept between builds the last part.
func Portable(file string) string {
	if filepath.IsAbs(file) || strings.HasPrefix(file, KeptFolder) {
		return filepath.Base(file)
	}
	return file
}

// Recorder collects the steps of one running render. The zero value is ready; it is not safe for
// concurrent use: each render has its own.
type Recorder struct {
	steps []Step
	seen  map[Question]struct{} // of the steps when they are many
}

// Into has the steps collected in the room of a record that is of no use any more.
func (r *Recorder) Into(old Record) {
	clear(old.seen)
	r.steps, r.seen = old.Steps[:0], old.seen
}

// few steps are looked through.
const few = 16

// Ask notes a question and the hash of its answer. Asking again is free.
func (r *Recorder) Ask(kind Kind, key string, answer uint64) {
	q := Question{kind, key}
	if r.asked(q) {
		return
	}
	if r.steps == nil {
		r.steps = make([]Step, 0, few)
	}
	r.steps = append(r.steps, Step{q, answer})
	switch {
	case len(r.steps) > few:
		r.seen[q] = struct{}{}
	case len(r.steps) == few:
		if r.seen == nil {
			r.seen = make(map[Question]struct{}, 2*few)
		}
		for _, s := range r.steps {
			r.seen[s.Question] = struct{}{}
		}
	}
}

func (r *Recorder) asked(q Question) bool {
	if len(r.steps) >= few {
		_, ok := r.seen[q]
		return ok
	}
	for i := range r.steps {
		if r.steps[i].Question == q {
			return true
		}
	}
	return false
}

// Add notes all that another render asked whose outcome this one takes over.
func (r *Recorder) Add(rec Record) {
	for _, s := range rec.Steps {
		r.Ask(s.Kind, s.Key, s.Answer)
	}
}

// Record returns what was collected so far.
func (r *Recorder) Record() Record { return Record{r.steps, r.seen} }

// Answer returns what a question was answered, if it was asked.
func (r *Recorder) Answer(q Question) (answer uint64, ok bool) {
	for _, s := range r.steps {
		if s.Question == q {
			return s.Answer, true
		}
	}
	return 0, false
}

// Clear empties the recorder when no record was taken that is still of use.
func (r *Recorder) Clear() {
	r.steps = r.steps[:0]
	clear(r.seen)
}

// Hash is the answer hash of a byte string; xxhash, so that it may be kept between runs.
func Hash(b []byte) uint64 { return xxhash.Sum64(b) }

// HashString is Hash for a string.
func HashString(s string) uint64 { return xxhash.Sum64String(s) }

// HashStrings is the answer hash of an ordered list of strings; ["ab"] and ["a", "b"] differ.
func HashStrings(ss ...string) uint64 {
	d := xxhash.New()
	var n [8]byte
	for _, s := range ss {
		binary.LittleEndian.PutUint64(n[:], uint64(len(s)))
		d.Write(n[:])
		d.WriteString(s)
	}
	return d.Sum64()
}

// HashBool is the answer hash of a yes or no.
func HashBool(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Mix combines a running hash with one more value, in order.
func Mix(h, x uint64) uint64 {
	h ^= x
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>29
}
