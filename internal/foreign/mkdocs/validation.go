package mkdocs

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

// warns reports whether validation makes a warning of a finding in a part of the project ("nav" or "links"), which can
// also be said for both: https://www.mkdocs.org/user-guide/configuration/#validation
func warns(values map[string]any, part, key string) bool {
	said, _ := values["validation"].(map[string]any)
	own, _ := said[part].(map[string]any)
	for _, table := range []map[string]any{own, said} {
		if level := foreign.TextOf(table[key]); level != "" {
			return level == "warn"
		}
	}
	return key == "not_found"
}

// linkChecks are the findings in links that have a level. sitegen always reports links that lead nowhere.
var linkChecks = []string{"absolute_links", "unrecognized_links", "anchors"}

// linkLevels returns the part of validation that pages depend on; nil if it makes no warnings.
func linkLevels(values map[string]any) map[string]any {
	links := map[string]any{}
	for _, key := range linkChecks {
		if warns(values, "links", key) {
			links[key] = "warn"
		}
	}
	if len(links) == 0 {
		return nil
	}
	return map[string]any{"links": links}
}

// navWarnings returns what validation reports about the navigation. place finds the line of an item of nav.
func (m *manner) navWarnings(
	values map[string]any, all *shelf, n *nav.Navigation, place func(item string) (file string, line int),
) (out diag.List) {
	add := func(item, message, hint string) {
		d := &diag.Diagnostic{Rule: "dialect", Severity: diag.Warning, Message: message, Hint: hint}
		d.File, d.Line = place(item)
		out = append(out, d)
	}
	if warns(values, "nav", "not_found") {
		for _, name := range n.Missing {
			add(name, "nav has a page that does not exist: "+name, "correct the path, or add the page")
		}
	}
	list := all.navigation(values)
	if warns(values, "nav", "absolute_links") {
		var look func(list []any)
		look = func(list []any) {
			nav.Each(list, func(_, to string, inside []any) {
				if strings.HasPrefix(to, "/") {
					add(to, "nav has an absolute path: "+to, "write the path of a page, or a URL")
				}
				look(inside)
			})
		}
		look(list)
	}
	if list == nil || !warns(values, "nav", "omitted_files") {
		return out
	}
	text, _ := values["not_in_nav"].(string)
	unlisted, _ := foreign.ParsePatterns(text)
	var omitted []string
	for _, file := range all.pages {
		if !n.Named[file] && !unlisted.Match(file) && !m.isPost(file) {
			omitted = append(omitted, file)
		}
	}
	if len(omitted) > 0 {
		add("", "pages are not in nav: "+conversion.Few(omitted), "add them to nav, or to not_in_nav")
	}
	return out
}

var (
	// target matches where a link leads, or its definition.
	target  = pattern.New(`\]\([ \t]*<?([^()\s<>]+)>?(?:[ \t]+["'(][^()]*)?[ \t]*\)|^ {0,3}\[([^\]^][^\]]*)\]:[ \t]*<?([^\s<>]+)`)
	hasName = pattern.New(`^(?:[A-Za-z][A-Za-z\d+.-]*:|//)`)
	noted   = pattern.New(`<!--.*?(?:-->|$)`)
)

// validate reports the links of a page for which validation has the level warn. In what comments hide, there are none.
func (w *text) validate(lines []string) {
	said, _ := w.said["validation"].(map[string]any)
	levels, _ := said["links"].(map[string]any)
	if len(levels) == 0 {
		return
	}
	all, hidden := "", false
	for i, place := range unfenced.PlacesOf(lines) {
		if place != block.NoCode {
			continue
		}
		line := lines[i]
		if hidden {
			_, line, _ = strings.Cut(line, "-->")
			if hidden = !strings.Contains(lines[i], "-->"); hidden {
				continue
			}
		}
		if strings.Contains(line, "<!--") {
			hidden = !strings.Contains(line[strings.LastIndex(line, "<!--"):], "-->")
			line = noted.ReplaceAllString(line, "")
		}
		if !strings.Contains(line, "](") && !strings.Contains(line, "]:") {
			continue
		}
		block.Outside(line, func(s string) string {
			for _, m := range target.FindAllStringSubmatch(s, -1) {
				if m[2] != "" {
					if all == "" {
						all = strings.ToLower(strings.Join(lines, "\n"))
					}
					if strings.Count(all, "["+strings.ToLower(m[2])+"]") < 2 { // nothing uses it
						continue
					}
				}
				w.validateLink(m[1]+m[3], levels, i+1)
			}
			return s
		})
	}
}

// validateLink reports a link to a destination in a line.
func (w *text) validateLink(to string, levels map[string]any, line int) {
	add := func(key, message, hint string) {
		if levels[key] == "warn" {
			w.lost.Add(line, key+to, message, hint+" (validation in the configuration)")
		}
	}
	before, fragment, _ := strings.Cut(to, "#")
	before, _, _ = strings.Cut(before, "?")
	file := path.Join(path.Dir(w.page.File), unescaped(before))
	switch {
	case hasName.MatchString(to):
	case to[0] == '/' || to[0] == '\\':
		add("absolute_links", "the link "+to+" starts at the root", "write the path of the file from this page")
	case before != "" && path.Ext(strings.TrimRight(before, ".")) == "":
		if _, exists := w.page.Read(file); !exists {
			add("unrecognized_links", "the link "+to+" names no file", "write the path of the file from this page")
		}
	case fragment != "" && levels["anchors"] == "warn":
		if before == "" {
			file = w.page.File
		}
		if w.lacks(file, unescaped(fragment)) {
			add("anchors", "the link "+to+" leads to no heading or ID", "correct what follows #")
		}
	}
}

func unescaped(s string) string {
	if out, err := url.PathUnescape(s); err == nil {
		return out
	}
	return s
}

// knownIDs are the IDs of pages by their files; nil for a page whose text does not show all.
type knownIDs struct {
	mu   sync.Mutex
	hash uint64 // of the texts
	at   map[string]map[string]bool
}

// numberOf matches the number that IDs of headings with the same text have.
var numberOf = pattern.New(`_\d+$`)

// lacks reports whether the text of a page shows that it has no such ID.
func (w *text) lacks(file, id string) bool {
	if w.page.Parsed == nil || strings.HasPrefix(id, "__") || strings.Contains(id, ":") { // of tabs, footnotes, and tags
		return false
	}
	all := w.page.Parsed(path.Base(w.docs), pageEnds, func(_ string, text []byte) any { return identifiers(text) })
	a := &w.anchors
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.hash != all.Hash || a.at == nil {
		a.hash, a.at = all.Hash, map[string]map[string]bool{}
	}
	ids, known := a.at[file]
	if !known {
		i, _ := slices.BinarySearchFunc(all.Files, file, func(f foreign.ParsedFile, file string) int {
			return strings.Compare(f.File, file)
		})
		if i < len(all.Files) && all.Files[i].File == file {
			if found := all.Files[i].Value.(identified); !found.unsure {
				ids = map[string]bool{}
				for _, id := range found.ids {
					ids[id] = true
				}
				for _, text := range found.headings {
					ids[w.idOf(text)] = true
				}
			}
		}
		a.at[file] = ids
	}
	return ids != nil && !ids[id] && !ids[numberOf.ReplaceAllString(id, "")]
}
