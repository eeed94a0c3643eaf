package funcs

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
	castlib "github.com/spf13/cast"

	"github.com/sitegen/sitegen/frontmatter"
)

const fnUnmarshal = "transform.Unmarshal"

// dataOptions are the options of unmarshal: https://gohugo.io/functions/transform/unmarshal/#options
type dataOptions struct {
	format     string // as named: "json", "toml", "yaml", "csv", "xml"; "": detect it
	delimiter  rune   // of CSV
	comment    rune   // of CSV; 0: none
	lazyQuotes bool   // of CSV
	targetType string // of CSV: "slice" or "map"
}

// unmarshal parses JSON, TOML, YAML, CSV, or XML from a string or a resource; options may come first. A text is parsed
// once: equal texts give the same value.
func (l *lib) unmarshal(args ...any) (any, error) {
	o := dataOptions{delimiter: ',', targetType: "slice"}
	switch len(args) {
	case 1:
	case 2:
		if err := o.read(args[0]); err != nil {
			return nil, err
		}
	default:
		return nil, countError(fnUnmarshal, "1 or 2", len(args))
	}
	text, kind, err := l.dataText(args[len(args)-1])
	if err != nil {
		return nil, err
	}
	if o.format != "" {
		if kind = dataFormat(o.format); kind == "" {
			return nil, fmt.Errorf("%s: unknown format %q; use json, toml, yaml, csv, or xml", fnUnmarshal, o.format)
		}
	}
	if strings.TrimSpace(text) == "" && kind == "" {
		return nil, nil
	}
	if kind == "" {
		if kind = guessFormat(text, o.delimiter); kind == "" {
			return nil, fmt.Errorf("%s: %s is neither JSON, TOML, YAML, CSV nor XML", fnUnmarshal, describe(text))
		}
	}
	h := xxhash.New()
	fmt.Fprintf(h, "%s\x00%d\x00%d\x00%t\x00%s\x00", kind, o.delimiter, o.comment, o.lazyQuotes, o.targetType)
	h.WriteString(text)
	v, err := l.unmarshaled.get(h.Sum64(), func() (any, error) { return decode(kind, text, o) })
	return v, inFile(l.env.File, args[len(args)-1], err)
}

// inFile adds the name of the file to an error in the data of a resource. Resources with the same content share the
// error.
func inFile(name func(resource any) string, resource any, err error) error {
	var d *frontmatter.Error
	if name == nil || !errors.As(err, &d) {
		return err
	}
	file := name(resource)
	if file == "" {
		return err
	}
	out := *d
	out.File = file
	return &out
}

func (o *dataOptions) read(opts any) error {
	return options(fnUnmarshal, opts, func(name string, v any) (err error) {
		switch name {
		case "format":
			o.format, err = str(fnUnmarshal, v)
		case "targettype":
			o.targetType, err = str(fnUnmarshal, v)
		case "lazyquotes":
			o.lazyQuotes, err = castlib.ToBoolE(v)
		case "delimiter":
			o.delimiter, err = character(v)
		case "comment":
			o.comment, err = character(v)
		}
		return err
	})
}

// character converts a string of one character.
func character(v any) (rune, error) {
	s, err := str(fnUnmarshal, v)
	if err != nil || s == "" {
		return 0, err
	}
	r, n := utf8.DecodeRuneInString(s)
	if n != len(s) {
		return 0, fmt.Errorf("%s: %s is more than one character", fnUnmarshal, describe(v))
	}
	return r, nil
}

// dataText returns the text to parse and, for a resource, its format.
func (l *lib) dataText(v any) (text, format string, err error) {
	if raw, ok := v.(json.RawMessage); ok {
		return string(raw), "", nil
	}
	if absent(v) {
		return "", "", nil
	}
	if text, err = str(fnUnmarshal, v); err == nil && l.env.Classify(v)&IsResource == 0 {
		return text, "", nil
	}
	media, err := l.env.Get(v, "MediaType")
	if err != nil {
		return "", "", fmt.Errorf("%s: cannot parse %s", fnUnmarshal, describe(v))
	}
	if format = l.mediaFormat(media); format == "" {
		return "", "", fmt.Errorf("%s: a resource of type %v is neither JSON, TOML, YAML, CSV nor XML", fnUnmarshal, media)
	}
	content, err := l.env.Get(v, "Content")
	if err != nil {
		return "", "", fmt.Errorf("%s: %w", fnUnmarshal, err)
	}
	text, err = str(fnUnmarshal, content)
	return text, format, err
}

// mediaFormat returns the format of a media type: by its file name suffixes, else by its name.
func (l *lib) mediaFormat(media any) string {
	if suffixes, err := l.env.Get(media, "Suffixes"); err == nil {
		v := reflect.ValueOf(suffixes)
		for i := 0; isList(v.Kind()) && i < v.Len(); i++ {
			if s, err := str(fnUnmarshal, v.Index(i).Interface()); err == nil {
				if f := dataFormat(s); f != "" {
					return f
				}
			}
		}
	}
	name, ok := media.(string)
	if !ok {
		t, err := l.env.Get(media, "Type")
		if err != nil {
			return ""
		}
		if name, err = str(fnUnmarshal, t); err != nil {
			return ""
		}
	}
	_, sub, _ := strings.Cut(name, "/")
	if i := strings.LastIndexByte(sub, '+'); i >= 0 { // application/ld+json
		sub = sub[i+1:]
	}
	return dataFormat(strings.TrimPrefix(sub, "x-"))
}

// dataFormat returns a format by its name or by a file name.
func dataFormat(name string) string {
	name = strings.ToLower(name)
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	switch name {
	case "yml":
		return "yaml"
	case "json", "toml", "yaml", "csv", "xml":
		return name
	}
	return ""
}

// guessFormat detects a format by the first special character of a text: the delimiter of CSV, {, :, <, or =.
func guessFormat(text string, delimiter rune) string {
	best, at := "", len(text)
	for _, m := range []struct {
		mark   rune
		format string
	}{{delimiter, "csv"}, {'{', "json"}, {':', "yaml"}, {'<', "xml"}, {'=', "toml"}} {
		if i := strings.IndexRune(text, m.mark); i >= 0 && i < at {
			best, at = m.format, i
		}
	}
	return best
}

func decode(kind, text string, o dataOptions) (any, error) {
	switch kind {
	case "csv":
		v, err := decodeCSV(text, o)
		var tooMany *frontmatter.Error
		if err != nil && !errors.As(err, &tooMany) {
			return nil, fmt.Errorf("%s: %w", fnUnmarshal, err)
		}
		if err != nil {
			return nil, err
		}
		return v, nil
	case "xml":
		v, err := decodeXML(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", fnUnmarshal, err)
		}
		return v, nil
	}
	if text == "" {
		return map[string]any{}, nil
	}
	v, _, err := frontmatter.Decode(frontmatter.Format(kind), fnUnmarshal, []byte(text))
	return v, err
}

// decodeCSV returns the rows or, with targetType "map", a map for each row below the header.
func decodeCSV(text string, o dataOptions) (any, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.Comment, r.LazyQuotes = o.delimiter, o.comment, o.lazyQuotes
	rows, err := readCSV(r, fnUnmarshal, o.targetType == "map")
	if err != nil {
		return nil, err
	}
	switch o.targetType {
	case "slice":
		if rows == nil {
			rows = [][]string{}
		}
		return rows, nil
	case "map":
		if len(rows) < 2 {
			return nil, errors.New("CSV for maps needs a header row and one row below it")
		}
		header := rows[0]
		seen := make(map[string]bool, len(header))
		for _, name := range header {
			if seen[name] {
				return nil, fmt.Errorf("the header row of the CSV has %q twice", name)
			}
			seen[name] = true
		}
		out := make([]map[string]string, 0, len(rows)-1)
		for _, row := range rows[1:] {
			m := make(map[string]string, len(header))
			for i, cell := range row {
				m[header[i]] = cell
			}
			out = append(out, m)
		}
		return out, nil
	}
	return nil, fmt.Errorf("targetType is slice or map, not %q", o.targetType)
}
