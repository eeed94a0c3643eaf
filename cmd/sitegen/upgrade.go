package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// upgrade returns how to get a newer version. It depends on where the program is, because the program must be
// replaced the way it was installed.
func upgrade() string {
	file, err := os.Executable()
	if err == nil {
		if real, err := filepath.EvalSymlinks(file); err == nil {
			file = real
		}
	}
	return upgradeOf(filepath.ToSlash(file), func(name string) bool {
		_, err := os.Stat(filepath.FromSlash(name))
		return err == nil
	})
}

// upgradeOf does the work of upgrade for a program at a slash path.
func upgradeOf(file string, exists func(string) bool) string {
	parts := strings.Split(file, "/")
	dir := strings.TrimSuffix(file, "/"+parts[len(parts)-1])
	has := func(folders ...string) bool {
		for i := range parts {
			if rest := parts[i:]; len(rest) >= len(folders) && slices.Equal(rest[:len(folders)], folders) {
				return true
			}
		}
		return false
	}
	switch {
	case has("node_modules"):
		return "run npm update sitegen, or npm install with newer packages"
	case has("pipx", "venvs"):
		return "run pipx upgrade sitegen, or pipx install --force with a newer wheel"
	case exists(dir + "/../pyvenv.cfg"):
		return "run pip install with a newer wheel"
	case has("Cellar"):
		return "run brew upgrade sitegen"
	case has("scoop", "apps"):
		return "run scoop update sitegen"
	case has("WinGet", "Packages"):
		return "run winget upgrade sitegen"
	case dir == "/usr/bin":
		return "install a newer package with the package manager of the system"
	}
	return "replace " + file + " with the program of a newer release, or build it again from a newer clone"
}
