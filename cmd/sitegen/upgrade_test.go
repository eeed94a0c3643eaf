package main

import "testing"

func TestUpgrade(t *testing.T) {
	exists := func(name string) bool { return name == "/home/a/venv/bin/../pyvenv.cfg" }
	for file, want := range map[string]string{
		"/home/a/site/node_modules/@sitegen/linux-x64/sitegen":             "run npm update sitegen, or npm install with newer packages",
		"/home/a/.local/share/pipx/venvs/sitegen/bin/sitegen":              "run pipx upgrade sitegen, or pipx install --force with a newer wheel",
		"/home/a/venv/bin/sitegen":                                         "run pip install with a newer wheel",
		"/opt/homebrew/Cellar/sitegen/1.0.0/bin/sitegen":                   "run brew upgrade sitegen",
		"C:/Users/a/scoop/apps/sitegen/1.0.0/sitegen.exe":                  "run scoop update sitegen",
		"C:/Users/a/AppData/Local/Microsoft/WinGet/Packages/x/sitegen.exe": "run winget upgrade sitegen",
		"/usr/bin/sitegen":       "install a newer package with the package manager of the system",
		"/home/a/go/bin/sitegen": "replace /home/a/go/bin/sitegen with the program of a newer release, or build it again from a newer clone",
	} {
		if got := upgradeOf(file, exists); got != want {
			t.Errorf("%s: %s", file, got)
		}
	}
}
