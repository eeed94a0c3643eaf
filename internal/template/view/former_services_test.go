package view

import "testing"

// TestFormerServices: names of [services] that Hugo had at the top of the configuration before, and still reads where
// [services] says nothing.
func TestFormerServices(t *testing.T) {
	const src = `site.Config.Services.Disqus.Shortname }} {{ site.Config.Services.GoogleAnalytics.ID`
	for _, c := range []struct{ config, want string }{
		{"disqusShortname = 'talk'\ngoogleAnalytics = 'G-1'\n", "talk G-1"},
		{"disqusShortname = 'talk'\n[services.disqus]\nshortname = 'other'\n[services.googleAnalytics]\nid = 'G-2'\n", "other G-2"},
	} {
		p := newProject(t, map[string]string{"hugo.toml": c.config, "content/a.md": ""})
		p.rows(p.page("/a"), [][2]string{{src, c.want}})
	}
}
