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
			return Root(u, u.Path), true
		}
		if prefix, ok := strings.CutSuffix(u.Path, "/"+form); ok && form != "" {
			return Root(u, prefix), true
		}
	}
	return "", false
}

// WithBase returns the tree with another base URL.
func (t *Tree) WithBase(base string) (*Tree, error) {
	return New(t.src, t.files, Options{Base: base, Host: t.host})
}

// Root is the address of a root on the host of an address, with a slash at its end.
func Root(of *url.URL, path string) string {
	return (&url.URL{Scheme: of.Scheme, Host: hostOf(of), Path: strings.TrimSuffix(path, "/") + "/"}).String()
}
