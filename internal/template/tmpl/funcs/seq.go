package funcs

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
)

// longestSeq limits the results of seq and collections.D.
const longestSeq = 1_000_000

var errLongSeq = errors.New("seq: the sequence is empty or has more than 1,000,000 numbers")

// seq counts: to a number, from one to another, or with the step in the middle.
func (l *lib) seq(args ...any) ([]int, error) {
	if len(args) < 1 || len(args) > 3 {
		return nil, countError("seq", "1 to 3", len(args))
	}
	n := make([]int, len(args))
	for i, a := range args {
		v, err := integer("seq", a)
		if err != nil {
			return nil, err
		}
		n[i] = v
	}
	from, step, to := n[0], 1, n[len(n)-1]
	switch {
	case len(n) == 1 && to == 0:
		return []int{}, nil
	case len(n) == 1 && to > 0:
		from = 1
	case len(n) == 1:
		from, step = -1, -1
	case len(n) == 2 && to < from:
		step = -1
	case len(n) == 3:
		step = n[1]
		switch {
		case step == 0:
			return nil, errors.New("seq: the increment must not be 0")
		case from < to && step < 0:
			return nil, errors.New("seq: the increment must be greater than 0")
		case from > to && step > 0:
			return nil, errors.New("seq: the increment must be less than 0")
		}
	}
	if to < -longestSeq {
		return nil, errLongSeq
	}
	size := (to-from)/step + 1
	if size <= 0 || size > longestSeq {
		return nil, errLongSeq
	}
	if err := l.spend(size / itemSteps); err != nil {
		return nil, err
	}
	out := make([]int, size)
	for i := range out {
		out[i] = from + i*step
	}
	return out, nil
}

// sample has the arguments of collections.D.
type sample struct {
	seed    uint64
	n, high int
}

// sample implements collections.D: n of the numbers below high, sorted, drawn with a seed.
func (l *lib) sample(seed, n, high any) ([]int, error) {
	const fn = "collections.D"
	s, err := integer(fn, seed)
	if err == nil && s < 0 {
		err = fmt.Errorf("%s: the seed must not be negative, got %d", fn, s)
	}
	if err != nil {
		return nil, err
	}
	size := func(v any) (int, error) {
		i, err := integer(fn, v)
		if err == nil && (i < 0 || i > longestSeq) {
			err = fmt.Errorf("%s: want a number from 0 to %d, got %d", fn, longestSeq, i)
		}
		return i, err
	}
	want, err := size(n)
	if err != nil {
		return nil, err
	}
	below, err := size(high)
	if err != nil {
		return nil, err
	}
	if want == 0 || below == 0 {
		return []int{}, nil
	}
	if want > below {
		out := make([]int, below)
		for i := range out {
			out[i] = i
		}
		return out, nil
	}
	return l.samples.get(sample{uint64(s), want, below}, func() ([]int, error) {
		return draw(rand.New(rand.NewPCG(uint64(s), 0)), want, below), nil
	})
}

// draw returns n of the numbers below high in rising order: J. S. Vitter, An Efficient Algorithm for Sequential Random
// Sampling, ACM Trans. Math. Softw. 11 (1985), method D, and method A when few numbers are left for each draw. The
// order of floating point operations is the same as in Hugo, so that seeds give the same numbers.
func draw(random *rand.Rand, n, high int) []int {
	const ratio = 13 // method D is faster while high is more than this many times n
	out := make([]int, 0, n)
	at := -1
	take := func(skip int) { at += skip + 1; out = append(out, at) }
	root := func(x, inverse float64) float64 { return math.Exp(math.Log(x) * inverse) }

	nf, hf := float64(n), float64(high)
	inverse := 1.0 / nf
	v := root(random.Float64(), inverse)
	room, roomf := 1-n+high, 1.0-nf+hf
	for limit := ratio * n; n > 1 && limit < high; limit -= ratio {
		less := 1.0 / (nf - 1.0)
		var skip int
		var skipf float64
		for {
			var x float64
			for {
				x = hf * (1.0 - v)
				if skip = int(math.Floor(x)); skip < room {
					break
				}
				v = root(random.Float64(), inverse)
			}
			u := random.Float64()
			skipf = float64(skip)
			y := root(u*hf/roomf, less)
			if v = y * (1.0 - x/hf) * (roomf / (roomf - skipf)); v <= 1.0 {
				break
			}
			if hf/(hf-x) >= y*root(chance(n, high, skip, room), less) {
				v = root(random.Float64(), less)
				break
			}
			v = root(random.Float64(), inverse)
		}
		take(skip)
		high -= skip + 1
		hf = (hf - 1.0) - skipf
		n--
		nf--
		inverse = less
		room -= skip
		roomf -= skipf
	}
	if n == 1 {
		take(int(math.Floor(float64(high) * v)))
		return out
	}
	for n > 1 { // method A
		skip := 0
		u := random.Float64()
		for q := float64(high-n) / float64(high); q > u; {
			skip++
			high--
			q *= float64(high - n)
			q /= float64(high)
		}
		take(skip)
		high--
		n--
	}
	take(int(math.Floor(float64(high) * random.Float64())))
	return out
}

// chance is the product in Vitter's second test of a skip.
func chance(n, high, skip, room int) float64 {
	top, bottom, stop := float64(high)-1.0, float64(high)-1.0-float64(skip), room
	if n-1 > skip {
		bottom, stop = float64(high-n), high-skip
	}
	p := 1.0
	for t := high - 1; t >= stop; t-- {
		p = p * top / bottom
		top--
		bottom--
	}
	return p
}
