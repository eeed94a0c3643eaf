package frontmatter

import "errors"

// Parse reads the front matter of a content file; file is its name for diagnostics. A file without
// front matter gives a Block with no values. An error is a diag.Diagnostic or a diag.List.
func Parse(file string, src []byte) (*Block, error) { return nil, errors.New("not there yet") }

// Decode reads a whole YAML, TOML or JSON document with the value types of Block. Keys keep their case.
// lines gives the line of each key path ("params.author.name", lower case) as far as known.
func Decode(format Format, file string, src []byte) (value any, lines map[string]int, err error) {
	return nil, nil, errors.New("not there yet")
}
