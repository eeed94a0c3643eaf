package site

import (
	"net/url"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site/sanitize"
)

// URLize makes a URL path element from any text, by the project's settings, like the template function
// urls.URLize (https://gohugo.io/functions/urls/urlize/).
func URLize(cfg *config.Config, s string) string {
	p := sanitize.Settings{KeepCase: cfg.DisablePathToLower, Accents: cfg.RemovePathAccents}.Element(s)
	u, err := url.Parse(p)
	if err != nil {
		return p
	}
	return u.String()
}
