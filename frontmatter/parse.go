package frontmatter

import (
	"bytes"
	"fmt"

	"github.com/adrg/frontmatter"
)

// Parse reads the front matter of a content file; file is its name for errors. A file without front matter
// gives an empty Block. Errors are of type *Error.
func Parse(file string, src []byte) (*Block, error) { return ParseHugo(file, src, nil) }

// ParseHugo is Parse with keys in lists as Hugo reads them: in parameters, they keep their case. isParam reports whether
// a key of the front matter, in lower case, is a parameter; those below "params" always are.
func ParseHugo(file string, src []byte, isParam func(key string) bool) (*Block, error) {
	s, err := split(file, src)
	if err != nil {
		return nil, err
	}
	b := &Block{Format: s.format, Body: s.body, BodyLine: s.bodyLine}
	text := src[s.start:s.end]
	if s.format == YAML && src[s.start-1] == '\n' {
		if b.Values, b.Lines = readPlain(text, s.line); b.Values != nil {
			return b, nil
		}
	}
	b.Values, b.Lines = map[string]any{}, map[string]int{}
	if s.format == None {
		return b, nil
	}
	c := &reading{
		file: file, src: src, text: text, start: s.start, line: s.line,
		rule: blockRule, lower: true, keeps: isParam, lines: b.Lines, again: &b.Repeated,
	}
	if err := c.checkUTF8(); err != nil {
		return nil, err
	}
	if s.format == Org {
		readOrg(b, text, s.line)
		return b, nil
	}
	value, err := dispatch(c, s.format)
	if err != nil {
		return nil, err
	}
	switch value := value.(type) {
	case nil:
	case map[string]any:
		b.Values = value
	default:
		d := c.problemAt(0, "the front matter must be keys and values, not "+describe(value))
		d.Hint = "write it as key: value"
		return nil, d
	}
	return b, nil
}

// Decode decodes a complete YAML, TOML, or JSON document to the value types of Block. Keys keep their case.
// lines contains the line of each key path ("params.author.name", lower case), as far as known. An empty
// document is an empty map. Errors are of type *Error, except for an unknown format.
func Decode(format Format, file string, src []byte) (value any, lines map[string]int, err error) {
	return decodeWith(&reading{file: file, src: src}, format)
}

// DecodeLast is Decode for files that other programs read, too: of a repeated key the last one counts, as in
// most YAML decoders. A YAML value with the tag !ENV is its default: in !ENV [NAME, value] the last item, and null
// without one (https://github.com/waylan/pyyaml-env-tag). Variables are never read.
func DecodeLast(format Format, file string, src []byte) (value any, lines map[string]int, err error) {
	return decodeWith(&reading{file: file, src: src, again: &[]*Error{}, fallbacks: true}, format)
}

func decodeWith(c *reading, format Format) (value any, lines map[string]int, err error) {
	c.start = len(c.src) - len(bytes.TrimPrefix(c.src, []byte(bom)))
	c.text, c.line = c.src[c.start:], 1
	c.rule, c.lines = documentRule, map[string]int{}
	if len(c.text) == 0 {
		return map[string]any{}, c.lines, nil
	}
	if err := c.checkUTF8(); err != nil {
		return nil, nil, err
	}
	if value, err = decode(c, format); err != nil {
		return nil, nil, err
	}
	return value, c.lines, nil
}

// decode reads the text of c in a format.
func decode(c *reading, format Format) (any, error) {
	switch format {
	case YAML:
		return decodeYAML(c)
	case TOML:
		return decodeTOML(c)
	case JSON:
		return decodeJSON(c)
	}
	return nil, fmt.Errorf("%q is not a format that can be decoded", format)
}

// dispatch passes a block to adrg/frontmatter, which selects the decoder by the delimiters. These are not those
// of the file: adrg takes an indented "---" for the end of the block, and recognizes JSON only if a blank line
// follows. So the block, whose end split has found, is put between lines that cannot occur in a file.
func dispatch(c *reading, format Format) (any, error) {
	const end = "\x00end"
	formats := make([]*frontmatter.Format, 0, 3)
	for _, f := range []Format{YAML, TOML, JSON} {
		formats = append(formats, frontmatter.NewFormat("\x00"+string(f), end, func(_ []byte, v any) error {
			value, err := decode(c, f)
			*v.(*any) = value
			return err
		}))
	}
	doc := make([]byte, 0, len(c.text)+32)
	doc = append(doc, 0)
	doc = append(doc, format...)
	doc = append(doc, '\n')
	doc = append(doc, c.text...)
	doc = append(doc, '\n')
	doc = append(doc, end...)
	doc = append(doc, '\n')
	var value any
	_, err := frontmatter.MustParse(bytes.NewReader(doc), &value, formats...)
	return value, err
}

// describe returns the type of a value for people.
func describe(v any) string {
	switch v.(type) {
	case []any:
		return "a list"
	case string:
		return "a line of text"
	}
	return fmt.Sprintf("the single value %v", v)
}
