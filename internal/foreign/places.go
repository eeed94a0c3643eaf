package foreign

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Places finds lines of a file, given lines of the text that its tool's reader made of it.
type Places struct {
	source, made []string
	at           map[string][]int // lines of source, from 0
	shift        []int            // number of lines in the file above a line of made, less those in made
}

// NewPlaces compares a text with the one that was made of it. Lines with text that both have equally often tell where
// the others are.
func NewPlaces(source, made string) *Places {
	p := &Places{source: strings.Split(source, "\n"), made: strings.Split(made, "\n"), at: map[string][]int{}}
	for i, line := range p.source {
		p.at[line] = append(p.at[line], i)
	}
	times := map[string]int{}
	for _, line := range p.made {
		times[line]++
	}
	p.shift = make([]int, len(p.made))
	shift, above := 0, -1
	seen := map[string]int{}
	for i, line := range p.made {
		n := seen[line]
		seen[line]++
		if at := p.at[line]; line != "" && len(at) == times[line] && at[n] > above {
			above, shift = at[n], at[n]-i
		}
		p.shift[i] = shift
	}
	return p
}

// mostAround is the number of lines above and below the expected one in which a text is searched.
const mostAround = 100

// Of returns the line and the column in the file, from 1, of a place in the text that was made. The column is 0 if it is
// not known. text is a part of the file that the place is about, such as the destination of a link; "" if there is none.
func (p *Places) Of(line, column int, text string) (int, int) {
	i := min(max(line-1, 0), len(p.made)-1)
	expected := min(max(i+p.shift[i], 0), len(p.source)-1)
	best := -1
	same := p.at[p.made[i]]
	next, _ := slices.BinarySearch(same, expected)
	for _, at := range same[max(next-1, 0):min(next+1, len(same))] {
		if best < 0 || distance(at, expected) < distance(best, expected) {
			best = at
		}
	}
	if best >= 0 && (text == "" || strings.Contains(p.source[best], text)) {
		return best + 1, column
	}
	for n := 0; text != "" && n <= mostAround; n++ {
		for _, at := range []int{expected + n, expected - n} {
			if at < 0 || at >= len(p.source) {
				continue
			}
			if before, _, ok := strings.Cut(p.source[at], text); ok {
				return at + 1, utf8.RuneCountInString(before) + 1
			}
		}
	}
	return expected + 1, 0
}

func distance(a, b int) int { return max(a-b, b-a) }
