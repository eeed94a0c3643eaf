package law

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
)

// Figures count what random cases did.
type Figures struct {
	Steps   int
	Failing int            // steps whose build has errors, in both builders
	Kinds   map[string]int // steps of each kind
	Felt    map[string]int // those after which the output or the messages were other ones
}

// Add adds the figures of another case.
func (f *Figures) Add(g Figures) {
	if f.Kinds == nil {
		f.Kinds, f.Felt = map[string]int{}, map[string]int{}
	}
	f.Steps += g.Steps
	f.Failing += g.Failing
	for k, n := range g.Kinds {
		f.Kinds[k] += n
	}
	for k, n := range g.Felt {
		f.Felt[k] += n
	}
}

// Plan says what a random case does. The same plan makes the same steps.
type Plan struct {
	Site  string
	Mode  Mode
	Seed  uint64
	Skip  int // steps of the cases of the same seed before this one: each goes on with other kinds of edit
	Steps int
}

// Random changes a site at random and checks each build. The case returned holds the steps until the first
// violation, which is the error then.
func (b Bench) Random(ctx context.Context, p Plan) (Case, Figures, error) {
	c := Case{Site: p.Site, Mode: p.Mode}
	f := Figures{Kinds: map[string]int{}, Felt: map[string]int{}}
	w, err := b.newWorld(p.Site, p.Mode)
	if err != nil {
		return c, f, err
	}
	defer w.close()
	if err := w.begin(ctx, true); err != nil {
		return c, f, violated(err, -1)
	}
	chance := rand.New(rand.NewPCG(p.Seed, uint64(p.Skip)))
	deck := &deck{rng: rng(p.Seed), site: p.Site}
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
		f.Kinds[s.Kind]++
		if !ok {
			f.Failing++
		}
		if !ok || difference(w.out, before) != "" {
			f.Felt[s.Kind]++
		}
	}
	return c, f, nil
}

// deck deals kinds of edit so that each comes up before one comes up twice.
type deck struct {
	rng  *rand.Rand
	site string
	rest []kind
}

func (d *deck) draw() kind {
	if len(d.rest) == 0 {
		d.rest = append(kinds(), often(d.site)...)
		d.rng.Shuffle(len(d.rest), func(i, j int) { d.rest[i], d.rest[j] = d.rest[j], d.rest[i] })
	}
	k := d.rest[0]
	d.rest = d.rest[1:]
	return k
}

// often lists kinds that come up three times as often as others: there are many pages, and it takes a certain
// one to move another in a list.
// What only one site offers comes up often there.
func often(site string) []kind {
	var out []kind
	for _, k := range kinds() {
		switch k.name {
		case "git: commit", "git: only dates", "git: only the message", "config: theme", "theme: template overridden":
			if site == "themed" {
				out = append(out, k, k, k, k, k, k)
			}
		case "translation: added", "translation: removed", "config: fallback pages", "meta: translationKey", "meta: draft of a section":
			if site == "lent" {
				out = append(out, k, k, k)
			}
		case "config: one appears":
			if site == "bare" {
				out = append(out, k, k, k)
			}
		case "page: where one was looked for", "world: clock":
			out = append(out, k, k, k, k)
		case "meta: title", "meta: date", "meta: lastmod", "meta: mood", "meta: fact", "meta: weight", "meta: tags", "meta: draft", "body: words added", "world: nothing for a while",
			"resource: added", "resource: removed", "resource: renamed":
			out = append(out, k, k)
		}
	}
	return out
}

// next makes a step. A project that cannot be built is made whole again after one or two steps more.
func (w *world) next(chance *rand.Rand, deck *deck, n int) Step {
	if w.failed > 2 || w.failed > 0 && chance.IntN(2) == 0 {
		ops := w.own.back(w.good)
		if w.o.Strict {
			ops = append(ops, Op{Verb: "option", Path: "strict", To: "false"})
		}
		return Step{Kind: "mended", Ops: ops}
	}
	g := w.gen(chance, n)
	if w.mode == Rested && chance.IntN(3) > 0 { // what this mode is for: see builder.edited
		list := bodyKinds()
		k := list[chance.IntN(len(list))]
		if ops := k.make(g); ops != nil {
			return Step{Kind: k.name, Ops: ops}
		}
	}
	for {
		k := deck.draw()
		if ops := k.make(g); ops != nil {
			return Step{Kind: k.name, Ops: ops}
		}
	}
}

func rng(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x1a3)) }

// gen makes edits of the project as it stands now.
func (w *world) gen(chance *rand.Rand, n int) *gen {
	return &gen{Rand: chance, own: w.own, site: w.site, out: w.paths, clock: w.o.Clock, n: n}
}

// Shrink leaves out what a violation does not need, as long as another run still finds one, in at most so
// many builds. The case's last step is the one that breaks the law.
func (b Bench) Shrink(ctx context.Context, c Case, builds int) Case {
	breaks := func(steps []Step) bool {
		builds -= len(steps) + 1
		var v *Violation
		return errors.As(b.Replay(ctx, Case{c.Site, c.Mode, steps}, true), &v)
	}
	if !breaks(c.Steps) {
		return c // it takes the builds in between, or does not come up each time
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
