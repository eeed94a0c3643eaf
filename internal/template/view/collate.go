package view

import "github.com/sitegen/sitegen/internal/base/words"

// collatorFor returns the collation of the language of the page being rendered or, outside of a rendering, of the given
// language.
func collatorFor(c *Call, lang string) *words.Collator {
	if c != nil && c.Page != nil {
		lang = c.Page.p.Edition.Language.Lower
	}
	return words.NewCollator(lang)
}
