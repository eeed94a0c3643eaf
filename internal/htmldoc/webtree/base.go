package webtree

import (
	"net/url"
	"strings"
)

// InferBase returns the URL of the root of a tree if the path of a file matches its canonical URL: for
// docs/a/index.html and https://example.org/x/docs/a/ it is https://example.org/x/.
func (t *Tree) InferBase(file int32, canonical string) (string, bool) {
	u, err := url.Parse(canonical)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", false
	}
	name := t.files[file].Path
	forms := []string{t.host.Path(name), name, strings.TrimSuffix(name, ".html"), strings.TrimSuffix(name, "/index.html")}
	for _, form := range forms {
		if form == "" && strings.HasSuffix(u.Path, "/") || form == "" && u.Path == "" {
			return (&url.URL{Scheme: u.Scheme, Host: hostOf(u), Path: strings.TrimSuffix(u.Path, "/") + "/"}).String(), true
		}
		if prefix, ok := strings.CutSuffix(u.Path, "/"+form); ok && form != "" {
			return (&url.URL{Scheme: u.Scheme, Host: hostOf(u), Path: prefix + "/"}).String(), true
		}
	}
	return "", false
}

// WithBase returns the tree with another base URL.
func (t *Tree) WithBase(base string) (*Tree, error) {
	return New(t.src, t.files, Options{Base: base, Host: t.host})
}
