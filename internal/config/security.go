package config

import (
	"fmt"
	"regexp"
	"strings"
)

// defaultExec are the programs that Hugo may run by default.
var defaultExec = []string{`^(dart-)?sass$`, `^go$`, `^git$`, `^node$`, `^postcss$`}

// MayRun reports whether the configuration allows running a program: https://gohugo.io/configuration/security/
func (c *Config) MayRun(program string) bool {
	return Permits(c.SecurityList("exec", "allow", defaultExec), program)
}

// SecurityList returns a list of patterns below security, or otherwise if it is not configured.
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

// Permits reports whether one of the patterns matches a text, and none that begins with "! ". A list of only
// such patterns permits everything else, and "none" permits nothing.
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

// MayReadVariable returns a function that reports which environment variables templates may read:
// https://gohugo.io/configuration/security/
func (c *Config) MayReadVariable() func(name string) bool {
	patterns := c.SecurityList("funcs", "getenv", []string{"^HUGO_", "^CI$"})
	return func(name string) bool { return Permits(patterns, name) }
}

// keptVariables are the variables passed to programs by default.
const keptVariables = `(?i)^((HTTPS?|NO)_PROXY|PATH(EXT)?|APPDATA|TE?MP|TERM|GO\w+|(XDG_CONFIG_)?HOME|USERPROFILE|SSH_AUTH_SOCK|DISPLAY|LANG|SYSTEMDRIVE|PROGRAMDATA)$`

// KeepsVariable returns a function that reports which environment variables are passed to programs:
// https://gohugo.io/configuration/security/
func (c *Config) KeepsVariable() func(name string) bool {
	patterns := c.SecurityList("exec", "osenv", []string{keptVariables})
	return func(name string) bool { return Permits(patterns, name) }
}
