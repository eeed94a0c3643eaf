package law

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// Figures count what random cases did.
type Figures struct {
	Steps   int
	Failing int            // steps whose build has errors, in both builders
	Kinds   map[string]int // steps of each kind
	Visible map[string]int // those that changed the output or the messages
}

// Add adds the figures of another case.
func (f *Figures) Add(g Figures) {
	if f.Kinds == nil {
		f.Kinds, f.Visible = map[string]int{}, map[string]int{}
	}
	f.Steps += g.Steps
	f.Failing += g.Failing
	for k, n := range g.Kinds {
		f.Kinds[k] += n
	}
	for k, n := range g.Visible {
		f.Visible[k] += n
	}
}

// Plan describes a random case. The same plan makes the same steps.
type Plan struct {
	Site  string
	Mode  Mode
	Seed  uint64
	Skip  int // number of steps of earlier cases with the same seed, so each case continues with other kinds of edits
	Steps int
	Often *regexp.Regexp // kinds of edits that occur much more often; nil for none
}

// Random edits a site at random and checks each build. The returned case contains the steps until the first
// violation, which is the error.
func (b Bench) Random(ctx context.Context, p Plan) (Case, Figures, error) {
	c := Case{Site: p.Site, Mode: p.Mode}
	f := Figures{Kinds: map[string]int{}, Visible: map[string]int{}}
	w, err := b.newWorld(p.Site, p.Mode)
	if err != nil {
		return c, f, err
	}
	defer w.close()
	if err := w.begin(ctx, true); err != nil {
		return c, f, violated(err, -1)
	}
	chance := rand.New(rand.NewPCG(p.Seed, uint64(p.Skip)))
	deck := &deck{rng: rng(p.Seed), site: w.site, often: p.Often}
	for range p.Skip {
		deck.draw()
	}
	for n := range p.Steps {
		s := w.next(chance, deck, n+1)
		c.Steps = append(c.Steps, s)
		before := w.out
		ok, err := w.build(ctx, s, true)
		if err != nil {
			return c, f, violated(err, n)
		}
		f.Steps++
		if !ok {
			f.Failing++
			c.Steps[n].Kind += fails
		}
		for k := range strings.SplitSeq(s.Kind, and) {
			f.Kinds[k]++
			if !ok || difference(w.out, before) != "" {
				f.Visible[k]++
			}
		}
	}
	return c, f, nil
}

// deck deals kinds of edits so that each occurs before one occurs twice.
type deck struct {
	rng   *rand.Rand
	site  site
	often *regexp.Regexp
	rest  []kind
}

func (d *deck) draw() kind {
	if len(d.rest) == 0 {
		for _, k := range kinds() {
			n := d.site.times(k)
			if d.often != nil && d.often.MatchString(k.name) {
				n *= 50
			}
			d.rest = append(d.rest, slices.Repeat([]kind{k}, n)...)
		}
		d.rng.Shuffle(len(d.rest), func(i, j int) { d.rest[i], d.rest[j] = d.rest[j], d.rest[i] })
	}
	k := d.rest[0]
	d.rest = d.rest[1:]
	return k
}

// times returns how often a kind of edit occurs relative to others. There are many pages, and only certain
// edits move another page in a list; edits that only one site supports occur often there.
func (s site) times(k kind) int {
	n := 1
	switch k.name {
	case "meta: title", "meta: date", "meta: lastmod", "meta: mood", "meta: fact", "meta: weight", "meta: tags",
		"meta: draft", "body: words added",
		"world: nothing for a while", "resource: added", "resource: removed", "resource: renamed",
		"layout: more specific one", "layout: removed",
		"partial: added or removed", "partial: shadowed", "shortcode: added or removed":
		n = 3
	case "page: where one was looked for", "world: clock", "copy: made or restored", "output: same size":
		n = 5
	}
	if slices.Contains(s.often, k.name) {
		n += 5
	}
	return n
}

// next makes a step. A broken project is repaired after one or two more steps.
func (w *world) next(chance *rand.Rand, deck *deck, n int) Step {
	if w.failed > 2 || w.failed > 0 && chance.IntN(2) == 0 {
		return w.repair(w.failed == 1 && chance.IntN(2) == 0)
	}
	w.broken = nil
	s := w.edit(chance, deck, n)
	if !strings.HasPrefix(s.Kind, "broken: ") || chance.IntN(2) == 0 {
		return s
	}
	for _, o := range s.Ops {
		w.broken = append(w.broken, o.Path)
	}
	if also := w.edit(chance, deck, n); !strings.HasPrefix(also.Kind, "broken: ") {
		s = Step{Kind: s.Kind + and + also.Kind, Ops: append(also.Ops, s.Ops...)}
	}
	return s
}

// edit draws a kind of edit that is possible.
func (w *world) edit(chance *rand.Rand, deck *deck, n int) Step {
	g := w.gen(chance, n)
	for {
		k := deck.draw()
		if ops := k.make(g); ops != nil {
			return Step{Kind: k.name, Ops: ops}
		}
	}
}

// repair makes the project valid: it restores the last valid state, or only the files that were broken, so
// other edits of the same step take effect in the next build.
func (w *world) repair(onlyBroken bool) Step {
	ops := w.files.back(w.good)
	if onlyBroken && len(w.broken) > 0 {
		ops = slices.DeleteFunc(ops, func(o Op) bool { return !slices.Contains(w.broken, o.Path) })
	}
	if w.o.Strict {
		ops = append(ops, Op{Verb: "option", Path: "strict", To: "false"})
	}
	for _, p := range slices.Concat(w.blocks, slices.Sorted(maps.Keys(w.foreign))) {
		ops = append(ops, Op{Verb: "remove", Path: "public/" + p})
	}
	return Step{Kind: repaired, Ops: ops}
}

const (
	repaired = "repaired" // the kind of step that makes a project valid
	and      = ", and "   // between the kinds of a step that has two
)

func rng(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x1a3)) }

// gen generates edits for the current state of the project.
func (w *world) gen(chance *rand.Rand, n int) *gen {
	return &gen{
		Rand: chance, files: w.files, site: w.site, kept: w.kept != nil, last: w.last, out: w.paths,
		clock: w.o.Clock, n: n,
	}
}

// Shrink removes steps that a violation does not need, as long as another run still finds one, in at most the
// given number of builds. The last step of the case is the one that breaks the law.
func (b Bench) Shrink(ctx context.Context, c Case, builds int) Case {
	breaks := func(steps []Step) bool {
		builds -= len(steps) + 1
		var v *Violation
		return errors.As(b.Replay(ctx, Case{c.Site, c.Mode, steps}, true), &v)
	}
	if !breaks(c.Steps) {
		return c // it needs the builds in between, or is not reproducible
	}
	for size := len(c.Steps) / 2; size > 0 && builds > 0; {
		smaller := false
		for at := 0; at+size < len(c.Steps) && builds > 0; {
			less := append(slices.Clone(c.Steps[:at]), c.Steps[at+size:]...)
			if breaks(less) {
				c.Steps, smaller = less, true
			} else {
				at += size
			}
		}
		if !smaller || size > 1 {
			size /= 2
		}
	}
	return c
}
