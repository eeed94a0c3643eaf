// Package portable finds output paths that other file systems consider equal or invalid. Windows and macOS
// ignore case and the two ways in which Unicode encodes an accent; Windows also reserves some names for
// devices.
package portable

import (
	"fmt"
	"hash/maphash"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Key returns a key that is equal for all paths that such a file system considers equal: "Über", with the
// letter as one or two code points, and "über".
func Key(path string) string {
	ascii := true
	for i := 0; i < len(path) && ascii; i++ {
		ascii = path[i] < utf8.RuneSelf
	}
	if ascii {
		return strings.ToLower(path)
	}
	fold := func(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }
	return norm.NFC.String(strings.Map(fold, norm.NFC.String(path)))
}

// Twins returns the pairs of files and folders with equal Keys and different paths, as sorted slash paths.
// Files in two such folders are not listed separately. The paths must be sorted.
func Twins(paths []string) [][2]string {
	seed, known := maphash.MakeSeed(), map[uint64]string{} // by the hash of the key, because there may be many paths
	var out [][2]string
	note := func(path string) {
		key := Key(path)
		sum := maphash.String(seed, key)
		switch first, there := known[sum]; {
		case !there:
			known[sum] = path
		case first != path && folder(first) == folder(path) && Key(first) == key:
			out = append(out, [2]string{first, path})
		}
	}
	before := ""
	for _, p := range paths {
		for i := range len(p) {
			if p[i] == '/' && !strings.HasPrefix(before, p[:i+1]) {
				note(p[:i])
			}
		}
		note(p)
		before = p
	}
	slices.SortFunc(out, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	return out
}

func folder(path string) string { return path[:strings.LastIndexByte(path, '/')+1] }

// devices are the names that Windows reserves, with any extension:
// https://learn.microsoft.com/windows/win32/fileio/naming-a-file
var devices = []string{"con", "prn", "aux", "nul", "conin$", "conout$"}

// port matches the other devices.
var port = regexp.MustCompile(`^(com|lpt)[1-9¹²³]$`)

// Problem returns the reason why a slash path is invalid on Windows, or "" if it is valid.
func Problem(path string) string {
	for name := range strings.SplitSeq(path, "/") {
		stem, _, _ := strings.Cut(strings.ToLower(name), ".")
		stem = strings.TrimRight(stem, " ")
		switch {
		case slices.Contains(devices, stem), port.MatchString(stem):
			return fmt.Sprintf("Windows reserves the name %q for a device", name)
		case strings.HasSuffix(name, ".") || strings.HasSuffix(name, " "):
			return fmt.Sprintf("in Windows, the name %q can't end with a period or space", name)
		}
		for _, r := range name {
			if r < ' ' || strings.ContainsRune(`<>:"|?*\`, r) {
				return fmt.Sprintf("in Windows, the name %q can't have the character %q", name, r)
			}
		}
	}
	return ""
}
