package block

import "strings"

// Modules returns the JavaScript between the blocks of an MDX text: its imports and exports.
func Modules(lines []string) (out []string) {
	s, at := strings.Join(lines, "\n"), 0
	blank, until := true, 0
	for i, place := range PlacesOf(lines) {
		line := lines[i]
		if at >= until {
			if place == NoCode && blank && module.MatchString(line) {
				until = at + moduleEnd(s[at:])
				out = append(out, strings.TrimRight(s[at:until], "\r\n"))
			}
			blank = until > at || Blank(line) || aboveModule.MatchString(line)
		}
		at += len(line) + 1
	}
	return out
}

// moduleEnd returns the length of the JavaScript at the start of a text, which ends at a blank line outside of
// brackets.
func moduleEnd(s string) (at int) {
	for at < len(s) {
		line, _, _ := strings.Cut(s[at:], "\n")
		if Blank(line) {
			return at
		}
		for {
			i := strings.IndexAny(line, "{[(")
			if i < 0 {
				break
			}
			n := bracketed(s[at+i:], true)
			if n == 0 && line[i] == '{' {
				n = Braces(s[at+i:])
			}
			if n == 0 {
				break
			}
			at += i + n
			line, _, _ = strings.Cut(s[at:], "\n")
		}
		if at += len(line); at < len(s) {
			at++
		}
	}
	return at
}
