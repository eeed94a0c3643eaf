package migrate

import (
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/config"
)

// renamed maps old keys to their current names.
func renamed() map[string]string {
	return map[string]string{
		"languagecode": "locale", "paginate": "pagination.pagersize",
		"paginatepath": "pagination.path", "menu": "menus", "rsslimit": "services.rss.limit",
	}
}

// renamedOfLanguage maps old keys in a language's table: https://gohugo.io/configuration/languages/.
func renamedOfLanguage() map[string]string {
	return map[string]string{
		"languagename": "label", "languagecode": "locale", "languagedirection": "direction",
		"menu": "menus", "paginate": "pagination.pagersize",
	}
}

// today returns the current name of a dotted lower-case key.
func today(key string) string {
	top, rest, _ := strings.Cut(key, ".")
	names := renamed()
	before := ""
	if lang, own, ok := strings.Cut(rest, "."); ok && top == "languages" {
		before, names = top+"."+lang+".", renamedOfLanguage()
		top, rest, _ = strings.Cut(own, ".")
	}
	if to := names[top]; to != "" {
		top = to
	}
	return before + strings.Trim(top+"."+rest, ".")
}

// spellings returns the keys that sitegen reads by their lower case, and the same for each word in them.
func spellings() (keys, words map[string]string) {
	keys, words = map[string]string{}, map[string]string{}
	for _, key := range config.Keys() {
		keys[strings.ToLower(key)] = key
		for _, word := range strings.Split(strings.ReplaceAll(key, "[]", ""), ".") {
			words[strings.ToLower(word)] = word
		}
	}
	return keys, words
}

// respelled writes the keys of a table as the documentation does. Names chosen by the project stay.
func respelled(v any, words map[string]string) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, x := range v {
			if key != "params" {
				x = respelled(x, words)
			}
			if word := words[key]; word != "" {
				key = word
			}
			out[key] = x
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, x := range v {
			out[i] = respelled(x, words)
		}
		return out
	}
	return v
}

// known returns the spelling of a key that sitegen reads, or "": "*" matches one name in a path, and a table
// covers everything in it.
func known(key string, spelled map[string]string) string {
	if s := spelled[key]; s != "" {
		return s
	}
	parts := strings.Split(key, ".")
	for pattern := range spelled {
		names := strings.Split(strings.ReplaceAll(pattern, "[]", ""), ".")
		fits := true
		for i, name := range names {
			if i >= len(parts) {
				fits = i > 0 && strings.HasSuffix(pattern, "[]."+names[len(names)-1])
				break
			}
			if name != "*" && name != parts[i] && !slices.Contains(strings.Split(name, "|"), parts[i]) {
				fits = false
				break
			}
		}
		if fits {
			return key
		}
	}
	if parts[0] == "languages" && len(parts) > 2 && known(strings.Join(parts[2:], "."), spelled) != "" {
		return key
	}
	return ""
}
