// Package funcs holds the template functions that need no page, site or template: Hugo's namespaces
// cast, collections, compare, crypto, debug, encoding, fmt, hash, inflect, lang, math, path, reflect,
// safe, strings, time, transform and urls, with the results that Hugo 0.165 gives.
//
// Think of it as a library of plain Go functions that take any and convert as Hugo does
// ({{ strings.Repeat "3" 7 }} is "777"). What they must ask about their surroundings (the language
// of the page, the clock, the fields of a page) they ask an [Env]; nothing else is read, so a caller
// whose Env records what it answers knows everything that a function depended on.
//
// The functions are documented at https://gohugo.io/functions/; comments here only say what is
// decided beyond that. An error names the function and the value that it could not use.
package funcs

import (
	"errors"
	"maps"
	"reflect"
	"time"

	"github.com/sitegen/sitegen/internal/base/words"
)

// Language says whose names of months, number signs and word order apply.
type Language struct {
	Key     string // key of the language ("pt-br"); its order sorts strings
	Locale  string // BCP 47 tag for dates and numbers, "" for that of Key
	Default string // key of the default language, used for dates and numbers when the others are unknown
	Exact   bool   // a tag is known or not, as in Hugo: zh-CN does not stand for zh
}

// Class is a set of answers about a value, for the functions of the reflect namespace.
type Class uint8

const (
	IsPage Class = 1 << iota
	IsSite
	IsResource
	IsImage            // an image resource of any kind
	IsImageWithMeta    // whose size can be read
	IsImageProcessable // which can be resized
)

// Env is what the functions may ask. All fields may be nil or zero; what then happens stands beside them.
type Env struct {
	// Get reads .name of a value, for where, sort and unmarshal. A missing key of a map is nil and no
	// error. nil: maps with string keys and exported struct fields are read.
	Get func(v any, name string) (any, error)

	// Call runs a template function by its name in templates ("upper", "strings.ToUpper"), for apply.
	// nil: only the functions of this package are known.
	Call func(name string, args ...any) (any, error)

	// Params reports whether v is a map whose keys are in lower case and found in any case, and
	// returns it. nil: there are none.
	Params func(v any) (map[string]any, bool)

	// List returns the slice type that holds values of type elem in templates (Pages for a page), nil
	// for a plain slice. nil: there are only plain ones.
	List func(elem reflect.Type) reflect.Type

	// Keep returns what answer makes of a list, for where and sort. It may return what it got for an
	// equal question about the same list before, if the list and its members never change; question
	// says everything else that the answer depends on. nil: answer is called.
	Keep func(list any, question string, answer func() (any, error)) (any, error)

	// Group answers the function group. nil: nothing can be grouped.
	Group func(key, items any) (any, error)

	// Classify says what v is. nil: nothing in particular.
	Classify func(v any) Class

	// File is the path of the file that a resource is the content of, as people know it; "" when it was made. nil:
	// mistakes in the data of a resource name the function that read it.
	File func(resource any) string

	// Spend counts work that takes so many steps, before it is done; a step is about a quarter of a microsecond. Its error
	// ends the function. nil: nobody counts.
	Spend func(steps int) error

	// PatternAgain reports whether the caller has paid for compiling an expression, and notes that it does now. It forgets
	// all of them when they are larger than mostSize, or more than most, together. nil: nobody counts.
	PatternAgain func(pattern string, size, mostSize, most int) bool

	// NewScratch makes what newScratch returns. nil: newScratch is an error.
	NewScratch func() any

	// Language is that of the page being rendered. nil: English.
	Language func() Language

	// Location is the zone of dates that name none. nil: UTC.
	Location func() *time.Location

	// Now is the build clock. nil: time.Now and now are errors.
	Now func() time.Time

	// Random returns a number for shuffle and math.Rand to start from. Equal builds must give equal
	// pages, so it is to be made of what the page is and how often the page asked. nil: always 0.
	Random func() uint64

	// Counter answers math.Counter. nil: numbers of this set of functions, from 1.
	Counter func() uint64

	// TitleStyle is Hugo's titleCaseStyle: "ap" (also ""), "chicago", "go", "firstupper", "none".
	TitleStyle string

	// URLize and Anchorize make a part of an address and an id for a heading, as the project's settings
	// have it. nil: the text is only put in lower case with hyphens for spaces.
	URLize, Anchorize func(s string) string

	// Warn and Error take the messages of warnf and errorf; id is that of warnidf and erroridf, else
	// "". An error ends the build after rendering. nil: a warning is dropped, an error returned.
	Warn, Error func(id, message string)
}

// lib is one set of functions with what they remember. It belongs to one goroutine at a time.
type lib struct {
	env         *Env
	table       map[string]map[string]any
	regexps     regexps
	replacers   remembered[string, *replacerEntry]
	zones       remembered[string, *time.Location]
	offsets     remembered[int, *time.Location]
	locales     remembered[Language, *locale]
	collators   remembered[string, *words.Collator]
	samples     remembered[sample, []int]
	unmarshaled remembered[uint64, any]
	grown       grown
	count       uint64
}

// Namespaces returns the functions by namespace and name: "strings" -> "ToUpper". They may be used
// by one goroutine at a time; every call returns a set of its own.
func Namespaces(e *Env) map[string]map[string]any {
	l := &lib{env: e}
	l.table = map[string]map[string]any{
		"cast":        l.cast(),
		"collections": l.collections(),
		"compare":     l.compare(),
		"crypto":      l.crypto(),
		"debug":       l.debug(),
		"encoding":    l.encoding(),
		"fmt":         l.fmt(),
		"hash":        l.hash(),
		"inflect":     l.inflect(),
		"lang":        l.lang(),
		"math":        l.math(),
		"path":        l.path(),
		"reflect":     l.reflect(),
		"safe":        l.safe(),
		"strings":     l.strings(),
		"time":        l.time(),
		"transform":   l.transform(),
		"urls":        l.urls(),
	}
	out := make(map[string]map[string]any, len(l.table))
	for ns, members := range l.table {
		out[ns] = maps.Clone(members)
	}
	return out
}

// Aliases returns the short names of functions: "upper" -> "strings.ToUpper". The map is the caller's.
func Aliases() map[string]string {
	return map[string]string{
		"float": "cast.ToFloat", "int": "cast.ToInt", "string": "cast.ToString",

		"after": "collections.After", "append": "collections.Append", "apply": "collections.Apply",
		"complement": "collections.Complement", "delimit": "collections.Delimit",
		"dict": "collections.Dictionary", "first": "collections.First", "group": "collections.Group",
		"in": "collections.In", "index": "collections.Index", "intersect": "collections.Intersect",
		"isSet": "collections.IsSet", "isset": "collections.IsSet", "keyVals": "collections.KeyVals",
		"last": "collections.Last", "merge": "collections.Merge", "newScratch": "collections.NewScratch",
		"querify": "collections.Querify", "seq": "collections.Seq", "shuffle": "collections.Shuffle",
		"slice": "collections.Slice", "sort": "collections.Sort", "symdiff": "collections.SymDiff",
		"union": "collections.Union", "uniq": "collections.Uniq", "where": "collections.Where",

		"cond": "compare.Conditional", "default": "compare.Default", "eq": "compare.Eq",
		"ge": "compare.Ge", "gt": "compare.Gt", "le": "compare.Le", "lt": "compare.Lt", "ne": "compare.Ne",

		"hmac": "crypto.HMAC", "md5": "crypto.MD5", "sha1": "crypto.SHA1", "sha256": "crypto.SHA256",
		"xxhash": "hash.XxHash",

		"base64Decode": "encoding.Base64Decode", "base64Encode": "encoding.Base64Encode",
		"jsonify": "encoding.Jsonify",

		"errorf": "fmt.Errorf", "erroridf": "fmt.Erroridf", "warnf": "fmt.Warnf", "warnidf": "fmt.Warnidf",
		"print": "fmt.Print", "printf": "fmt.Printf", "println": "fmt.Println",

		"humanize": "inflect.Humanize", "pluralize": "inflect.Pluralize", "singularize": "inflect.Singularize",

		"add": "math.Add", "div": "math.Div", "mod": "math.Mod", "modBool": "math.ModBool",
		"mul": "math.Mul", "pow": "math.Pow", "sub": "math.Sub",

		"safeCSS": "safe.CSS", "safeHTML": "safe.HTML", "safeHTMLAttr": "safe.HTMLAttr", "safeJS": "safe.JS",
		"safeJSStr": "safe.JSStr", "safeURL": "safe.URL",

		"chomp": "strings.Chomp", "countrunes": "strings.CountRunes", "countwords": "strings.CountWords",
		"findRE": "strings.FindRE", "findRESubmatch": "strings.FindRESubmatch",
		"hasPrefix": "strings.HasPrefix", "hasSuffix": "strings.HasSuffix", "lower": "strings.ToLower",
		"replace": "strings.Replace", "replaceRE": "strings.ReplaceRE", "slicestr": "strings.SliceString",
		"split": "strings.Split", "substr": "strings.Substr", "title": "strings.Title",
		"trim": "strings.Trim", "truncate": "strings.Truncate", "upper": "strings.ToUpper",

		"dateFormat": "time.Format", "duration": "time.Duration", "now": "time.Now", "time": "time.AsTime",

		"htmlEscape": "transform.HTMLEscape", "htmlUnescape": "transform.HTMLUnescape",
		"plainify": "transform.Plainify", "unmarshal": "transform.Unmarshal",

		"anchorize": "urls.Anchorize", "urlize": "urls.URLize",
	}
}

// spend counts work; see Env.Spend.
func (l *lib) spend(steps int) error {
	if l.env.Spend == nil || steps <= 0 {
		return nil
	}
	return l.env.Spend(steps)
}

// mustSpend does the same where a panic becomes the error of the function.
func (l *lib) mustSpend(steps int) {
	if err := l.spend(steps); err != nil {
		panic(err)
	}
}

// itemSteps is how many items of a list are copied in a step.
const itemSteps = 16

func (l *lib) get(v any, name string) (any, error) {
	if l.env.Get != nil {
		return l.env.Get(v, name)
	}
	return getPlain(v, name)
}

func (l *lib) params(v any) (map[string]any, bool) {
	if l.env.Params == nil {
		return nil, false
	}
	return l.env.Params(v)
}

func (l *lib) language() Language {
	if l.env.Language == nil {
		return Language{Key: "en"}
	}
	return l.env.Language()
}

func (l *lib) location() *time.Location {
	if l.env.Location != nil {
		if z := l.env.Location(); z != nil {
			return z
		}
	}
	return time.UTC
}

func (l *lib) random() uint64 {
	if l.env.Random == nil {
		return 0
	}
	return l.env.Random()
}

// remembered keeps the results of a function that is pure in its key. It is emptied when it grows
// too large, so that a template which computes its keys cannot fill the memory.
type remembered[K comparable, V any] struct{ m map[K]V }

const mostRemembered = 256

func (r *remembered[K, V]) get(key K, make_ func() (V, error)) (V, error) {
	if v, ok := r.m[key]; ok {
		return v, nil
	}
	v, err := make_()
	if err != nil {
		return v, err
	}
	if r.m == nil || len(r.m) >= mostRemembered {
		r.m = make(map[K]V)
	}
	r.m[key] = v
	return v, nil
}

var errNoArguments = errors.New("not enough arguments")
