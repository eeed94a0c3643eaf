package listing

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
)

// LanguageTag returns the BCP 47 tag of a language.
func LanguageTag(l *config.Language) string {
	return strings.ReplaceAll(cmp.Or(l.Locale, l.Key), "_", "-")
}

// baseLanguage returns the language without its region or other subtags: "pt" for "pt-BR".
func baseLanguage(l *config.Language) string {
	base, _, _ := strings.Cut(LanguageTag(l), "-")
	return strings.ToLower(base)
}

// changesIn returns the title of a feed of changes of something with a name, in a language or in English (rule F2).
func changesIn(base, name string) string { return in(changes, base, name) }

// recentIn returns the description of a feed of new pages of something with a name, in a language or in English (rule
// B1).
func recentIn(base, name string) string { return in(recent, base, name) }

func in(table map[string]string, base, name string) string {
	format, ok := table[base]
	if !ok {
		format = table["en"]
	}
	return fmt.Sprintf(format, name)
}

// changes is "changes" by language, with the name of what changed (rule F2).
var changes = map[string]string{
	"da": "Ændringer: %s",
	"de": "Änderungen: %s",
	"en": "Updates: %s",
	"es": "Cambios: %s",
	"fi": "Muutokset: %s",
	"fr": "Modifications : %s",
	"it": "Modifiche: %s",
	"ja": "更新履歴：%s",
	"nb": "Endringer: %s",
	"nl": "Wijzigingen: %s",
	"pl": "Zmiany: %s",
	"pt": "Alterações: %s",
	"ru": "Изменения: %s",
	"sv": "Ändringar: %s",
	"zh": "更新：%s",
}

// recent is "recent content" by language, with the name of what it is in (rule B1).
var recent = map[string]string{
	"da": "Seneste indhold: %s",
	"de": "Neueste Inhalte: %s",
	"en": "Recent content %s",
	"es": "Contenido reciente: %s",
	"fi": "Uusin sisältö: %s",
	"fr": "Contenu récent : %s",
	"it": "Contenuti recenti: %s",
	"ja": "最近の更新：%s",
	"nb": "Nyeste innhold: %s",
	"nl": "Recente inhoud: %s",
	"pl": "Najnowsze treści: %s",
	"pt": "Conteúdo recente: %s",
	"ru": "Новые материалы: %s",
	"sv": "Senaste innehållet: %s",
	"zh": "最近内容：%s",
}

// FeedText returns a title or description for feeds, without characters that XML forbids or that mean nothing (rule
// U4); the listing reports these once for all feeds. It is text: parts that look like markup, as in "Vec<T>", stay.
func FeedText(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unmeant(r) {
			return -1
		}
		return r
	}, s))
}

// unmeant reports whether XML forbids a character, or the character means nothing (rule U4).
func unmeant(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' && r != '\r' || r >= 0x7f && r <= 0x9f || r == '\uFFFD' || r == '\uFFFE' ||
		r == '\uFFFF'
}

// SiteTitle returns the title of the site in a language. A site without a title gets the name of its host, because a
// feed must have one (rule B1).
func SiteTitle(e *site.Edition) string {
	if t := FeedText(e.Language.Title); t != "" {
		return t
	}
	if u, err := url.Parse(e.Base.Origin()); err == nil && u.Host != "" {
		return u.Host
	}
	return e.Language.Key
}
