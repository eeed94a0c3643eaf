package mkdocs

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
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
			if names := m.styled(file, local); names != "" {
				m.item(key, file, key+": "+file, conversion.NeedsYou,
					"its rules for "+names+" change sitegen's theme, too: look at the pages, and take out what you don't need")
			}
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
		m.say(key, conversion.Used, "%s loads them; what they say about classes of the old theme has no effect",
			conversion.HeadEnd)
	}
}

var (
	cssComment = pattern.New(`(?s)/\*.*?\*/`)
	element    = pattern.New(`^[a-z][a-z0-9]*$`) // a selector of elements without a class
)

// styled returns the names of the elements for which a style sheet of the project has rules that apply with any theme.
func (m *mk) styled(file string, local bool) string {
	if !local {
		return ""
	}
	text, err := os.ReadFile(filepath.Join(m.Dir, filepath.FromSlash(path.Join(m.docs, file))))
	if err != nil {
		return ""
	}
	var names []string
	for _, rule := range strings.Split(cssComment.ReplaceAllString(string(text), ""), "}") {
		parts := strings.Split(rule, "{") // that of @media is before
		if len(parts) < 2 {
			continue
		}
		for _, selector := range strings.Split(parts[len(parts)-2], ",") {
			f := strings.Fields(selector)
			if len(f) == 0 || !element.MatchString(f[0]) {
				continue
			}
			if last := f[len(f)-1]; element.MatchString(last) && !slices.Contains(names, last) {
				names = append(names, last)
			}
		}
	}
	return strings.Join(names, ", ")
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
