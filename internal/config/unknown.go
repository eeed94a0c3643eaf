package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// shape contains the allowed keys of a table of the configuration.
type shape struct {
	keys map[string]*shape // in lower case
	any  *shape            // shape of keys with custom names; nil if there are none
	free bool              // holds what it likes
}

// otherKeys are further known keys that are not in the reference: old names, keys that only Hugo uses, and keys that are
// read only for a message.
var otherKeys = []string{
	"cascade.*", "cascade.target.environment", "cascade.target.kind", "cascade.target.lang", "cascade.target.path",
	"cascade.target.sites", "languages", "minify", "params", "caches.assets", "caches.getcsv", "caches.getjson", "caches.getresource.dir",
	"caches.images", "caches.misc", "caches.modulegitinfo", "caches.modulequeries", "caches.modules",
	"markup.asciidocext", "markup.blackfriday", "markup.pandoc", "markup.rst",
	"markup.goldmark.parser.autoheadingidtype", "markup.goldmark.parser.attribute",
	"markup.goldmark.renderhooks.link.enabledefault", "markup.goldmark.renderhooks.image.enabledefault",
	"markup.goldmark.extensions.footnote", "markup.goldmark.extensions.typographer", "markup.highlight.nohl",
	"outputformats.*.name", "security", "services", "build", "permalinks", "tool", "imaging.anchor", "imaging.bgcolor",
	"imaging.compression", "imaging.firstframeonly", "imaging.hint", "imaging.quality", "imaging.resamplefilter",
	"imaging.avif", "imaging.exif.disabledate", "imaging.exif.disablelatlong", "imaging.exif.excludefields",
	"imaging.exif.includefields", "imaging.jpeg.quality", "imaging.meta.fields", "imaging.meta.sources",
	"imaging.webp.compression", "imaging.webp.hint", "imaging.webp.method", "imaging.webp.quality",
	"imaging.webp.usesharpyuv",
}

// newShape returns the shape of the configuration.
func newShape() *shape {
	root := &shape{}
	for _, key := range slices.Concat(Keys(), unusedKeys) {
		root.add(strings.Split(strings.ToLower(strings.ReplaceAll(key, "[]", "")), "."))
	}
	for _, path := range otherKeys {
		root.add(strings.Split(path, ".")).free = !strings.Contains(path, "goldmark.")
	}
	feeds := root.keys["feeds"]
	feeds.keys["namespaces"].free, root.keys["post"].keys["languages"].free = true, true
	for _, set := range []*shape{
		feeds, feeds.keys["home"], feeds.keys["section"], feeds.keys["taxonomy"],
		feeds.keys["term"], feeds.keys["author"], feeds.keys["sets"],
	} {
		// FeedSet.With reports these, in front matter, too
		set.keys["archive"].free, set.keys["names"].free, set.keys["podcast"].free = true, true, true
	}
	return root
}

// add adds a key and returns its shape; for several names, that of the last.
func (s *shape) add(path []string) *shape {
	if len(path) == 0 {
		return s
	}
	var at *shape
	for _, name := range strings.Split(path[0], "|") {
		at = s.child(name).add(path[1:])
	}
	return at
}

func (s *shape) child(name string) *shape {
	if name == "*" {
		if s.any == nil {
			s.any = &shape{}
		}
		return s.any
	}
	if s.keys == nil {
		s.keys = map[string]*shape{}
	}
	if s.keys[name] == nil {
		s.keys[name] = &shape{}
	}
	return s.keys[name]
}

// unknownBelow warns about unknown keys in tables. Those at the top level have their own hint.
func (l *loader) unknownBelow(r reader) {
	root := newShape()
	for _, key := range r.keys() {
		if s := root.keys[key]; s != nil {
			l.unknownIn(r, key, s, root)
		}
	}
	languages := r.sub("languages")
	for _, lang := range languages.keys() {
		own := languages.sub(lang)
		for _, key := range own.keys() {
			if s := root.keys[key]; s != nil {
				l.unknownIn(own, key, s, root)
			}
		}
	}
}

// atTop is the hint for a key of the top level in a table.
const atTop = "%s belongs at the top level: in TOML, above the first [table]"

// unknownIn checks the value of a key in a table.
func (l *loader) unknownIn(r reader, key string, s, root *shape) {
	if s.free || s.keys == nil && s.any == nil { // a value, or an open table
		return
	}
	for _, sub := range r.tablesUnder(key) {
		for _, k := range sub.keys() {
			switch next := s.keys[k]; {
			case next != nil:
				l.unknownIn(sub, k, next, root)
			case s.any != nil:
				l.unknownIn(sub, k, s.any, root)
			case root.keys[k] != nil:
				unknown(sub, k, nil, fmt.Sprintf(atTop, proper(k)))
			default:
				unknown(sub, k, slices.Sorted(maps.Keys(s.keys)), "")
			}
		}
	}
}

// misplaced warns about keys of the top level in parameters of the embedded themes, whose names have several words.
func misplaced(params reader) {
	root := newShape()
	tables := []reader{params}
	for _, key := range params.keys() {
		tables = append(tables, params.tablesUnder(key)...)
	}
	for _, sub := range tables {
		for _, k := range sub.keys() {
			if name := proper(k); root.keys[k] != nil && name != k && k != "mainsections" { // Hugo reads that here, too
				d := sub.problem(k, diag.Warning, fmt.Sprintf("%q has no effect here", sub.spelled(k)))
				d.Rule, d.Hint = "config-unknown", fmt.Sprintf(atTop, name)
			}
		}
	}
}

// tablesUnder returns the table under a key, or the tables.
func (r reader) tablesUnder(key string) []reader {
	switch v := r.values[key].(type) {
	case map[string]any:
		return []reader{r.at(key, v)}
	case []any:
		var out []reader
		for i, e := range v {
			if m, ok := e.(map[string]any); ok {
				out = append(out, r.at(key, m).nth(i))
			}
		}
		return out
	}
	return nil
}

// unknown warns about a key that is not in a list, and suggests a similar one of the list before the hint.
func unknown(r reader, key string, there []string, hint string) {
	d := r.problem(key, diag.Warning, fmt.Sprintf("unknown configuration key %q", r.spelled(key)))
	d.Rule, d.Hint = "config-unknown", hint
	if near := diag.Nearest(key, there); near != "" {
		d.Hint = strings.TrimSpace(fmt.Sprintf("did you mean %q? %s", proper(near), hint))
	}
}

// innerKeys are parts of keys below the top level whose spelling contains upper-case letters.
func innerKeys() []string {
	var out []string
	for _, key := range Keys() {
		for _, part := range strings.FieldsFunc(key, func(r rune) bool { return strings.ContainsRune(".|[]*", r) }) {
			if part != strings.ToLower(part) && !slices.Contains(out, part) {
				out = append(out, part)
			}
		}
	}
	return out
}
