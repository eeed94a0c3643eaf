package generators

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
)

// jekyllConfig is the configuration of a Jekyll project.
type jekyllConfig struct {
	file   string
	values map[string]any // keys of all levels in lower case
	below  string         // where the content folder lies in the source folder of the project
}

// readJekyll reads the configuration in a folder, or in one of two above it; empty when there is none that can be read.
func readJekyll(content string) *jekyllConfig {
	dir := content
	for range 3 {
		for _, name := range []string{"_config.yml", "_config.yaml"} {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				continue
			}
			v, _, _ := frontmatter.Decode(frontmatter.YAML, name, data)
			c := &jekyllConfig{file: name}
			c.values, _ = lowered(v).(map[string]any)
			c.below = belowSource(dir, c.text("source"), content)
			return c
		}
		dir = filepath.Dir(dir)
	}
	return &jekyllConfig{}
}

// text is a setting; "" when it has no text.
func (c *jekyllConfig) text(key string) string {
	if c == nil {
		return ""
	}
	s, _ := c.values[key].(string)
	return s
}

// jekyllPaths fills in the permalink of the front matter or of the configuration; one of the styles that have a name
// counts by default.
func jekyllPaths(g *generator, s *Source) []string {
	pattern := s.say("permalink")
	dir, base := path.Split(stem(s.Path))
	at := strings.Index("/"+dir, "/_posts/")
	if at < 0 {
		if pattern != "" {
			return []string{jekyllFill(pattern, s, strings.Trim(dir, "/"), base, time.Time{})}
		}
		if base == "index" {
			return []string{dir}
		}
		return []string{strings.TrimPrefix(dir, "_") + base} // a collection is a folder with an underscore
	}
	t, title, _ := dateInName(base)
	if d := s.Published.Time; !d.IsZero() {
		t = d
	}
	if slug := s.say("slug"); slug != "" {
		title = slug
	}
	if pattern == "" {
		pattern = g.jekyll.text("permalink")
	}
	switch pattern {
	case "", "date":
		pattern = "/:categories/:year/:month/:day/:title"
	case "pretty":
		pattern = "/:categories/:year/:month/:day/:title/"
	case "ordinal":
		pattern = "/:categories/:year/:y_day/:title"
	case "none":
		pattern = "/:categories/:title"
	}
	above := strings.Trim(dir[:max(0, at-1)], "/")
	return []string{jekyllFill(pattern, s, above, title, t)}
}

func jekyllFill(pattern string, s *Source, dir, title string, t time.Time) string {
	var categories []string
	if dir != "" {
		categories = strings.Split(dir, "/")
	}
	switch v := s.front["categories"].(type) {
	case string:
		categories = append(categories, strings.Fields(v)...)
	case []any:
		for _, c := range v {
			if c, ok := c.(string); ok {
				categories = append(categories, c)
			}
		}
	}
	if c := s.say("category"); c != "" {
		categories = append(categories, c)
	}
	for i, c := range categories {
		categories[i] = strings.ReplaceAll(strings.ToLower(c), " ", "-")
	}
	out := strings.NewReplacer(
		":categories", strings.Join(categories, "/"), ":year", t.Format("2006"), ":month", t.Format("01"), ":i_month", t.Format("1"),
		":short_month", t.Format("Jan"), ":day", t.Format("02"), ":i_day", t.Format("2"), ":y_day", t.Format("002"), ":short_year", t.Format("06"),
		":title", title, ":slug", strings.ToLower(title), ":path", dir, ":basename", title, ":name", title, ":output_ext", "",
	).Replace(pattern)
	return path.Clean("/" + out)
}
