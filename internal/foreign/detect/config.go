package detect

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ConfigFiles returns the names in a folder that may be configuration files.
func ConfigFiles(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil { // the folder cannot be read: try the usual names
		return ConfigNames([]string{
			"sitegen.toml", "sitegen.yaml", "sitegen.yml", "sitegen.json", "hugo.toml", "hugo.yaml",
			"hugo.yml", "hugo.json", "config.toml", "config.yaml", "config.yml", "config.json",
		})
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return ConfigNames(names)
}

// ConfigNames returns the names that are names of configuration files.
func ConfigNames(names []string) []string {
	return slices.DeleteFunc(names, func(file string) bool {
		name := strings.TrimSuffix(file, filepath.Ext(file))
		return name != "sitegen" && name != "hugo" && name != "config"
	})
}

// Config returns the name of the configuration file of sitegen or Hugo in a folder, or "".
func Config(dir string) string {
	for _, name := range []string{"sitegen", "hugo", "config"} {
		for _, ext := range []string{".toml", ".yaml", ".yml", ".json"} {
			if _, err := os.Stat(filepath.Join(dir, name+ext)); err == nil {
				return name + ext
			}
		}
	}
	return ""
}
