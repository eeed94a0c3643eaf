package tmpl

import (
	"maps"

	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
)

// Work is the account of the work that the templates of a page did so far. Calls that render parts of one page share
// it. Work that many pages share has a separate account, so that it costs each of them the same, whichever is first:
// see Apart.
type Work struct {
	// Limit is the maximum number of steps; less than MaxSteps means MaxSteps.
	Limit int

	steps  int
	grown  int      // bytes that values may have grown since they were last weighed
	room   int      // bytes that they may grow before that
	stores []*Store // stores of pages and sites
	bytes  int      // size of resources that were made
	pixels int      // of images to be made, minus the allowance for their files
	once   map[any]bool
	since  exec.Mark // the start

	outer    *Work    // nil: the account of a page
	held     int      // maximum size of the values
	pictures []effort // of an account with an outer one
	credit   int      // credit of outer

	kept         map[any]any // see Keep
	keptBytes    int
	patterns     map[string]bool // see PatternAgain
	patternBytes int
}

// firstRoom is the number of bytes that values may grow before they are weighed for the first time, and stepRoom the
// maximum number of bytes that a step makes.
const (
	firstRoom = MaxHeld / 2
	stepRoom  = 128
)

// Share makes c use the account of another call, since it renders a part of the same page, whose result is not kept.
func (c *Call) Share(of *Call) { c.work = of.Work() }

// Work returns the account of c and the calls that share it.
func (c *Call) Work() *Work {
	if c.work == nil {
		c.work = &Work{}
		if c.Executor != nil {
			c.work.since = c.Executor.machine.Mark()
		}
	}
	return c.work
}

// Limited sets how many steps a call may take.
func (c *Call) Limited(steps int) { c.Work().Limit = steps }

func (w *Work) limit() int {
	if w.outer != nil {
		return w.Limit
	}
	return max(w.Limit, MaxSteps)
}

// page returns the account of the page.
func (w *Work) page() *Work {
	for w.outer != nil {
		w = w.outer
	}
	return w
}

// Step counts work of so many steps, see MaxSteps. Work that may take long is counted before it is done. A canceled
// build ends at one of the next steps rather than with the page.
func (c *Call) Step(n int) error {
	if err := c.pay(n); err != nil {
		return err
	}
	if c.Executor != nil {
		c.Executor.steps += n
	}
	return nil
}

// pay counts steps, which may have been taken by others.
func (c *Call) pay(n int) error {
	w := c.Work()
	limit := w.limit()
	if n > limit || w.steps+n > limit {
		w.exhaust() // try must not continue
		return w.tooLong()
	}
	before := w.steps
	w.steps += n
	if before/askSteps == w.steps/askSteps {
		return nil
	}
	if c.Context != nil && c.Context.Err() != nil {
		return c.Context.Err()
	}
	return c.grow((w.steps/askSteps - before/askSteps) * askSteps * stepRoom)
}

func (w *Work) exhaust() { w.steps = w.limit() }

func (w *Work) tooLong() error {
	return bounded("the templates of one page take more than %d steps", w.page().limit())
}

// Spent is the cost of work that several pages may use.
type Spent struct {
	steps, held, bytes int
	pictures           []effort
}

// Apart gives c a separate account until EndApart, since other pages may use its result. Its limit is the remaining
// limit of outer, of which c is a copy, or which is c.
func (c *Call) Apart(outer *Call) {
	w := outer.Work()
	c.work = &Work{Limit: w.limit() - w.steps, outer: w}
	if e := c.Executor; e != nil {
		c.work.since, c.work.credit = e.machine.Mark(), e.machine.Credit(0)
	}
}

// EndApart ends the account from Apart and returns what was spent. The outer account is not charged yet. The error says
// that the account is exhausted, which try may have hidden.
func (c *Call) EndApart() (Spent, error) {
	w := c.work
	c.work = w.outer
	if c.Executor != nil {
		c.Executor.machine.Credit(w.credit)
	}
	if w.steps >= w.Limit {
		w.outer.exhaust()
		return Spent{}, w.tooLong()
	}
	return Spent{w.steps, w.held, w.bytes, w.pictures}, nil
}

// Pay charges c for work that it did in a separate account.
func (c *Call) Pay(s Spent) error {
	if w := c.Work(); s.held > 0 && w.outer != nil && c.Executor != nil {
		own, _ := c.Executor.held(w.since, MaxHeld, w.stores)
		w.held = max(w.held, own+s.held)
	}
	return c.pay(s.steps)
}

// Afford is Pay for work of others whose result c uses. It returns false if the limit of c is too low. If c then does
// the work itself, it finds the position at which the limit is reached.
func (c *Call) Afford(s Spent) (bool, error) {
	w := c.Work()
	page := w.page()
	if w.steps+s.steps >= w.limit() || page.bytes+s.bytes > MaxMade {
		return false, nil
	}
	if s.held > 0 && c.Executor != nil {
		if held, _ := c.Executor.held(page.since, MaxHeld, page.stores); held+s.held > MaxHeld {
			return false, nil
		}
	}
	if len(s.pictures) > 0 {
		once, pixels := maps.Clone(page.once), page.pixels
		for _, e := range s.pictures {
			if c.Effort(e.key, e.pixels, e.file, e.bytes, e.original) != nil {
				page.once, page.pixels = once, pixels
				return false, nil
			}
		}
	}
	if err := c.AddBytes(s.bytes); err != nil {
		return false, err
	}
	return true, c.Pay(s)
}

// Keep stores v in the account of c under a key, so that the page pays for it once. It returns false if there is no
// room.
func (c *Call) Keep(key, v any, bytes int) bool {
	w := c.Work()
	if w.keptBytes+bytes > MaxHeld/2 {
		return false
	}
	if w.kept == nil {
		w.kept = map[any]any{}
	}
	w.kept[key] = v
	w.keptBytes += bytes
	return true
}

// Kept returns the value that was kept under a key.
func (c *Call) Kept(key any) any { return c.Work().kept[key] }

// First reports whether a key is new to the account of c. The page then pays for work that the process does only once.
func (c *Call) First(key any) bool {
	w := c.Work()
	if w.once[key] {
		return false
	}
	if w.once == nil {
		w.once = map[any]bool{}
	}
	w.once[key] = true
	return true
}

// PatternAgain reports whether the account has paid for compiling a pattern, and records that it now does. It forgets
// patterns as funcs does, which has the same limits.
func (c *Call) PatternAgain(pattern string, size, mostSize, most int) bool {
	w := c.Work()
	if w.patterns[pattern] {
		return true
	}
	if w.patternBytes += size; w.patterns == nil || w.patternBytes > mostSize || len(w.patterns) >= most {
		w.patterns, w.patternBytes = map[string]bool{}, size
	}
	w.patterns[pattern] = true
	return false
}

// Refund takes steps back, for another output of the same page.
func (w *Work) Refund(n int) { w.steps = max(0, w.steps-n) }

// Keeps registers a store that templates can reach from anywhere.
func (c *Call) Keeps(s *Store) { c.Work().stores = append(c.Work().stores, s) }

// grow records that values may have grown, and weighs them occasionally.
func (c *Call) grow(bytes int) error {
	w := c.Work()
	if c.Executor == nil {
		return nil
	}
	if err := c.Executor.grow(bytes); err != nil {
		return err
	}
	if w.grown += bytes; w.grown < max(w.room, firstRoom) {
		return nil
	}
	w.grown = 0
	held, parts := c.Executor.held(w.since, MaxHeld, w.stores)
	all := held
	if page := w.page(); page != w {
		all, _ = c.Executor.held(page.since, MaxHeld, page.stores)
	}
	if w.held = max(w.held, held); all > MaxHeld {
		return bounded("the values that the templates of one page keep have more than %d MB", MaxHeld>>20)
	}
	w.room = held / 2
	w.steps += parts / 4 // the next step checks whether that is too much
	return nil
}

// held returns the size of the values that were made since a moment and are still in use.
func (e *Executor) held(since exec.Mark, most int, stores []*Store) (bytes, parts int) {
	return e.machine.Held(since, most, func(v any, yield func(any)) {
		switch v := v.(type) {
		case nil:
			for _, s := range stores {
				yield(s.values)
			}
		case *Store:
			if v != nil {
				yield(v.values)
			}
		}
	})
}

// grow weighs all values occasionally: pages whose texts wait for each other keep theirs at the same time. Which pages
// these are differs between builds, so each page has its own limit, which is lower.
func (e *Executor) grow(bytes int) error {
	if e.grown += bytes; e.grown < max(e.room, MaxHeld) {
		return nil
	}
	held, _ := e.held(exec.Mark{}, 2*MaxHeld, nil)
	e.grown, e.room = 0, held/2
	if held > 2*MaxHeld {
		return bounded("pages that wait for each other's texts keep values of more than %d MB", 2*MaxHeld>>20)
	}
	return nil
}

// AddBytes counts bytes of resources that templates make. They are kept until the site is written.
func (c *Call) AddBytes(n int) error {
	for w := c.Work(); w != nil; w = w.outer {
		if w.bytes += n; w.outer == nil && w.bytes > MaxMade {
			return bounded("the resources that the templates of one page make have more than %d MB", MaxMade>>20)
		}
	}
	return nil
}

// MaxEffort limits the pixels of images that the templates of a page make from files that are small for that. Each byte
// of a file allows effortOfByte more, once.
const (
	MaxEffort    = 100_000_000
	effortOfByte = 400
)

// effort is the work of making an image.
type effort struct {
	key             any
	pixels          int
	file            any
	bytes, original int
}

// Effort counts pixels of an image to be made, once for each key. file identifies its source, with the size in bytes
// and pixels.
func (c *Call) Effort(key any, pixels int, file any, bytes, original int) error {
	for w := c.Work(); w.outer != nil; w = w.outer {
		w.pictures = append(w.pictures, effort{key, pixels, file, bytes, original})
	}
	w := c.Work().page()
	page := &Call{work: w}
	if page.First(file) {
		w.pixels += original - effortOfByte*bytes
	}
	if page.First(key) {
		w.pixels += pixels
	}
	if w.pixels > MaxEffort {
		return bounded("the pictures that the templates of one page make are %d million pixels of work, more than %d million and %d for each byte of the files",
			w.pixels/1_000_000, MaxEffort/1_000_000, effortOfByte)
	}
	return nil
}

// Note counts steps where no error can be returned. The next step checks the limit.
func (c *Call) Note(steps int) { c.Work().steps += steps }

// Size estimates the bytes of a value that templates made.
func Size(v any) int { return exec.Size(v) }
