package hosting

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Host says by which rules a static host finds the file of an address. The zero Host is one that takes every
// form that some host takes, and redirects nowhere: for sites whose host nobody named.
//
// Sources: the hosts' documentation, and https://github.com/slorber/trailing-slash-guide, which tried them.
type Host struct {
	name string
	// html says what /about is when there is about.html: a page, or nothing.
	html bool
	// slash says what /about/ is when there is about.html only.
	slash answerKind
	// folder says what /docs is when there is docs/index.html.
	folder answerKind
	// plain says that /about.html and /docs/index.html lead to /about and /docs/.
	plain bool
	// rules says that the host reads _redirects and _headers.
	rules bool
	// win says that redirects of _redirects are followed whatever file is there.
	win bool
	// notFound says that the host shows 404.html.
	notFound bool
}

type answerKind uint8

const (
	nothing answerKind = iota
	page
	redirect
)

// hosts in the order in which messages name them.
func hosts() []Host {
	return []Host{
		{name: "netlify", html: true, slash: redirect, folder: redirect, rules: true, notFound: true},
		{name: "github-pages", html: true, slash: nothing, folder: redirect, notFound: true},
		{
			name: "cloudflare", html: true, slash: redirect, folder: redirect, plain: true, rules: true, win: true,
			notFound: true,
		},
		{name: "s3", folder: redirect},
		{name: "nginx", folder: redirect},
	}
}

// anyHost takes every form.
func anyHost() Host {
	return Host{html: true, slash: page, folder: page, rules: true, notFound: true}
}

// HostNames lists the names that ParseHost knows.
func HostNames() []string {
	var out []string
	for _, h := range hosts() {
		out = append(out, h.name)
	}
	return out
}

// ParseHost returns a host by its name: netlify, github-pages, cloudflare, s3 or nginx; "" is the zero Host.
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

// RulesWin reports whether the host follows redirects of _redirects whatever file is there, as Cloudflare does:
// https://developers.cloudflare.com/pages/configuration/redirects/.
func (h Host) RulesWin() bool { return h.win }

// NotFound reports whether the host answers with 404.html by itself.
func (h Host) NotFound() bool { return h.resolved().notFound }

// Found is what a host does with a path for which it has something.
type Found struct {
	File     string // that it sends; "" when it redirects
	Location string // path that it redirects to
}

// Find returns what the host does with a path, decoded and without its slash at the beginning ("docs/a"), when
// these files are there; false: there is nothing at the path. Rules of _redirects are the caller's.
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
		if to, pretty := strings.CutSuffix(p, ".html"); r.plain && pretty {
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

// Path returns the path that people should use for a file ("docs/index.html" is "docs/"), decoded and
// without a slash at the beginning: the one at which the host sends it without a redirect.
func (h Host) Path(file string) string {
	if dir, base := path.Split(file); base == "index.html" {
		return dir
	}
	if h.resolved().plain {
		return strings.TrimSuffix(file, ".html")
	}
	return file
}

// Redirect is a rule of a `_redirects` file as it is written.
type Redirect struct {
	Line   int
	From   string // path; ":name" and a final "*" stand for others
	To     string
	Status int
	Force  bool // it wins over a file
	Plain  bool // From is one path: without placeholders, parameters, conditions and host
	Alone  bool // the path alone counts: there are no parameters, conditions and host
}

// List returns the rules in order.
func (l Redirects) List() []Redirect {
	out := make([]Redirect, len(l.rules))
	for i, r := range l.rules {
		out[i] = Redirect{
			Line: r.line, From: "/" + strings.Join(r.from, "/"), To: r.to, Status: r.status, Force: r.force,
			Plain: r.plain(), Alone: r.alone(),
		}
	}
	return out
}

func (r *rule) alone() bool { return r.host == "" && len(r.query) == 0 && len(r.conditions) == 0 }

func (r *rule) plain() bool { return r.alone() && !slices.ContainsFunc(r.from, isPlaceholder) }

// Empty reports whether there is no rule.
func (l Redirects) Empty() bool { return len(l.rules) == 0 }
