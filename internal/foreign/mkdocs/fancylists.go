package mkdocs

import (
	"fmt"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// https://facelessuser.github.io/pymdown-extensions/extensions/fancylists/
var (
	listMark = pattern.New(`^([ \t]*)(?:([-*+])|(\d{1,9}|#|[a-z]|[A-Z]|[ivxlcdm]{2,15}|[IVXLCDM]{2,15})([.)]))([ \t]+|$)`)
	// holds matches a line with indented text below it.
	holds = pattern.New(`^[ \t]*(?:!!!|\?\?\?|===|:[ \t]|\[\^)`)
	roman = pattern.New(`^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$`)
)

// listing is an open list, or another construct whose text is indented.
type listing struct {
	indent int
	kind   string // attribute type of ol; "1" for numbers; "": not ordered
	sign   string // behind the number
	value  int
	last   int // its last line that is not blank
}

// fancy writes lists that count with letters or Roman numerals as lists of numbers with their type: a. becomes 1., and
// {type="a"} follows the list. nos are the numbers of the lines.
func (m *manner) fancy(lines []string, nos []int) ([]string, []int) {
	if !m.has("fancylists") {
		return lines, nos
	}
	var out []string
	var outNos []int
	var open []listing
	types := map[int]string{} // what follows a line of out
	end := func(l listing) {
		types[l.last] += strings.Repeat(" ", l.indent) + `{type="` + l.kind + `"}` + "\n"
	}
	closeTo := func(n int) (last listing) {
		for len(open) > n {
			if last = open[len(open)-1]; last.kind != "" && last.kind != "1" {
				end(last)
			}
			open = open[:len(open)-1]
		}
		return last
	}
	blank, item := true, false // the line above
	for i, place := range unfenced.PlacesOf(lines) {
		line := lines[i]
		if place == block.NoCode && block.Blank(line) {
			out, outNos, blank, item = append(out, line), append(outNos, nos[i]), true, false
			continue
		}
		if place == block.NoCode || place == block.Opening {
			indent := block.Width(line, 0)
			mark := listMark.FindStringSubmatch(line)
			n := len(open)
			for n > 0 && !open[n-1].contains(indent, mark, blank) {
				n--
			}
			above := closeTo(n)
			base := 0
			if n > 0 && indent > open[n-1].indent+1 {
				base = open[n-1].indent + 4
			}
			sibling := n > 0 && indent <= open[n-1].indent+1 && mark != nil
			starts := blank || item || indent >= base && base > 0
			switch {
			case indent-max(base, 0) >= 4 && !sibling, place == block.Opening: // code
				mark = nil
			case mark != nil && sibling:
				open[n-1].value++
			case mark != nil && starts:
				if l, ok := listingOf(indent, mark); ok {
					if open = append(open, l); above.kind == "1" && above.indent == indent && above.sign == l.sign {
						end(above) // else both would be one list
					}
				} else {
					mark = nil
				}
			case mark == nil && holds.MatchString(line):
				open = append(open, listing{indent: indent})
			default:
				mark = nil
			}
			if n := len(open); mark != nil && mark[3] != "" && n > 0 {
				if open[n-1].kind != "1" {
					m.use("fancylists")
				}
				line = mark[1] + fmt.Sprint(open[n-1].value) + mark[4] + mark[5] + line[len(mark[0]):]
			}
			blank, item = false, mark != nil || strings.HasPrefix(line, "#")
		}
		for k := range open {
			open[k].last = len(out)
		}
		out, outNos = append(out, line), append(outNos, nos[i])
	}
	closeTo(0)
	if len(types) == 0 {
		return out, outNos
	}
	lines, nos = nil, nil
	for i := 0; i < len(out); i++ {
		lines, nos = append(lines, out[i]), append(nos, outNos[i])
		if types[i] == "" {
			continue
		}
		for s := range strings.SplitSeq(strings.TrimSuffix(types[i], "\n"), "\n") {
			lines, nos = append(lines, s), append(nos, outNos[i])
		}
		if i+2 < len(out) && block.Blank(out[i+1]) && block.Blank(out[i+2]) {
			i++ // the lines below keep their numbers
		}
	}
	return lines, nos
}

var typeOfList = pattern.New(`^ *\{type="[1aAiI]"\}$`)

// isType reports whether a line is the type of the list above it.
func (m *manner) isType(line string) bool { return m.has("fancylists") && typeOfList.MatchString(line) }

// contains reports whether a line is part of a list. mark is that of an item in the line; blank: the line above is.
func (l *listing) contains(indent int, mark []string, blank bool) bool {
	switch {
	case indent > l.indent+1:
		return true
	case mark == nil:
		return !blank && l.kind != ""
	case indent < l.indent-1:
		return false
	case mark[2] != "":
		return l.kind == "" && l.sign == mark[2]
	case mark[4] != l.sign:
		return false
	}
	_, ok := valueOf(mark[3], l.kind)
	return ok
}

// listingOf returns the list that an item starts; false if the mark is text, as that in "B. Russell".
func listingOf(indent int, mark []string) (listing, bool) {
	if mark[2] != "" {
		return listing{indent: indent, sign: mark[2]}, true
	}
	name := mark[3]
	kinds := []string{"1", "a", "A", "i", "I"}
	if strings.EqualFold(name, "i") {
		kinds = []string{"i", "I"}
	}
	for _, kind := range kinds {
		if v, ok := valueOf(name, kind); ok {
			initial := len(name) == 1 && 'A' <= name[0] && name[0] <= 'Z' && mark[4] == "."
			return listing{indent: indent, kind: kind, sign: mark[4], value: v}, !initial || len(mark[5]) > 1
		}
	}
	return listing{}, false
}

// valueOf returns the value of a number in a list of a kind, and whether it is one.
func valueOf(name, kind string) (n int, ok bool) {
	lower := strings.ToLower(name)
	switch c := name[0]; kind {
	case "1":
		if name == "#" {
			return 1, true
		}
		_, err := fmt.Sscanf(name, "%d", &n)
		return n, err == nil
	case "a", "A":
		return int(c - kind[0] + 1), len(name) == 1 && c >= kind[0] && c <= kind[0]+25
	case "i", "I":
		if isCapital := c < 'a'; isCapital != (kind == "I") || !roman.MatchString(lower) {
			return 0, false
		}
		digits := map[byte]int{'i': 1, 'v': 5, 'x': 10, 'l': 50, 'c': 100, 'd': 500, 'm': 1000}
		for i := range len(lower) {
			if v := digits[lower[i]]; i+1 < len(lower) && v < digits[lower[i+1]] {
				n -= v
			} else {
				n += v
			}
		}
		return n, n > 0
	}
	return 0, false
}
