// Package sass compiles Sass: with LibSass, which is embedded, or with Dart Sass, an external program that runs as long
// as a build needs it. The source is a text. Its imports are files of assets, which the caller finds, or of the
// project. https://gohugo.io/functions/css/sass/
package sass

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf16"

	"github.com/bep/godartsass/v2"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// Entry is a text to compile.
type Entry struct {
	Name    string // path below assets, from which imports are resolved
	Content string

	// File returns a file of the project or a theme by its path there.
	File func(name string) (content []byte, ok bool)
	// Asset returns an asset by its path, with its path for messages.
	Asset func(name string) (content []byte, shown string, ok bool)
}

// Options are the options of css.Sass: https://gohugo.io/functions/css/sass/#options
type Options struct {
	// OutputStyle is expanded or compressed and, for LibSass, also nested (its default) and compact.
	OutputStyle                   string
	Precision                     int // digits after the decimal point, for LibSass; 0: 8
	EnableSourceMap               bool
	SourceMapIncludeSources       bool
	IncludePaths                  []string // folders of the project and of themes
	SilenceDeprecations           []string
	SilenceDependencyDeprecations bool

	Vars  Vars
	Quiet bool // no warnings about deprecated Sass
}

// Result is a compiled style sheet.
type Result struct {
	Content  []byte
	Map      []byte   // source map; nil for none
	Warnings []string // from style sheets, `"file":line:col: text`

	Assets []string // names for which Asset was called, sorted
	Read   []string // paths for which File was called, sorted
}

// Compiler is a running Dart Sass, for style sheets that request it or use features that LibSass lacks. It compiles one
// text at a time.
type Compiler struct {
	mu      sync.Mutex
	program *godartsass.Transpiler

	events  sync.Mutex
	pending []godartsass.LogEvent
}

// timeout is the maximum time of one compilation.
const timeout = 2 * time.Minute

// Start starts the program that Find found. It runs until Close.
func Start(program string) (*Compiler, error) {
	c := &Compiler{}
	var err error
	c.program, err = godartsass.Start(godartsass.Options{
		DartSassEmbeddedFilename: program, Timeout: timeout, Stderr: io.Discard, LogEventHandler: c.event,
	})
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", program, err)
	}
	return c, nil
}

// Close ends the program.
func (c *Compiler) Close() error {
	if err := c.program.Close(); err != nil && !errors.Is(err, godartsass.ErrShutdown) {
		return err
	}
	return nil
}

func (c *Compiler) event(e godartsass.LogEvent) {
	c.events.Lock()
	defer c.events.Unlock()
	c.pending = append(c.pending, e)
}

// Compile compiles a text.
func (c *Compiler) Compile(e *Entry, o *Options) (*Result, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pending = nil
	as := syntax(e.Name)
	if as == godartsass.SourceSyntaxCSS {
		as = godartsass.SourceSyntaxSCSS // the input of the compiler is Sass, whatever the name of the file
	}
	run := newCompilation(e, o)
	made, err := c.program.Execute(godartsass.Args{
		Source: e.Content, URL: assetScheme + e.Name, SourceSyntax: as, ImportResolver: &run,
		OutputStyle: godartsass.ParseOutputStyle(o.OutputStyle), EnableSourceMap: o.EnableSourceMap,
		SourceMapIncludeSources: o.SourceMapIncludeSources, SilenceDeprecations: o.SilenceDeprecations,
		SilenceDependencyDeprecations: o.SilenceDependencyDeprecations,
	})
	var wrong godartsass.SassError
	switch {
	case errors.As(err, &wrong):
		return nil, run.message(&wrong)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errors.New("the program stopped: it is not Dart Sass 1.63 or later, or it can't be run")
	case err != nil:
		return nil, err
	}
	r := run.result()
	r.Content = []byte(made.CSS)
	if o.EnableSourceMap && made.SourceMap != "" {
		r.Map = []byte(made.SourceMap)
	}
	c.events.Lock()
	defer c.events.Unlock()
	for _, event := range c.pending {
		if o.Quiet && strings.Contains(event.Message, "repetitive deprecation warnings omitted") {
			continue
		}
		if event.Type == godartsass.LogEventTypeWarning || event.Type == godartsass.LogEventTypeDeprecated && !o.Quiet {
			if w := run.warning(event); !slices.Contains(r.Warnings, w) {
				r.Warnings = append(r.Warnings, w)
			}
		}
	}
	return r, nil
}

// Canonical URLs of style sheets: assets, files below the project's folder, and variables.
const (
	assetScheme = "assets:///"
	fileScheme  = "project:///"
	varsScheme  = "hugo:vars"
)

// compilation finds the imports of one text.
type compilation struct {
	entry   *Entry
	options *Options
	assets  map[string]bool // names that were asked for
	read    map[string]bool // paths that were asked for
}

func newCompilation(e *Entry, o *Options) compilation {
	return compilation{entry: e, options: o, assets: make(map[string]bool), read: make(map[string]bool)}
}

// result returns a Result with the files that were read.
func (c *compilation) result() *Result {
	return &Result{Assets: slices.Sorted(maps.Keys(c.assets)), Read: slices.Sorted(maps.Keys(c.read))}
}

// CanonicalizeURL finds an import: relative to the importing style sheet, to the entry, or to an include path. Dart
// Sass reports imports that are not found.
func (c *compilation) CanonicalizeURL(url string) (string, error) {
	if below, ok := strings.CutPrefix(strings.ToLower(url), varsScheme); ok && (below == "" || below[0] == '/') {
		return varsScheme + below, nil
	}
	if name, ok := strings.CutPrefix(url, assetScheme); ok {
		return c.canonical(assetScheme, unescape(name)), nil
	}
	if name, ok := strings.CutPrefix(url, fileScheme); ok {
		return c.canonical(fileScheme, unescape(name)), nil
	}
	if hasScheme.MatchString(url) {
		return "", nil
	}
	if found := c.canonical(assetScheme, path.Join(path.Dir(c.entry.Name), unescape(url))); found != "" {
		return found, nil
	}
	for _, dir := range c.options.IncludePaths {
		if found := c.canonical(fileScheme, path.Join(filepath.ToSlash(dir), unescape(url))); found != "" {
			return found, nil
		}
	}
	return "", nil
}

// hasScheme matches URLs, including Sass's built-in modules such as sass:math.
var hasScheme = pattern.New(`^[A-Za-z][A-Za-z0-9+.-]+:`)

// canonical returns the URL of the file that a name means; "" for none.
func (c *compilation) canonical(scheme, name string) string {
	for _, n := range names(strings.TrimPrefix(path.Clean("/"+name), "/")) {
		if _, ok := c.content(scheme, n); ok {
			return scheme + escape(n)
		}
	}
	return ""
}

// names returns the files that an imported name may mean. The first that exists counts.
func names(name string) (out []string) {
	dir, base := path.Split(name)
	if ext := path.Ext(base); ext == ".scss" || ext == ".sass" || ext == ".css" {
		return []string{dir + "_" + strings.TrimPrefix(base, "_"), name}
	}
	for _, ext := range []string{".scss", ".sass", ".css"} {
		out = append(out, dir+"_"+strings.TrimPrefix(base, "_")+ext)
		if !strings.HasPrefix(base, "_") {
			out = append(out, name+ext)
		}
	}
	for _, ext := range []string{".scss", ".sass"} {
		out = append(out, name+"/_index"+ext, name+"/index"+ext)
	}
	return out
}

func (c *compilation) content(scheme, name string) ([]byte, bool) {
	if scheme == assetScheme {
		c.assets[name] = true
		data, _, ok := c.entry.Asset(name)
		return data, ok
	}
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return nil, false
	}
	c.read[name] = true
	return c.entry.File(name)
}

// Load returns a style sheet that CanonicalizeURL found.
func (c *compilation) Load(url string) (godartsass.Import, error) {
	if below, ok := strings.CutPrefix(url, varsScheme); ok {
		return godartsass.Import{Content: c.options.Vars[strings.Trim(below, "/")]}, nil
	}
	for _, scheme := range []string{assetScheme, fileScheme} {
		if name, ok := strings.CutPrefix(url, scheme); ok {
			name = unescape(name)
			if data, ok := c.content(scheme, name); ok {
				return godartsass.Import{Content: string(data), SourceSyntax: syntax(name)}, nil
			}
		}
	}
	return godartsass.Import{}, fmt.Errorf("file not found: %s", url)
}

func syntax(name string) godartsass.SourceSyntax {
	switch path.Ext(name) {
	case ".sass":
		return godartsass.SourceSyntaxSASS
	case ".css":
		return godartsass.SourceSyntaxCSS
	}
	return godartsass.SourceSyntaxSCSS
}

// escape makes a path safe in a URL; unescape reverses it.
func escape(name string) string { return escaping.Replace(name) }

func unescape(name string) string { return unescaping.Replace(name) }

var (
	escaping   = strings.NewReplacer("%", "%25", " ", "%20", "#", "%23", "?", "%3F")
	unescaping = strings.NewReplacer("%25", "%", "%20", " ", "%23", "#", "%3F", "?")
)

// message turns an error of Dart Sass into one with its position.
func (c *compilation) message(e *godartsass.SassError) error {
	shown, text := c.sheet(e.Span.Url)
	if shown == "" {
		return errors.New(e.Message)
	}
	units := utf16.Encode([]rune(text))
	before := units[:min(max(e.Span.Start.Offset, 0), len(units))]
	line := 1
	for _, u := range before {
		if u == '\n' {
			line++
		}
	}
	return fmt.Errorf("%s:%d:%d: %s", shown, line, e.Span.Start.Column+1, e.Message)
}

// sheet returns the path of a style sheet for messages, and its text.
func (c *compilation) sheet(url string) (shown, text string) {
	if name, ok := strings.CutPrefix(url, assetScheme); ok {
		data, shown, ok := c.entry.Asset(unescape(name))
		if unescape(name) == c.entry.Name {
			return cmp.Or(shown, c.entry.Name), c.entry.Content
		}
		if ok {
			return shown, string(data)
		}
	}
	if name, ok := strings.CutPrefix(url, fileScheme); ok {
		data, _ := c.content(fileScheme, unescape(name))
		return unescape(name), string(data)
	}
	return "", ""
}

// warning returns the text of a warning with its position, counted from 1. Warnings of @warn have only that of the
// entry.
func (c *compilation) warning(e godartsass.LogEvent) string {
	shown, _ := c.sheet(assetScheme + c.entry.Name)
	text := fmt.Sprintf("%q:1:1: %s", shown, e.Message)
	if m := placed.FindStringSubmatch(e.Message); m != nil {
		if shown, _ := c.sheet(m[1]); shown != "" {
			line, _ := strconv.Atoi(m[2])
			col, _ := strconv.Atoi(m[3])
			text = fmt.Sprintf("%q:%d:%d: %s", shown, line+1, col+1, m[4])
		}
	}
	if e.DeprecationType != "" {
		text += " (" + e.DeprecationType + ")"
	}
	return strings.TrimSpace(text)
}

// placed matches a message of Dart Sass with a position, counted from 0.
var placed = pattern.New(`(?s)^(.+?):([0-9]{1,9}):([0-9]{1,9}): (.*)$`)
