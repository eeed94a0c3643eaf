package frontmatter

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// decodeJSON decodes a JSON document. Numbers are float64, as in Hugo.
func decodeJSON(c *reading) (any, error) {
	r := jsonReader{reading: c, dec: json.NewDecoder(bytes.NewReader(c.text)), line: 1}
	v, err := r.value("", true)
	if err != nil {
		return nil, err
	}
	if _, err := r.dec.Token(); !errors.Is(err, io.EOF) {
		return nil, c.problemAt(int(r.dec.InputOffset()), "there is text after the end of the JSON")
	}
	return v, nil
}

// jsonReader reads tokens, to detect repeated keys and their positions.
type jsonReader struct {
	*reading
	dec      *json.Decoder
	line, at int // line (from 1) of the offset at, for counting on
	depth    int // number of lists and objects around the current value
}

// token returns the next token.
func (r *jsonReader) token() (json.Token, error) {
	t, err := r.dec.Token()
	if err == nil {
		return t, nil
	}
	// The error of a token has no position; the error of decoding the document has.
	var syntax *json.SyntaxError
	var whole any
	if !errors.As(json.Unmarshal(r.text, &whole), &syntax) || strings.HasPrefix(syntax.Error(), "unexpected end") {
		return nil, r.problemAt(len(r.text), "the JSON cannot be read: it ends too early")
	}
	at := max(0, int(syntax.Offset)-1)
	d := r.problemAt(at, "the JSON cannot be read: "+syntax.Error())
	before := bytes.TrimSpace(r.text[:at])
	if bytes.HasSuffix(before, []byte(",")) && bytes.ContainsAny(r.text[at:at+1], "]}") {
		d.Hint = "remove the comma before it"
	} else if strings.Contains(syntax.Error(), "beginning of object key") {
		d.Hint = "put the key in double quotes"
	}
	return nil, d
}

// lineHere returns the line (from 1) of the text at the end of the last token.
func (r *jsonReader) lineHere() int {
	to := min(int(r.dec.InputOffset()), len(r.text))
	r.line += bytes.Count(r.text[r.at:to], []byte{'\n'})
	r.at = to
	return r.line
}

// value reads the next value; path is its key path, if known.
func (r *jsonReader) value(path string, known bool) (any, error) {
	t, err := r.token()
	if err != nil {
		return nil, err
	}
	if t == json.Delim('[') || t == json.Delim('{') {
		if r.depth++; r.depth > MaxNesting {
			return nil, r.tooDeep(int(r.dec.InputOffset()))
		}
		defer func() { r.depth-- }()
	}
	switch t {
	case json.Delim('['):
		list := []any{}
		defer r.inList()()
		for r.dec.More() {
			v, err := r.value(r.item(path, len(list), known))
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = r.token()
		return list, err
	case json.Delim('{'):
		m := map[string]any{}
		var capitals map[string]bool
		if r.lower {
			capitals = map[string]bool{}
		}
		for r.dec.More() {
			if err := r.member(m, capitals, path, known); err != nil {
				return nil, err
			}
		}
		_, err = r.token()
		return m, err
	}
	return t, nil
}

// member reads a key and its value into m. capitals contains the keys of m that were written with capitals.
func (r *jsonReader) member(m map[string]any, capitals map[string]bool, path string, known bool) error {
	t, err := r.token()
	if err != nil {
		return err
	}
	key, ok := t.(string)
	if !ok {
		return r.problemAt(int(r.dec.InputOffset()), fmt.Sprintf("the JSON cannot be read: %v is not a valid key", t))
	}
	name := r.key(key)
	// in documents the last one counts, as for other readers
	if _, twice := m[name]; twice && r.lower && r.hides(key) == capitals[name] {
		d := r.problemAt(int(r.dec.InputOffset())-len(key)-2, fmt.Sprintf("the key %q appears twice", key))
		if first := r.lines[join(path, key)]; known && first > 0 {
			d.Hint = fmt.Sprintf("it first appears on line %d", first)
		}
		if err := r.repeated(d); err != nil {
			return err
		}
	}
	if known {
		r.note(path, key, r.lineHere())
	}
	after := r.below(key, known && path == "")
	v, err := r.value(join(path, key), known)
	after()
	if r.hides(key) {
		capitals[name] = true
	}
	if r.hides(key) || !capitals[name] {
		m[name] = v
	}
	return err
}
