// Package glob matches paths against patterns, in Hugo's notation and in the doublestar notation.
package glob

import (
	"fmt"
	"regexp"
	"strings"
)

// Pattern is a path pattern in Hugo's notation: * and ? match characters within one path segment, ** any
// characters, [a-z] and [!a-z] one character of a set, {a,b} alternatives (which may contain slashes); \
// escapes the next character. Matching ignores case.
//
// It differs from the doublestar notation: /docs/** does not match /docs itself.
// https://gohugo.io/quick-reference/glob-patterns/
type Pattern struct {
	literal string // the pattern, if it contains no special characters
	prefix  string // "/docs/" of "/docs/**"
	open    bool   // prefix is all that counts
	re      *regexp.Regexp
}

// ParsePattern parses a pattern.
func ParsePattern(s string) (*Pattern, error) {
	s = strings.ToLower(s)
	if !strings.ContainsAny(s, `*?[]{}\`) {
		return &Pattern{literal: s}, nil
	}
	if p, ok := strings.CutSuffix(s, "**"); ok && !strings.ContainsAny(p, `*?[]{}\`) {
		return &Pattern{prefix: p, open: true}, nil
	}
	expr, err := expression(s)
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", s, err)
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", s, err)
	}
	return &Pattern{re: re}, nil
}

// Match reports whether s, in lower case, matches the pattern completely.
func (p *Pattern) Match(s string) bool {
	s = strings.ToLower(s)
	switch {
	case p.re != nil:
		return p.re.MatchString(s)
	case p.open:
		return strings.HasPrefix(s, p.prefix)
	}
	return s == p.literal
}

// expression converts the pattern to a regular expression.
func expression(s string) (string, error) {
	var b strings.Builder
	b.WriteString(`(?s)\A`)
	open := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '*':
			if i+1 < len(s) && s[i+1] == '*' {
				b.WriteString(`.*`)
				for i+1 < len(s) && s[i+1] == '*' {
					i++
				}
				continue
			}
			b.WriteString(`[^/]*`)
		case '?':
			b.WriteString(`[^/]`)
		case '{':
			open++
			b.WriteString(`(?:`)
		case '}':
			if open == 0 {
				return "", fmt.Errorf("a } without a {")
			}
			open--
			b.WriteByte(')')
		case ',':
			if open > 0 {
				b.WriteByte('|')
				continue
			}
			b.WriteByte(',')
		case '[':
			end := strings.IndexByte(s[i+1:], ']')
			if end < 1 {
				return "", fmt.Errorf("a [ without a ]")
			}
			set := s[i+1 : i+1+end]
			b.WriteByte('[')
			if rest, not := strings.CutPrefix(set, "!"); not {
				b.WriteByte('^')
				set = rest
			}
			b.WriteString(strings.NewReplacer(`\`, `\\`, `[`, `\[`, `^`, `\^`).Replace(set))
			b.WriteByte(']')
			i += 1 + end
		case '\\':
			if i+1 == len(s) {
				return "", fmt.Errorf(`a \ at the end`)
			}
			i++
			b.WriteString(regexp.QuoteMeta(s[i : i+1]))
		default:
			b.WriteString(regexp.QuoteMeta(s[i : i+1]))
		}
	}
	if open > 0 {
		return "", fmt.Errorf("a { without a }")
	}
	b.WriteString(`\z`)
	return b.String(), nil
}
