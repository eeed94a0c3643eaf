package migrate

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/detect"
	"github.com/sitegen/sitegen/internal/scaffold"
)

// hugoFiles are the names of a configuration of Hugo that a project has.
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

// hugo reads a project of Hugo. sitegen understands its configuration, so that what counts here, too, is copied.
func (p *plan) hugo() error {
	files := hugoFiles(p.dir)
	settings, err := config.Written(p.dir)
	if err != nil {
		return err
	}
	h := &hugo{plan: p, content: "content", layouts: "layouts", tables: map[string]map[string]any{}}
	languages := map[string]bool{}
	for _, s := range settings {
		switch text, _ := s.Value.(string); s.Key {
		case "theme":
			if h.themes = strs(s.Value); text != "" {
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
	p.Theme = p.o.Theme
	if p.Theme == "" {
		p.Theme, _ = detect.Theme(os.DirFS(p.dir), detect.Tool{}, []string{h.content}, nil)
	}
	h.out.comment("How sitegen builds what " + strings.Join(append(files, hugoFolders(p.dir)...), ", ") + " describes, with a theme of its own. The content stays where it is.")
	h.out.comment("All keys: docs/configuration.md. What became of the old ones: sitegen init --from . --dry-run")
	h.read(settings)
	h.out.set("theme", p.Theme, "")
	h.out.set("replaces", append(files, hugoFolders(p.dir)...), "they are not read any more")
	if len(languages) > 1 {
		h.tables["discovery"] = map[string]any{"sitemapaddresses": "hugo"}
	}
	if err := h.templates(); err != nil {
		return err
	}
	return h.write()
}

// hugo is a project of Hugo.
type hugo struct {
	*plan
	content, layouts string                    // folders
	themes           []string                  // the old ones
	tables           map[string]map[string]any // of the new configuration
}

// renamed are keys whose names are old.
func renamed() map[string]string {
	return map[string]string{"languagecode": "locale", "paginate": "pagination.pagersize", "paginatepath": "pagination.path", "menu": "menus", "rsslimit": "services.rss.limit"}
}

// renamedOfLanguage are those of a language's own table: https://gohugo.io/configuration/languages/.
func renamedOfLanguage() map[string]string {
	return map[string]string{"languagename": "label", "languagecode": "locale", "languagedirection": "direction", "menu": "menus", "paginate": "pagination.pagersize"}
}

// today is a key, dotted and in lower case, by the name that it has now.
func today(key string) string {
	top, rest, _ := strings.Cut(key, ".")
	names := renamed()
	before := ""
	if lang, own, ok := strings.Cut(rest, "."); ok && top == "languages" {
		before, names = top+"."+lang+".", renamedOfLanguage()
		top, rest, _ = strings.Cut(own, ".")
	}
	if to := names[top]; to != "" {
		top = to
	}
	return before + strings.Trim(top+"."+rest, ".")
}

// spellings are the keys that sitegen reads, by their lower case, and the same of each word in them.
func spellings() (keys, words map[string]string) {
	keys, words = map[string]string{}, map[string]string{}
	for _, g := range config.Reference() {
		for _, k := range g.Keys {
			keys[strings.ToLower(k.Path)] = k.Path
			for _, word := range strings.Split(strings.ReplaceAll(k.Path, "[]", ""), ".") {
				words[strings.ToLower(word)] = word
			}
		}
	}
	return keys, words
}

// respelled writes the keys of a table as the documentation does. What the project named itself stays.
func respelled(v any, words map[string]string) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, x := range v {
			if key != "params" {
				x = respelled(x, words)
			}
			if word := words[key]; word != "" {
				key = word
			}
			out[key] = x
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, x := range v {
			out[i] = respelled(x, words)
		}
		return out
	}
	return v
}

// read goes through all settings.
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
		h.note(file, n, name, fate, "%s", text)
	}
}

// setting decides about one setting: a dotted key in lower case with a value that is no table.
func (h *hugo) setting(s config.Setting, spelled map[string]string) (Fate, string) {
	top, rest, _ := strings.Cut(s.Key, ".")
	switch top {
	case "theme", "themesdir":
		return Used, fmt.Sprintf("theme = %q", h.Theme)
	case "module":
		return NeedsYou, "modules are not fetched: content that they mount has to be in the project"
	case "layoutdir":
		return Ignored, "it holds templates for the old theme"
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
		return NeedsYou, "what needs a template of its own has to be set up again; HTML and feeds are written without it"
	}
	path := today(s.Key)
	top, rest, _ = strings.Cut(path, ".")
	switch {
	case h.o.BaseURL != "" && path == "baseurl":
		h.out.set("baseURL", h.o.BaseURL, "")
	case h.o.Title != "" && path == "title":
		h.out.set("title", h.o.Title, "")
	case rest == "" && known(path, spelled) != "":
		h.scalar(known(path, spelled), s)
	case known(path, spelled) != "" || top == "permalinks" || top == "related":
		if name := known(path, spelled); name != "" {
			path = name
		}
		put(h.tables, path, s.Value)
	default:
		return Ignored, "sitegen does not read it"
	}
	return Used, ""
}

// outputs keeps the formats that need no template of the old theme.
func (h *hugo) outputs(kind string, s config.Setting) (Fate, string) {
	var kept, others []string
	for _, name := range strs(s.Value) {
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
		return NeedsYou, "templates are missing for " + few(others)
	}
	return Used, ""
}

// scalar writes a value of the top level; a list of tables or the like as a table.
func (h *hugo) scalar(name string, s config.Setting) {
	switch v := s.Value.(type) {
	case string, bool, int, float64:
		h.out.set(name, v, s.Origin)
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
		h.out.set(name, list, s.Origin)
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

// known returns how a key is spelled that sitegen reads, "" for others: "*" stands for one name in a path, a table
// that holds it for all that lies in it.
func known(key string, spelled map[string]string) string {
	if s := spelled[key]; s != "" {
		return s
	}
	parts := strings.Split(key, ".")
	for pattern := range spelled {
		names := strings.Split(strings.ReplaceAll(pattern, "[]", ""), ".")
		fits := true
		for i, name := range names {
			if i >= len(parts) {
				fits = i > 0 && strings.HasSuffix(pattern, "[]."+names[len(names)-1])
				break
			}
			if name != "*" && name != parts[i] && !slices.Contains(strings.Split(name, "|"), parts[i]) {
				fits = false
				break
			}
		}
		if fits {
			return key
		}
	}
	if parts[0] == "languages" && len(parts) > 2 && known(strings.Join(parts[2:], "."), spelled) != "" {
		return key
	}
	return ""
}

// themeParams are those that the embedded themes read, and for which other themes may have values of another kind.
func themeParams() []string {
	return []string{
		"archivegroup", "author", "cover", "description", "editurl", "home", "image", "images", "lastupdated", "listcovers", "publisher", "related",
		"search", "share", "sidebar", "social", "tabs", "themecolor", "title", "toc", "twitter",
	}
}

// param decides about a parameter: what the embedded themes do not read is kept for shortcodes.
func (h *hugo) param(key string, s config.Setting) (Fate, string) {
	name, rest, _ := strings.Cut(key, ".")
	_, text := s.Value.(string)
	switch {
	case name == "social":
		return h.social(rest, s)
	case text && slices.Contains([]string{"author.name", "author.email", "author.url"}, key),
		text && slices.Contains([]string{"author", "description", "image", "twitter", "editurl"}, key):
		put(h.tables, "params."+key, s.Value)
		return Used, ""
	case key == "images" && texts(s.Value):
		put(h.tables, "params.images", s.Value)
		return Used, ""
	case key == "mainsections" && texts(s.Value):
		h.out.set("mainSections", strs(s.Value), s.Origin)
		return Used, ""
	}
	if slices.Contains(themeParams(), name) {
		return NeedsYou, "the theme reads it, and not this kind of value: docs/themes"
	}
	put(h.tables, "params."+key, s.Value)
	return Used, "kept for shortcodes; the theme does not read it"
}

func strs(v any) []string {
	var out []string
	list, _ := v.([]any)
	for _, x := range list {
		s, _ := x.(string)
		out = append(out, s)
	}
	return out
}

// texts reports whether a value is a list of texts.
func texts(v any) bool {
	list, ok := v.([]any)
	return ok && !slices.ContainsFunc(list, func(x any) bool { _, is := x.(string); return !is })
}

// social makes a list of {name, url}, which the theme reads, of what others have.
func (h *hugo) social(name string, s config.Setting) (Fate, string) {
	const ask = "params.social is a list of {name, url}"
	if label, sub, inside := strings.Cut(name, "."); inside {
		if name = label; sub != "url" {
			return Ignored, ask
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
				return NeedsYou, ask
			}
			list = append(list, map[string]any{"name": label, "url": address})
		}
	} else {
		return NeedsYou, ask
	}
	params["social"], h.tables["params"] = list, params
	return Used, ""
}

// templates finds what the project brings for its old theme. Shortcodes, which pages call by name, are copied to
// where the new ones are looked for.
func (h *hugo) templates() error {
	var own []string
	for _, sub := range []string{"", "_default", "partials", "_partials"} {
		entries, err := os.ReadDir(filepath.Join(h.dir, filepath.FromSlash(h.layouts), sub))
		if err != nil {
			continue
		}
		for _, e := range entries {
			if !e.IsDir() {
				own = append(own, path.Join(h.layouts, sub, e.Name()))
			}
		}
	}
	to := h.layouts
	if len(own) > 0 {
		to = "templates"
		h.out.set("layoutDir", to, h.layouts+" holds templates for the old theme")
		for _, hooks := range []string{"_markup", "_default/_markup"} {
			if dir := path.Join(h.layouts, hooks); h.exists(dir) {
				h.note("", 0, dir, NeedsYou, "render hooks for the old theme are not read: copy those that the content is written for to %s/_markup/", to)
			}
		}
		h.note("", 0, h.layouts, NeedsYou, "%d templates for the old theme are not read: %s; new ones go into %s/", len(own), few(own), to)
	}
	return h.shortcodes(to)
}

// shortcodes copies those that pages call.
func (h *hugo) shortcodes(to string) error {
	called, err := h.calls()
	if err != nil {
		return err
	}
	folders := []string{h.layouts}
	for _, t := range h.themes {
		folders = append(folders, path.Join("themes", t, "layouts"))
	}
	done := map[string]bool{}
	for _, folder := range folders {
		for _, sub := range []string{"_shortcodes", "shortcodes"} {
			for _, name := range called {
				file := path.Join(folder, sub, name+".html")
				text, err := os.ReadFile(filepath.Join(h.dir, filepath.FromSlash(file)))
				if err != nil || done[name] {
					continue
				}
				done[name] = true
				if folder == to {
					continue // it is there
				}
				copied := path.Join(to, "_shortcodes", name+".html")
				h.Files = append(h.Files, scaffold.File{Path: copied, Data: text})
				h.note("", 0, file, Used, "copied to %s", copied)
			}
		}
	}
	return nil
}

// call is the beginning of a shortcode in a page. It is read only.
var call = regexp.MustCompile(`\{\{[<%]\s*/?\s*([A-Za-z0-9_./-]+)`)

// calls lists the names of the shortcodes that pages call, sorted.
func (h *hugo) calls() ([]string, error) {
	pages, err := h.files(h.content, ".md", ".markdown", ".html", ".htm")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	names := map[string]bool{}
	for _, page := range pages {
		text, err := os.ReadFile(filepath.Join(h.dir, filepath.FromSlash(h.content), filepath.FromSlash(page)))
		if err != nil {
			continue // the build says so
		}
		for _, m := range call.FindAllSubmatch(text, -1) {
			if name := strings.Trim(string(m[1]), "/"); fs.ValidPath(name) {
				names[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names)), nil
}

// few names the first of some things.
func few(list []string) string {
	const most = 5
	s := strings.Join(list[:min(len(list), most)], ", ")
	if more := len(list) - most; more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
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
		h.out.raw(string(text))
	}
	return nil
}
