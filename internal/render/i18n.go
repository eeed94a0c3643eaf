package render

import (
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
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/tmpl"
	"github.com/sitegen/sitegen/internal/trace"
	"github.com/sitegen/sitegen/internal/view"
	"github.com/sitegen/sitegen/themes"
)

// stringTables are the strings of the user interface in all languages:
// https://gohugo.io/content-management/multilingual/#translation-of-strings
type stringTables struct {
	byLang       map[string]*stringTable // by language key in lower case
	fallback     string                  // the default language
	placeholders bool                    // a missing string shows its key
	hash         uint64
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

// phrase is one form: plain, or a template.
type phrase struct {
	plain  string
	tmpl   *template.Template // nil when there is nothing to fill in
	fields []string           // first names of all fields that the template reads
	parts  []phrasePart       // of a template that shows fields and does nothing else; nil for another
	broken error              // why it cannot be filled in: it matters where the string is used, if anywhere
}

// pluralForms are the keys of a message that are plural forms.
var pluralForms = map[plural.Form]string{
	plural.Other: "other", plural.Zero: "zero", plural.One: "one",
	plural.Two: "two", plural.Few: "few", plural.Many: "many",
}

// messageKeys are the keys that make a table a message and not a folder of messages.
var messageKeys = []string{
	"id", "description", "hash", "leftdelim", "rightdelim", "translation",
	"zero", "one", "two", "few", "many", "other",
}

// loadStrings reads the i18n folders of the project, of its themes and of the embedded ones; the
// project's strings win.
func loadStrings(cfg *config.Config, embedded []themes.Layer) (*stringTables, diag.List) {
	t := &stringTables{
		byLang: make(map[string]*stringTable), fallback: strings.ToLower(cfg.DefaultLanguage),
		placeholders: cfg.EnableMissingTranslationPlaceholders,
	}
	var problems diag.List
	unread := readLayers(cfg, themes.Strings, func(name, shown string, src []byte) {
		lang := strings.TrimSuffix(path.Base(name), path.Ext(name))
		problems = append(problems, t.file(lang, shown, src)...)
	})
	problems = append(problems, unread...)
	for _, l := range embedded {
		problems = append(problems, t.embedded(cfg, l)...)
	}
	return t, problems
}

// file adds the strings of a file to a language, where it has no others. Files of other kinds are
// passed over.
func (t *stringTables) file(lang, shown string, src []byte) diag.List {
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

// embedded adds the strings of an embedded theme for the languages of the site: of each the file named
// like its key, its locale or the language of that ("pt" for "pt-BR"), the first that is there. For what a
// language has no words for, the default language stands in, and English for that.
func (t *stringTables) embedded(cfg *config.Config, from themes.Layer) (problems diag.List) {
	read := func(lang, name string) bool {
		src, err := fs.ReadFile(from.FS, name+".toml")
		if err == nil {
			problems = append(problems, t.file(lang, from.Name(name+".toml"), src)...)
		}
		return err == nil
	}
	for _, l := range cfg.Languages {
		for _, name := range languageNames(l) {
			if read(l.Key, name) {
				break
			}
		}
	}
	read(cfg.DefaultLanguage, "en")
	return problems
}

// languageNames are the names under which words of a language may be found, the closest first.
func languageNames(l *config.Language) []string {
	var names []string
	for _, tag := range []string{l.Locale, l.Key} {
		for tag = strings.ToLower(strings.ReplaceAll(tag, "_", "-")); tag != ""; tag = tag[:max(0, strings.LastIndexByte(tag, '-'))] {
			names = append(names, tag)
		}
	}
	return names
}

func (t *stringTables) table(lang string) *stringTable {
	key := strings.ToLower(lang)
	s := t.byLang[key]
	if s == nil {
		s = &stringTable{tag: language.Make(lang), messages: make(map[string]*message)}
		t.byLang[key] = s
	}
	return s
}

// read adds what a file holds below prefix, unless it is there already.
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
		// The former notation: a list of messages that name their ids.
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

// parsePhrase reads one form of the string id, which stands at a position.
func parsePhrase(id, src, position string) *phrase {
	if !strings.Contains(src, "{{") {
		return &phrase{plain: src}
	}
	t, err := template.New(id).Parse(src)
	if err != nil {
		return &phrase{plain: src, broken: fmt.Errorf("%s: %w", position, err)}
	}
	for _, t := range t.Templates() {
		if what := tmpl.Unbounded(t.Root); what != "" { // nothing would bound it
			return &phrase{plain: src, broken: fmt.Errorf("%s: a translation may not use %q", position, what)}
		}
	}
	return &phrase{plain: src, tmpl: t, fields: tmpl.FieldNames(t.Root), parts: partsOf(t)}
}

// translate returns the string of a key in the language of the page being rendered: what the
// functions i18n and T do. The argument, if any, is a count, or what the string's template shows; a
// .Count in it chooses the plural form. A string that the language does not have comes from the
// default language; one that nobody has is empty, or shows its key when the configuration asks for
// placeholders: https://gohugo.io/functions/lang/translate/
func (c *call) translate(id string, args ...any) (string, error) {
	t := c.run.theme.strings
	lang := t.fallback
	if c.Page != nil {
		lang = view.Model(c.Page).Edition.Language.Lower
	}
	c.Ask(trace.I18n, lang, t.hash)
	if len(args) > 1 {
		return "", fmt.Errorf("i18n wants a key and at most one argument, not %d", len(args))
	}
	var arg any
	if len(args) == 1 {
		arg = args[0]
	}
	return t.translate(c, lang, id, arg), nil
}

func (t *stringTables) translate(c *call, lang, id string, arg any) string {
	own := t.byLang[lang]
	if own == nil {
		lang, own = t.fallback, t.byLang[t.fallback]
	}
	if own == nil {
		return "" // no strings at all
	}
	if m := own.messages[id]; m != nil {
		out, ok, err := own.show(c, m, arg)
		if err == nil && ok {
			return out
		}
		if err != nil {
			// A string that its argument does not fit is no reason to stop: Hugo leaves it out too.
			c.Warn(diag.Warning, "", fmt.Sprintf("string %q in language %q: %v", id, lang, err))
		}
	}
	if t.placeholders {
		return "[i18n] " + id
	}
	if def := t.byLang[t.fallback]; def != nil && def != own {
		if m := def.messages[id]; m != nil {
			if out, _, err := def.show(c, m, arg); err == nil {
				return out
			}
		}
	}
	return ""
}

// show fills a message in; ok is false when it has no form for the count.
func (s *stringTable) show(c *call, m *message, arg any) (out string, ok bool, err error) {
	form := "other"
	if n, counted := countOf(c, arg); counted {
		form = pluralForms[s.form(n)]
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
	case t.tmpl == nil:
		return t.plain, true, nil
	}
	data, err := t.data(c, arg)
	if err != nil {
		return "", true, err
	}
	if out, ok := fill(t.parts, data); ok {
		return out, true, nil
	}
	var b strings.Builder
	if err := t.tmpl.Execute(&b, data); err != nil {
		return "", true, err
	}
	return b.String(), true, nil
}

// intCount is a bare number as a string's template sees it.
type intCount int

// Count is the number (int).
func (n intCount) Count() int { return int(n) }

// data is what the template of a string sees: the argument itself, or for views, whose methods only
// the dispatcher can call, the values of the fields that it reads.
func (t *phrase) data(c *call, arg any) (any, error) {
	rv := reflect.ValueOf(arg)
	switch {
	case !rv.IsValid():
		return nil, nil
	case rv.CanInt():
		return intCount(rv.Int()), nil
	case rv.CanUint():
		return intCount(rv.Uint()), nil
	}
	if rv.Kind() != reflect.Pointer && rv.Kind() != reflect.Struct {
		return arg, nil
	}
	fields := make(map[string]any, len(t.fields))
	for _, name := range t.fields {
		v, err := c.Name(arg, name, nil)
		if err != nil {
			return nil, err
		}
		fields[name] = v
	}
	return fields, nil
}

// countOf finds the number that chooses the plural form, written in decimal.
func countOf(c *call, arg any) (string, bool) {
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
		v, err := c.Name(arg, "Count", nil)
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

// form is the cardinal plural form of a decimal number (CLDR).
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
