package i18n

import (
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/themes"
)

// themeWords reads the words of the embedded themes by language: key -> form -> text.
func themeWords(t *testing.T) map[string]map[string]map[string]string {
	t.Helper()
	files, err := fs.Glob(themes.FS("base"), "i18n/*.toml")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string]map[string]string{}
	for _, name := range files {
		src, err := fs.ReadFile(themes.FS("base"), name)
		if err != nil {
			t.Fatal(err)
		}
		value, _, err := frontmatter.Decode(frontmatter.TOML, name, src)
		if err != nil {
			t.Fatal(err)
		}
		words := map[string]map[string]string{}
		for key, v := range value.(map[string]any) {
			words[key] = map[string]string{}
			if s, ok := v.(string); ok {
				words[key][""] = s
				continue
			}
			for form, s := range v.(map[string]any) {
				words[key][form] = s.(string)
			}
		}
		out[strings.TrimSuffix(path.Base(name), ".toml")] = words
	}
	return out
}

// formsOf returns the plural forms that integers have in a language, and "other", the fallback.
func formsOf(lang string) []string {
	forms := map[string]bool{"other": true}
	for n := range 1100 {
		forms[pluralForms[plural.Cardinal.MatchPlural(language.Make(lang), n, 0, 0, 0, 0)]] = true
	}
	forms[pluralForms[plural.Cardinal.MatchPlural(language.Make(lang), 1000000, 0, 0, 0, 0)]] = true
	return slices.Sorted(maps.Keys(forms))
}

var shown = regexp.MustCompile(`\{\{ \.\w+ \}\}`)

// Every language has every word, with every plural form of its numbers, and uses the same fields as English.
func TestThemeWords(t *testing.T) {
	all := themeWords(t)
	english := all["en"]
	if len(all) < 40 || len(english) == 0 {
		t.Fatalf("%d languages, %d words", len(all), len(english))
	}
	for _, lang := range slices.Sorted(maps.Keys(all)) {
		words := all[lang]
		if section := words["search_section"][""]; section == words["categories"][""] || section == words["tags"][""] {
			t.Errorf("%s: the filter of the search for sections has the name of a taxonomy, %s", lang, section)
		}
		for _, key := range slices.Sorted(maps.Keys(words)) {
			if english[key] == nil {
				t.Errorf("%s has %s, which is no word of the themes", lang, key)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(english)) {
			if words[key] == nil {
				t.Errorf("%s has no %s", lang, key)
				continue
			}
			if _, plain := english[key][""]; !plain {
				for _, form := range formsOf(lang) {
					if words[key][form] == "" {
						t.Errorf("%s: %s has no form %q", lang, key, form)
					}
				}
			}
			for form, text := range words[key] {
				want := shown.FindAllString(english[key][form], -1)
				if form != "" {
					want = []string{"{{ .Count }}"}
				}
				got := shown.FindAllString(text, -1)
				slices.Sort(got)
				slices.Sort(want)
				// A form for exactly zero, one, or two things may be a word without a number.
				alone := slices.Contains([]string{"zero", "one", "two"}, form) && len(got) == 0
				if !alone && !slices.Equal(got, want) {
					t.Errorf("%s: %s shows %v, not %v", lang, key, got, want)
				}
				if text == "" || strings.TrimSpace(text) != text || strings.ContainsAny(shown.ReplaceAllString(text, ""), "{}[]#\"'") {
					t.Errorf("%s: %s is %q", lang, key, text)
				}
			}
		}
	}
}

// A form without a number is only right if it is for a single number: 21 is "one" in Russian, 0 in French.
func TestThemeWordsCount(t *testing.T) {
	all := themeWords(t)
	for _, lang := range slices.Sorted(maps.Keys(all)) {
		numbers := map[string]int{}
		for n := range 1100 {
			numbers[pluralForms[plural.Cardinal.MatchPlural(language.Make(lang), n, 0, 0, 0, 0)]]++
		}
		for _, key := range slices.Sorted(maps.Keys(all[lang])) {
			for form, text := range all[lang][key] {
				if form != "" && numbers[form] > 1 && !strings.Contains(text, "{{ .Count }}") {
					t.Errorf("%s: the form %s of %s is of several numbers and shows none: %q", lang, form, key, text)
				}
			}
		}
	}
}
