package config

import (
	"fmt"
	"regexp"
	"strings"
)

// defaultExec are the programs that Hugo runs when nobody says which.
var defaultExec = []string{`^(dart-)?sass$`, `^go$`, `^git$`, `^node$`, `^postcss$`}

// MayRun reports whether the configuration allows to run a program: https://gohugo.io/configuration/security/
func (c *Config) MayRun(program string) bool {
	return Permits(c.SecurityList("exec", "allow", defaultExec), program)
}

// SecurityList returns a list of patterns below security, or another one when the configuration does not say.
func (c *Config) SecurityList(table, key string, otherwise []string) []string {
	security, _ := c.Root["security"].(map[string]any)
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

// Permits reports whether one of the patterns matches a text, and none that begins with "! ". A list of such patterns
// alone permits the rest, and "none" permits nothing.
func Permits(patterns []string, text string) bool {
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

// MayReadVariable says which variables of the environment templates may read: https://gohugo.io/configuration/security/
func (c *Config) MayReadVariable() func(name string) bool {
	patterns := c.SecurityList("funcs", "getenv", []string{"^HUGO_", "^CI$"})
	return func(name string) bool { return Permits(patterns, name) }
}

// keptVariables are those that programs see when the configuration does not say.
const keptVariables = `(?i)^((HTTPS?|NO)_PROXY|PATH(EXT)?|APPDATA|TE?MP|TERM|GO\w+|(XDG_CONFIG_)?HOME|USERPROFILE|SSH_AUTH_SOCK|DISPLAY|LANG|SYSTEMDRIVE|PROGRAMDATA)$`

// KeepsVariable says which variables of the environment programs see: https://gohugo.io/configuration/security/
func (c *Config) KeepsVariable() func(name string) bool {
	patterns := c.SecurityList("exec", "osenv", []string{keptVariables})
	return func(name string) bool { return Permits(patterns, name) }
}
