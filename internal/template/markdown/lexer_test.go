package markdown

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2/lexers"
)

// TestFindLexer compares with the lexers that chroma finds for names, aliases, and file names of each pattern, and
// checks that many unknown names do not take a full search each.
func TestFindLexer(t *testing.T) {
	var names []string
	wildcard := regexp.MustCompile(`\[[^]]*\]|[*?]`)
	for i, l := range lexers.GlobalLexerRegistry.Lexers {
		c := l.Config()
		names = append(names, c.Name, strings.ToUpper(c.Name))
		names = append(names, c.Aliases...)
		if i%40 > 0 { // a search of chroma takes milliseconds
			continue
		}
		for _, pattern := range append(c.Filenames, c.AliasFilenames...) {
			for _, fill := range []string{"", "1"} {
				name := wildcard.ReplaceAllString(pattern, fill)
				names = append(names, name, strings.TrimPrefix(name, "."), name+"~", name+".orig")
			}
		}
	}
	names = append(names, "unknown", "a/b.go", "[", "", "~", ".", "*", "*.go", "makefile.x", strings.Repeat("a", longestName-3)+".go")
	for _, name := range names {
		if want, got := lexers.Get(name), findLexer(name); want != got {
			t.Errorf("%q: got %v, want %v", name, got, want)
		}
	}
	if findLexer(strings.Repeat("~~~a", 1<<20)) != nil {
		t.Error("a name of 4 MB")
	}
	for i := range 20_000 {
		if findLexer(fmt.Sprintf("no%d", i)) != nil {
			t.Error(i)
		}
	}
}
