// Package i18n has the strings of the user interface in all languages, from the i18n folders of themes and projects,
// and fills them in: https://gohugo.io/content-management/multilingual/#translation-of-strings
package i18n

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
	"github.com/sitegen/sitegen/themes"
)

// Tables are the strings of the user interface in all languages:
// https://gohugo.io/content-management/multilingual/#translation-of-strings
type Tables struct {
	byLang   map[string]*stringTable // by language key in lower case
	fallback string                  // the default language
	o        Options
	hash     uint64
}

// stringTable is the strings of one language by key.
type stringTable struct {
	tag      language.Tag
	messages map[string]*message
}

// message is one string with its plural forms.
type message struct {
	forms map[string]*phrase // "other", "one", …
}

// phrase is one plural form: fixed text, or a template.
type phrase struct {
	plain  string
	fixed  bool         // plain is not a template
	at     string       // file and line
	parts  []phrasePart // of a template that only prints fields; nil for others
	broken error        // why it cannot be filled in; reported where the string is used
}

// pluralForms are the keys of a message that are plural forms.
var pluralForms = map[plural.Form]string{
	plural.Other: "other", plural.Zero: "zero", plural.One: "one",
	plural.Two: "two", plural.Few: "few", plural.Many: "many",
}

// messageKeys are the keys that make a table a message rather than a group of messages.
var messageKeys = []string{
	"id", "description", "hash", "leftdelim", "rightdelim", "translation",
	"zero", "one", "two", "few", "many", "other",
}

// ErrMissing is wrapped in errors about strings that a language does not have.
var ErrMissing = errors.New("has no translation")

// Options tell how to treat a string that a language does not have.
type Options struct {
	Placeholders bool // print its key
	Report       bool // report it

	Locales map[string]string // the locale of each language whose locale differs from its key, by key; all in lower case
}

// New returns tables without any string.
func New(defaultLanguage string, o Options) *Tables {
	t := &Tables{byLang: make(map[string]*stringTable), fallback: strings.ToLower(defaultLanguage), o: o}
	for _, key := range slices.Sorted(maps.Keys(o.Locales)) {
		t.hash = trace.Mix(t.hash, trace.HashStrings(key, o.Locales[key]))
	}
	return t
}

// of returns the strings of a language: those of the file named after its locale, otherwise after its key; nil for
// none.
func (t *Tables) of(lang string) *stringTable {
	if s := t.byLang[t.o.Locales[lang]]; s != nil {
		return s
	}
	return t.byLang[lang]
}

// Fallback returns the key of the default language, in lower case.
func (t *Tables) Fallback() string { return t.fallback }

// Hash returns a hash of all strings.
func (t *Tables) Hash() uint64 { return t.hash }

// File adds the strings of a file to a language, unless it already has them. Files of other types are skipped.
func (t *Tables) File(lang, shown string, src []byte) diag.List {
	var format frontmatter.Format
	switch strings.ToLower(path.Ext(shown)) {
	case ".yaml", ".yml":
		format = frontmatter.YAML
	case ".toml":
		format = frontmatter.TOML
	case ".json":
		format = frontmatter.JSON
	default:
		return nil
	}
	value, lines, err := frontmatter.Decode(format, shown, src)
	if err != nil {
		return diag.From(err)
	}
	t.hash = trace.Mix(trace.Mix(trace.Mix(t.hash, trace.HashString(lang)), trace.HashString(shown)), trace.Hash(src))
	t.table(lang).read(shown, "", value, lines)
	return nil
}

// Embedded adds the strings of an embedded theme for the languages of the site. For each language it uses the first
// file named after its key, its locale, or the language of that ("pt" for "pt-BR"). The default language is the
// fallback for missing strings, and English the fallback for that.
func (t *Tables) Embedded(cfg *config.Config, from themes.Layer) (problems diag.List) {
	read := func(lang, name string) bool {
		src, err := fs.ReadFile(from.FS, name+".toml")
		if err == nil {
			problems = append(problems, t.File(lang, from.Name(name+".toml"), src)...)
		}
		return err == nil
	}
	for _, l := range cfg.Languages {
		for _, name := range l.Tags() {
			if read(l.Key, name) {
				if own := t.o.Locales[l.Lower]; t.byLang[own] != nil {
					read(own, name)
				}
				break
			}
		}
	}
	read(cfg.DefaultLanguage, "en")
	return problems
}

func (t *Tables) table(lang string) *stringTable {
	key := strings.ToLower(lang)
	s := t.byLang[key]
	if s == nil {
		s = &stringTable{tag: language.Make(lang), messages: make(map[string]*message)}
		t.byLang[key] = s
	}
	return s
}

// read adds the strings of a file below prefix, unless they already exist.
func (s *stringTable) read(file, prefix string, value any, lines map[string]int) {
	switch v := value.(type) {
	case string:
		s.add(file, prefix, map[string]any{"other": v}, lines)
	case map[string]any:
		if prefix != "" && isMessage(v) {
			s.add(file, prefix, v, lines)
			return
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			id := key
			if prefix != "" {
				id = prefix + "." + key
			}
			s.read(file, id, v[key], lines)
		}
	case []any:
		// The old format: a list of messages with IDs.
		for _, e := range v {
			if m, ok := e.(map[string]any); ok {
				if id, ok := tmpl.LowerKey(m, "id").(string); ok {
					s.add(file, id, m, lines)
				}
			}
		}
	}
}

func isMessage(m map[string]any) bool {
	for _, key := range messageKeys {
		if _, ok := tmpl.LowerKey(m, key).(string); ok {
			return true
		}
	}
	_, ok := tmpl.LowerKey(m, "translation").(map[string]any)
	return ok
}

func (s *stringTable) add(file, id string, m map[string]any, lines map[string]int) {
	if s.messages[id] != nil {
		return
	}
	switch tr := tmpl.LowerKey(m, "translation").(type) {
	case string:
		m = map[string]any{"other": tr}
	case map[string]any:
		m = tr
	}
	msg := &message{forms: make(map[string]*phrase)}
	for _, form := range []string{"zero", "one", "two", "few", "many", "other"} {
		src, ok := tmpl.LowerKey(m, form).(string)
		if !ok {
			continue
		}
		line := lines[strings.ToLower(id)]
		if n := lines[strings.ToLower(id+"."+form)]; n > 0 {
			line = n
		}
		msg.forms[form] = parsePhrase(id, src, fmt.Sprintf("%s:%d", file, line))
	}
	s.messages[id] = msg
}

// parsePhrase reads one form of the string id, at a position.
func parsePhrase(id, src, position string) *phrase {
	if !strings.Contains(src, "{{") {
		return &phrase{plain: src, fixed: true}
	}
	t, err := template.New(id).Funcs(template.FuncMap{"printf": exec.Printf}).Parse(src)
	if err != nil {
		return &phrase{plain: src, broken: fmt.Errorf("%s: %w", position, err)}
	}
	return &phrase{plain: src, at: position, parts: partsOf(t)}
}

// Namer is the running template. It reads a field or method of a view, and executes texts as templates.
type Namer interface {
	Name(v any, name string, args []any) (any, error)
	Execute(name, text string, dot any) (out string, ofSite bool, err error)
}

// Translate returns the string of a key in a language. The argument, if any, is a count, or the data for the string's
// template; a .Count in it selects the plural form. If the language does not have the string, that of the default
// language is used. If that is missing, too, the result is empty, or the key if placeholders are enabled:
// https://gohugo.io/functions/lang/translate/
//
// wrong says that an argument does not fit the string of the language, which is then left out, as in Hugo, or, if
// missing strings are reported, that the language does not have it.
func (t *Tables) Translate(n Namer, lang, id string, arg any) (out string, wrong error) {
	own := t.of(lang)
	if own == nil {
		lang, own = t.fallback, t.of(t.fallback)
	}
	if own == nil {
		return "", nil // there are no strings
	}
	if m := own.messages[id]; m != nil {
		out, ok, err := own.show(n, m, arg)
		if err == nil && ok {
			return out, nil
		}
		if err != nil {
			wrong = fmt.Errorf("string %q in language %q: %w", id, lang, err)
		}
	} else if t.o.Report {
		wrong = fmt.Errorf("the text %q %w in the language %q", id, ErrMissing, lang)
	}
	if t.o.Placeholders {
		return "[i18n] " + id, wrong
	}
	if def := t.of(t.fallback); def != nil && def != own {
		if m := def.messages[id]; m != nil {
			if out, _, err := def.show(n, m, arg); err == nil {
				return out, wrong
			}
		}
	}
	return "", wrong
}

// show fills in a message. ok is false if it has no form for the count.
func (s *stringTable) show(n Namer, m *message, arg any) (out string, ok bool, err error) {
	form := "other"
	if count, counted := countOf(n, arg); counted {
		form = pluralForms[s.form(count)]
	}
	t := m.forms[form]
	if t == nil {
		t = m.forms["other"]
	}
	if t == nil {
		return "", false, nil
	}
	switch {
	case t.broken != nil:
		return "", true, t.broken
	case t.fixed:
		return t.plain, true, nil
	}
	if rv := reflect.ValueOf(arg); rv.CanInt() {
		arg = intCount(rv.Int())
	} else if rv.CanUint() {
		arg = intCount(rv.Uint())
	}
	if out, ok := fill(n, t.parts, arg); ok {
		return out, true, nil
	}
	out, _, err = n.Execute(t.at, t.plain, arg)
	return out, true, err
}

// intCount is a number as a string's template sees it.
type intCount int

// Count returns the number (int).
func (n intCount) Count() int { return int(n) }

// countOf returns the number that selects the plural form, as a decimal.
func countOf(n Namer, arg any) (string, bool) {
	rv := reflect.ValueOf(arg)
	switch {
	case !rv.IsValid():
		return "", false
	case rv.Kind() == reflect.Map:
		var found, count reflect.Value
		for it := rv.MapRange(); it.Next(); {
			if k := it.Key(); k.Kind() == reflect.String && strings.EqualFold(k.String(), "Count") &&
				(!found.IsValid() || k.String() < found.String()) {
				found, count = k, it.Value()
			}
		}
		if !found.IsValid() {
			return "", false
		}
		return decimal(count.Interface())
	case rv.Kind() == reflect.Pointer || rv.Kind() == reflect.Struct:
		if _, ok := rv.Type().MethodByName("Count"); !ok {
			if st := reflect.Indirect(rv); st.Kind() != reflect.Struct || !st.FieldByName("Count").IsValid() {
				return "", false
			}
		}
		v, err := n.Name(arg, "Count", nil)
		if err != nil {
			return "", false
		}
		return decimal(v)
	}
	return decimal(arg)
}

func decimal(v any) (string, bool) {
	rv := reflect.ValueOf(v)
	switch {
	case !rv.IsValid():
		return "", false
	case rv.CanInt():
		return strconv.FormatInt(rv.Int(), 10), true
	case rv.CanUint():
		return strconv.FormatUint(rv.Uint(), 10), true
	case rv.CanFloat():
		s := strconv.FormatFloat(rv.Float(), 'f', -1, 64)
		if !strings.Contains(s, ".") {
			s += ".0"
		}
		return s, true
	case rv.Kind() == reflect.String:
		if _, err := strconv.ParseFloat(rv.String(), 64); err == nil {
			return rv.String(), true
		}
	}
	return "", false
}

// form returns the cardinal plural form of a decimal number (CLDR).
func (s *stringTable) form(n string) plural.Form {
	n = strings.TrimPrefix(n, "-")
	whole, fraction, _ := strings.Cut(n, ".")
	digits := make([]byte, 0, len(n))
	for _, d := range whole + fraction {
		if d < '0' || d > '9' {
			return plural.Other
		}
		digits = append(digits, byte(d-'0'))
	}
	return plural.Cardinal.MatchDigits(s.tag, digits, len(whole), len(fraction))
}
