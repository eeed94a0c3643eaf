// Package kept has the state that a good build leaves for the next one: in memory for the same Builder, and on disk for
// other processes.
package kept

import (
	"cmp"
	"errors"
	"iter"
	"maps"
	"slices"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/assets/sass"
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
	"github.com/sitegen/sitegen/internal/store/sharedcache"
	"github.com/sitegen/sitegen/internal/template/adapter"
	"github.com/sitegen/sitegen/internal/template/render"
	"github.com/sitegen/sitegen/internal/template/render/tex"
	"github.com/sitegen/sitegen/internal/template/render/texts"
)

// Memo is the state that a good build leaves for the next one of the same Builder. It answers one question: was this
// asked before, and with the same inputs? A failed build leaves the memo as it was.
type Memo struct {
	Inputs

	Store    *cache.Store // on disk; nil: none
	Sass     *sass.LibSass
	Pictures *picture.Maker
	Math     *tex.Engine
	Remote   Answers
	Outputs  *output.Files // with Options.Memory
	Spool    *disk.Spool   // holds the bytes of outputs
	Texts    *disk.Spool   // holds the HTML of bodies
	Former   *disk.Spool   // holds outputs that may still be read; nil if there are none

	Table   *trace.Table
	Bodies  map[string]*render.Body // by the name that themes gives
	Plan    *task.Plan
	Records []*task.Record          // of the jobs in Plan
	Beside  map[string]*task.Record // of tasks that don't render pages, by key: emissions and the search index
	Size    int                     // of the table when it was last compacted

	Shared *sharedcache.Cache // cache that machines share; nil: none

	Shards *shard.Joined // shards that the records come from; nil if there are none

	unsaved unsaved // not yet in the cache on disk
}

// Record returns the record of the job with a key; nil if there is none.
func (m *Memo) Record(key string) *task.Record {
	if i, ok := m.Plan.Find(key); ok {
		return m.Records[i]
	}
	return m.Beside[key]
}

// Compact removes the questions that nothing asks any more, once they are most of the table, and before everything is
// saved: it then also numbers them in the order in which they are saved, which takes fewer bytes.
func (m *Memo) Compact(saved bool) {
	if m.Size == 0 {
		m.Size = m.Table.Len() // of questions that were all asked just now
	}
	if m.Table.Len() > 2*m.Size || saved && m.unsaved.much(m) {
		m.Table = m.Table.Compact(m.asked())
		m.Size = m.Table.Len()
		m.unsaved.whole = true
	}
}

// MoveTexts moves the bodies to a new file once most of the old file is unused.
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
		if text, err := b.Text(); err == nil { // else it is rendered again when it is needed
			b.ReadText(texts.Spooled(next, text))
		}
	}
	_ = m.Texts.Close()
	m.Texts = next
}

// asked yields the questions of every render that is kept, in the order in which they are saved.
func (m *Memo) asked() iter.Seq[[]trace.ID] {
	return func(yield func([]trace.ID) bool) {
		for _, name := range slices.Sorted(maps.Keys(m.Bodies)) {
			if !yield(m.Bodies[name].Asked()) {
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
		for _, key := range slices.Sorted(maps.Keys(m.Beside)) {
			if !yield(m.Beside[key].Asked) {
				return
			}
		}
	}
}

// Close releases the files of the memo.
func (m *Memo) Close() error {
	err := errors.Join(m.Run.End(), m.Shards.Close())
	if m.Store != nil {
		err = errors.Join(err, m.Store.Close())
	}
	if m.Shared != nil {
		m.Shared.Close()
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

// Inputs are the results of the stages before rendering in a good build. The next build reuses each result whose own
// inputs have not changed.
type Inputs struct {
	Config  *config.Config
	Tree    *content.Tree
	Adapted *adapter.Result // nil: there are no adapters
	Git     *content.Git
	Site    *site.Site
	Listed  *listing.Listing // as declared
	Themed  diag.List        // problems found while the theme was read
	Theme   *render.Theme
	Run     *render.Run
	// Workers have template sets of the theme, which are expensive to make.
	Workers []*render.Worker
	Asker   *render.Worker       // renders outputs that are requested early
	Layouts filestat.Fingerprint // of the folders that the theme was read from,
	Began   int64                // and the time when that build began, by the clock of the file system

	Ledger    *ledger.Ledger // as it was read, if without problems
	LedgerSum uint64         // hash of its bytes

	Assembled diag.List // problems found while the site was put together

	ConfigRevision, MetaRevision, TextRevision uint64 // see revisions
	Placeless                                  uint64 // as ConfigRevision and MetaRevision: see trace.PlacelessGroup
}

// Wasted reports whether most of a spool is unused, so a new one is worth its cost.
func Wasted(s *disk.Spool, wanted, slack int64) bool {
	return s.Size() > 4*wanted+cmp.Or(slack, 64<<20)
}

// BodiesInMemory is how many bytes of HTML stay in memory until everything is written. Bodies above that are read back
// for each list and feed that shows them; the layout of a page comes right after its body and needs no reading.
const BodiesInMemory = 4 << 20

// KeepsSite reports whether the site is that of another build, perhaps at another time.
func (in *Inputs) KeepsSite(other *Inputs) bool {
	a, b := in.Site, other.Site
	return b != nil && len(a.Pages) == len(b.Pages) && (len(a.Pages) == 0 || &a.Pages[0] == &b.Pages[0])
}

// KeepsSiteAndTheme reports whether the site and the templates are those of another build.
func (in *Inputs) KeepsSiteAndTheme(other *Inputs) bool {
	return in.KeepsSite(other) && in.Theme == other.Theme
}
