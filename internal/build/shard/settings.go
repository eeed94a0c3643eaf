package shard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
)

// Settings lists the options, configuration and environment that affect how pages are rendered, by the names that users
// know. Settings of the output folder, of messages and of caches do not count: a shard writes no output.
func Settings(cfg *config.Config, environ []string, offline bool) []Input {
	flags := map[string]string{
		"baseurl": "--baseURL", "builddrafts": "--buildDrafts", "buildexpired": "--buildExpired",
		"buildfuture": "--buildFuture", "configdir": "--configDir", "contentdir": "--contentDir",
		"disablekinds": "--disableKinds", "enablegitinfo": "--enableGitInfo", "environment": "--environment",
		"layoutdir": "--layoutDir", "minify": "--minify", "rendersegments": "--renderSegments", "theme": "--theme",
		"themesdir": "--themesDir",
	}
	var list []Input
	add := func(name string, value any) {
		list = append(list, Input{Name: name, Hash: trace.HashString(fmt.Sprint(value))})
	}
	for _, set := range cfg.Settings() {
		key, _, _ := strings.Cut(set.Key, ".")
		switch key {
		case "publishdir", "ledger", "cache", "cacheoutputs", "notify", "printi18nwarnings":
			continue
		}
		if flag := flags[key]; flag != "" {
			add(flag+" ("+set.Key+")", set.Value)
		} else {
			add("the setting "+set.Key, set.Value)
		}
	}
	add("--offline", offline)
	may := cfg.MayReadVariable()
	for _, kv := range environ {
		if name, value, _ := strings.Cut(kv, "="); may(name) && !strings.EqualFold(name, "HUGO_PUBLISHDIR") {
			add("the environment variable "+name, value)
		}
	}
	slices.SortStableFunc(list, func(a, b Input) int { return strings.Compare(a.Name, b.Name) })
	return list
}
