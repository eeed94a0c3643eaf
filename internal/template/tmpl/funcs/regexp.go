package funcs

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
)

// expression is a compiled pattern, or why it is none.
type expression struct {
	re   *regexp.Regexp
	size int // see sizeOf
	err  error
}

// Go's expressions take time in proportion to a text times the size of the expression, and memory in proportion to the size,
// which repetitions multiply: "((a{9}){9}){9}" is 729 times as large as "a".
const (
	// mostExpression bounds an expression, in instructions.
	mostExpression = 20_000
	// mostExpressions bounds those that are remembered.
	mostExpressions = 200_000
	// instructionBytes is how many bytes of a text go through one instruction in a step, if all of an expression can match at
	// each byte.
	instructionBytes = 32
)

// regexps are the expressions that were compiled.
type regexps struct {
	m    map[string]*expression
	size int
}

func (l *lib) regexp(fn, pattern string) (*expression, error) {
	x, ok := l.regexps.m[pattern]
	if !ok {
		var err error
		if x, err = l.compile(pattern); err != nil {
			return nil, fmt.Errorf("%s: %w", fn, err)
		}
		if l.regexps.size += x.size + len(pattern); l.regexps.m == nil || l.regexps.size > mostExpressions || len(l.regexps.m) >= mostRemembered {
			l.regexps = regexps{m: make(map[string]*expression), size: x.size + len(pattern)}
		}
		l.regexps.m[pattern] = x
	}
	if x.err != nil {
		return nil, fmt.Errorf("%s: %w", fn, x.err)
	}
	return x, nil
}

// compile compiles a pattern. The error is that there was too much work before.
func (l *lib) compile(pattern string) (*expression, error) {
	if len(pattern) > mostExpression {
		return &expression{err: fmt.Errorf("an expression of %d bytes is longer than %d", len(pattern), mostExpression)}, nil
	}
	if err := l.spend(20 + len(pattern)); err != nil {
		return nil, err
	}
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return &expression{err: compileError(pattern, err)}, nil
	}
	size := sizeOf(tree)
	if size > mostExpression {
		return &expression{err: fmt.Errorf("the expression stands for %d instructions, more than %d: repeat less", size, mostExpression)}, nil
	}
	if err := l.spend(2 * size); err != nil {
		return nil, err
	}
	re, err := regexp.Compile(pattern)
	return &expression{re: re, size: size, err: err}, nil
}

// compileError is the error that regexp gives for a pattern.
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

// sizeOf is about how many instructions an expression becomes, with a quarter for each rune of its classes. More than
// mostExpression is no exact number.
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

// find prepares findRE and findRESubmatch.
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
		err = x.spend(l, len(s))
	}
	if err != nil {
		return nil, "", 0, err
	}
	return x.re, s, n, nil
}

// mostMatches bounds the matches that a function returns: each is a list, or a text.
const mostMatches = 1 << 20

var errMatches = errors.New("more than 1,048,576 matches")

// matches is how many matches to look for, if n are wanted.
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

// replaceRE replaces the first n matches. With a limit each match is matched again by itself, so that
// ^ and \b see its ends as ends of the text, as in Hugo.
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
		err = x.spend(l, 2*len(s)) // each match is matched again
	}
	if err != nil {
		return "", err
	}
	re := x.re
	if len(s) > mostMatches && len(re.FindAllStringIndex(s, mostMatches+1)) > mostMatches {
		return "", fmt.Errorf("%s: %w", fn, errMatches)
	}
	made := 0
	out := re.ReplaceAllStringFunc(s, func(match string) string {
		if n == 0 || made > maxRepeat || err != nil {
			return match
		}
		n--
		err = l.spend(8)
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
