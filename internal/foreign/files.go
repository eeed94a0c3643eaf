package foreign

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"path/filepath"
	"strings"
)

// ConfigIn returns the first of some configuration files that exists in a folder, and its text; "" if none exists.
func ConfigIn(root fs.FS, dir string, names ...string) (file string, text []byte) {
	for _, name := range names {
		file = path.Join(dir, name)
		if text, ok := Head(root, file, MostConfig); ok {
			return file, text
		}
	}
	return "", nil
}

// Below returns the slash path of a folder in another one; "" if it is elsewhere or the same.
func Below(outer, dir string) string {
	rel, err := filepath.Rel(outer, dir)
	if err != nil || !filepath.IsLocal(rel) || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}

// Exists reports whether a file or folder exists.
func Exists(root fs.FS, name string) bool {
	_, err := fs.Stat(root, name)
	return err == nil
}

// MostConfig is the maximum number of bytes read of a configuration.
const MostConfig = 16 << 20

// Head returns the beginning of a file.
func Head(root fs.FS, name string, size int64) ([]byte, bool) {
	f, err := root.Open(name)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, false
	}
	text, err := io.ReadAll(io.LimitReader(f, size))
	return bytes.TrimPrefix(text, []byte("\uFEFF")), err == nil
}

// IsDir reports whether a folder exists.
func IsDir(root fs.FS, name string) bool {
	info, err := fs.Stat(root, name)
	return err == nil && info.IsDir()
}

// TextOf returns a value as one line of text, or "" if it is not text or a number.
func TextOf(v any) string {
	switch v := v.(type) {
	case string:
		return strings.Join(strings.Fields(v), " ")
	case uint64, int64, float64:
		return fmt.Sprint(v)
	}
	return ""
}

// BaseURL returns the URL of a site, ending with a slash; only its path if the host is not a valid URL, and "" if it is
// at the root of an unknown host.
func BaseURL(host, below string) string {
	below = strings.Trim(below, "/")
	u, err := url.Parse(host)
	switch {
	case err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "":
		return strings.TrimSuffix(strings.TrimSuffix(host, "/")+"/"+below, "/") + "/"
	case below == "":
		return ""
	}
	return "/" + below + "/"
}

// Find returns the files in a folder and its subfolders that a function accepts. It also asks about the subfolders, except
// those of packages and those with a dot.
func Find(root fs.FS, dir string, accepts func(file string, folder bool) bool) (out []string) {
	_ = fs.WalkDir(root, dir, func(file string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || file == dir: // the build reports what cannot be read
		case e.IsDir() && (e.Name()[0] == '.' || e.Name() == "node_modules" || !accepts(file, true)):
			return fs.SkipDir
		case !e.IsDir() && accepts(file, false):
			out = append(out, file)
		}
		return nil
	})
	return out
}
