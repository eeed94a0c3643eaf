package words

import (
	"strings"

	"golang.org/x/text/language"
)

// IsLanguage reports whether a language tag is well-formed and all of its parts exist (BCP 47).
func IsLanguage(tag string) bool {
	if len(tag) > 100 || strings.Contains(tag, "_") {
		return false
	}
	_, err := language.Parse(tag)
	return err == nil
}
