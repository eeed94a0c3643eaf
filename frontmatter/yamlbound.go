package frontmatter

import "fmt"

// maxMarks is the maximum number of characters that begin a YAML value: the parser uses up to 500 bytes for
// each, however short the text. It is far more than maxValues allows in a text that people write.
const maxMarks = 1_600_000

// checkYAML rejects a text that would need too much memory, before it is parsed.
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
