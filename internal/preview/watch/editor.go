package watch

import (
	"path/filepath"
	"strings"
)

// EditorFile reports whether a path has a name that editors give to their temporary files: backups, locks, swap
// files, and new versions before a rename. A Change contains such a file only after it has existed for a
// second. A caller that knows the file to be useless may ignore it.
func EditorFile(path string) bool {
	name := filepath.Base(path)
	switch {
	case name == "4913": // vim asks with it whether it may write here
	case strings.HasSuffix(name, "~"): // backups of vim, Emacs, gedit
	case strings.HasPrefix(name, ".#"): // Emacs locks, which are dangling links
	case strings.HasPrefix(name, "#") && strings.HasSuffix(name, "#"): // Emacs autosave
	case strings.HasPrefix(name, ".goutputstream-"): // GLib: gedit, GNOME
	case strings.HasSuffix(name, "___jb_tmp___"), strings.HasSuffix(name, "___jb_old___"), strings.HasSuffix(name, "___jb_bak___"): // JetBrains
	case strings.Contains(name, ".sb-"): // safe saves of macOS
	case strings.HasPrefix(name, ".") && (strings.HasSuffix(name, ".swp") || strings.HasSuffix(name, ".swx") || strings.HasSuffix(name, ".swo")): // vim
	case strings.HasPrefix(name, ".") && strings.HasSuffix(name, ".kate-swp"):
	default:
		return false
	}
	return true
}
