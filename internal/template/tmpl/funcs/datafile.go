package funcs

import (
	"encoding/csv"
	"errors"
	"path"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
)

// DecodeFile reads a data file by its extension. ok is false for other files.
func DecodeFile(file string, src []byte) (value any, ok bool, err error) {
	switch strings.ToLower(path.Ext(file)) {
	case ".yaml", ".yml":
		value, _, err = frontmatter.Decode(frontmatter.YAML, file, src)
	case ".toml":
		value, _, err = frontmatter.Decode(frontmatter.TOML, file, src)
	case ".json":
		value, _, err = frontmatter.Decode(frontmatter.JSON, file, src)
	case ".csv":
		rows, csvErr := readCSV(csv.NewReader(strings.NewReader(string(src))), file, false)
		var tooMany *frontmatter.Error
		if errors.As(csvErr, &tooMany) {
			return nil, false, csvErr
		}
		if csvErr != nil {
			d := &diag.Diagnostic{Severity: diag.Error, File: file, Message: csvErr.Error()}
			var pe *csv.ParseError
			if errors.As(csvErr, &pe) {
				d.Line, d.Col, d.Message = pe.Line, pe.Column, pe.Err.Error()
			}
			return nil, false, d
		}
		value = rows
	default:
		return nil, false, nil
	}
	return value, true, err
}

// InsertData inserts the value of a file at its path. Maps are merged one level deep; existing values are kept.
func InsertData(at map[string]any, place string, value any) {
	parts := strings.Split(place, "/")
	for _, dir := range parts[:len(parts)-1] {
		next, ok := at[dir].(map[string]any)
		if !ok {
			next = make(map[string]any)
			at[dir] = next
		}
		at = next
	}
	name := parts[len(parts)-1]
	have, ok := at[name].(map[string]any)
	if !ok {
		if _, taken := at[name]; !taken {
			at[name] = value
		}
		return
	}
	if more, ok := value.(map[string]any); ok {
		for k, v := range more {
			if _, taken := have[k]; !taken {
				have[k] = v
			}
		}
	}
}
