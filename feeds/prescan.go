package feeds

import (
	"bytes"
	"fmt"
	"strings"
)

// stripIllegal removes the characters that XML forbids (rule U4).
func stripIllegal(data []byte, report reporter) []byte {
	out := data[:0:0]
	from := 0
	for i := 0; i < len(data); i++ {
		n := 0
		switch c := data[i]; {
		case c < 0x20 && c != '\n' && c != '\r' && c != '\t':
			n = 1
		case c == 0xEF && i+2 < len(data) && data[i+1] == 0xBF && data[i+2] >= 0xBE:
			n = 3
		}
		if n == 0 {
			continue
		}
		if from == 0 {
			report(wrong("U4", "document", fmt.Sprintf("%X", data[i:i+n]), "", 1+bytes.Count(data[:i], []byte("\n"))))
		}
		out = append(out, data[from:i]...)
		from = i + n
		i = from - 1
	}
	if from == 0 {
		return data
	}
	return append(out, data[from:]...)
}

// tooManyAttrs finds an element with more attributes than any real feed has, before a parser allocates memory
// for them.
func tooManyAttrs(data []byte) error {
	for i := 0; i < len(data); {
		n := bytes.IndexByte(data[i:], '<')
		if n < 0 {
			return nil
		}
		i += n
		skip := ""
		switch {
		case bytes.HasPrefix(data[i:], []byte("<![CDATA[")):
			skip = "]]>"
		case bytes.HasPrefix(data[i:], []byte("<!--")):
			skip = "-->"
		}
		if skip != "" {
			if n = bytes.Index(data[i:], []byte(skip)); n < 0 {
				return nil
			}
			i += n
			continue
		}
		start, attrs, quoted := i, 0, byte(0)
		for i++; i < len(data) && (quoted != 0 || data[i] != '>'); i++ {
			switch c := data[i]; {
			case quoted != 0:
				if c == quoted {
					quoted = 0
				}
			case c == '"' || c == '\'':
				quoted = c
				attrs++
			}
		}
		if attrs > maxTagAttrs {
			return fmt.Errorf("read feed: line %d: an element with more than %d attributes",
				1+bytes.Count(data[:start], []byte("\n")), maxTagAttrs)
		}
	}
	return nil
}

func firstWords(s string) string {
	return strings.Join(strings.Fields(s[:min(len(s), 80)]), " ")
}
