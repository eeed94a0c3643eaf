package migrate

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/detect"
)

// hugoFiles returns the names of a project's Hugo configuration files.
func hugoFiles(dir string) []string {
	var out []string
	for _, name := range []string{"hugo", "config"} {
		for _, ext := range []string{".toml", ".yaml", ".yml", ".json"} {
			if info, err := os.Stat(filepath.Join(dir, name+ext)); err == nil && info.Mode().IsRegular() {
				out = append(out, name+ext)
			}
		}
	}
	return out
}

func hugoFolders(dir string) []string {
	var out []string
	for _, name := range []string{"config/_default", "config/production"} {
		if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err == nil && info.IsDir() {
			out = append(out, name)
		}
	}
	return out
}

func hugoProject(dir string) bool { return len(hugoFiles(dir))+len(hugoFolders(dir)) > 0 }

// convertHugo converts a Hugo project. sitegen reads Hugo's configuration, so only settings with an effect are
// copied.
func convertHugo(p *conversion.Work) error {
	files := hugoFiles(p.Dir)
	settings, err := config.Written(p.Dir)
	if err != nil {
		return err
	}
	h := &hugo{Work: p, content: "content", layouts: "layouts", tables: map[string]map[string]any{}}
	languages := map[string]bool{}
	for _, s := range settings {
		switch text, _ := s.Value.(string); s.Key {
		case "theme":
			if h.themes = conversion.Strings(s.Value); text != "" {
				h.themes = []string{text}
			}
		case "contentdir":
			h.content = path.Clean(filepath.ToSlash(text))
		case "layoutdir":
			h.layouts = path.Clean(filepath.ToSlash(text))
		default:
			if rest, ok := strings.CutPrefix(s.Key, "languages."); ok {
				key, _, _ := strings.Cut(rest, ".")
				languages[key] = true
			}
		}
	}
	p.Theme = p.Options.Theme
	if p.Theme == "" {
		p.Theme, _ = detect.Theme(os.DirFS(p.Dir), nil, []string{h.content}, nil)
	}
	h.Out.Comment("How sitegen builds what " + strings.Join(append(files, hugoFolders(p.Dir)...), ", ") +
		" describes, with its own theme. The content stays where it is.")
	h.Out.Comment("All keys: docs/configuration.md. What became of the old ones: sitegen init --from . --dry-run")
	h.read(settings)
	h.Out.Set("theme", p.Theme, "")
	h.Out.Set("replaces", append(files, hugoFolders(p.Dir)...), "they are no longer read")
	if len(languages) > 1 {
		h.tables["discovery"] = map[string]any{"sitemapaddresses": "hugo"}
	}
	if err := h.templates(); err != nil {
		return err
	}
	return h.write()
}

// hugo is a Hugo project that is being converted.
type hugo struct {
	*conversion.Work
	content, layouts string                    // folders
	themes           []string                  // the old ones
	tables           map[string]map[string]any // of the new configuration
}

// read processes all settings.
func (h *hugo) read(settings []config.Setting) {
	spelled, _ := spellings()
	for _, s := range settings {
		file, at, _ := strings.Cut(s.Origin, ":")
		n, _ := strconv.Atoi(at)
		fate, text := h.setting(s, spelled)
		name := s.Key
		if k := known(name, spelled); k != "" {
			name = k
		}
		h.Note(file, n, name, fate, "%s", text)
	}
}

// setting decides what to do with one setting: a dotted lower-case key whose value is not a table.
func (h *hugo) setting(s config.Setting, spelled map[string]string) (conversion.Fate, string) {
	top, rest, _ := strings.Cut(s.Key, ".")
	switch top {
	case "theme", "themesdir":
		return conversion.Used, fmt.Sprintf("theme = %q", h.Theme)
	case "module":
		return conversion.NeedsYou, "modules are not fetched: content that they mount has to be in the project"
	case "layoutdir":
		return conversion.Ignored, "it holds templates for the old theme"
	case "params":
		return h.param(rest, s)
	case "author": // of old projects
		return h.param(s.Key, s)
	case "outputs":
		return h.outputs(rest, s)
	case "outputformats", "mediatypes":
		if format, _, _ := strings.Cut(rest, "."); top == "outputformats" && (format == "rss" || format == "html") {
			break // names of files that the themes write, too
		}
		return conversion.NeedsYou, "set up formats that need their own template again; HTML and feeds work without it"
	}
	path := today(s.Key)
	top, rest, _ = strings.Cut(path, ".")
	switch {
	case h.Options.BaseURL != "" && path == "baseurl":
		h.Out.Set("baseURL", h.Options.BaseURL, "")
	case h.Options.Title != "" && path == "title":
		h.Out.Set("title", h.Options.Title, "")
	case rest == "" && known(path, spelled) != "":
		h.scalar(known(path, spelled), s)
	case known(path, spelled) != "" || top == "permalinks" || top == "related":
		if name := known(path, spelled); name != "" {
			path = name
		}
		put(h.tables, path, s.Value)
	default:
		return conversion.Ignored, "sitegen does not read it"
	}
	return conversion.Used, ""
}

// outputs keeps the formats that need no template of the old theme.
func (h *hugo) outputs(kind string, s config.Setting) (conversion.Fate, string) {
	var kept, others []string
	for _, name := range conversion.Strings(s.Value) {
		if slices.Contains([]string{"html", "rss"}, strings.ToLower(name)) {
			kept = append(kept, name)
		} else {
			others = append(others, name)
		}
	}
	if len(kept) > 0 {
		put(h.tables, "outputs."+kind, kept)
	}
	if len(others) > 0 {
		return conversion.NeedsYou, "templates are missing for " + conversion.Few(others)
	}
	return conversion.Used, ""
}

// scalar writes a top-level value, or a list of tables as a table.
func (h *hugo) scalar(name string, s config.Setting) {
	switch v := s.Value.(type) {
	case string, bool, int, float64:
		h.Out.Set(name, v, s.Origin)
	case []any:
		var list []string
		for _, x := range v {
			text, ok := x.(string)
			if !ok {
				h.tables[""] = ensure(h.tables[""])
				h.tables[""][name] = v
				return
			}
			list = append(list, text)
		}
		h.Out.Set(name, list, s.Origin)
	default:
		h.tables[""] = ensure(h.tables[""])
		h.tables[""][name] = v
	}
}

func ensure(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}

// put sets a dotted key in tables.
func put(tables map[string]map[string]any, dotted string, value any) {
	parts := strings.Split(dotted, ".")
	at := ensure(tables[parts[0]])
	tables[parts[0]] = at
	if len(parts) == 1 {
		return // an empty table
	}
	for _, name := range parts[1 : len(parts)-1] {
		next, ok := at[name].(map[string]any)
		if !ok {
			next = map[string]any{}
			at[name] = next
		}
		at = next
	}
	at[parts[len(parts)-1]] = value
}

// themeParams returns the parameters of the embedded themes that other themes may use with another type.
func themeParams() []string {
	return []string{
		"archivegroup", "author", "cover", "description", "editurl", "home", "image", "images", "lastupdated", "listcovers",
		"publisher", "related",
		"search", "share", "sidebar", "social", "tabs", "themecolor", "title", "toc", "twitter",
	}
}

// param decides what to do with a parameter: those that the embedded themes do not use are kept for shortcodes.
func (h *hugo) param(key string, s config.Setting) (conversion.Fate, string) {
	name, rest, _ := strings.Cut(key, ".")
	_, text := s.Value.(string)
	switch {
	case name == "social":
		return h.social(rest, s)
	case text && slices.Contains([]string{"author.name", "author.email", "author.url"}, key),
		text && slices.Contains([]string{"author", "description", "image", "twitter", "editurl"}, key):
		put(h.tables, "params."+key, s.Value)
		return conversion.Used, ""
	case key == "images" && texts(s.Value):
		put(h.tables, "params.images", s.Value)
		return conversion.Used, ""
	case key == "mainsections" && texts(s.Value):
		h.Out.Set("mainSections", conversion.Strings(s.Value), s.Origin)
		return conversion.Used, ""
	}
	if slices.Contains(themeParams(), name) {
		return conversion.NeedsYou, "the theme reads it, and not this kind of value: docs/themes"
	}
	put(h.tables, "params."+key, s.Value)
	return conversion.Used, "kept for shortcodes; the theme does not read it"
}

// texts reports whether a value is a list of texts.
func texts(v any) bool {
	list, ok := v.([]any)
	return ok && !slices.ContainsFunc(list, func(x any) bool { _, is := x.(string); return !is })
}

// social converts the social links of other themes to the list of {name, url} that the theme reads.
func (h *hugo) social(name string, s config.Setting) (conversion.Fate, string) {
	const ask = "params.social is a list of {name, url}"
	if label, sub, inside := strings.Cut(name, "."); inside {
		if name = label; sub != "url" {
			return conversion.Ignored, ask
		}
	}
	params := ensure(h.tables["params"])
	list, _ := params["social"].([]any)
	if address, ok := s.Value.(string); ok && name != "" && strings.Contains(address, "://") {
		list = append(list, map[string]any{"name": strings.ToUpper(name[:1]) + name[1:], "url": address})
	} else if all, ok := s.Value.([]any); ok && name == "" {
		for _, x := range all {
			m, _ := x.(map[string]any)
			label, _ := m["name"].(string)
			address, _ := m["url"].(string)
			if label == "" || address == "" {
				return conversion.NeedsYou, ask
			}
			list = append(list, map[string]any{"name": label, "url": address})
		}
	} else {
		return conversion.NeedsYou, ask
	}
	params["social"], h.tables["params"] = list, params
	return conversion.Used, ""
}

// write writes the tables.
func (h *hugo) write() error {
	_, words := spellings()
	for _, name := range slices.Sorted(maps.Keys(h.tables)) {
		table := map[string]any{name: h.tables[name]}
		if name == "" {
			table = h.tables[""]
		}
		if !slices.Contains([]string{"params", "permalinks", "taxonomies"}, name) {
			table = respelled(table, words).(map[string]any)
		}
		text, err := frontmatter.Encode(frontmatter.TOML, table)
		if err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
		h.Out.Raw(string(text))
	}
	return nil
}
