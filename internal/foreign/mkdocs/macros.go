package mkdocs

import (
	"io/fs"
	"maps"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/liquid"
)

// jinja is a page of a project with the macros plugin, or with a hook that fills in variables:
// https://mkdocs-macros-plugin.readthedocs.io/en/latest/
type jinja struct {
	*manner
	page *foreign.Page
	lost foreign.Losses
	left int // bytes that may still be included
}

// macros executes the Jinja of a page, and returns the line of the page for each line of the result. What only programs
// of the project know stays as it is written.
func (m *manner) macros(t *block.Text, p *foreign.Page) (from []int, lost []foreign.Problem) {
	source := t.String()
	if !liquid.In(source) {
		return nil, nil
	}
	m.use("macros")
	for _, found := range ofExtra.FindAllStringSubmatch(source, -1) {
		m.use("extra." + found[1])
	}
	j := &jinja{manner: m, page: p, left: mostIncluded}
	out, from := liquid.Aligned((&liquid.Engine{
		Value: j.variable, Leave: j.leave, Sharps: true, Nunjucks: true, Keep: true,
		Tags: map[string]liquid.Tag{"include": j.include, "import": j.imports, "from": j.imports},
	}).Execute(source))
	*t = *block.New(out)
	return from, j.lost.Problems()
}

// ofExtra matches a value of extra.
var ofExtra = pattern.New(`\bextra\.(\w+)`)

// executes reports whether the plugin, or a hook, executes a page, and has the usual delimiters.
func (m *manner) executes(p *foreign.Page) bool {
	options := m.macroOptions()
	if m.values == nil || options["j2_block_start_string"] != nil || options["j2_variable_start_string"] != nil {
		return false
	}
	if said, ok := p.Values["render_macros"].(bool); ok {
		return said
	}
	return options["render_by_default"] != false
}

// macroOptions returns the options of the plugin, or of Zensical's extension.
func (m *manner) macroOptions() map[string]any {
	if m.on("macros") {
		return m.plugins["macros"]
	}
	return m.extensions["macros"]
}

// variable returns a value of the page, of extra, of include_yaml, or of the configuration.
func (j *jinja) variable(_ *liquid.Run, name string) any {
	if v, ok := j.page.Values[strings.ToLower(name)]; ok {
		return v
	}
	v := j.values[name]
	switch {
	case name == "config":
		table, _ := v.(map[string]any)
		return partly{name, table}
	case name == "page":
		return partly{name, map[string]any{"meta": j.page.Values}}
	case v == nil:
		return liquid.Unknown(name)
	}
	j.use("extra." + name)
	return v
}

// partly is a variable of which some values are known.
type partly struct {
	name   string
	values map[string]any
}

// Member returns a value.
func (p partly) Member(_ *liquid.Run, key string) any {
	if v := p.values[key]; v != nil {
		return v
	}
	return liquid.Unknown(p.name + "." + key)
}

// Keys returns no names, as not all are known.
func (partly) Keys(*liquid.Run) []string { return nil }

func (j *jinja) leave(line int, name, shown string) {
	if shown == "" {
		j.lost.Add(line, name, liquid.TooMuch, liquid.TooMuchHint)
		return
	}
	j.use(leftOut)
	j.lost.Add(line, name, shown+leftOut, leftOutHint)
}

var included = pattern.New(`^["']([\w][\w./ -]*)["'](?:\s+ignore missing)?$`)

// include returns what a file prints.
func (j *jinja) include(run *liquid.Run, args string) (string, bool) {
	text, ok := j.file(args)
	if !ok {
		return "", false
	}
	return run.Include(strings.TrimSuffix(text, "\n"), nil)
}

// importing matches "file" as name, and "file" import name, another.
var importing = pattern.New(`^(["'][^"']*["'])\s+(?:as\s+(\w+)|import\s+\w+(?:\s*,\s*\w+)*)` +
	`(?:\s+with(?:out)?\s+context)?$`)

// imports makes the macros of a file known.
func (j *jinja) imports(run *liquid.Run, args string) (string, bool) {
	m := importing.FindStringSubmatch(strings.TrimSpace(args))
	if m == nil {
		return "", false
	}
	text, ok := j.file(m[1])
	return "", ok && run.Import(text, m[2])
}

// file returns the text of a file that a tag names, by its path from include_dir, or from the folder of the pages.
func (j *jinja) file(args string) (string, bool) {
	m := included.FindStringSubmatch(strings.TrimSpace(args))
	if m == nil || j.page.Read == nil || strings.Contains(m[1], "..") {
		return "", false
	}
	dir := path.Join(j.dir, j.docs)
	if own := foreign.TextOf(j.macroOptions()["include_dir"]); own != "" {
		dir = path.Join(j.dir, own)
	}
	body, ok := j.page.Read(path.Join(dir, m[1]))
	if j.left -= len(body) + 1000; !ok || j.left < 0 {
		return "", false
	}
	return string(body), true
}

// readVariables adds the values of the files of include_yaml, by the path from the project.
func (m *manner) readVariables(root fs.FS) {
	list, _ := m.macroOptions()["include_yaml"].([]any)
	m.included = map[string]any{}
	for _, v := range list {
		key, file := "", foreign.TextOf(v)
		if named, ok := v.(map[string]any); ok {
			for k, f := range named {
				key, file = k, foreign.TextOf(f)
			}
		}
		text, ok := foreign.Head(root, path.Join(m.dir, file), foreign.MostConfig)
		if !ok || file == "" {
			continue
		}
		values, _ := foreign.Values(root, path.Join(m.dir, file), text)
		if key != "" {
			values = map[string]any{key: values}
		}
		maps.Copy(m.included, values)
	}
	maps.Copy(m.values, m.included)
}
