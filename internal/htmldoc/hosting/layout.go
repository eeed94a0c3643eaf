package hosting

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Host describes how a static host finds the file for a URL. The zero Host accepts every form that some host
// accepts and does not redirect; it is for sites whose host is unknown.
//
// Sources: the hosts' documentation, and https://github.com/slorber/trailing-slash-guide, which tested them.
type Host struct {
	name string
	// html reports whether the host sends about.html for /about.
	html bool
	// slash is the response to /about/ if only about.html exists.
	slash answerKind
	// folder is the response to /docs if docs/index.html exists.
	folder answerKind
	// clean reports whether the host redirects /about.html to /about, and /docs/index.html to /docs/.
	clean bool
	// rules reports whether the host reads _redirects and _headers.
	rules bool
	// win reports whether redirects of _redirects apply even if a file exists.
	win bool
	// notFound reports whether the host sends 404.html for missing files.
	notFound bool
}

type answerKind uint8

const (
	nothing answerKind = iota
	page
	redirect
)

// hosts returns all hosts in the order in which messages name them.
func hosts() []Host {
	return []Host{
		{name: "netlify", html: true, slash: redirect, folder: redirect, rules: true, notFound: true},
		{name: "github-pages", html: true, slash: nothing, folder: redirect, notFound: true},
		{
			name: "cloudflare", html: true, slash: redirect, folder: redirect, clean: true, rules: true, win: true,
			notFound: true,
		},
		{name: "s3", folder: redirect},
		{name: "nginx", folder: redirect},
		{name: "apache", folder: redirect}, // DirectorySlash and DirectoryIndex; no MultiViews
	}
}

// anyHost accepts every form.
func anyHost() Host {
	return Host{html: true, slash: page, folder: page, rules: true, notFound: true}
}

// HostNames returns the names that ParseHost accepts.
func HostNames() []string {
	var out []string
	for _, h := range hosts() {
		out = append(out, h.name)
	}
	return out
}

// ParseHost returns a host by name: netlify, github-pages, cloudflare, s3, nginx, or apache; "" is the zero Host.
func ParseHost(name string) (Host, error) {
	if name == "" {
		return Host{}, nil
	}
	for _, h := range hosts() {
		if h.name == name {
			return h, nil
		}
	}
	return Host{}, fmt.Errorf("unknown host %q: choose one of %s", name, strings.Join(HostNames(), ", "))
}

func (h Host) resolved() Host {
	if h.name == "" {
		return anyHost()
	}
	return h
}

// Rules reports whether the host reads _redirects and _headers.
func (h Host) Rules() bool { return h.resolved().rules }

// RulesWin reports whether redirects of _redirects apply even if a file exists, as on Cloudflare:
// https://developers.cloudflare.com/pages/configuration/redirects/.
func (h Host) RulesWin() bool { return h.win }

// NotFound reports whether the host sends 404.html for missing files without further configuration.
func (h Host) NotFound() bool { return h.resolved().notFound }

// Found is the response of a host to a path for which it has something.
type Found struct {
	File     string // that it sends; "" when it redirects
	Location string // path that it redirects to
}

// Find returns the response of the host to a path, decoded and without the leading slash ("docs/a"), given
// which files exist. It returns false if nothing is at the path. Find ignores _redirects.
func (h Host) Find(p string, has func(file string) bool) (Found, bool) {
	r := h.resolved()
	if p == "" || strings.HasSuffix(p, "/") {
		if has(p + "index.html") {
			return Found{File: p + "index.html"}, true
		}
		file := strings.TrimRight(p, "/")
		if file == "" || r.slash == nothing || !has(file+".html") {
			return Found{}, false
		}
		return r.at(r.slash, file+".html", file), true
	}
	if has(p) {
		if to, pretty := strings.CutSuffix(p, ".html"); r.clean && pretty {
			return Found{Location: trimIndex(to)}, true
		}
		return Found{File: p}, true
	}
	if r.html && has(p+".html") {
		return Found{File: p + ".html"}, true
	}
	if r.folder != nothing && has(p+"/index.html") {
		return r.at(r.folder, p+"/index.html", p+"/"), true
	}
	return Found{}, false
}

func (h Host) at(kind answerKind, file, location string) Found {
	if kind == redirect {
		return Found{Location: location}
	}
	return Found{File: file}
}

func trimIndex(p string) string {
	if p == "index" {
		return ""
	}
	if dir, ok := strings.CutSuffix(p, "/index"); ok {
		return dir + "/"
	}
	return p
}

// Path returns the path that people should use for a file (for "docs/index.html": "docs/"), decoded and without
// the leading slash. The host sends the file at this path without a redirect.
func (h Host) Path(file string) string {
	if dir, base := path.Split(file); base == "index.html" {
		return dir
	}
	if h.resolved().clean {
		return strings.TrimSuffix(file, ".html")
	}
	return file
}

// Redirect is a rule of a `_redirects` file as written.
type Redirect struct {
	Line   int
	From   string // path; ":name" and a final "*" are placeholders
	To     string
	Status int
	Force  bool // it wins over a file
	Plain  bool // From is a fixed path: no placeholders, parameters, conditions, or host
	Alone  bool // only the path decides: no parameters, conditions, or host
}

// List returns the rules in order.
func (l Redirects) List() []Redirect {
	out := make([]Redirect, len(l.rules))
	for i, r := range l.rules {
		out[i] = Redirect{
			Line: r.line, From: "/" + strings.Join(r.from, "/"), To: r.to, Status: r.status, Force: r.force,
			Plain: r.fixed(), Alone: r.alone(),
		}
	}
	return out
}

func (r *rule) alone() bool { return r.host == "" && len(r.query) == 0 && len(r.conditions) == 0 }

func (r *rule) fixed() bool { return r.alone() && !slices.ContainsFunc(r.from, isPlaceholder) }

// Empty reports whether there are no rules.
func (l Redirects) Empty() bool { return len(l.rules) == 0 }
