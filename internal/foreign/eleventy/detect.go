package eleventy

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/nav"
	"github.com/sitegen/sitegen/internal/foreign/port"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// folders are the folders of a project, relative to it: https://www.11ty.dev/docs/config/#configuration-options
type folders struct{ input, data, includes, layouts, output string }

// setting returns a value of the object that a configuration exports, or that it returns.
func setting(program *script.Program, keys ...string) any {
	if v := program.Export().Get(keys...); v != nil {
		return v
	}
	return program.Declared().Get(append([]string{"config"}, keys...)...)
}

// program matches the name of a template in JavaScript: https://www.11ty.dev/docs/languages/javascript/
var ofProgram = pattern.New(`\.11ty\.[cm]?[jt]sx?$`)

// programs returns the templates in JavaScript in the input folder.
func programs(root fs.FS, input string, ignored glob.Set) []string {
	return foreign.Find(root, input, func(file string, folder bool) bool {
		return !ignored.Match(strings.TrimPrefix(file, input+"/")) && (folder || ofProgram.MatchString(file))
	})
}

// foldersOf reads the folders of a configuration. said is called for each key of dir that the configuration has.
func foldersOf(program *script.Program, said func(key string)) folders {
	methods := map[string]string{
		"input": "setInputDirectory", "output": "setOutputDirectory", "includes": "setIncludesDirectory",
		"layouts": "setLayoutsDirectory", "data": "setDataDirectory",
	}
	dir := func(key, other string) string {
		value, _ := setting(program, "dir", key).(string)
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
		globs := patternsOf(string(text), path.Dir(file))
		if file == ".gitignore" { // a clone of the repository doesn't have what git ignores
			globs = foreign.Excluded(string(text))
		}
		out = append(out, ignore{file: file, patterns: globs})
	}
	listed := foreign.Words(setting(program, "templateFormats")) // https://www.11ty.dev/docs/config/#template-formats
	for _, args := range program.Calls("setTemplateFormats") {
		listed = foreign.Words(slices.Concat(args, []any{nil})[0])
	}
	var others []string
	known := len(listed) > 0 && len(program.Calls("addTemplateFormats")) == 0 && !slices.Contains(listed, any(script.Unknown{}))
	for _, ext := range append(templates(), "md") {
		if known && !slices.Contains(listed, any(ext)) {
			others = append(others, "**/*."+ext)
		}
	}
	if others != nil {
		out = append(out, ignore{call: "templateFormats", patterns: others})
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

// patternsOf returns the patterns in a file .eleventyignore of a folder. Unlike in .gitignore, each begins at the folder,
// and those with "!" have no effect: https://github.com/11ty/eleventy/issues/693
func patternsOf(text, dir string) (out []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' || line[0] == '!' {
			continue
		}
		glob := path.Join(dir, "./"+line)
		out = append(out, glob, path.Join(glob, "**"))
	}
	return out
}

// copied is a file or folder that a call of addPassthroughCopy copies, and its path in the output folder.
type copied struct{ from, to string }

// copiedOf returns what a call copies: a path, or an object that maps paths to new paths. unknown reports whether a part
// of it is computed.
func copiedOf(args []any, input string) (out []copied, unknown bool) {
	switch what := slices.Concat(args, []any{nil})[0].(type) {
	case string:
		to := path.Clean(what)
		if rest, ok := strings.CutPrefix(to, input+"/"); ok {
			to = rest // it keeps its path relative to the input folder
		}
		out = append(out, copied{what, to})
	case *script.Object:
		for _, from := range what.Keys {
			if to, ok := what.Values[from].(string); ok {
				out = append(out, copied{from, to})
			} else {
				unknown = true
			}
		}
	default:
		unknown = true
	}
	for i, c := range out {
		out[i] = copied{path.Clean(c.from), strings.TrimPrefix(path.Clean("/"+c.to), "/")}
	}
	return out, unknown
}

// mostCopied is the maximum number of files that a pattern of addPassthroughCopy copies.
const mostCopied = 1000

// matched replaces patterns by the files of the project that they match: those of a path keep it, those of an object go
// into one folder. wide contains the patterns that match too many files.
func matched(root fs.FS, dir, input string, args []any, list []copied) (out []copied, wide []string) {
	for _, c := range list {
		base := baseOf(c.from)
		if base == c.from {
			out = append(out, c)
			continue
		}
		_, keeps := args[0].(string)
		set, err := glob.NewSet([]string{c.from})
		var files []copied
		_ = fs.WalkDir(root, path.Join(dir, base), func(file string, e fs.DirEntry, wrong error) error {
			rest := strings.TrimPrefix(file, strings.TrimPrefix(dir+"/", "./"))
			if err == nil && wrong == nil && !e.IsDir() && set.Match(rest) {
				to := path.Join(c.to, path.Base(rest))
				if keeps {
					to = strings.TrimPrefix(rest, input+"/")
				}
				files = append(files, copied{rest, to})
			}
			if len(files) > mostCopied {
				return fs.SkipAll
			}
			return nil
		})
		if len(files) > mostCopied {
			wide = append(wide, c.from)
			continue
		}
		out = append(out, files...)
	}
	return out, wide
}

// baseOf returns the folder above the first sign of a pattern; the path itself if it is not a pattern.
func baseOf(pattern string) string {
	if i := strings.IndexAny(pattern, "*{}[]?"); i >= 0 {
		return path.Dir(pattern[:i] + "x")
	}
	return pattern
}

// turnsOn reports whether the configuration has an option of its Markdown library, which is off by default:
// https://www.11ty.dev/docs/languages/markdown/#default-options
func turnsOn(config []byte, option string) bool {
	return bytes.Contains(config, []byte(option+": true"))
}

// linksFiles reports whether links in HTML may name files: https://www.11ty.dev/docs/plugins/inputpath-to-url/
func linksFiles(config []byte) bool {
	return bytes.Contains(config, []byte("InputPathToUrlTransformPlugin"))
}

// detect returns the project with a configuration whose input folder exists. Its templates and data files are not read.
func detect(root fs.FS, dir string) *foreign.Project {
	file, text := foreign.ConfigIn(root, dir, configs()...)
	if file == "" {
		return nil
	}
	program, err := script.Read(file, text)
	f := foldersOf(program, func(string) {})
	_, manifest := foreign.ConfigIn(root, dir, "package.json")
	it := pluginsOf(manifest)
	m := manner{
		input: path.Join(dir, f.input), data: path.Join(dir, f.data), includes: path.Join(dir, f.includes),
		layouts: path.Join(dir, f.layouts), aliases: aliasesOf(program),
		links: linksFiles(text), engine: engineOf(program, "markdownTemplateEngine"),
		html: engineOf(program, "htmlTemplateEngine"), plugins: it,
	}
	p := &foreign.Project{
		File: file, Wrong: err, Docs: path.Join(dir, f.input), Homes: []string{"index.md"}, Mixed: true,
		Settings: foreign.Settings{
			Future: true, Mark: it.has("mark"), Emoji: it.has("emoji"), Dollars: it.dollars(), HardWraps: breaks(text),
			KeepCase: true, NoTypographer: !turnsOn(text, "typographer"), NoLinkify: !turnsOn(text, "linkify"),
		},
	}
	p.Settings.More = map[string]any{}
	if extras := it.extras(); extras != nil {
		p.Settings.More["markup"] = map[string]any{"goldmark": map[string]any{"extensions": extras}}
	}
	if !fs.ValidPath(p.Docs) || !foreign.IsDir(root, p.Docs) {
		return nil
	}
	if data, text := foreign.ConfigIn(root, path.Join(dir, f.data), siteData()...); data != "" {
		values := dataOf(data, text)
		p.Title = cmp.Or(foreign.TextOf(values["title"]), foreign.TextOf(values["name"]))
		if text := foreign.TextOf(values["description"]); text != "" {
			p.Settings.More["params"] = map[string]any{"description": text}
		}
		p.Settings.BaseURL = foreign.BaseURL(foreign.TextOf(values["url"]), foreign.TextOf(setting(program, "pathPrefix")))
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
	m.ignored, _ = glob.NewSet(p.Ignore) // the configuration reports errors
	p.Dialect = dialect(m)
	p.Dialect.Settings["lists"] = fmt.Sprint(p.Ignore)
	p.Warnings = warnings(file, string(text), rules)
	if scripts := programs(root, p.Docs, m.ignored); len(scripts) > 0 {
		p.Warnings = append(p.Warnings, said(file, 0, "left out: templates in JavaScript ("+conversion.Few(scripts)+")",
			"a build runs no programs: write each page as a file"))
	}
	for _, args := range program.Calls(passthroughMethod) {
		list, unknown := copiedOf(args, f.input)
		list, wide := matched(root, dir, f.input, args, list)
		for _, from := range wide {
			p.Warnings = append(p.Warnings, said(file, port.LineOf(string(text), from),
				"the files of addPassthroughCopy are copied only where pages link to them: "+from+" matches more than 1,000",
				"put others into static/"))
		}
		for _, c := range list {
			at := path.Join(dir, c.from)
			switch info, err := fs.Stat(root, at); {
			case err != nil:
			case c.to == "" && info.IsDir():
				p.Static = append(p.Static, at)
			default:
				p.Copied = append(p.Copied, foreign.Folder{Dir: at, At: c.to})
			}
			if c.from == "public" && p.Docs == "." {
				p.Settings.More["publishDir"] = f.output // public contains files of the site
			}
		}
		if unknown {
			p.Warnings = append(p.Warnings, said(file, lineOfComputed(string(text), passthroughMethod),
				"a call of addPassthroughCopy has no effect: what it copies is computed",
				"files that pages link to are copied; put others into static/"))
		}
	}
	return p
}

// warnings are about rules that only a program knows.
func warnings(file, text string, rules []ignore) (out diag.List) {
	for _, r := range rules {
		if r.file == "" && r.call == "" {
			out = append(out, said(file, lineOfComputed(text, "ignores.add"), "a call of ignores.add has no effect: its pattern is computed",
				"write the pattern, or add it to .eleventyignore, so that its files are not published"))
		}
	}
	return out
}

// lineOfComputed returns the line of the first call of a method whose argument is not written out.
func lineOfComputed(text, method string) int {
	m := regexp.MustCompile(regexp.QuoteMeta(method) + "\\(\\s*[^\\s\"'{`]").FindString(text)
	return port.LineOf(text, cmp.Or(m, method))
}

func said(file string, line int, message, hint string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Rule: "dialect", Severity: diag.Warning, File: file, Line: line, Message: message, Hint: hint,
	}
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
func dialect(m manner) foreign.Dialect {
	return foreign.Dialect{
		Name: name, Settings: map[string]any{
			"input": m.input, "data": m.data, "includes": m.includes, "layouts": fmt.Sprint(m.layouts, m.aliases),
			"links":   m.links,
			"engine":  m.engine + " " + m.html,
			"plugins": fmt.Sprint(m.plugins),
		},
		HTML: templates(), FolderPages: true, LowerTerms: true, TermSlug: slugify, Text: m.read,
		Open: func(text []byte) []byte {
			text, _ = opened(text)
			return text
		},
		Front: func(p *foreign.Page, body []byte) {
			m.front(p)
			if isTemplate(p.File) {
				foreign.Document(p.Values, body)
			}
		},
	}
}

// keep keeps the URL of a page whose file name has characters that sitegen would change. Pages of folders cannot have
// url, so theirs redirects.
func keep(p *foreign.Page) {
	at := nav.Trim(foreign.Stem(p.Path))
	if !nav.Unusual(at) || p.Values["url"] != nil {
		return
	}
	dir, base := path.Split(at)
	if url := "/" + dir + base + "/"; at == foreign.Stem(p.Path) && path.Base(dir) != base {
		p.Values["url"] = url
	} else {
		old, _ := p.Values["aliases"].([]any)
		p.Values["aliases"] = append(slices.Clone(old), url)
	}
}
