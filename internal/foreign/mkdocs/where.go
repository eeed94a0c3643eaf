package mkdocs

import "strings"

// where returns the file and line of a key, or of the nearest key that contains it.
func (m *mk) where(key string) (file string, line int) {
	for key = strings.ToLower(key); ; {
		for _, c := range m.chain {
			if n := c.Lines[key]; n > 0 {
				return c.File, n
			}
		}
		at := strings.LastIndexByte(key, '.')
		if at < 0 {
			return m.file, 0
		}
		key = key[:at]
	}
}

// lineBelow returns the position of the first line below a key that satisfies a condition, else that of the key.
func (m *mk) lineBelow(key string, is func(text string) bool) (file string, line int) {
	file, line = m.where(key)
	for _, c := range m.chain {
		if c.File != file {
			continue
		}
		for i, text := range strings.Split(string(c.Text), "\n") {
			if i+1 > line && is(text) {
				return file, i + 1
			}
		}
	}
	return file, line
}
