package view

import "testing"

// TestOldServices: names of [services] that Hugo used to have at the top level of the configuration, and still reads if
// [services] does not set them.
func TestOldServices(t *testing.T) {
	const src = `site.Config.Services.Disqus.Shortname }} {{ site.Config.Services.GoogleAnalytics.ID`
	for _, c := range []struct{ config, want string }{
		{"disqusShortname = 'talk'\ngoogleAnalytics = 'G-1'\n", "talk G-1"},
		{"disqusShortname = 'talk'\n[services.disqus]\nshortname = 'other'\n[services.googleAnalytics]\nid = 'G-2'\n", "other G-2"},
	} {
		p := newProject(t, map[string]string{"hugo.toml": c.config, "content/a.md": ""})
		p.rows(p.page("/a"), [][2]string{{src, c.want}})
	}
}
