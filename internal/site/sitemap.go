package site

import (
	"strconv"

	"github.com/sitegen/sitegen/internal/config"
)

// mergeSitemap returns the language's sitemap settings overridden by those of a page.
func mergeSitemap(s config.Sitemap, m map[string]any) config.Sitemap {
	if v, there := m["changefreq"]; there {
		s.ChangeFreq = text(v)
	}
	if v, there := m["priority"]; there {
		switch v := v.(type) {
		case float64:
			s.Priority = v
		default:
			if f, err := strconv.ParseFloat(text(v), 64); err == nil {
				s.Priority = f
			}
		}
	}
	if v, there := m["disable"]; there {
		s.Disable = boolean(v)
	}
	if v, there := m["filename"]; there {
		s.Filename = text(v)
	}
	return s
}
