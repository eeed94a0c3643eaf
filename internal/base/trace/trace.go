// Package trace records the questions that a render asks, and their answers.
//
// A render is a function of the answers to its questions, and of nothing else. Its Record, including its
// outputs, can therefore be reused if and only if every question still has the same answer. "Not found" is an
// answer, too. The n-th question depends only on the answers before it, so it is enough to ask in order and
// stop at the first difference.
package trace

import (
	"encoding/binary"
	"hash/maphash"
	"path/filepath"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// Kind is the kind of a question. Kinds are coarse, and cheap to ask again.
type Kind uint8

const (
	Template    Kind = iota + 1 // key: path of a template file, for people; answer: its text
	Lookup                      // key: ""; answer: which templates there are
	PageCard                    // key: page ID; answer: title, URL, dates, weight, description, language, section
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
	Config                      // key: "", or "folder" for the path of the project
	Data                        // key: ""
	I18n                        // key: language
	File                        // key: how it was accessed ("resource", "read", "stat", "exists" …), NUL, path
	Glob                        // key: "asset", "assets" or "folder", NUL, pattern
	Now                         // key: the layout by which the clock is shown; "": all of it may be used
	Projection                  // key: page ID, or "sitemap" and a language; answer: the metadata in the page's head
	Source                      // key: path of a content file; its bytes
	Piece                       // key: partial, language, format, and context, separated by NULs; answer: its result
	PageSummary                 // key: as of PageBody; answer: the summary, and whether the page has more text
	// key: name of an emission, or "search", NUL, and a page or language; answer: everything that it uses of
	// the sealed listing and of the rendered pages
	Emission
	Output   // key: path of an output; answer: whether it exists, and its facts as a media file
	Modified // key: page ID; answer: the date of its last change, possibly from the ledger
	Listed   // key: language, with NUL and "feeds" for its feeds; answer: the pages in the sealed listing, in order
	Related  // key: list name, NUL, and page ID; answer: the pages of the list that are related to the page, in order
	Head     // key: page ID; answer: the metadata in its head where the sealed listing differs from the Projection
	Batch    // key: ID of a batch of scripts; what all templates add to it
	// key and answer: as of Related, and which headings are shared, where pages are related by their headings
	RelatedHeadings
)

// Question is one question of a render.
type Question struct {
	Kind Kind
	Key  string
}

// Step is a question with the hash of the answer.
type Step struct {
	Question
	Answer uint64
}

// Record is the finished trace of one render: steps in the order asked, without repetitions.
type Record struct {
	Steps []Step
}

// Reads hashes the inputs other than pages and templates: data, files, and resources of pages. It returns 0 if
// there were none. The ledger stores it, so it must be the same on every machine: see Portable.
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
		at := strings.LastIndexByte(s.Key, 0) + 1 // after the kind of access
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

// KeptFolder is the default folder in a project for data that is kept between builds, with a slash.
const KeptFolder = ".sitegen/"

// Portable returns the name of a file without the folders of this machine: the path of a file of the project,
// or the last element of the path of any other file and of one in the KeptFolder.
func Portable(file string) string {
	if filepath.IsAbs(file) || strings.HasPrefix(file, KeptFolder) {
		return filepath.Base(file)
	}
	return file
}

// Recorder collects the steps of one running render. The zero value is ready. It is not safe for concurrent
// use: each render has its own.
type Recorder struct {
	steps []Step
	table []int32 // places of the steps plus one, by the hashes of their questions; 0 is free; nil for few steps
}

// up to few steps are searched without a table.
const few = 16

// Ask records a question and the hash of its answer. Repeated questions are ignored.
func (r *Recorder) Ask(kind Kind, key string, answer uint64) {
	q := Question{kind, key}
	if len(r.steps) <= few {
		for i := range r.steps {
			if r.steps[i].Question == q {
				return
			}
		}
		if r.steps == nil {
			r.steps = make([]Step, 0, few)
		}
		r.steps = append(r.steps, Step{q, answer})
		return
	}
	if 2*len(r.steps) >= len(r.table) { // at most half of it is used, so searches are short
		r.table = append(r.table[:0], make([]int32, max(8*few, 4*len(r.table)))...)
		for i := range r.steps {
			r.table[r.slot(r.steps[i].Question)] = int32(i) + 1
		}
	}
	if at := r.slot(q); r.table[at] == 0 {
		r.steps = append(r.steps, Step{q, answer})
		r.table[at] = int32(len(r.steps))
	}
}

// seed is that of the tables, whose order shows nowhere.
var seed = maphash.MakeSeed()

// slot returns where in the table a question is, or its free slot.
func (r *Recorder) slot(q Question) int {
	at := int(maphash.String(seed, q.Key)>>1) + int(q.Kind)
	for ; ; at++ {
		at &= len(r.table) - 1
		if n := r.table[at]; n == 0 || r.steps[n-1].Question == q {
			return at
		}
	}
}

// Add records everything that another render asked whose outcome this render uses.
func (r *Recorder) Add(rec Record) {
	for _, s := range rec.Steps {
		r.Ask(s.Kind, s.Key, s.Answer)
	}
}

// Record returns the steps collected so far.
func (r *Recorder) Record() Record { return Record{r.steps} }

// Answer returns the answer to a question, if it was asked.
func (r *Recorder) Answer(q Question) (answer uint64, ok bool) {
	for _, s := range r.steps {
		if s.Question == q {
			return s.Answer, true
		}
	}
	return 0, false
}

// Clear empties the recorder. Records taken from it must no longer be in use.
func (r *Recorder) Clear() {
	clear(r.steps) // the keys would keep texts in memory
	r.steps, r.table = r.steps[:0], r.table[:0]
}

// Hash returns the hash of an answer given as bytes. It uses xxhash, so it can be kept between processes.
func Hash(b []byte) uint64 { return xxhash.Sum64(b) }

// HashString is Hash for a string.
func HashString(s string) uint64 { return xxhash.Sum64String(s) }

// HashStrings returns the hash of an ordered list of strings; ["ab"] and ["a", "b"] differ.
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

// HashBool returns the hash of a boolean.
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
