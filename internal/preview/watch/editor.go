package watch

import (
	"path/filepath"
	"strings"
)

// EditorFile reports whether a path has a name that editors give to files of their own: backups,
// locks, swap files, the new text before it is renamed. A Change names such a file only when it has
// stayed for a second. A caller that knows the file to be of no use may ignore it altogether.
func EditorFile(path string) bool {
	name := filepath.Base(path)
	switch {
	case name == "4913": // vim asks with it whether it may write here
	case strings.HasSuffix(name, "~"): // backups of vim, Emacs, gedit
	case strings.HasPrefix(name, ".#"): // locks of Emacs, links that lead nowhere
	case strings.HasPrefix(name, "#") && strings.HasSuffix(name, "#"): // Emacs between saves
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
