// Package pattern has regular expressions that are compiled when they are first used. Compiling all expressions of all
// foreign tools takes a tenth of the start of the program, and a build needs those of one tool at most.
package pattern

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression. Its methods are those of [regexp.Regexp], and may be called by several goroutines.
type Pattern struct {
	compiled func() *regexp.Regexp
}

// New returns the pattern of an expression in the syntax of package regexp. An expression that is not valid panics when
// it is first used.
func New(expr string) *Pattern {
	return &Pattern{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })}
}

// Match is that of [regexp.Regexp].
func (p *Pattern) Match(b []byte) bool { return p.compiled().Match(b) }

// MatchString is that of [regexp.Regexp].
func (p *Pattern) MatchString(s string) bool { return p.compiled().MatchString(s) }

// FindAllSubmatch is that of [regexp.Regexp].
func (p *Pattern) FindAllSubmatch(b []byte, n int) [][][]byte {
	return p.compiled().FindAllSubmatch(b, n)
}

// FindString is that of [regexp.Regexp].
func (p *Pattern) FindString(s string) string { return p.compiled().FindString(s) }

// FindStringIndex is that of [regexp.Regexp].
func (p *Pattern) FindStringIndex(s string) []int { return p.compiled().FindStringIndex(s) }

// FindStringSubmatch is that of [regexp.Regexp].
func (p *Pattern) FindStringSubmatch(s string) []string { return p.compiled().FindStringSubmatch(s) }

// FindStringSubmatchIndex is that of [regexp.Regexp].
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	return p.compiled().FindStringSubmatchIndex(s)
}

// FindAllString is that of [regexp.Regexp].
func (p *Pattern) FindAllString(s string, n int) []string { return p.compiled().FindAllString(s, n) }

// FindAllStringIndex is that of [regexp.Regexp].
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	return p.compiled().FindAllStringIndex(s, n)
}

// FindAllStringSubmatch is that of [regexp.Regexp].
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p.compiled().FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex is that of [regexp.Regexp].
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.compiled().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAll is that of [regexp.Regexp].
func (p *Pattern) ReplaceAll(src, repl []byte) []byte { return p.compiled().ReplaceAll(src, repl) }

// ReplaceAllFunc is that of [regexp.Regexp].
func (p *Pattern) ReplaceAllFunc(src []byte, repl func([]byte) []byte) []byte {
	return p.compiled().ReplaceAllFunc(src, repl)
}

// ReplaceAllString is that of [regexp.Regexp].
func (p *Pattern) ReplaceAllString(src, repl string) string {
	return p.compiled().ReplaceAllString(src, repl)
}

// ReplaceAllStringFunc is that of [regexp.Regexp].
func (p *Pattern) ReplaceAllStringFunc(src string, repl func(string) string) string {
	return p.compiled().ReplaceAllStringFunc(src, repl)
}

// Split is that of [regexp.Regexp].
func (p *Pattern) Split(s string, n int) []string { return p.compiled().Split(s, n) }

// FindIndex is that of [regexp.Regexp].
func (p *Pattern) FindIndex(b []byte) []int { return p.compiled().FindIndex(b) }
