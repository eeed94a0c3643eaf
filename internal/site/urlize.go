package site

import (
	"net/url"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site/sanitize"
)

// URLize makes a URL path element from any text, by the settings of a language, like the template function
// urls.URLize (https://gohugo.io/functions/urls/urlize/).
func URLize(m *config.Local, s string) string {
	p := sanitize.Settings{KeepCase: m.DisablePathToLower, Accents: m.RemovePathAccents}.Element(s)
	u, err := url.Parse(p)
	if err != nil {
		return p
	}
	return u.String()
}
