package funcs

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// expression is a compiled pattern, or the error of compiling it.
type expression struct {
	re      *regexp.Regexp
	size    int // see sizeOf
	err     error
	loops   int            // parts that repeat without a limit
	others  int            // other parts that match something
	context bool           // it depends on the text before or after a position
	after   *regexp.Regexp // see searches; nil until needed
}

// Go's expressions take time proportional to the length of a text times the size of the expression, and memory
// proportional to that size, which repetitions multiply: "((a{9}){9}){9}" is 729 times as large as "a".
const (
	// mostExpression limits an expression, in instructions.
	mostExpression = 20_000
	// mostExpressions limits the total size of cached expressions.
	mostExpressions = 200_000
	// instructionBytes is the number of bytes of text per instruction and step, if all of an expression can match at
	// each byte.
	instructionBytes = 32
	// shortText is the number of bytes that are searched before they are paid for: less than a second in the worst
	// case.
	shortText = 4096
)

// regexps is the cache of compiled expressions.
type regexps struct {
	m    map[string]*expression
	size int
}

// regexp returns a compiled pattern. A page pays for compiling it, even if it is already compiled for another one.
func (l *lib) regexp(fn, pattern string) (*expression, error) {
	x, ok := l.regexps.m[pattern]
	if !ok {
		x = parsed(pattern)
		if l.regexps.size += x.size + len(pattern); l.regexps.m == nil || l.regexps.size > mostExpressions ||
			len(l.regexps.m) >= mostRemembered {
			l.regexps = regexps{m: make(map[string]*expression), size: x.size + len(pattern)}
		}
		l.regexps.m[pattern] = x
	}
	if again := l.env.PatternAgain; again == nil || !again(pattern, x.size+len(pattern), mostExpressions, mostRemembered) {
		if err := l.spend(20 + len(pattern) + 2*x.size); err != nil {
			return nil, fmt.Errorf("%s: %w", fn, err)
		}
	}
	if x.re == nil && x.err == nil {
		x.re, x.err = regexp.Compile(pattern)
	}
	if x.err != nil {
		return nil, fmt.Errorf("%s: %w", fn, x.err)
	}
	return x, nil
}

// parsed returns a pattern that is not compiled yet.
func parsed(pattern string) *expression {
	if len(pattern) > mostExpression {
		return &expression{err: fmt.Errorf("an expression of %d bytes is longer than %d", len(pattern), mostExpression)}
	}
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return &expression{err: compileError(pattern, err)}
	}
	size := sizeOf(tree)
	if size > mostExpression {
		return &expression{err: fmt.Errorf("the expression compiles to %d instructions, more than %d: repeat less", size,
			mostExpression)}
	}
	x := &expression{size: size}
	x.look(tree, false)
	return x
}

// look counts the parts of an expression.
func (x *expression) look(re *syntax.Regexp, looped bool) {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		if !looped {
			x.others++
		}
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary,
		syntax.OpNoWordBoundary:
		x.context = true
	}
	endless := re.Op == syntax.OpStar || re.Op == syntax.OpPlus || re.Op == syntax.OpRepeat && re.Max < 0
	if endless {
		x.loops++
	}
	for _, sub := range re.Sub {
		x.look(sub, looped || endless && simple(sub))
	}
}

// simple reports whether an expression matches one character.
func simple(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpCapture:
		return simple(re.Sub[0])
	case syntax.OpLiteral:
		return len(re.Rune) == 1
	}
	return re.Op == syntax.OpCharClass || re.Op == syntax.OpAnyChar || re.Op == syntax.OpAnyCharNotNL
}

// linear reports whether all searches in a text together read each byte only a few times: an expression without loops,
// or one that is a single loop. Others may read to the end of the text for each match, such as "a.*c|a" in a text of a.
func (x *expression) linear() bool { return x.loops == 0 || x.loops == 1 && x.others == 0 }

// compileError returns the error of regexp for a pattern.
func compileError(pattern string, err error) error {
	if _, own := regexp.Compile(pattern); own != nil {
		return own
	}
	return err
}

// spend counts a search in so many bytes of a text.
func (x *expression) spend(l *lib, bytes int) error {
	return l.spend(bytes * (1 + x.size) / instructionBytes)
}

// searches pays for the search for the first n matches in a text, all of them if n is negative, before it is done.
func (x *expression) searches(l *lib, s string, n int) error {
	prefix, _ := x.re.LiteralPrefix()
	switch {
	case l.env.Spend == nil:
		return nil
	case x.context:
		prefix = ""
	}
	if prefix == "" && x.linear() {
		return x.spend(l, len(s))
	}
	if len(s) <= shortText { // each search may read to the end
		return x.spend(l, len(s)*(1+len(x.re.FindAllStringIndex(s, n))))
	}
	return x.walk(l, s, prefix, n, func(int, int) {})
}

// walk finds each match in another way, which tells how much text the search reads, and pays for that. A search starts
// one character earlier, for expressions that depend on it.
func (x *expression) walk(l *lib, s, prefix string, n int, found func(from, to int)) error {
	for at, end := 0, -1; n != 0; n-- {
		skipped := strings.Index(s[at:], prefix)
		if skipped < 0 {
			return l.spend(1 + (len(s)-at)/1024)
		}
		if err := l.spend(1 + skipped/1024); err != nil {
			return err
		}
		from, to, err := x.next(l, s, at+skipped)
		if err != nil || from < 0 {
			return err
		}
		if from == to && to == end {
			n++ // an empty match next to the previous one does not count
		} else {
			found(from, to)
		}
		if at, end = to, to; from == to {
			if to == len(s) {
				return nil
			}
			_, width := utf8.DecodeRuneInString(s[to:])
			at += width
		}
	}
	return nil
}

// next finds the first match at or after a position, -1 for none, and pays for the text that is read.
func (x *expression) next(l *lib, s string, at int) (from, to int, err error) {
	r := &runes{s: s[at:], pay: func(bytes int) error { return x.spend(l, bytes) }}
	if at == 0 {
		if loc := x.re.FindReaderIndex(r); loc != nil {
			return loc[0], loc[1], r.payRead()
		}
		return -1, -1, r.payRead()
	}
	if x.after == nil {
		if x.after, err = regexp.Compile(`\A(?s:.)(?s:.*?)(` + x.re.String() + `)`); err != nil {
			return -1, -1, err
		}
	}
	_, before := utf8.DecodeLastRuneInString(s[:at])
	r.s = s[at-before:]
	if loc := x.after.FindReaderSubmatchIndex(r); loc != nil {
		return at - before + loc[2], at - before + loc[3], r.payRead()
	}
	return -1, -1, r.payRead()
}

// runes reads a text for an expression, and counts what it reads.
type runes struct {
	s          string
	read, paid int
	pay        func(bytes int) error
	err        error
}

// ReadRune reads a character. It ends early when too much was read.
func (r *runes) ReadRune() (c rune, width int, err error) {
	const ahead = 4096
	if r.read-r.paid >= ahead {
		r.err = r.payRead()
	}
	if r.err != nil || r.read == len(r.s) {
		return 0, 0, io.EOF
	}
	c, width = utf8.DecodeRuneInString(r.s[r.read:])
	r.read += width
	return c, width, nil
}

// payRead pays for the text that was read.
func (r *runes) payRead() error {
	if r.err == nil {
		r.err = r.pay(r.read - r.paid)
		r.paid = r.read
	}
	return r.err
}

// sizeOf estimates the number of instructions of an expression, with a quarter for each character of its classes. Above
// mostExpression the number is not exact.
func sizeOf(re *syntax.Regexp) int {
	n := 1
	switch re.Op {
	case syntax.OpLiteral:
		n = len(re.Rune)
	case syntax.OpCharClass:
		n = 1 + len(re.Rune)/8
	}
	for _, sub := range re.Sub {
		if n += sizeOf(sub); n > mostExpression {
			return n
		}
	}
	if re.Op == syntax.OpRepeat {
		if re.Max > re.Min {
			n++
		}
		n *= max(1, re.Min, re.Max)
	}
	return n + 1
}

// find converts the arguments of findRE and findRESubmatch.
func (l *lib) find(fn string, pattern, v any, limit []any) (re *regexp.Regexp, s string, n int, err error) {
	p, s, err := str2(fn, pattern, v)
	if err != nil {
		return nil, "", 0, err
	}
	n = -1
	if len(limit) > 0 {
		if n, err = integer(fn, limit[0]); err != nil {
			return nil, "", 0, err
		}
	}
	x, err := l.regexp(fn, p)
	if err == nil {
		err = x.searches(l, s, n)
	}
	if err != nil {
		return nil, "", 0, err
	}
	return x.re, s, n, nil
}

// mostMatches limits the matches that a function returns: each is a list, or a text.
const mostMatches = 1 << 20

var errMatches = errors.New("more than 1,048,576 matches")

// matches returns the number of matches to search for, if n are wanted.
func matches(n int) int {
	if n < 0 || n > mostMatches {
		return mostMatches + 1
	}
	return n
}

func (l *lib) findRE(pattern, v any, limit ...any) ([]string, error) {
	re, s, n, err := l.find("strings.FindRE", pattern, v, limit)
	if err != nil {
		return nil, err
	}
	found := re.FindAllString(s, matches(n))
	if len(found) > mostMatches {
		return nil, fmt.Errorf("strings.FindRE: %w", errMatches)
	}
	return found, l.spend(len(found))
}

func (l *lib) findRESubmatch(pattern, v any, limit ...any) ([][]string, error) {
	re, s, n, err := l.find("strings.FindRESubmatch", pattern, v, limit)
	if err != nil {
		return nil, err
	}
	most := mostMatches / (1 + re.NumSubexp())
	if n < 0 || n > most {
		n = most + 1
	}
	found := re.FindAllStringSubmatch(s, n)
	if len(found) > most {
		return nil, fmt.Errorf("strings.FindRESubmatch: %w", errMatches)
	}
	return found, l.spend(len(found) * (2 + re.NumSubexp()))
}

// replaceRE replaces the first n matches.
func (l *lib) replaceRE(pattern, replacement, v any, limit ...any) (string, error) {
	const fn = "strings.ReplaceRE"
	p, with, s, err := str3(fn, pattern, replacement, v)
	if err != nil {
		return "", err
	}
	n := -1
	if len(limit) > 0 {
		if n, err = integer(fn, limit[0]); err != nil {
			return "", err
		}
	}
	x, err := l.regexp(fn, p)
	if err == nil {
		err = x.searches(l, s, -1) // including matches that are not replaced
	}
	if err != nil {
		return "", err
	}
	re := x.re
	if len(s) > mostMatches && len(re.FindAllStringIndex(s, mostMatches+1)) > mostMatches {
		return "", fmt.Errorf("%s: %w", fn, errMatches)
	}
	if !l.before(169) {
		return l.replaceMatches(re, with, s, n)
	}
	// Each match is matched again by itself, so that ^ and \b match its ends.
	made := 0
	out := re.ReplaceAllStringFunc(s, func(match string) string {
		if n == 0 || made > maxRepeat || err != nil {
			return match
		}
		n--
		if err = l.spend(8); err == nil && x.context {
			err = x.searches(l, match, -1)
		} else if err == nil {
			err = x.spend(l, len(match)) // it is matched again
		}
		if err != nil {
			return match
		}
		one := re.ReplaceAllString(match, with)
		made += len(one)
		return one
	})
	if err != nil {
		return "", err
	}
	if made > maxRepeat {
		return "", fmt.Errorf("%s: the result is longer than %d MB", fn, maxRepeat>>20)
	}
	return out, nil
}

// replaceMatches replaces the first n matches of an expression, or all if n is negative.
func (l *lib) replaceMatches(re *regexp.Regexp, with, s string, n int) (string, error) {
	const fn = "strings.ReplaceRE"
	most := mostMatches / (1 + re.NumSubexp())
	if n < 0 || n > most {
		n = most + 1
	}
	found := re.FindAllStringSubmatchIndex(s, n)
	if len(found) > most {
		return "", fmt.Errorf("%s: %w", fn, errMatches)
	}
	if err := l.spend(8 * len(found)); err != nil {
		return "", err
	}
	var out []byte
	from := 0
	for _, m := range found {
		out = append(out, s[from:m[0]]...)
		out = re.ExpandString(out, with, s, m)
		from = m[1]
		if len(out) > len(s)+maxRepeat {
			return "", fmt.Errorf("%s: the result is longer than %d MB", fn, maxRepeat>>20)
		}
	}
	return string(append(out, s[from:]...)), nil
}
