package sass

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/base/sandbox"
)

// packed is LibSass 3.6.6, compiled for WebAssembly by libsass/build.sh.
//
//go:embed libsass/libsass.wasm.gz
var packed []byte

// LibSass is the default compiler of Hugo's extended edition, in a sandbox. It needs no other program.
type LibSass struct {
	program *sandbox.Program
	steps   int32
	results *results
}

// Limits for one compilation: loops and calls, twelve times as many as Bootstrap 5 takes, as some themes take three
// times as many, and memory, eight times as much. Memory that grows is copied, so the process may use nearly twice as
// much for a moment.
const (
	mostSteps  = 2_000_000_000
	mostMemory = 128 << 20
)

// NewLibSass returns a compiler, which starts when it is first used. programs is a folder for compiled programs, as for
// sandbox.Program.KeepIn.
func NewLibSass(programs string) *LibSass {
	program := sandbox.New("LibSass", packed, nil).LimitMemory(mostMemory).KeepIn(programs)
	return &LibSass{program, mostSteps, newResults("", "")}
}

// KeepIn names a folder that keeps style sheets for other processes, of all projects; "" if they are not kept. As
// they become part of a site, it is ignored if others can write to it. version identifies the program that runs. It
// must be called before the first Compile.
func (l *LibSass) KeepIn(dir, version string) *LibSass {
	l.results = newResults(dir, version)
	return l
}

// ErrModules says that a style sheet uses @use or @forward, which LibSass does not support.
var ErrModules = errors.New("@use and @forward require Dart Sass")

// styles are the output styles by name; LibSass's default is nested.
var styles = map[string]int{"expanded": 1, "compact": 2, "compressed": 3}

// defaultPrecision is Hugo's default; that of LibSass is 5.
const defaultPrecision = 8

// entryName is LibSass's name for the compiled text, projectDir the folder that it takes for the current one.
const (
	entryName  = "stdin"
	projectDir = "/project/"
)

// Compile compiles a text. output is the name of the resulting style sheet, for the source map. With strict, @use and
// @forward are the error ErrModules; LibSass would print them unchanged.
func (l *LibSass) Compile(e *Entry, o *Options, output string, strict bool) (*Result, error) {
	kept := l.results.file(e, o, output, strict)
	if before := newCompilation(e, o); kept != "" {
		if made, ok := l.results.read(kept, &before); ok {
			r := before.result()
			r.Content, r.Map, r.Warnings = made.Content, made.Map, made.Warnings
			return r, nil
		}
	}
	i, err := l.program.Take()
	if err != nil {
		return nil, err
	}
	defer i.Close() // the next one starts with the same memory
	run := &libRun{
		compilation: newCompilation(e, o), instance: i, modules: usesModules(e.Content), files: make(map[string]sheet),
	}
	if kept != "" {
		run.asked = make(map[sheet]bool)
	}
	i.Serve(run.serve)
	i.SetGlobal("steps", l.steps)
	indented, sourceMap := 0, ""
	if path.Ext(e.Name) == ".sass" {
		indented = 1
	}
	if o.EnableSourceMap {
		sourceMap = output + ".map"
	}
	text := cssImport.ReplaceAllString(e.Content, "/* HUGO_IMPORT_START $2 HUGO_IMPORT_END */")
	replaced := text != e.Content
	var at [3]uint64
	for n, s := range []string{text, output, sourceMap} {
		if at[n], err = run.put(s); err != nil {
			return nil, err
		}
	}
	// A collection that starts during the call cannot stop it, and takes a processor until it ends. Memory of the program
	// makes one likely.
	runtime.GC()
	status, err := i.Call("compile", at[0], sandbox.Number(indented),
		sandbox.Number(styles[strings.ToLower(o.OutputStyle)]),
		sandbox.Number(cmp.Or(o.Precision, defaultPrecision)), at[1], at[2])
	shown := run.shown(entryName)
	switch {
	case strict && run.modules:
		return run.result(), ErrModules
	case err != nil && i.Global("steps") <= 0:
		return nil, fmt.Errorf("%s: it takes too long: a loop may never end, or selectors multiply", shown)
	case err != nil && i.Size() > mostMemory/4*3: // LibSass is undefined after an allocation failed
		return nil, run.tooLarge()
	case err != nil:
		first, _, _ := strings.Cut(err.Error(), "\n")
		return nil, fmt.Errorf("%s: LibSass failed: %s", shown, first)
	}
	var texts [4]string
	for n := range texts {
		if texts[n], err = run.get(n); err != nil {
			return nil, err
		}
	}
	if status != 0 {
		return nil, run.failure(texts[2])
	}
	r := run.result()
	r.Content, r.Warnings = []byte(texts[0]), run.warnings(texts[3])
	if replaced {
		r.Content = cssImported.ReplaceAll(r.Content, []byte(`@import "$2";`))
	}
	if o.EnableSourceMap {
		r.Map = []byte(strings.Replace(texts[1], entryName+`"`, run.local(e.Name)+`"`, 1))
	}
	if kept != "" {
		l.results.write(kept, &keptResult{run.questions, r.Content, r.Map, r.Warnings})
	}
	return r, nil
}

// Imports of CSS in the text itself are kept, by the same comments that Hugo uses for this.
var (
	cssImport   = pattern.New(`.*(@import "(.*\.css)";).*`)
	cssImported = pattern.New(`.*(/\* HUGO_IMPORT_START (.*) HUGO_IMPORT_END \*/).*`)
)

// usesModules reports whether a style sheet has rules of Sass's module system.
func usesModules(text string) bool {
	return moduleRule.MatchString(text) && moduleRule.MatchString(blockComment.ReplaceAllString(text, ""))
}

var (
	moduleRule   = pattern.New(`(?m)^[ \t\x{feff}]*@(use|forward)[ \t]+["']`)
	blockComment = pattern.New(`(?s)/\*.*?\*/`)
)

// sheet is a file that LibSass knows by its name in messages.
type sheet struct{ scheme, name string }

// libRun finds the imports of one text for LibSass.
type libRun struct {
	compilation
	instance *sandbox.Instance
	modules  bool
	files    map[string]sheet
	found    []byte // result of find: path, a zero byte, and text

	asked     map[sheet]bool // files that questions contains; nil: they are not kept
	questions []question
}

func (r *libRun) put(s string) (uint64, error) {
	at, err := r.instance.Call("room", sandbox.Number(len(s)+1))
	if err != nil || at == 0 || !r.instance.Write(at, append([]byte(s), 0)) {
		return 0, fmt.Errorf("no memory for a style sheet of %d bytes: %w", len(s), cmp.Or(err, errors.ErrUnsupported))
	}
	return sandbox.Number(int(at)), nil
}

func (r *libRun) get(result int) (string, error) {
	at, err := r.instance.Call("result", sandbox.Number(result))
	if err != nil {
		return "", err
	}
	n, err := r.instance.Call("length", sandbox.Number(result))
	if err != nil {
		return "", err
	}
	data, _ := r.instance.Read(at, n)
	return string(data), nil
}

// serve implements the functions find and take of libsass/shim.cpp, which LibSass calls.
func (r *libRun) serve(name string, args []int32) int32 {
	if name == "take" {
		r.instance.Write(args[0], r.found)
		return 0
	}
	url, _ := r.instance.Read(args[0], args[1])
	by, _ := r.instance.Read(args[2], args[3])
	shown, text, ok := r.find(string(url), string(by))
	if !ok {
		return -1
	}
	r.modules = r.modules || usesModules(text)
	r.found = slices.Concat([]byte(shown), []byte{0}, []byte(text))
	return int32(len(r.found))
}

// find returns an imported style sheet, in Hugo's order: an asset next to the importing one, then where LibSass looks
// next: next to the file, or in the project's folder for the text itself; next to the text, and in the include paths.
func (r *libRun) find(url, by string) (shown, text string, ok bool) {
	if below, ok := strings.CutPrefix(strings.ToLower(url), varsScheme); ok && (below == "" || below[0] == '/') {
		return varsScheme + below, r.options.Vars.libSass(strings.Trim(below, "/")), true
	}
	if strings.HasSuffix(url, ".css") || hasScheme.MatchString(url) || strings.HasPrefix(url, "/") {
		return "", "", false // an import of plain CSS
	}
	from := r.files[by]
	next := path.Dir(r.entry.Name)
	if by != entryName {
		next = path.Dir(from.name)
	}
	if from.scheme != fileScheme {
		if shown, text, ok = r.first(assetScheme, hugoNames(path.Join(next, url))); ok {
			return shown, text, ok
		}
	}
	switch {
	case by == entryName:
		shown, text, ok = r.first(fileScheme, libNames(url))
	default:
		shown, text, ok = r.first(from.scheme, libNames(path.Join(next, url)))
	}
	if ok {
		return shown, text, ok
	}
	if shown, text, ok = r.first(assetScheme, libNames(path.Join(path.Dir(r.entry.Name), url))); ok {
		return shown, text, ok
	}
	for _, dir := range r.options.IncludePaths {
		if shown, text, ok = r.first(fileScheme, libNames(path.Join(filepath.ToSlash(dir), url))); ok {
			return shown, text, ok
		}
	}
	return "", "", false
}

// first returns the first of the files that exists.
func (r *libRun) first(scheme string, names []string) (shown, text string, ok bool) {
	for _, name := range names {
		name = strings.TrimPrefix(path.Clean("/"+name), "/")
		data, ok := r.content(scheme, name)
		if s := (sheet{scheme, name}); r.asked != nil && !r.asked[s] {
			r.asked[s] = true
			r.questions = append(r.questions, question{scheme, name, r.answer(scheme, name, data, ok)})
		}
		if !ok {
			continue
		}
		at := projectDir + name
		if scheme == assetScheme {
			at = projectDir + r.local(name)
		}
		r.files[at] = sheet{scheme, name}
		return at, string(data), true
	}
	return "", "", false
}

// local returns the path of an asset for source maps: the same on every machine, wherever modules are stored.
func (r *libRun) local(name string) string {
	if _, shown, _ := r.entry.Asset(name); filepath.IsLocal(filepath.FromSlash(shown)) {
		return shown
	}
	return path.Join("assets", name)
}

// hugoNames returns the file names of an import, as Hugo looks for them among the assets.
func hugoNames(name string) (out []string) {
	dir, base := path.Split(name)
	patterns := []string{
		"_%s.scss", "%s.scss", "_%s.sass", "%s.sass", "%s/_index.scss", "%s/_index.sass", "%s/index.scss",
		"%s/index.sass",
	}
	switch {
	case strings.Contains(base, "."):
		patterns = []string{"_%s", "%s"}
	case strings.HasPrefix(base, "_"):
		patterns = []string{"_%s.scss", "_%s.sass"}
	}
	for _, pattern := range patterns {
		out = append(out, dir+fmt.Sprintf(pattern, strings.TrimPrefix(base, "_")))
	}
	return out
}

// libNames returns the file names of an import, as LibSass looks for them.
func libNames(name string) []string {
	dir, base := path.Split(name)
	out := []string{name, dir + "_" + base}
	for _, ext := range []string{".scss", ".sass", ".css"} {
		out = append(out, dir+"_"+base+ext)
	}
	for _, ext := range []string{".scss", ".sass", ".css"} {
		out = append(out, name+ext)
	}
	for _, index := range []string{"/_index.scss", "/_index.sass", "/index.scss", "/index.sass"} {
		out = append(out, name+index)
	}
	return out
}

// shown returns the path of a file of LibSass for messages.
func (r *libRun) shown(name string) string {
	if name == entryName {
		_, shown, _ := r.entry.Asset(r.entry.Name)
		return cmp.Or(shown, r.entry.Name)
	}
	if from, ok := r.files[name]; ok && from.scheme == assetScheme {
		_, shown, _ := r.entry.Asset(from.name)
		return shown
	}
	return strings.TrimPrefix(name, projectDir)
}

// failure turns an error of LibSass, which is JSON, into a diagnostic.
func (r *libRun) failure(text string) error {
	var e struct {
		File, Message string
		Line, Column  int
	}
	if err := json.Unmarshal([]byte(text), &e); err != nil || e.File == "" {
		if strings.Contains(cmp.Or(e.Message, text), "std::bad_alloc") {
			return r.tooLarge()
		}
		return fmt.Errorf("%s: LibSass failed: %s", r.shown(entryName), cmp.Or(e.Message, text))
	}
	message := strings.ReplaceAll(e.Message, entryName+" imports ", r.shown(entryName)+" imports ")
	return fmt.Errorf("%s:%d:%d: %s", r.shown(e.File), e.Line, e.Column, lineEnd.ReplaceAllString(message, " "))
}

func (r *libRun) tooLarge() error {
	return fmt.Errorf("%s: it takes more than %d MB of memory: values or selectors multiply", r.shown(entryName),
		mostMemory>>20)
}

// lineEnd matches a line break with the spaces around it.
var lineEnd = pattern.New(`\s*\n\s*`)

// warnings returns the texts of @warn. Deprecation warnings are dropped, since they are as old as LibSass and cannot be
// fixed by users.
func (r *libRun) warnings(said string) (out []string) {
	for _, m := range warned.FindAllStringSubmatch(said, -1) {
		file, line, col := entryName, "1", "1"
		if at := warnedAt.FindStringSubmatch(m[2]); at != nil {
			line, col = at[1], at[2]
			if at[3] != entryName {
				file = projectDir + at[3]
			}
		}
		if w := fmt.Sprintf("%q:%s:%s: %s", r.shown(file), line, col, strings.TrimSpace(m[1])); !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// warned matches a warning: its text, and the lines with positions. It ends at an empty line.
var (
	warned   = pattern.New(`(?s)WARNING: (.*?)\n((?: +(?:on line|from line) [^\n]*\n)*)\n`)
	warnedAt = pattern.New(`^ +on line ([0-9]+):([0-9]+) of ([^\n]*?)(?:,|\n)`)
)
