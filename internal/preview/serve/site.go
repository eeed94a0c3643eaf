package serve

import (
	"context"
	"io"
	"net/url"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
)

// Tree is a set of output files that does not change; several goroutines may use it at once.
type Tree interface {
	Lookup(path string) (File, bool) // slash path in the output folder
}

// File is one output.
type File struct {
	Path      string // slash path in the output folder
	MediaType string // "text/html"; "" when only the name tells
	Page      string // content file that it was rendered from, relative to the project; "" for none
	// Open returns the bytes. A file of the disk is an *os.File.
	Open func(context.Context) (io.ReadSeekCloser, error)
}

// Mount says where a part of a Tree is served.
type Mount struct {
	Prefix string // of the paths of addresses, with slashes at both ends: "/", "/blog/"
	Dir    string // folder of the tree that lies there, "" for all of it
	Host   string // what stands before a path of `_redirects` and `_headers`: "" or "/de", where a path stands for a host
}

// Site is what one build shows. Frozen.
type Site struct {
	tree   Tree
	mounts []mount
	badges map[string]Badge
	server rules
}

// rules are what a configuration says about the preview.
type rules struct {
	hosting.Server      // of Hugo
	private        bool // rewrites may lead to this machine and its network: security.http.urls is set
}

type mount struct {
	Mount
	redirects hosting.Redirects
	headers   hosting.Headers
}

// NewSite returns a site for the outputs of a build, with the problems of its `_redirects` and `_headers`
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

// unruled returns a site without outputs, _redirects and _headers.
func unruled(mounts []Mount, server rules) *Site {
	s := &Site{server: server}
	for _, m := range mounts {
		s.mounts = append(s.mounts, mount{Mount: m})
	}
	return s
}

// early returns s with the outputs of the build after it, which is still at work: so that nothing waits
// for the rules of the host, those of s count.
func (s *Site) early(tree Tree) *Site {
	return &Site{tree: tree, mounts: s.mounts, badges: s.badges, server: s.server}
}

// Files that configure the host, and that no host sends.
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

// readAll returns the text of an output, "" when there is none.
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

// address returns the path of an output's address, escaped; "" when it is served nowhere.
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

// page returns the address that people use for an output: that of its folder for an index.html.
func (s *Site) page(output string) string {
	a := s.address(output)
	if dir, ok := strings.CutSuffix(a, "/index.html"); ok {
		return dir + "/"
	}
	return a
}

func escaped(path string) string { return (&url.URL{Path: path}).EscapedPath() }
