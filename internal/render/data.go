package render

import (
	"encoding/csv"
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/trace"
	"github.com/sitegen/sitegen/themes"
)

// dataFiles is what the data folders of the project and its themes hold, by folder, file name
// without extension and the keys in the file: https://gohugo.io/content-management/data-sources/
type dataFiles struct {
	values map[string]any
	hash   uint64
}

// loadData reads the data folders, the project's first: what it says is kept where a theme says
// something else.
func loadData(cfg *config.Config) (*dataFiles, diag.List) {
	d := &dataFiles{values: make(map[string]any)}
	var problems diag.List
	unread := readLayers(cfg, themes.Data, func(name, shown string, text []byte) {
		value, ok, err := decodeData(shown, text)
		if err != nil {
			problems = append(problems, diag.From(err)...)
			return
		}
		if ok {
			d.hash = trace.Mix(trace.Mix(d.hash, trace.HashString(shown)), trace.Hash(text))
			d.insert(strings.TrimSuffix(name, path.Ext(name)), value)
		}
	})
	return d, append(problems, unread...)
}

// readLayers calls fn for every file of a kind of the project and its themes, the project's first.
func readLayers(cfg *config.Config, k themes.Kind, fn func(name, shown string, text []byte)) diag.List {
	layers, err := projectOf(cfg).Find(k)
	problems := diag.From(err)
	for _, l := range layers {
		err := l.Read(func(_ string, e fs.DirEntry) bool { return e.IsDir() || !strings.HasPrefix(e.Name(), ".") },
			func(name string, text []byte) { fn(name, l.Name(name), text) })
		problems = append(problems, diag.From(err)...)
	}
	return problems
}

// insert puts the value of a file at its place. Maps are merged one level deep; what is there stays.
func (d *dataFiles) insert(place string, value any) {
	at := d.values
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

// decodeData reads a data file by its extension; ok is false for files of other kinds.
func decodeData(file string, src []byte) (value any, ok bool, err error) {
	switch strings.ToLower(path.Ext(file)) {
	case ".yaml", ".yml":
		value, _, err = frontmatter.Decode(frontmatter.YAML, file, src)
	case ".toml":
		value, _, err = frontmatter.Decode(frontmatter.TOML, file, src)
	case ".json":
		value, _, err = frontmatter.Decode(frontmatter.JSON, file, src)
	case ".csv":
		rows, csvErr := csv.NewReader(strings.NewReader(string(src))).ReadAll()
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
