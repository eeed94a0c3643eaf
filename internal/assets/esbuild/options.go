package esbuild

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Options are the options of js.Build and css.Build: https://gohugo.io/functions/js/build/#options
type Options struct {
	Minify            bool
	SourceMap         string // inline, external, linked; none when empty
	NoSourcesContent  bool   // leave the sources out of source maps
	Target            []string
	Format            string // iife, esm, cjs; iife when empty
	Platform          string // browser, node, neutral; browser when empty
	Charset           string // ascii, utf8; ascii when empty, which escapes other characters
	MainFields        []string
	Externals, Inject []string
	Defines           map[string]string
	Drop              string // console or debugger
	Shims, Loaders    map[string]string
	Params            any
	JSX               string // transform, preserve, automatic; transform when empty
	JSXFactory        string
	JSXFragment       string
	JSXImportSource   string
	Vars              map[string]any // for style sheets that import hugo:vars
	PublicPath        string         // put before the names of files that style sheets refer to
}

var (
	targets = map[string]api.Target{
		"esnext": api.ESNext, "es5": api.ES5, "es6": api.ES2015, "es2015": api.ES2015, "es2016": api.ES2016,
		"es2017": api.ES2017, "es2018": api.ES2018, "es2019": api.ES2019, "es2020": api.ES2020, "es2021": api.ES2021,
		"es2022": api.ES2022, "es2023": api.ES2023, "es2024": api.ES2024,
		"es2025": api.ES2025,
	}
	engines = map[string]api.EngineName{
		"chrome": api.EngineChrome, "deno": api.EngineDeno, "edge": api.EngineEdge, "firefox": api.EngineFirefox,
		"hermes": api.EngineHermes, "ie": api.EngineIE, "ios": api.EngineIOS, "node": api.EngineNode,
		"opera": api.EngineOpera, "rhino": api.EngineRhino, "safari": api.EngineSafari,
	}
	loaders = map[string]api.Loader{
		"none": api.LoaderNone, "base64": api.LoaderBase64, "binary": api.LoaderBinary, "copy": api.LoaderFile,
		"css": api.LoaderCSS, "dataurl": api.LoaderDataURL, "default": api.LoaderDefault, "empty": api.LoaderEmpty,
		"file": api.LoaderFile, "global-css": api.LoaderGlobalCSS, "js": api.LoaderJS, "json": api.LoaderJSON,
		"jsx": api.LoaderJSX, "local-css": api.LoaderLocalCSS, "text": api.LoaderText, "ts": api.LoaderTS,
		"tsx": api.LoaderTSX,
	}
	scriptLoaders = map[string]api.Loader{
		".js": api.LoaderJS, ".mjs": api.LoaderJS, ".cjs": api.LoaderJS, ".jsx": api.LoaderJSX, ".ts": api.LoaderTS,
		".tsx": api.LoaderTSX, ".json": api.LoaderJSON, ".txt": api.LoaderText, ".css": api.LoaderCSS,
	}
	formats = map[string]api.Format{
		"": api.FormatIIFE, "iife": api.FormatIIFE, "esm": api.FormatESModule,
		"cjs": api.FormatCommonJS,
	}
	platforms = map[string]api.Platform{
		"": api.PlatformBrowser, "browser": api.PlatformBrowser, "node": api.PlatformNode,
		"neutral": api.PlatformNeutral,
	}
	charsets = map[string]api.Charset{
		"": api.CharsetASCII, "ascii": api.CharsetASCII, "utf8": api.CharsetUTF8,
	}
	drops = map[string]api.Drop{"": 0, "console": api.DropConsole, "debugger": api.DropDebugger}
	jsx   = map[string]api.JSX{
		"": api.JSXTransform, "transform": api.JSXTransform, "preserve": api.JSXPreserve,
		"automatic": api.JSXAutomatic,
	}
	sourceMaps = map[string]api.SourceMap{
		"": api.SourceMapNone, "none": api.SourceMapNone, "inline": api.SourceMapInline,
		"external": api.SourceMapExternal, "linked": api.SourceMapLinked,
	}
	// linked are the extensions of files that style sheets refer to, and that are published next to them.
	linked = []string{".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".woff", ".woff2", ".ttf", ".eot", ".otf"}
)

// one returns the value of a word. The error lists the valid words.
func one[V any](option, word string, table map[string]V) (V, error) {
	v, ok := table[strings.ToLower(word)]
	if !ok {
		words := slices.DeleteFunc(slices.Sorted(maps.Keys(table)), func(w string) bool { return w == "" })
		return v, fmt.Errorf("%s: %q is not one of %s", option, word, strings.Join(words, ", "))
	}
	return v, nil
}

// build returns the options in the form of esbuild.
func (o *Options) build(e *Entry) (b api.BuildOptions, err error) {
	b = api.BuildOptions{
		Bundle: true, Metafile: true, AbsWorkingDir: e.Project, Outdir: e.Project, PublicPath: o.PublicPath,
		LogLevel: api.LogLevelSilent, MainFields: o.MainFields, External: o.Externals, Define: o.Defines,
		MinifyWhitespace: o.Minify, MinifyIdentifiers: o.Minify, MinifySyntax: o.Minify,
		JSXFactory: o.JSXFactory, JSXFragment: o.JSXFragment, JSXImportSource: o.JSXImportSource,
		Loader: make(map[string]api.Loader), Target: api.ESNext,
	}
	if o.NoSourcesContent {
		b.SourcesContent = api.SourcesContentExclude
	}
	if file := filepath.Join(e.Project, "tsconfig.json"); exists(file) { // for scripts of assets, as in Hugo
		b.Tsconfig = file
	}
	if e.Style {
		for _, ext := range linked {
			b.Loader[ext] = api.LoaderFile
		}
		if b.MainFields == nil {
			b.MainFields = []string{"style", "main"}
		}
	}
	for _, ext := range slices.Sorted(maps.Keys(o.Loaders)) {
		if b.Loader[ext], err = one("loaders", o.Loaders[ext], loaders); err != nil {
			return b, err
		}
	}
	entry := api.LoaderCSS
	if !e.Style {
		if entry = scriptLoaders[path.Ext(e.Name)]; entry == api.LoaderNone {
			entry = api.LoaderJS
		}
	}
	b.Stdin = &api.StdinOptions{Contents: e.Content, ResolveDir: e.Project, Loader: entry}
	if err := o.target(&b); err != nil {
		return b, err
	}
	var problems [6]error
	b.Format, problems[0] = one("format", o.Format, formats)
	b.Platform, problems[1] = one("platform", o.Platform, platforms)
	b.Drop, problems[2] = one("drop", o.Drop, drops)
	b.JSX, problems[3] = one("JSX", o.JSX, jsx)
	b.Sourcemap, problems[4] = one("sourceMap", o.SourceMap, sourceMaps)
	b.Charset, problems[5] = one("charset", o.Charset, charsets)
	for _, err := range problems {
		if err != nil {
			return b, err
		}
	}
	return b, nil
}

// target sets versions of the language and of browsers. Of several language versions the newest counts.
func (o *Options) target(b *api.BuildOptions) error {
	var newest api.Target
	for _, word := range o.Target {
		word = strings.ToLower(word)
		if t, ok := targets[word]; ok {
			newest = max(newest, t)
			continue
		}
		name := strings.TrimRight(word, "0123456789.")
		engine, ok := engines[name]
		if !ok || name == word {
			return fmt.Errorf("target: %q is neither a version of JavaScript, such as es2020, nor one of a browser, such as chrome80", word)
		}
		b.Engines = append(b.Engines, api.Engine{Name: engine, Version: word[len(name):]})
	}
	if newest != api.DefaultTarget {
		b.Target = newest
	}
	return nil
}

// loader tells esbuild how to read an asset.
func (b *bundle) loader(name string) api.Loader {
	ext := path.Ext(name)
	if word, ok := b.options.Loaders[ext]; ok {
		return loaders[word]
	}
	if b.entry.Style {
		if slices.Contains(linked, ext) {
			return api.LoaderFile
		}
		return api.LoaderDefault
	}
	if l, ok := scriptLoaders[ext]; ok {
		return l
	}
	return api.LoaderDefault
}

// variables returns the style sheet hugo:vars: the variables, or those below a path, as custom properties.
func (o *Options) variables(path string) string {
	vars := o.Vars
	for name := range strings.SplitSeq(path, "/") {
		if name != "" {
			vars = nested(vars, name)
		}
	}
	if len(vars) == 0 {
		return ""
	}
	lines := []string{":root {"}
	for _, k := range slices.Sorted(maps.Keys(vars)) {
		if _, nested := vars[k].(map[string]any); !nested {
			lines = append(lines, fmt.Sprintf("  --%s: %s;", strings.TrimPrefix(k, "--"), value(vars[k])))
		}
	}
	return strings.Join(append(lines, "}"), "\n") + "\n"
}

// nested returns the table of a name in any case; nil for none.
func nested(vars map[string]any, name string) map[string]any {
	for _, k := range slices.Sorted(maps.Keys(vars)) {
		if m, ok := vars[k].(map[string]any); ok && strings.EqualFold(k, name) {
			return m
		}
	}
	return nil
}

// value returns a variable as it is in a style sheet.
func value(v any) string {
	if q, ok := v.(interface{ InQuotes() string }); ok {
		return q.InQuotes()
	}
	return fmt.Sprint(v)
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
