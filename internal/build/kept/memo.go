// Package kept has what a good build leaves to the next one: in memory for the same Builder, and on disk for other
// processes.
package kept

import (
	"cmp"
	"errors"
	"iter"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/shard"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/cache"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
	"github.com/sitegen/sitegen/internal/template/adapter"
	"github.com/sitegen/sitegen/internal/template/render"
	"github.com/sitegen/sitegen/internal/template/render/tex"
	"github.com/sitegen/sitegen/internal/template/render/texts"
)

// Memo is what a good build leaves to the next one of the same Builder. It answers one question: was
// this asked before, and from the same inputs? A build that fails leaves the memo as it was.
type Memo struct {
	Inputs

	Store    *cache.Store // on disk; nil: none
	Pictures *picture.Maker
	Math     *tex.Engine
	Remote   Answers
	Outputs  *output.Files // with Options.Memory
	Spool    *disk.Spool   // holds the bytes of outputs
	Texts    *disk.Spool   // holds the HTML of bodies
	Former   *disk.Spool   // holds outputs that may still be read; nil: none

	Table   *trace.Table
	Bodies  map[string]*render.Body // by the name that themes gives
	Plan    *task.Plan
	Records []*task.Record          // of the jobs of plan
	Beside  map[string]*task.Record // of tasks beside these, by key: emissions and the search index
	Size    int                     // of the table when it was last compacted

	Shards *shard.Joined // that the records are of; nil: none

	unsaved unsaved // what the cache on disk has not yet
}

// Record returns what the job with a key gave; nil: there was none.
func (m *Memo) Record(key string) *task.Record {
	if i, ok := m.Plan.Find(key); ok {
		return m.Records[i]
	}
	return m.Beside[key]
}

// Compact leaves out the questions that nobody asks any more, when they are most of the table.
func (m *Memo) Compact() {
	if m.Size == 0 {
		m.Size = m.Table.Len() // of questions that were all asked just now
	}
	if m.Table.Len() > 2*m.Size {
		m.Table = m.Table.Compact(m.asked())
		m.Size = m.Table.Len()
		m.unsaved.whole = true
	}
}

// MoveTexts moves the bodies to a new file when most of the old one is not wanted any more.
func (m *Memo) MoveTexts(state string, slack int64) {
	wanted := int64(0)
	for _, b := range m.Bodies {
		wanted += int64(b.Size())
	}
	if !Wasted(m.Texts, wanted, slack) {
		return
	}
	next := disk.NewSpool(state, BodiesInMemory)
	for _, b := range m.Bodies {
		if text, err := b.Text(); err == nil { // else it is rendered again when it is wanted
			b.ReadText(texts.Spooled(next, text))
		}
	}
	_ = m.Texts.Close()
	m.Texts = next
}

// asked yields what every render that is kept asked.
func (m *Memo) asked() iter.Seq[[]trace.ID] {
	return func(yield func([]trace.ID) bool) {
		for _, b := range m.Bodies {
			if !yield(b.Asked()) {
				return
			}
		}
		for _, r := range m.Beside {
			if !yield(r.Asked) {
				return
			}
		}
		seen := make(map[*task.Record]bool, len(m.Records))
		for _, r := range m.Records {
			if !seen[r] && !yield(r.Asked) {
				return
			}
			seen[r] = true
		}
	}
}

// Close gives back what is kept in files.
func (m *Memo) Close() error {
	err := errors.Join(m.Run.End(), m.Shards.Close())
	if m.Store != nil {
		err = errors.Join(err, m.Store.Close())
	}
	for _, s := range []*disk.Spool{m.Spool, m.Texts, m.Former} {
		if s != nil {
			if e := s.Close(); err == nil {
				err = e
			}
		}
	}
	return err
}

// Inputs are what the stages before rendering gave in a good build. Each is the answer of the next one,
// too, when nothing that it was made of is different: then it is not made again.
type Inputs struct {
	Config  *config.Config
	Tree    *content.Tree
	Adapted *adapter.Result // nil: there are no adapters
	Git     *content.Git
	Site    *site.Site
	Listed  *listing.Listing // as declared
	Themed  diag.List        // what was found while the theme was read
	Theme   *render.Theme
	Run     *render.Run
	// workers have template sets of the theme, which are expensive to make.
	Workers []*render.Worker
	Asker   *render.Worker       // for what is asked for early
	Layouts filestat.Fingerprint // of the folders that the theme was read from,
	Began   int64                // and when that build began, by the clock of the file system

	Ledger    *ledger.Ledger // as it was read, without a problem,
	LedgerSum uint64         // from these bytes

	Assembled diag.List // what was found while the site was put together

	ConfigRevision, MetaRevision, TextRevision uint64 // see revisions
}

// Wasted reports whether most of a spool is not wanted any more, so that it is worth to make a new one.
func Wasted(s *disk.Spool, wanted, slack int64) bool {
	return s.Size() > 4*wanted+cmp.Or(slack, 64<<20)
}

// BodiesInMemory is how many bytes of HTML stay in memory until all is written. Above that a body is
// read back for each list and feed that shows it: the layout of its page comes right after it.
const BodiesInMemory = 4 << 20

// KeepsSite reports whether the site is that of another build, if at another time.
func (in *Inputs) KeepsSite(other *Inputs) bool {
	a, b := in.Site, other.Site
	return b != nil && len(a.Pages) == len(b.Pages) && (len(a.Pages) == 0 || &a.Pages[0] == &b.Pages[0])
}

// KeepsSiteAndTheme reports whether the templates are those of another build, too.
func (in *Inputs) KeepsSiteAndTheme(other *Inputs) bool {
	return in.KeepsSite(other) && in.Theme == other.Theme
}
