package resource

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/internal/config"
)

// defaultExec are the programs that Hugo runs when nobody says which.
var defaultExec = []string{`^(dart-)?sass$`, `^go$`, `^git$`, `^node$`, `^postcss$`}

// mayRun reports whether the configuration allows to run a program: https://gohugo.io/configuration/security/
func mayRun(cfg *config.Config, program string) bool {
	return permits(securityList(cfg, "exec", "allow", defaultExec), program)
}

// securityList is a list of patterns of the configuration, or another one when it does not say.
func securityList(cfg *config.Config, table, key string, otherwise []string) []string {
	security, _ := cfg.Root["security"].(map[string]any)
	below, _ := security[table].(map[string]any)
	switch v := below[key].(type) {
	case string:
		return []string{v}
	case []any:
		patterns := make([]string, len(v))
		for i, p := range v {
			patterns[i] = fmt.Sprint(p)
		}
		return patterns
	}
	return otherwise
}

// permits reports whether one of the patterns matches a text, and none that begins with "! ". A list of such patterns
// alone permits the rest, and "none" permits nothing.
func permits(patterns []string, text string) bool {
	allowed, only := false, len(patterns) > 0
	for _, p := range patterns {
		if strings.EqualFold(p, "none") {
			return false
		}
		not, denies := strings.CutPrefix(p, "! ")
		re, err := regexp.Compile(strings.TrimSpace(not))
		switch {
		case err != nil:
			return false
		case denies && re.MatchString(text):
			return false
		case !denies:
			only = false
			allowed = allowed || re.MatchString(text)
		}
	}
	return allowed || only
}

// MayReadVariable reports whether templates may read a variable of the environment.
func MayReadVariable(cfg *config.Config, name string) bool {
	return permits(securityList(cfg, "funcs", "getenv", []string{"^HUGO_", "^CI$"}), name)
}
