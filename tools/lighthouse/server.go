package main

import (
	"compress/gzip"
	"io"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// compressed serves a folder as an ordinary static host does: text with gzip, an address that ends in a slash by
// its index.html, and everything but pages to be kept for a year.
type compressed string

func (root compressed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := filepath.FromSlash(strings.TrimPrefix(r.URL.Path, "/"))
	if name == "" || strings.HasSuffix(r.URL.Path, "/") {
		name = filepath.Join(name, "index.html")
	}
	inside, err := os.OpenRoot(string(root))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer inside.Close()
	file, err := inside.Open(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer file.Close()
	kind := mime.TypeByExtension(filepath.Ext(name))
	w.Header().Set("Content-Type", kind)
	if !strings.HasPrefix(kind, "text/html") {
		w.Header().Set("Cache-Control", "max-age=31536000")
	}
	if strings.HasPrefix(kind, "image/") && kind != "image/svg+xml" {
		io.Copy(w, file)
		return
	}
	w.Header().Set("Content-Encoding", "gzip")
	w.Header().Set("Vary", "Accept-Encoding")
	z := gzip.NewWriter(w)
	io.Copy(z, file)
	z.Close()
}
