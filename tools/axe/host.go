package main

import (
	"net/http"
	"net/http/httptest"
	"net/url"
)

// policy is what the themes promise to work under.
const policy = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// serve serves a folder under the policy. at makes the address of a path.
func serve(dir string) (at func(path string) string, stop func()) {
	files := http.FileServer(http.Dir(dir))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		if r.URL.Path == "/favicon.ico" { // asked for where a page names no icon; the console need not tell
			w.WriteHeader(http.StatusNoContent)
			return
		}
		files.ServeHTTP(w, r)
	}))
	at = func(path string) string { return server.URL + (&url.URL{Path: path}).String() }
	return at, func() {
		server.CloseClientConnections()
		server.Close()
	}
}
