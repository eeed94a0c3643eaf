package generators

import (
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/tools"
)

// unlisted returns the front matter that keeps a page out of the sitemap of any generator, or "".
func unlisted(front map[string]any) string {
	if v, ok := front["sitemap"].(bool); ok && !v {
		return "sitemap: false"
	}
	if table, ok := front["sitemap"].(map[string]any); ok {
		for _, key := range []string{"disable", "ignore", "exclude"} {
			if v, ok := table[key].(bool); ok && v {
				return "sitemap: {" + key + ": true}"
			}
		}
	}
	for _, key := range []string{"build", "_build"} {
		table, _ := front[key].(map[string]any)
		if list, ok := table["list"]; ok && (list == false || list == "never") {
			return key + ": {list: never}"
		}
	}
	keys := []string{"unlisted", "draft"}
	for _, t := range tools.All() {
		keys = append(keys, t.Unlisted)
	}
	for _, key := range keys {
		if v, ok := front[key].(bool); ok && v {
			return key + ": true"
		}
	}
	return ""
}

// inherit marks the pages below a Hugo section as unlisted if its cascade says so
// (https://gohugo.io/content-management/front-matter/#cascade-1). A page with its own sitemap key is not changed, and a
// cascade with a target is ignored because it cannot be evaluated here.
func inherit(list []Source) {
	for i := range list {
		dir, base := path.Split(list[i].Path)
		table, ok := list[i].front["cascade"].(map[string]any)
		if !ok || !strings.HasPrefix(base, "_index.") || table["target"] != nil || table["_target"] != nil {
			continue
		}
		says := unlisted(table)
		for k := range list {
			s := &list[k]
			if says != "" && s.Unlisted == "" && s.front["sitemap"] == nil && strings.HasPrefix(s.Path, dir) {
				s.Unlisted = says + " by the cascade of " + list[i].Path
			}
		}
	}
}
