// Package language declares languages as templates see them.
package language

import (
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
)

// Language is a language as templates see it: https://gohugo.io/methods/site/language/
type Language struct {
	numbers // FormatNumber and so on
	l       *config.Language
	params  tmpl.Params
}

type numbers = funcs.Numbers

// Languages are all languages, by weight.
type Languages []*Language

// New returns the view of a language; formats names its formats of numbers.
func New(l *config.Language, formats funcs.Language) *Language {
	params := tmpl.ParamsOf(l.Params)
	if params == nil {
		params = tmpl.Params{} // mainSections distinguishes the maps of sites
	}
	return &Language{numbers: funcs.NumbersOf(formats), l: l, params: params}
}

// Members returns what jsonify encodes of a language.
func Members(l *Language) []funcs.Member {
	return []funcs.Member{
		{Name: "Lang", Value: l.Lang()},
		{Name: "Title", Value: l.Title()},
		{Name: "Weight", Value: l.Weight()},
		{Name: "Disabled", Value: l.Disabled()},
		{Name: "Direction", Value: l.Direction()},
		{Name: "Label", Value: l.Label()},
		{Name: "Locale", Value: l.l.OwnLocale},
	}
}

// String is the key (string).
func (l *Language) String() string { return l.l.Lower }

// Lang is the key, in lower case (string).
func (l *Language) Lang() string { return l.l.Lower }

// Name is the key, in lower case (string).
func (l *Language) Name() string { return l.l.Lower }

// Key is the key, in lower case (string).
func (l *Language) Key() string { return l.l.Lower }

// Locale is the configured BCP 47 tag, else the key (string).
func (l *Language) Locale() string { return l.l.Locale }

// LanguageCode is the old name of Locale (string).
func (l *Language) LanguageCode() string { return l.l.Locale }

// Label is the display name (string).
func (l *Language) Label() string { return l.l.Label }

// LanguageName is the old name of Label (string).
func (l *Language) LanguageName() string { return l.l.Label }

// Direction is "ltr" or "rtl" as configured, or "" (string).
func (l *Language) Direction() string { return l.l.Direction }

// LanguageDirection is the old name of Direction (string).
func (l *Language) LanguageDirection() string { return l.l.Direction }

// Title is the title that the language has in the configuration; "" if it has that of the site (string).
func (l *Language) Title() string { return l.l.OwnTitle }

// Weight is the configured weight (int).
func (l *Language) Weight() int { return l.l.Weight }

// IsDefault reports whether this is the default language (bool).
func (l *Language) IsDefault() bool { return l.l.Default }

// Disabled is false: disabled languages have no sites (bool).
func (l *Language) Disabled() bool { return false }

// Params are the site's parameters in this language (Params).
func (l *Language) Params() tmpl.Params { return l.params }

// Scope is the running execution, as languages see it.
type Scope interface {
	tmpl.Scope
	// Warn keeps a message for the result of the rendering; a project may ignore messages with an ID.
	Warn(severity diag.Severity, id, message string)
	// Translate returns the string of a key in a language.
	Translate(lang string, id any, args []any) (string, error)
}

// Translate is the string of a key in this language (string): https://gohugo.io/functions/lang/translate/
func (l *Language) Translate(c Scope, id any, args ...any) (string, error) {
	return c.Translate(l.l.Lower, id, args)
}

// Get is the parameter with a name, nil for none (any). Hugo removed it in 0.112; before, it also read other keys of
// the configuration.
func (l *Language) Get(c Scope, name string) any {
	c.Warn(diag.Warning, "deprecated", ".Site.Language.Get was removed from Hugo; use .Site.Language.Params")
	return l.params.Get(name)
}
