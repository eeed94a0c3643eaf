package markdown

import (
	"strings"
	"sync"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// longestName limits the name of a language, or the file name used as one, in bytes.
const longestName = 100

// findLexer is lexers.Get for short names, without its search through all file name patterns, which takes milliseconds.
// It tries only the lexers with a pattern whose longest fixed part is in the name.
func findLexer(name string) chroma.Lexer {
	if len(name) > longestName {
		return nil
	}
	known := lexerIndex()
	if known.names[strings.ToLower(name)] {
		return lexers.Get(name)
	}
	some, file := chroma.NewLexerRegistry(), "filename."+name // as in lexers.Get
	for _, p := range known.patterns {
		if strings.Contains(file, p.part) && (len(some.Lexers) == 0 || some.Lexers[len(some.Lexers)-1] != p.lexer) {
			some.Lexers = append(some.Lexers, p.lexer)
		}
	}
	return some.Get(name)
}

type lexerPattern struct {
	part  string // longest text between its wildcards
	lexer chroma.Lexer
}

type lexerList struct {
	names    map[string]bool // names and aliases, in lower case
	patterns []lexerPattern  // in the order of the lexers
}

var lexerIndex = sync.OnceValue(func() (list lexerList) {
	list.names = map[string]bool{}
	for _, name := range lexers.Names(true) {
		list.names[strings.ToLower(name)] = true
	}
	for _, l := range lexers.GlobalLexerRegistry.Lexers {
		config := l.Config()
		for _, patterns := range [][]string{config.Filenames, config.AliasFilenames} {
			for _, pattern := range patterns {
				list.patterns = append(list.patterns, lexerPattern{longestPart(pattern), l})
			}
		}
	}
	return list
})

// longestPart returns the longest part of a path.Match pattern without wildcards; "" for none.
func longestPart(pattern string) string {
	longest := ""
	for pattern != "" {
		n := strings.IndexAny(pattern, `*?[\`)
		if n < 0 {
			n = len(pattern)
		}
		if n > len(longest) {
			longest = pattern[:n]
		}
		pattern = pattern[n:]
		switch {
		case strings.HasPrefix(pattern, "["):
			end := strings.IndexByte(pattern[min(2, len(pattern)):], ']') // a ] at the start is a member
			if end < 0 {
				return longest
			}
			pattern = pattern[2+end+1:]
		case strings.HasPrefix(pattern, `\`):
			pattern = pattern[min(2, len(pattern)):]
		case pattern != "":
			pattern = pattern[1:]
		}
	}
	return longest
}
