package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// folder reads a folder of config/: hugo.toml is the root, params.toml the key params, menus.pl.toml the key
// languages.pl.menus, hugo.pl.toml languages.pl
// (https://gohugo.io/configuration/introduction/#configuration-directory).
func (l *loader) folder(dir string) {
	files := l.filesBelow(dir)
	// Root files first, then top-level keys, then those of one language: each may override those before.
	slices.SortStableFunc(files, func(a, b string) int { return rank(filepath.Base(a)) - rank(filepath.Base(b)) })
	for _, file := range files {
		ext := filepath.Ext(file)
		base := strings.ToLower(strings.TrimSuffix(filepath.Base(file), ext))
		name, lang, _ := strings.Cut(base, ".")
		key := name
		root := name == "hugo" || name == "config" || name == "sitegen"
		switch {
		case root && lang == "":
			key = ""
		case root || lang != "" && name == "languages":
			key = "languages." + lang
		case lang != "":
			key = "languages." + lang + "." + menus(name)
		default:
			key = menus(name)
		}
		if l.file(file, key) {
			l.hugo = true
		}
	}
}

// filesBelow returns the configuration files of a folder and its subfolders, whose names do not matter.
func (l *loader) filesBelow(dir string) (files []string) {
	entries, err := os.ReadDir(dir)
	l.unreadable(dir, err)
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir():
			files = append(files, l.filesBelow(name)...)
		case slices.Contains(extensions, strings.TrimPrefix(filepath.Ext(name), ".")):
			files = append(files, name)
		}
	}
	return files
}

func rank(name string) int {
	base, rest, _ := strings.Cut(name, ".")
	switch {
	case strings.Contains(rest, "."):
		return 2
	case base == "hugo" || base == "config" || base == "sitegen":
		return 0
	}
	return 1
}

// menus maps the old key menu to the current name.
func menus(key string) string {
	if key == "menu" {
		return "menus"
	}
	return key
}
