package scaffold

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

// languageCode matches a language tag in the form used in file names (BCP 47:
// https://www.rfc-editor.org/rfc/rfc5646).
var languageCode = pattern.New(`^[a-z]{2,3}(-[a-z0-9]{2,8})*$`)

// labels are the native names of languages.
var labels = map[string]string{
	"ar": "العربية", "cs": "Čeština", "da": "Dansk", "de": "Deutsch", "en": "English", "es": "Español", "fi": "Suomi",
	"fr": "Français",
	"he": "עברית", "hi": "हिन्दी", "it": "Italiano", "ja": "日本語", "ko": "한국어", "nl": "Nederlands", "pl": "Polski",
	"pt": "Português",
	"ru": "Русский", "sv": "Svenska", "tr": "Türkçe", "uk": "Українська", "vi": "Tiếng Việt", "zh": "中文",
}

// label returns the native name of a language, or its code if it is unknown.
func label(code string) string {
	if name, ok := labels[code]; ok {
		return name
	}
	return code
}

func (s Site) checkLanguages() error {
	for i, code := range s.Languages {
		if !languageCode.MatchString(code) {
			return fmt.Errorf("%q is not a language code\n  hint: write codes such as en or pt-br", code)
		}
		if !words.IsLanguage(code) {
			return fmt.Errorf("no language has the code %q\n  hint: write codes such as en or pt-br", code)
		}
		if slices.Contains(s.Languages[:i], code) {
			return fmt.Errorf("the language %q is named twice", code)
		}
	}
	return nil
}

// defaultLanguage returns the configuration line with the default language, or "" for English.
func (s Site) defaultLanguage() string {
	if len(s.Languages) == 0 || s.Languages[0] == "en" {
		return ""
	}
	return fmt.Sprintf("defaultContentLanguage = %q\n", s.Languages[0])
}

// languages returns the configuration of the languages, or "" for a single one.
func (s Site) languages() string {
	if len(s.Languages) < 2 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Each language has its own pages: page.md is in %s, page.%s.md in %s.\n", label(s.Languages[0]),
		s.Languages[1], label(s.Languages[1]))
	for i, code := range s.Languages {
		fmt.Fprintf(&b, "[languages.%s]\nlabel = %s\nweight = %d\n", code, conversion.Quote(label(code)), i+1)
		if i > 0 && written(code) != "" {
			fmt.Fprintf(&b, "params.description = %s\n", conversion.Quote(wordingOf(code).description[s.Kind]))
		}
	}
	if s.Kind == "docs" {
		return "\n" + b.String()
	}
	return b.String() + "\n"
}

// menus returns the main menu of each language.
func (s Site) menus() string {
	entry := func(table, name, page string, weight int) string {
		return fmt.Sprintf("[[%smenus.main]]\nname = %s\npageRef = %q\nweight = %d\n", table, conversion.Quote(name), page, weight)
	}
	both := func(table, code string) string {
		w := wordingOf(code)
		return entry(table, w.posts, "/posts", 1) + entry(table, w.about, "/about", 2)
	}
	if len(s.Languages) < 2 {
		return both("", s.language())
	}
	out := both("languages."+s.language()+".", s.language())
	for _, code := range s.Languages[1:] {
		if written(code) != "" {
			out += both("languages."+code+".", code)
		} else {
			out += entry("languages."+code+".", "Posts", "/posts", 1)
		}
	}
	return out
}
