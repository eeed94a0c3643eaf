package funcs

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/bep/golocales"
	"golang.org/x/text/language"
)

// locale has the date and number formats of a language and region.
type locale struct {
	golocales.Translator
	months, monthsShort, days, daysShort []string
	english                              bool // the names are those of Go's time package
}

// locale returns the formats of the language of the page being rendered.
func (l *lib) locale() *locale {
	lang := l.language()
	loc, _ := l.locales.get(lang, func() (*locale, error) { return newLocale(translatorOf(lang)), nil })
	return loc
}

// translatorOf returns the first known one of the locale, the language, the default language, and English.
func translatorOf(lang Language) golocales.Translator {
	for _, key := range []string{lang.Locale, lang.Key, lang.Default} {
		if key == "" {
			continue
		}
		if t := known(key, lang.Exact); t != nil {
			return t
		}
	}
	return golocales.New("en")
}

// known returns a locale, or if it is unknown, the locale of its language and script: zh-TW is zh-Hant-TW, of which
// zh-Hant is known. https://unicode.org/reports/tr35/#Likely_Subtags
func known(key string, exact bool) golocales.Translator {
	if t := golocales.New(key); t != nil || exact {
		return t
	}
	tag, err := language.Parse(key)
	if err != nil {
		return nil
	}
	base, _ := tag.Base()
	script, _ := tag.Script()
	region, _ := tag.Region()
	for _, name := range []string{base.String() + "-" + script.String() + "-" + region.String(), base.String() + "-" +
		script.String(), base.String()} {
		if t := golocales.New(name); t != nil {
			return t
		}
	}
	return nil
}

func newLocale(t golocales.Translator) *locale {
	loc := &locale{
		Translator: t,
		months:     t.MonthsWide(), monthsShort: t.MonthsAbbreviated(),
		days: t.WeekdaysWide(), daysShort: t.WeekdaysAbbreviated(),
	}
	loc.english = slices.Equal(loc.months, longMonths) && slices.Equal(loc.monthsShort, short(longMonths)) &&
		slices.Equal(loc.days, longDays) && slices.Equal(loc.daysShort, short(longDays))
	return loc
}

// Numbers formats numbers in one language, for the namespace lang and the methods of languages.
type Numbers struct{ in func() golocales.Translator }

// NumbersOf returns the formats of a language.
func NumbersOf(lang Language) Numbers {
	return Numbers{sync.OnceValue(func() golocales.Translator { return translatorOf(lang) })}
}

// FormatNumber formats a number (string): https://gohugo.io/functions/lang/formatnumber/
func (n Numbers) FormatNumber(precision, number any) (string, error) {
	p, x, err := precise("lang.FormatNumber", precision, number)
	if err != nil {
		return "", err
	}
	return n.in().FormatNumber(x, p), nil
}

// FormatPercent formats a percentage (string): https://gohugo.io/functions/lang/formatpercent/
func (n Numbers) FormatPercent(precision, number any) (string, error) {
	p, x, err := precise("lang.FormatPercent", precision, number)
	if err != nil {
		return "", err
	}
	return n.in().FormatPercent(x, p), nil
}

// FormatCurrency formats an amount of money (string): https://gohugo.io/functions/lang/formatcurrency/
func (n Numbers) FormatCurrency(precision, currency, number any) (string, error) {
	return money("lang.FormatCurrency", n.in().FormatCurrency, precision, currency, number)
}

// FormatAccounting formats an amount of money for accounts (string):
// https://gohugo.io/functions/lang/formataccounting/
func (n Numbers) FormatAccounting(precision, currency, number any) (string, error) {
	return money("lang.FormatAccounting", n.in().FormatAccounting, precision, currency, number)
}

func money(fn string, format func(float64, int, string) string, precision, currency, number any) (string, error) {
	p, x, err := precise(fn, precision, number)
	if err != nil {
		return "", err
	}
	c, err := str(fn, currency)
	if err != nil {
		return "", err
	}
	return format(x, p, c), nil
}

// lang returns the functions of the namespace lang that format numbers.
func (l *lib) lang() map[string]any {
	n := Numbers{func() golocales.Translator { return l.locale().Translator }}
	return map[string]any{
		"FormatAccounting":   n.FormatAccounting,
		"FormatCurrency":     n.FormatCurrency,
		"FormatNumber":       n.FormatNumber,
		"FormatNumberCustom": formatNumberCustom,
		"FormatPercent":      n.FormatPercent,
	}
}

// precise converts the number of decimal places, at most 20, and the number.
func precise(fn string, precision, number any) (int, float64, error) {
	p, err := integer(fn, precision)
	if err != nil {
		return 0, 0, err
	}
	if p < 0 || p > 20 {
		return 0, 0, fmt.Errorf("%s: a number of decimal places is 0 to 20, not %d", fn, p)
	}
	n, err := float(fn, number)
	return p, n, err
}

// formatNumberCustom formats a number with the signs in options: minus, decimal point, and group separator, separated
// by spaces or by the second option.
func formatNumberCustom(precision, number any, options ...any) (string, error) {
	const fn = "lang.FormatNumberCustom"
	p, n, err := precise(fn, precision, number)
	if err != nil {
		return "", err
	}
	minus, point, group := "-", ".", ","
	if len(options) > 0 {
		if minus, point, group, err = numberSigns(fn, options); err != nil {
			return "", err
		}
	}
	if math.IsInf(n, 0) || math.IsNaN(n) {
		return strconv.FormatFloat(n, 'f', p, 64), nil
	}
	rounded := n
	if shift := math.Pow(10, float64(p)); !math.IsInf(n*shift, 0) {
		rounded = math.Round(n*shift) / shift
	}
	s := strconv.FormatFloat(math.Abs(rounded), 'f', p, 64)
	digits, fraction, _ := strings.Cut(s, ".")
	var b strings.Builder
	if n < 0 {
		b.WriteString(minus)
	}
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString(group)
		}
		b.WriteByte(digits[i])
	}
	if fraction != "" {
		b.WriteString(point)
		b.WriteString(fraction)
	}
	return b.String(), nil
}

func numberSigns(fn string, options []any) (minus, point, group string, err error) {
	if len(options) > 2 {
		return "", "", "", countError(fn, "2 to 4", len(options)+2)
	}
	between := " "
	if len(options) == 2 {
		if between, err = str(fn, options[1]); err != nil {
			return "", "", "", err
		}
	}
	s, err := str(fn, options[0])
	if err != nil {
		return "", "", "", err
	}
	signs := append(strings.Split(s, between), "", "")
	if len(signs) > 5 {
		return "", "", "", errors.New(fn + ": the options are more than minus, decimal point and group separator")
	}
	return signs[0], signs[1], signs[2], nil
}
