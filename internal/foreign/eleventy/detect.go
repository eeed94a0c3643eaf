package eleventy

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/jekyll"
	"github.com/sitegen/sitegen/internal/foreign/port"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// folders are the folders of a project, relative to it: https://www.11ty.dev/docs/config/#configuration-options
type folders struct{ input, data, includes, layouts, output string }

// foldersOf reads the folders of a configuration. said is called for each key of dir that the configuration has.
func foldersOf(program *script.Program, said func(key string)) folders {
	methods := map[string]string{
		"input": "setInputDirectory", "output": "setOutputDirectory", "includes": "setIncludesDirectory",
		"layouts": "setLayoutsDirectory", "data": "setDataDirectory",
	}
	dir := func(key, other string) string {
		value := program.Export().Str("dir", key)
		if value == "" {
			value = program.Declared().Str("config", "dir", key)
		}
		for _, args := range program.Calls(methods[key]) {
			if s, ok := slices.Concat(args, []any{nil})[0].(string); ok {
				value = cmp.Or(value, s)
			}
		}
		if value == "" {
			return other
		}
		said(key)
		return path.Clean(value)
	}
	f := folders{input: dir("input", ".")}
	f.data = path.Join(f.input, dir("data", "_data"))
	f.includes = path.Join(f.input, dir("includes", "_includes"))
	f.layouts = path.Join(f.input, dir("layouts", "_layouts"))
	f.output = dir("output", "_site")
	return f
}

// unread returns the folders without pages.
func (f folders) unread() []string { return []string{f.data, f.includes, f.layouts, f.output} }

// notes are the files of a project that are written for those who work on it.
func notes() []string {
	return []string{
		"package.json", "package-lock.json", "netlify.toml", "vercel.json", "README.md", "LICENSE", "LICENSE.md",
		"CHANGELOG.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md",
	}
}

// ignore is a rule that excludes files: a file of patterns, or a call of ignores.add.
type ignore struct {
	file     string // "" for a call
	call     string // pattern of a call; "" if it is computed
	patterns []string
}

// ignoresOf returns the rules that exclude files, with patterns relative to the project. read returns a file of the
// project: https://www.11ty.dev/docs/ignores/
func ignoresOf(program *script.Program, input string, read func(file string) ([]byte, error)) ([]ignore, error) {
	var out []ignore
	files := []string{".eleventyignore", path.Join(input, ".eleventyignore"), ".gitignore"}
	for _, args := range program.Calls("setUseGitIgnore") {
		if len(args) == 1 && args[0] == false {
			files = files[:2]
		}
	}
	for _, file := range slices.Compact(files) {
		text, err := read(file)
		if err != nil {
			return nil, err
		}
		if text == nil {
			continue
		}
		globs, _ := foreign.Excluded(string(text))
		for i, glob := range globs { // they start from the folder of the file
			globs[i] = path.Join(path.Dir(file), glob)
		}
		out = append(out, ignore{file: file, patterns: globs})
	}
	for _, args := range program.Calls("ignores.add") {
		pattern := ""
		if len(args) == 1 {
			pattern, _ = args[0].(string)
		}
		i := ignore{call: pattern}
		if pattern != "" {
			i.patterns = []string{path.Clean(pattern), path.Join(pattern, "**")}
		}
		out = append(out, i)
	}
	return out, nil
}

// detect returns the project with a configuration whose input folder exists. Its templates and data files are not read.
func detect(root fs.FS, dir string) *foreign.Project {
	file, text := foreign.ConfigIn(root, dir, configs()...)
	if file == "" {
		return nil
	}
	program, err := script.Read(file, text)
	f := foldersOf(program, func(string) {})
	p := &foreign.Project{
		File: file, Wrong: err, Docs: path.Join(dir, f.input), Dialect: dialect(), Homes: []string{"index.md"},
		Settings: foreign.Settings{KeepCase: true, NoTypographer: true},
	}
	if !fs.ValidPath(p.Docs) || !foreign.IsDir(root, p.Docs) {
		return nil
	}
	if data, text := foreign.ConfigIn(root, path.Join(dir, f.data), siteData()...); data != "" {
		values := dataOf(data, text)
		p.Title = cmp.Or(foreign.TextOf(values["title"]), foreign.TextOf(values["name"]))
		p.Settings.BaseURL = foreign.Absolute(foreign.TextOf(values["url"]), "")
	}
	below := func(pattern string) {
		switch rest, inside := strings.CutPrefix(pattern, f.input+"/"); {
		case inside:
			p.Ignore = append(p.Ignore, rest)
		case f.input == "." || strings.HasPrefix(pattern, "**"):
			p.Ignore = append(p.Ignore, pattern)
		}
	}
	for _, folder := range f.unread() {
		below(path.Join(folder, "**"))
	}
	below("**/node_modules/**")
	if f.input == "." {
		p.Ignore = append(p.Ignore, notes()...)
	}
	rules, wrong := ignoresOf(program, f.input, func(name string) ([]byte, error) {
		text, _ := foreign.Head(root, path.Join(dir, name), foreign.MostConfig)
		return text, nil
	})
	if p.Wrong == nil {
		p.Wrong = wrong
	}
	for _, rule := range rules {
		for _, pattern := range rule.patterns {
			below(pattern)
		}
	}
	for _, args := range program.Calls(passthroughMethod) {
		if o, ok := slices.Concat(args, []any{nil})[0].(*script.Object); ok {
			for _, from := range o.Keys { // {public: "/"}
				if to, _ := o.Values[from].(string); path.Clean("/"+to) == "/" && foreign.IsDir(root, path.Join(dir, from)) {
					p.Static = append(p.Static, path.Join(dir, from))
				}
			}
		}
	}
	return p
}

// siteData returns the usual names of files with the data of the site: https://www.11ty.dev/docs/data-global/
func siteData() (out []string) {
	for _, name := range []string{"site", "metadata", "meta", "config"} {
		for _, ext := range []string{".json", ".yaml", ".yml", ".toml", ".js", ".mjs", ".cjs"} {
			out = append(out, name+ext)
		}
	}
	return out
}

// dialect is how pages are written: Markdown with Liquid.
func dialect() foreign.Dialect {
	return foreign.Dialect{
		Name: name, FolderPages: true, LowerTerms: true, Text: jekyll.Text,
		Open: func(text []byte) []byte {
			text, _ = opened(text)
			return text
		},
		Front: func(p *foreign.Page, _ []byte) {
			if p.Read != nil {
				inherit(p.Values, p.File, p.Read)
			}
			front(p.Values, p.Path, func(string, string) {})
			if day, rest := port.Date(path.Base(foreign.Stem(p.Path))); day != "" && p.Values["url"] == nil &&
				p.Values["slug"] == nil {
				p.Values["slug"] = rest
			}
		},
	}
}
