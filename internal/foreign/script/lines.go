package script

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"
)

// Lines returns the lines of the keys in a program, by their paths in nested objects: Lines(text)("themeConfig", "nav").
// A path may begin anywhere; the key with the fewest objects around it counts. A key that the program does not write out
// has the line of the object around it, or 0.
func Lines(text string) func(path ...string) int {
	found := keysIn(text)
	slices.SortStableFunc(found, func(a, b key) int { return len(a.path) - len(b.path) })
	return func(path ...string) int {
		for ; len(path) > 0; path = path[:len(path)-1] {
			for _, k := range found {
				if n := len(k.path) - len(path); n >= 0 && slices.Equal(k.path[n:], path) {
					return k.line
				}
			}
		}
		return 0
	}
}

// key is a key of an object, below the keys or the variables whose values contain the object.
type key struct {
	path []string
	line int
}

// keysIn finds the keys of objects, and variables, which count as keys only if no object has the name.
func keysIn(text string) (out []key) {
	type bracket struct{ sign, name string }
	var around []bracket
	x := js.NewLexer(parse.NewInputString(text))
	for line, last, name, ended := 1, "", "", false; ; {
		kind, data := x.Next()
		if (kind == js.DivToken || kind == js.DivEqToken) && !ended {
			kind, data = x.RegExp()
		}
		word := string(data)
		line += strings.Count(word, "\n")
		isName, inside := js.IsIdentifierName(kind), bracket{}
		if len(around) > 0 {
			inside = around[len(around)-1]
		}
		switch {
		case kind == js.ErrorToken:
			return out
		case strings.TrimSpace(word) == "" || kind == js.CommentToken || kind == js.CommentLineTerminatorToken:
			continue
		case isName && (last == "const" || last == "let" || last == "var"):
			name = word
			out = append(out, key{[]string{"", name}, line})
		case (isName || kind == js.StringToken) && inside.sign == "{" && (last == "{" || last == "," || last == "async"):
			name = strings.Trim(word, `"'`)
		case inside.sign == "{" && name != "" && (word == ":" || word == "("):
			k := key{line: line}
			for _, b := range around {
				if b.name != "" {
					k.path = append(k.path, b.name)
				}
			}
			k.path = append(k.path, name)
			out = append(out, k)
		}
		switch word {
		case "{", "[", "(":
			around = append(around, bracket{word, name})
			name = ""
		case "}", "]", ")":
			around = around[:max(0, len(around)-1)]
		}
		last = word
		ended = isName || kind == js.StringToken || js.IsNumeric(kind) || strings.Contains(")]}", word)
	}
}
