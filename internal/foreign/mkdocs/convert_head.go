package mkdocs

import (
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

// extraFiles loads style sheets and scripts of the project: https://www.mkdocs.org/user-guide/configuration/#extra_css
func (m *mk) extraFiles(key string) {
	if m.root[key] == nil {
		return
	}
	if m.Exists(conversion.HeadEnd) {
		m.say(key, conversion.NeedsYou, "%s is there: load the files in it", conversion.HeadEnd)
		return
	}
	list, _ := m.root[key].([]any)
	loads := false
	for _, item := range list {
		options, _ := item.(map[string]any)
		file := foreign.TextOf(item)
		if options != nil {
			file = foreign.TextOf(options["path"])
		}
		if file == "" {
			continue
		}
		url := quoted(file)
		local := !strings.Contains(file, "://") && !strings.HasPrefix(file, "//")
		if local && !m.Exists(path.Join(m.docs, file)) {
			m.item(key, file, key+": "+file, conversion.NeedsYou, "no such file in "+m.docs)
			continue
		}
		loads = true
		if local {
			url = `{{ relURL "` + quoted(strings.TrimPrefix(file, "/")) + `" }}`
		}
		if key == "extra_css" {
			m.head += `<link rel="stylesheet" href="` + url + "\">\n"
			continue
		}
		attributes := " defer" // MkDocs loads scripts at the end of pages
		switch {
		case options["type"] == "module" || strings.HasSuffix(file, ".mjs"):
			attributes = ` type="module"`
		case options["async"] == true:
			attributes = " async"
		}
		m.head += `<script src="` + url + `"` + attributes + "></script>\n"
	}
	if loads {
		m.say(key, conversion.Used, "%s loads them; what they say about the old theme has no effect", conversion.HeadEnd)
	}
}

// favicon loads the icon of the site:
// https://squidfunk.github.io/mkdocs-material/setup/changing-the-logo-and-icons/#favicon
func (m *mk) favicon(file string) {
	switch {
	case strings.Contains(file, "://") || file == "" || !m.Exists(path.Join(m.docs, file)):
		m.say("theme.favicon", conversion.NeedsYou, "no such file in %s: icon.svg in assets/ is the icon of the site", m.docs)
	case m.Exists(conversion.HeadEnd):
		m.say("theme.favicon", conversion.NeedsYou, "%s is there: load the icon in it", conversion.HeadEnd)
	default:
		m.head += `<link rel="icon" href="{{ relURL "` + quoted(strings.TrimPrefix(file, "/")) + "\" }}\">\n"
		m.say("theme.favicon", conversion.Used, "%s loads it", conversion.HeadEnd)
	}
}

// quoted returns a text for attributes, and for texts in templates.
func quoted(s string) string {
	return strings.NewReplacer(`"`, "%22", `\`, "%5C", "<", "%3C", ">", "%3E", "{{", "%7B%7B", "\n", "").Replace(s)
}
