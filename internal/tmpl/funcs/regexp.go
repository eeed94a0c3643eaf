package funcs

import (
	"fmt"
	"regexp"
)

// regexpEntry is a compiled pattern, or why it is none.
type regexpEntry struct {
	re  *regexp.Regexp
	err error
}

func (l *lib) regexp(fn, pattern string) (*regexp.Regexp, error) {
	e, _ := l.regexps.get(pattern, func() (*regexpEntry, error) {
		re, err := regexp.Compile(pattern)
		return &regexpEntry{re, err}, nil
	})
	if e.err != nil {
		return nil, fmt.Errorf("%s: %w", fn, e.err)
	}
	return e.re, nil
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
	re, err = l.regexp(fn, p)
	return re, s, n, err
}

func (l *lib) findRE(pattern, v any, limit ...any) ([]string, error) {
	re, s, n, err := l.find("strings.FindRE", pattern, v, limit)
	if err != nil {
		return nil, err
	}
	return re.FindAllString(s, n), nil
}

func (l *lib) findRESubmatch(pattern, v any, limit ...any) ([][]string, error) {
	re, s, n, err := l.find("strings.FindRESubmatch", pattern, v, limit)
	if err != nil {
		return nil, err
	}
	return re.FindAllStringSubmatch(s, n), nil
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
	re, err := l.regexp(fn, p)
	if err != nil {
		return "", err
	}
	made := 0
	out := re.ReplaceAllStringFunc(s, func(match string) string {
		if n == 0 || made > maxRepeat {
			return match
		}
		n--
		one := re.ReplaceAllString(match, with)
		made += len(one)
		return one
	})
	if made > maxRepeat {
		return "", fmt.Errorf("%s: the result is longer than %d MB", fn, maxRepeat>>20)
	}
	return out, nil
}
