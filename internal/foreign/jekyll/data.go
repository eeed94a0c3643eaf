package jekyll

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/liquid"
)

// dataFolder is site.data, or a folder of it: https://jekyllrb.com/docs/datafiles/
type dataFolder string

// format is a format of data files.
type format struct {
	ext    string
	decode func(file string, body []byte) (any, error)
}

// formats are the formats of data files, in the order in which they are looked for.
var formats = []format{
	{".yml", decoder(frontmatter.YAML)},
	{".yaml", decoder(frontmatter.YAML)},
	{".json", decoder(frontmatter.JSON)},
	{".csv", func(_ string, body []byte) (any, error) { return rows(body, ',') }},
	{".tsv", func(_ string, body []byte) (any, error) { return rows(body, '\t') }},
}

// Member returns the value of a data file, or a folder of them.
func (d dataFolder) Member(run *liquid.Run, name string) any {
	r := run.Tool.(*text)
	if name == "" || name == "size" || strings.Contains(name, "/") || r.page.Read == nil {
		return nil
	}
	for _, f := range formats {
		file := path.Join(string(d), name+f.ext)
		body, ok := r.page.Read(file)
		if !ok {
			continue
		}
		sum := xxhash.Sum64(body)
		v, err := r.memo(file, sum, func() (any, error) { return f.decode(file, body) })
		if err != nil {
			return liquid.Unknown("")
		}
		return v
	}
	if folder := dataFolder(path.Join(string(d), name)); len(folder.Keys(run)) > 0 {
		return folder
	}
	return nil
}

// Keys returns the names of the files and folders in the folder.
func (d dataFolder) Keys(run *liquid.Run) (out []string) {
	r := run.Tool.(*text)
	if r.page.Heads == nil {
		return nil
	}
	for _, h := range r.page.Heads("_data").Files {
		rest, ok := strings.CutPrefix(h.File, string(d)+"/")
		if !ok {
			continue
		}
		name, _, folder := strings.Cut(rest, "/")
		ext := path.Ext(name)
		if !folder && !slices.ContainsFunc(formats, func(f format) bool { return f.ext == ext }) {
			continue
		}
		if !folder {
			name = strings.TrimSuffix(name, ext)
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

func decoder(as frontmatter.Format) func(string, []byte) (any, error) {
	return func(file string, body []byte) (any, error) {
		v, lines, err := frontmatter.Decode(as, file, body)
		if as == frontmatter.JSON { // whose numbers have no type
			v = liquid.Whole(v)
		}
		return inOrder(v, lines, "", firstKeys(body)), err
	}
}

// keyIn matches a key of a table.
var keyIn = pattern.New(`([\w-]+)["']?[ \t]*:`)

// firstKeys returns where each key of a text is first, which is the order of the tables in its lists.
func firstKeys(text []byte) map[string]int {
	at := map[string]int{}
	for i, m := range keyIn.FindAllSubmatch(text, -1) {
		if _, known := at[string(m[1])]; !known {
			at[string(m[1])] = i
		}
	}
	return at
}

// inOrder returns a value whose tables have the order of the file, as far as the lines of their keys, or the first places
// of those in lists, are known.
func inOrder(v any, lines map[string]int, at string, first map[string]int) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i, one := range v {
			out[i] = inOrder(one, nil, "", first)
		}
		return out
	case map[string]any:
		t := &liquid.Table{Names: slices.Sorted(maps.Keys(v)), Values: make(map[string]any, len(v))}
		line := func(key string) int {
			if lines == nil {
				return first[key]
			}
			return lines[strings.ToLower(at+key)]
		}
		slices.SortStableFunc(t.Names, func(a, b string) int { return cmp.Compare(line(a), line(b)) })
		for key, one := range v {
			t.Values[key] = inOrder(one, lines, at+key+".", first)
		}
		return t
	}
	return v
}

// rows returns the rows of a table in CSV, each with its cells by the names in the first row.
func rows(body []byte, comma rune) (any, error) {
	r := csv.NewReader(bytes.NewReader(body))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = comma, -1, true
	all, err := r.ReadAll()
	if err != nil || len(all) == 0 {
		return []any{}, err
	}
	out := make([]any, 0, len(all)-1)
	for _, cells := range all[1:] {
		row := &liquid.Table{Names: all[0], Values: map[string]any{}}
		for i, name := range all[0] {
			if i < len(cells) {
				row.Values[name] = cells[i]
			}
		}
		out = append(out, row)
	}
	return out, nil
}
