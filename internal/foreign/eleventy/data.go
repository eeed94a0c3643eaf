package eleventy

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/port"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// opened returns the text of a page whose front matter is a program, or JSON, with YAML in its place, in as many lines.
// whole means that no value is computed. https://www.11ty.dev/docs/data-frontmatter/#java-script-front-matter
func opened(text []byte) (out []byte, whole bool) {
	first, rest, found := bytes.Cut(text, []byte("\n"))
	mark := string(bytes.TrimRight(first, " \t\r"))
	if !found || mark != "---js" && mark != "---javascript" && mark != "---json" {
		return foreign.Ended(text), true
	}
	var front []byte
	for line := range bytes.Lines(rest) {
		if string(bytes.TrimRight(line, " \t\r\n")) == "---" {
			values, whole := variables(mark, front)
			yaml, err := json.Marshal(values) // which is YAML
			if err != nil {
				return text, true
			}
			lines := bytes.Repeat([]byte("\n"), max(1, bytes.Count(front, []byte("\n"))))
			return slices.Concat([]byte("---\n"), yaml, lines, []byte("---\n"), rest[len(front)+len(line):]), whole
		}
		front = append(front, line...)
	}
	return text, true
}

// variables returns the names that front matter declares, or the keys if it is an object.
func variables(mark string, front []byte) (values map[string]any, whole bool) {
	if mark == "---json" {
		v, _, err := frontmatter.Decode(frontmatter.JSON, "front matter", front)
		values, _ = v.(map[string]any)
		return values, err == nil
	}
	if bytes.HasPrefix(bytes.TrimSpace(front), []byte("{")) {
		return literals("front.js", slices.Concat([]byte("export default (\n"), front, []byte(")")))
	}
	p, err := script.Read("front.js", front)
	if err != nil {
		return nil, false
	}
	return known(p.Declared().Map())
}

// literals returns the values that a program exports; whole means that none is computed.
func literals(file string, text []byte) (values map[string]any, whole bool) {
	p, err := script.Read(file, text)
	o := p.Export()
	if err != nil || o == nil {
		return nil, false
	}
	exported := o.Map()
	if exported[permalink] == any(script.Unknown{}) {
		exported[permalink] = p.Apply(permalink, ofPage)
	}
	return known(exported)
}

// permalink is the key of the URL of a page, which may be a function of the page's data:
// https://www.11ty.dev/docs/permalinks/#use-template-syntax-in-permalink
const permalink = "permalink"

// ofPage are the data of a page in such a function, as placeholders of a permalink.
var ofPage = script.Open(map[string]any{"page": script.Open(map[string]any{
	"fileSlug": "{{ page.fileSlug }}", "filePathStem": "{{ page.filePathStem }}",
})})

// known returns values without computed ones, except URLs and those of eleventyComputed, which will be reported.
func known(values map[string]any) (out map[string]any, whole bool) {
	out, whole = map[string]any{}, true
	for key, v := range values {
		if key == "eleventyComputed" {
			of, _ := v.(map[string]any)
			for name, value := range of {
				if !literal(value) {
					of[name], whole = "{{ computed }}", false
				}
			}
		}
		if literal(v) {
			out[key] = v
			continue
		}
		if whole = false; key == permalink {
			out[key] = "{{ computed }}"
		}
	}
	return out, whole
}

// literal reports whether no part of a value is computed.
func literal(v any) bool {
	switch v := v.(type) {
	case script.Unknown:
		return false
	case []any:
		return !slices.ContainsFunc(v, func(v any) bool { return !literal(v) })
	case map[string]any:
		for _, inner := range v {
			if !literal(inner) {
				return false
			}
		}
	}
	return true
}

// dataFiles are the ends of the names of data files, the strongest first: https://www.11ty.dev/docs/data-template-dir/
func dataFiles() []string {
	return []string{".11tydata.js", ".11tydata.mjs", ".11tydata.cjs", ".11tydata.json", ".json"}
}

// inherit adds values from data files to those of a page, nearest file first, and then those of its layouts. Tags are
// combined, as in Eleventy, and returned with the names of collections.
func (m manner) inherit(values map[string]any, file string, read func(name string) ([]byte, bool)) (tags []any) {
	add := func(v any) {
		for _, tag := range port.Texts(v) {
			if !slices.Contains(tags, any(tag)) {
				tags = append(tags, tag)
			}
		}
	}
	add(values["tags"])
	take := func(data map[string]any) {
		for key, v := range data {
			if key = strings.ToLower(key); key == "tags" {
				add(v)
			} else if mine, given := values[key]; !given {
				values[key] = foreign.Lowered(v)
			} else if theirs, ok := foreign.Lowered(v).(map[string]any); ok {
				if mine, ok := mine.(map[string]any); ok { // https://www.11ty.dev/docs/data-deep-merge/
					values[key] = foreign.Merged(mine, theirs)
				}
			}
		}
	}
	stem := foreign.Stem(file)
	for at := stem; at != "." && at != "/"; at = path.Dir(at) {
		name := at
		if at != stem {
			name = path.Join(at, path.Base(at))
		} else if path.Base(at) == path.Base(path.Dir(at)) {
			continue // the files with this name are those of the folder
		}
		for _, end := range dataFiles() {
			text, ok := read(name + end)
			if !ok {
				continue
			}
			take(dataOf(name+end, text))
		}
	}
	for layout, n := foreign.TextOf(values["layout"]), 0; layout != "" && n < mostLayouts; n++ {
		above := m.layout(layout, read)
		take(above)
		layout = foreign.TextOf(above["layout"])
	}
	// These tags are names of collections and are not meant for readers.
	shown := slices.DeleteFunc(slices.Clone(tags), func(v any) bool {
		return slices.Contains([]any{"all", "nav", "post", "posts", "page", "pages"}, v)
	})
	if values["tags"] = nil; len(shown) > 0 {
		values["tags"] = shown
	}
	return tags
}

// mostLayouts is the maximum number of layouts around each other.
const mostLayouts = 20

// layout returns the front matter of a layout; nil if there is none: https://www.11ty.dev/docs/layouts/
func (m manner) layout(name string, read func(name string) ([]byte, bool)) map[string]any {
	if to := m.aliases[name]; to != "" {
		name = to
	}
	if strings.Contains(name, "..") {
		return nil
	}
	for _, dir := range []string{m.layouts, m.includes} {
		for _, ext := range append([]string{"", "md"}, templates()...) {
			file := strings.TrimSuffix(path.Join(dir, name)+"."+ext, ".")
			text, ok := read(file)
			if !ok || ext == "" && path.Ext(file) == "" {
				continue
			}
			text, _ = opened(text)
			if b, err := frontmatter.Parse(file, foreign.Closed(text)); err == nil {
				return b.Values
			}
			return nil
		}
	}
	return nil
}

// aliasesOf returns the names of layouts that a configuration gives other names.
func aliasesOf(program *script.Program) map[string]string {
	out := map[string]string{}
	for _, args := range program.Calls("addLayoutAlias") {
		if len(args) == 2 {
			out[foreign.TextOf(args[0])] = foreign.TextOf(args[1])
		}
	}
	return out
}
