// Package funcs has the template functions that need no page, site, or template: Hugo's namespaces cast, collections,
// compare, crypto, debug, encoding, fmt, hash, inflect, lang, math, path, reflect, safe, strings, time, transform, and
// urls, with the results of Hugo 0.169, or those of an older one that the project asks for.
//
// They are plain Go functions that take any and convert as Hugo does ({{ strings.Repeat "3" 7 }} is "777"). Everything
// that they need from outside (the language of the page, the clock, the fields of a page) comes from an [Env], so an
// Env that records its answers knows everything that a function depends on.
//
// The functions are documented at https://gohugo.io/functions/; comments here only add details. Errors name the
// function and the invalid value.
package funcs

import (
	"errors"
	"reflect"
	"time"

	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/config"
)

// Language tells which names of months, number formats, and word order apply.
type Language struct {
	Key     string // key of the language ("pt-br"), used for sorting strings
	Locale  string // BCP 47 tag for dates and numbers, "" for Key
	Default string // key of the default language, for dates and numbers if the others are unknown
	Exact   bool   // tags must match exactly, as in Hugo: zh-CN does not mean zh
}

// Class is a set of facts about a value, for the functions of the reflect namespace.
type Class uint8

const (
	IsPage Class = 1 << iota
	IsSite
	IsResource
	IsImage            // an image resource of any kind
	IsImageWithMeta    // its size can be read
	IsImageProcessable // it can be resized
)

// Env has the functions and values that template functions depend on. A field is required unless its comment says what
// nil means.
type Env struct {
	// Get reads .name from a value, for where, sort, and unmarshal. A missing key of a map is nil without an error.
	Get func(v any, name string) (any, error)

	// Call runs a template function by its name in templates ("upper", "strings.ToUpper"), for apply.
	Call func(name string, args ...any) (any, error)

	// Params returns v if it is a map whose keys are in lower case and found in any case. nil: there are none.
	Params func(v any) (map[string]any, bool)

	// List returns the slice type for values of type elem in templates (Pages for a page), nil for a plain slice. nil:
	// all slices are plain.
	List func(elem reflect.Type) reflect.Type

	// Keep returns the result of answer for a list, for where and sort. It may return an earlier result for the same
	// question about the same list if the list and its members never change. question identifies everything else that
	// the result depends on. nil: answer is called.
	Keep func(list any, question string, answer func() (any, error)) (any, error)

	// Group implements the function group.
	Group func(key, items any) (any, error)

	// Members returns what jsonify encodes of a value, such as a page; nil for a value that is encoded as it is. nil: all
	// are.
	Members func(v any) (*Object, error)

	// Classify returns the Class of v, which may be nil.
	Classify func(v any) Class

	// File returns the path of the file of a resource for messages; "" if there is none. nil: messages about the data
	// of a resource name the function that read it.
	File func(resource any) string

	// Spend counts work of so many steps before it is done; a step is about a quarter of a microsecond. Its error ends
	// the function. nil: work is not counted.
	Spend func(steps int) error

	// PatternAgain reports whether the caller has paid for compiling an expression, and records that it now does. It
	// forgets all expressions when their total exceeds mostSize, or their number most. nil: this is not counted.
	PatternAgain func(pattern string, size, mostSize, most int) bool

	// NewScratch returns the result of newScratch.
	NewScratch func() any

	// Release returns the Hugo whose results functions have where releases differ. nil: the newest.
	Release func() config.Release

	// Language returns the language of the page being rendered. nil: English.
	Language func() Language

	// Location returns the zone for dates without one. nil: UTC.
	Location func() *time.Location

	// Now is the build clock.
	Now func() time.Time

	// Random returns the seed of shuffle and math.Rand. It must be derived from the page and the number of its
	// questions, since equal builds must give equal pages.
	Random func() uint64

	// Counter implements math.Counter.
	Counter func() uint64

	// TitleStyle returns Hugo's titleCaseStyle: "ap" (also ""), "chicago", "go", "firstupper", "none". nil: "ap".
	TitleStyle func() string

	// URLize and Anchorize make a part of a URL and an ID for a heading, according to the project's settings. nil:
	// lower case with hyphens for spaces.
	URLize, Anchorize func(s string) string

	// Warn and Error receive the messages of warnf and errorf; id is that of warnidf and erroridf, else "". An error
	// ends the build after rendering.
	Warn, Error func(id, message string)
}

// lib is one set of functions with its caches. Only one goroutine may use it at a time.
type lib struct {
	env         *Env
	regexps     regexps
	replacers   remembered[string, *replacerEntry]
	zones       remembered[string, *time.Location]
	offsets     remembered[int, *time.Location]
	locales     remembered[Language, *locale]
	collators   remembered[string, *words.Collator]
	samples     remembered[sample, []int]
	unmarshaled remembered[uint64, any]
	grown       grown
}

// Namespaces returns the functions by namespace and name: "strings" -> "ToUpper". One goroutine may use them at a time;
// every call returns a new set.
func Namespaces(e *Env) map[string]map[string]any {
	l := &lib{env: e}
	return map[string]map[string]any{
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
}

// Aliases returns the short names of functions: "upper" -> "strings.ToUpper". The caller may change the map.
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
		"emojify": "transform.Emojify", "plainify": "transform.Plainify", "unmarshal": "transform.Unmarshal",

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

// mustSpend is spend, with a panic that becomes the error of the function.
func (l *lib) mustSpend(steps int) {
	if err := l.spend(steps); err != nil {
		panic(err)
	}
}

// itemSteps is the number of items of a list that are copied in a step.
const itemSteps = 16

func (l *lib) params(v any) (map[string]any, bool) {
	if l.env.Params == nil {
		return nil, false
	}
	return l.env.Params(v)
}

func (l *lib) release() config.Release {
	if l.env.Release == nil {
		return 0
	}
	return l.env.Release()
}

func (l *lib) before(n int) bool { return l.release().Before(n) }

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

// remembered caches the results of a function that only depends on its key. It is emptied when it grows too large, so
// that a template with computed keys cannot fill the memory.
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
