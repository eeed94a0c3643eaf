package funcs

import (
	"fmt"
	"html/template"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/template/markdown"
)

// strings returns the namespace strings.
func (l *lib) title(s string) string {
	if l.env.TitleStyle == nil {
		return words.Title("ap", s)
	}
	return words.Title(l.env.TitleStyle(), s)
}

func (l *lib) strings() map[string]any {
	return map[string]any{
		"Chomp":            chomp,
		"Contains":         onTwo("strings.Contains", strings.Contains),
		"ContainsAny":      onTwo("strings.ContainsAny", strings.ContainsAny),
		"ContainsNonSpace": onText("strings.ContainsNonSpace", func(s string) bool { return strings.TrimSpace(s) != "" }),
		"Count":            onTwo("strings.Count", func(part, s string) int { return strings.Count(s, part) }),
		"CountRunes":       onText("strings.CountRunes", l.countRunes),
		"CountWords":       onText("strings.CountWords", l.countWords),
		"Diff":             difference,
		"FindRE":           l.findRE,
		"FindRESubmatch":   l.findRESubmatch,
		"FirstLower":       onText("strings.FirstLower", words.FirstLower),
		"FirstUpper":       onText("strings.FirstUpper", words.FirstUpper),
		"HasPrefix":        onTwo("strings.HasPrefix", strings.HasPrefix),
		"HasSuffix":        onTwo("strings.HasSuffix", strings.HasSuffix),
		"Repeat":           repeat,
		"Replace":          replace,
		"ReplacePairs":     l.replacePairs,
		"ReplaceRE":        l.replaceRE,
		"RuneCount":        onText("strings.RuneCount", utf8.RuneCountInString),
		"SliceString":      sliceString,
		"Split":            l.split,
		"Substr":           substr,
		"Title":            onText("strings.Title", l.title),
		"ToLower":          onText("strings.ToLower", strings.ToLower),
		"ToUpper":          onText("strings.ToUpper", strings.ToUpper),
		"Trim":             onTwo("strings.Trim", strings.Trim),
		"TrimLeft":         onTwo("strings.TrimLeft", func(set, s string) string { return strings.TrimLeft(s, set) }),
		"TrimPrefix": onTwo("strings.TrimPrefix",
			func(prefix, s string) string { return strings.TrimPrefix(s, prefix) }),
		"TrimRight":  onTwo("strings.TrimRight", func(set, s string) string { return strings.TrimRight(s, set) }),
		"TrimSpace":  onText("strings.TrimSpace", strings.TrimSpace),
		"TrimSuffix": onTwo("strings.TrimSuffix", func(suffix, s string) string { return strings.TrimSuffix(s, suffix) }),
		"Truncate":   truncate,
	}
}

// onTwo turns a function of two strings into a template function.
func onTwo[T any](fn string, f func(a, b string) T) func(a, b any) (T, error) {
	return func(a, b any) (T, error) {
		x, y, err := str2(fn, a, b)
		if err != nil {
			var zero T
			return zero, err
		}
		return f(x, y), nil
	}
}

// split splits a text into parts.
func (l *lib) split(v, separator any) ([]string, error) {
	const fn = "strings.Split"
	s, sep, err := str2(fn, v, separator)
	if err != nil {
		return nil, err
	}
	n := strings.Count(s, sep) + 1
	if n > mostItems {
		return nil, tooManyItems(fn, n)
	}
	if err := l.spend(n / itemSteps); err != nil {
		return nil, err
	}
	return strings.Split(s, sep), nil
}

// chomp keeps a safe string safe.
func chomp(v any) (any, error) {
	s, err := str("strings.Chomp", v)
	if err != nil {
		return "", err
	}
	s = strings.TrimRight(s, "\r\n")
	if _, ok := v.(template.HTML); ok {
		return template.HTML(s), nil
	}
	return s, nil
}

func (l *lib) countRunes(s string) int {
	n := 0
	for _, r := range markdown.Plain(s, l.release()) {
		if r != ' ' && r != '\t' && r != '\n' && r != '\r' {
			n++
		}
	}
	return n
}

// countWords counts words. In a text with Chinese, Japanese, or Korean characters, each character of a word that is not
// all ASCII counts.
func (l *lib) countWords(s string) int {
	cjk := strings.ContainsFunc(s, isCJK)
	n := 0
	for word := range strings.FieldsSeq(markdown.Plain(s, l.release())) {
		if runes := utf8.RuneCountInString(word); cjk && runes != len(word) {
			n += runes
		} else {
			n++
		}
	}
	return n
}

func isCJK(r rune) bool {
	return r > unicode.MaxLatin1 && unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana)
}

func difference(oldName, oldText, newName, newText any) (string, error) {
	const fn = "strings.Diff"
	a, x, err := str2(fn, oldName, oldText)
	if err != nil {
		return "", err
	}
	b, y, err := str2(fn, newName, newText)
	if err != nil {
		return "", err
	}
	return string(diff.Diff(a, []byte(x), b, []byte(y))), nil
}

// maxRepeat limits the results of strings.Repeat, strings.Replace, and strings.ReplaceRE, in bytes.
const maxRepeat = 64 << 20

func repeat(count, v any) (string, error) {
	const fn = "strings.Repeat"
	s, err := str(fn, v)
	if err != nil {
		return "", err
	}
	n, err := integer(fn, count)
	if err != nil {
		return "", err
	}
	if n < 0 || len(s) > 0 && n > maxRepeat/len(s) {
		return "", fmt.Errorf("%s: cannot repeat a string of %d bytes %d times", fn, len(s), n)
	}
	return strings.Repeat(s, n), nil
}

func replace(v, old, new_ any, limit ...any) (string, error) {
	const fn = "strings.Replace"
	s, a, b, err := str3(fn, v, old, new_)
	if err != nil {
		return "", err
	}
	n := -1
	if len(limit) > 0 {
		if n, err = integer(fn, limit[0]); err != nil {
			return "", err
		}
	}
	if before, after, found := strings.Cut(s, a); n == 1 && found { // a single replacement in a long text
		return before + b + after, nil
	}
	if many := strings.Count(s, a); len(b) > len(a) && many > maxRepeat/len(b) {
		return "", fmt.Errorf("%s: cannot write %d bytes in %d places", fn, len(b), many)
	}
	return strings.Replace(s, a, b, n), nil
}

// rememberedPairs is the size in bytes up to which pairs are cached; the replacer made from them is larger.
const rememberedPairs = 2048

// replacerEntry is the cached replacer for a list of pairs.
type replacerEntry struct{ r *strings.Replacer }

// replacePairs replaces several strings in one pass; the pairs are separate arguments or a list.
func (l *lib) replacePairs(args ...any) (string, error) {
	const fn = "strings.ReplacePairs"
	if len(args) < 2 {
		return "", countError(fn, "at least 2", len(args))
	}
	s, err := str(fn, args[len(args)-1])
	if err != nil {
		return "", err
	}
	given := args[:len(args)-1]
	if len(given) == 1 {
		v := reflect.ValueOf(given[0])
		if v.Kind() != reflect.Slice {
			return "", fmt.Errorf("%s: the pairs must be a list, not %s", fn, describe(given[0]))
		}
		given = plainList(v, nil)
	}
	pairs, err := flatText(fn, given)
	switch {
	case err != nil:
		return "", err
	case len(pairs) == 0, s == "":
		return s, nil
	case len(pairs)%2 != 0:
		return "", fmt.Errorf("%s: the last of %d strings has no replacement", fn, len(pairs))
	}
	size := 0
	for _, p := range pairs {
		size += len(p)
	}
	if size > mostExpression {
		return "", fmt.Errorf("%s: the pairs have %d bytes, more than %d", fn, size, mostExpression)
	}
	if err := l.spend(len(pairs) + size/8); err != nil {
		return "", err
	}
	if size > rememberedPairs {
		return strings.NewReplacer(pairs...).Replace(s), nil
	}
	e, _ := l.replacers.get(strings.Join(pairs, "\x00"), func() (*replacerEntry, error) {
		return &replacerEntry{strings.NewReplacer(pairs...)}, nil
	})
	if len(s) > maxRepeat/16 {
		longest := 0
		for i := 1; i < len(pairs); i += 2 {
			longest = max(longest, len(pairs[i]))
		}
		if len(s) > maxRepeat/max(1, longest) {
			return "", fmt.Errorf("%s: the result may be longer than %d MB", fn, maxRepeat>>20)
		}
	}
	return e.r.Replace(s), nil
}

// sliceString counts in characters.
func sliceString(v any, startEnd ...any) (string, error) {
	const fn = "strings.SliceString"
	s, err := str(fn, v)
	if err != nil {
		return "", err
	}
	if len(startEnd) > 2 {
		return "", countError(fn, "1 to 3", len(startEnd)+1)
	}
	if len(startEnd) == 0 {
		return s, nil
	}
	r := []rune(s)
	at := [2]int{0, len(r)}
	for i, a := range startEnd {
		if at[i], err = integer(fn, a); err != nil {
			return "", err
		}
	}
	start, end := at[0], at[1]
	if start < 0 || start >= len(r) || end > len(r) || end < start {
		return "", fmt.Errorf("%s: %d to %d is outside of a string of %d characters", fn, start, end, len(r))
	}
	return string(r[start:end]), nil
}

// substr counts in characters, a negative start from the end; a negative length leaves characters off the end.
func substr(v any, nums ...any) (string, error) {
	const fn = "strings.Substr"
	s, err := str(fn, v)
	if err != nil {
		return "", err
	}
	if len(nums) < 1 || len(nums) > 2 {
		return "", countError(fn, "2 or 3", len(nums)+1)
	}
	start, err := integer(fn, nums[0])
	if err != nil {
		return "", err
	}
	r := []rune(s)
	length := len(r)
	if len(nums) == 2 {
		if length, err = integer(fn, nums[1]); err != nil {
			return "", err
		}
	}
	if start < 0 {
		start = max(0, start+len(r))
	}
	if start >= len(r) || length == 0 {
		return "", nil
	}
	end := len(r) + length
	if length > 0 {
		end = start + min(length, len(r)-start)
	}
	if start >= end {
		return "", nil
	}
	return string(r[start:end]), nil
}
