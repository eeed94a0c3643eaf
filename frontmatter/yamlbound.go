package frontmatter

import "fmt"

// maxMarks bounds the signs of YAML that begin a value: the parser takes up to 500 bytes for each, however short the
// text. It is far beyond what maxValues allows in a text that people write.
const maxMarks = 1_600_000

// checkYAML looks for a text that would take too much memory, before it is parsed.
func (c *reading) checkYAML() error {
	if len(c.text) < maxMarks/2 {
		return nil
	}
	marks := 0
	for i, b := range c.text {
		switch b {
		case '{', '[':
			marks += 2
		case ',', ':', '-', '?':
			marks++
		}
		if marks > maxMarks {
			return c.problemAt(i, fmt.Sprintf("the YAML up to here may have more than %d values", maxValues))
		}
	}
	return nil
}
