package markdown

import (
	"strings"

	"github.com/kyokomi/emoji/v2"
)

// maxEmojiName limits the search for the second colon.
const maxEmojiName = 50

// Emojify replaces :name: by the emoji with that name: template function transform.Emojify. Unknown names are kept. The
// names are those of kyokomi/emoji, as in Hugo.
func Emojify(s string) string {
	if strings.IndexByte(s, ':') < 0 {
		return s
	}
	codes := emoji.CodeMap()
	var b strings.Builder
	for {
		open := strings.IndexByte(s, ':')
		if open < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:open])
		s = s[open:]
		end := strings.IndexByte(s[1:min(len(s), maxEmojiName)], ':')
		if end <= 0 || strings.IndexByte(s[:end+1], ' ') >= 0 {
			b.WriteByte(':')
			s = s[1:]
			continue
		}
		name := s[:end+2]
		if char, ok := codes[name]; ok {
			b.WriteString(char)
			s = s[len(name):]
		} else { // the second colon may start a name
			b.WriteString(s[:end+1])
			s = s[end+1:]
		}
	}
}
