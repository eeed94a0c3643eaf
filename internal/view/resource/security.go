package resource

import "github.com/sitegen/sitegen/internal/config"

// keptVariables are those that programs see when the configuration does not say.
const keptVariables = `(?i)^((HTTPS?|NO)_PROXY|PATH(EXT)?|APPDATA|TE?MP|TERM|GO\w+|(XDG_CONFIG_)?HOME|USERPROFILE|SSH_AUTH_SOCK|DISPLAY|LANG|SYSTEMDRIVE|PROGRAMDATA)$`

// KeepsVariable says which variables programs see: https://gohugo.io/configuration/security/
func KeepsVariable(cfg *config.Config) func(name string) bool {
	patterns := cfg.SecurityList("exec", "osenv", []string{keptVariables})
	return func(name string) bool { return config.Permits(patterns, name) }
}
