package config

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// advice tells how to set a key in the configuration file of the project: a dotted key with its value, as TOML. It
// says where the line goes, because a table of TOML that was opened with a header must not be extended elsewhere:
// https://toml.io/en/v1.0.0#table
func (l *loader) advice(key, value string) string {
	file := "sitegen.toml"
	for _, read := range l.read {
		if ownConfig(read) {
			file = read
			break
		}
	}
	if l.tree.origin[strings.ToLower(key)] != "" || path.Ext(file) != ".toml" || strings.Contains(file, "/") {
		return "set " + key + " to " + value + " in " + file
	}
	text, _ := os.ReadFile(filepath.Join(l.project, file)) // a file that is not there has no tables
	for at := strings.LastIndexByte(key, '.'); at > 0; at = strings.LastIndexByte(key[:at], '.') {
		if has(`(?im)^[ \t]*\[[ \t]*`, key[:at], `[ \t]*\]`, text) {
			return "put this line below [" + key[:at] + "] in " + file + ": " + key[at+1:] + " = " + value
		}
		if has(`(?im)^[ \t]*`, key[:at], `[ \t]*=`, text) {
			return "set " + key + " to " + value + " in " + file
		}
	}
	return "put this line at the top of " + file + ": " + key + " = " + value
}

// has reports whether a text has a dotted key between two expressions.
func has(before, key, after string, text []byte) bool {
	return regexp.MustCompile(before + regexp.QuoteMeta(key) + after).Match(text)
}
