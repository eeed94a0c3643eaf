package serve

import (
	"context"
	"io"
	"net/url"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
)

// Tree is an immutable set of output files. Several goroutines may use it at the same time.
type Tree interface {
	Lookup(path string) (File, bool) // slash path in the output folder
}

// File is one output.
type File struct {
	Path      string // slash path in the output folder
	MediaType string // "text/html"; "" when only the name tells
	Page      string // content file that it was rendered from, relative to the project; "" if none
	// Open opens the file. A file on disk is an *os.File.
	Open func(context.Context) (io.ReadSeekCloser, error)
}

// Mount tells where a part of a Tree is served.
type Mount struct {
	Prefix string // URL path with slashes at both ends: "/", "/blog/"
	Dir    string // folder of the tree that is served there; "" for all of it
	Host   string // prefix of the paths in `_redirects` and `_headers`: "", or "/de" if a path replaces a host
}

// Site is the result of one build. It is immutable.
type Site struct {
	tree     Tree
	building bool // the build is still running, so looking up a path without a file waits for its end
	mounts   []mount
	badges   map[string]Badge
	server   rules
	gone     map[string]bool // paths in the output folder that hosts answer with 410
	moved    map[string]move // pages of earlier builds, by the URL path that they had
}

// rules is the configuration of the preview.
type rules struct {
	hosting.Server      // of Hugo
	private        bool // rewrites may lead to this machine and its network, because security.http.urls is set
}

type mount struct {
	Mount
	redirects hosting.Redirects
	headers   hosting.Headers
}

// NewSite returns a site for the outputs of a build, and reports problems in its `_redirects` and `_headers`
// files. There is at least one mount; badges are by content file.
func NewSite(ctx context.Context, tree Tree, mounts []Mount, badges map[string]Badge) (*Site, diag.List) {
	s := &Site{tree: tree, badges: badges}
	var found diag.List
	for _, m := range mounts {
		out := mount{Mount: m}
		for _, name := range []string{redirectsFile, headersFile} {
			text, err := readAll(ctx, tree, inDir(m.Dir, name))
			if err != nil {
				found = append(found, &diag.Diagnostic{
					Rule: "preview", Severity: diag.Warning, File: inDir(m.Dir, name),
					Message: err.Error(),
				})
			}
			var list diag.List
			if name == redirectsFile {
				out.redirects, list = hosting.ParseRedirects(inDir(m.Dir, name), text)
			} else {
				out.headers, list = hosting.ParseHeaders(inDir(m.Dir, name), text)
			}
			found = append(found, list...)
		}
		s.mounts = append(s.mounts, out)
	}
	return s, found
}

// unruled returns a site without outputs, _redirects, and _headers.
func unruled(mounts []Mount, server rules) *Site {
	s := &Site{server: server}
	for _, m := range mounts {
		s.mounts = append(s.mounts, mount{Mount: m})
	}
	return s
}

// early returns s with the outputs of the next build, which is still running. It keeps the host rules of s, so
// requests need not wait for the new ones.
func (s *Site) early(tree Tree) *Site {
	return &Site{
		tree: tree, building: true, mounts: s.mounts, badges: s.badges, server: s.server, gone: s.gone, moved: s.moved,
	}
}

// Files that configure the host, and that hosts do not send.
const (
	redirectsFile = "_redirects"
	headersFile   = "_headers"
)

func inDir(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

// readAll returns the text of an output, or "".
func readAll(ctx context.Context, tree Tree, path string) (string, error) {
	f, ok := tree.Lookup(path)
	if !ok {
		return "", nil
	}
	r, err := f.Open(ctx)
	if err != nil {
		return "", err
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	return string(text), err
}

// address returns the escaped URL path of an output, or "" if it is not served.
func (s *Site) address(output string) string {
	for _, m := range s.mounts {
		if m.Dir == "" {
			return escaped(m.Prefix + output)
		}
		if rest, ok := strings.CutPrefix(output, m.Dir+"/"); ok {
			return escaped(m.Prefix + rest)
		}
	}
	return ""
}

// page returns the URL that people use for an output: for an index.html, that of its folder.
func (s *Site) page(output string) string {
	a := s.address(output)
	if dir, ok := strings.CutSuffix(a, "/index.html"); ok {
		return dir + "/"
	}
	return a
}

func escaped(path string) string { return (&url.URL{Path: path}).EscapedPath() }
