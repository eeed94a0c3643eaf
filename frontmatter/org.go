package frontmatter

import (
	"bytes"
	"regexp"
	"strings"
)

// orgKey begins a line with an Org keyword: https://gohugo.io/content-management/formats/#emacs-org-mode
var orgKey = []byte("#+")

// splitOrg finds the keywords at the beginning of a file: all lines before the first that is not a keyword.
func splitOrg(src []byte, at, line int) span {
	s := span{format: Org, start: at, line: line, opener: at, body: at, bodyLine: line}
	for bytes.HasPrefix(src[s.body:], orgKey) {
		if s.body = nextLine(src, s.body); src[s.body-1] == '\n' { // the last line may lack a newline
			s.bodyLine++
		}
	}
	s.end = s.body
	return s
}

var (
	orgKeyword = regexp.MustCompile(`^#\+([^:\s]+):(?:\s+(.*))?$`)
	orgDate    = regexp.MustCompile(`[<\[](\d{4}-\d{2}-\d{2}) .*[>\]]`)
)

// readOrg reads keywords: `#+tags[]: a b` is a list of names without spaces. Of an Org date, <2024-05-06 Mon>,
// only the day is used. The values of a repeated keyword are joined by a newline.
func readOrg(b *Block, text []byte, line int) {
	more := map[string][]string{} // further values of a keyword
	for l := range strings.Lines(string(text)) {
		if m := orgKeyword.FindStringSubmatch(strings.TrimRight(l, "\r\n")); m != nil {
			key, value := strings.ToLower(m[1]), strings.TrimSpace(m[2])
			name, list := strings.CutSuffix(key, "[]")
			switch {
			case list:
				var values []any
				for _, v := range strings.Fields(value) {
					values = append(values, v)
				}
				b.Values[name] = values
				delete(more, name)
			case key == "date" && orgDate.MatchString(value):
				b.Values[key] = orgDate.FindStringSubmatch(value)[1]
				delete(more, key)
			default:
				if _, ok := b.Values[key].(string); ok {
					more[key] = append(more[key], value)
				} else {
					b.Values[key] = value
				}
			}
			if b.Lines[name] == 0 {
				b.Lines[name] = line
			}
		}
		line++
	}
	for key, values := range more {
		b.Values[key] = b.Values[key].(string) + "\n" + strings.Join(values, "\n")
	}
}
