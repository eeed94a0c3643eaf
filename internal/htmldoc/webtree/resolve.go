package webtree

import (
	"cmp"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/base/percent"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
)

// Kind tells where a URL leads.
type Kind uint8

const (
	Own     Kind = iota // to a file of the tree
	Missing             // to a path of the tree that has no file
	Outside             // to the host of the site but outside of its base path, where another site may be
	Foreign             // to another host
	Other               // nowhere that a server could send: mailto, data, javascript
	Invalid             // it cannot be read
)

// Target is the place that a URL leads to.
type Target struct {
	Kind     Kind
	File     int32  // of Own
	Fragment string // decoded
	URL      string // absolute, without the fragment; for Other and Invalid as written
	Scheme   string // "http", "https", "mailto"
	Insecure bool   // Own, Missing, or Outside by http, on a site that is served by https
	Moved    bool   // the host redirects to it
	Exiled   bool   // of Missing and Own: a redirect leads to another host
	Loop     bool   // of Missing: the host redirects in a circle
	Forgot   bool   // for Outside: the tree has the path, but the URL lacks the path of the base
	Path     string // of Own and Missing: decoded, below the root

	stem uint32 // of Path; 0: not computed yet
}

// mostHops is the maximum number of redirects followed; browsers give up after 20.
const mostHops = 20

// mostCached is the maximum number of results that a Resolver caches.
const mostCached = 1 << 16

// Resolver resolves URLs, for one worker.
type Resolver struct {
	t     *Tree
	whole map[string]Target // results for references that do not depend on the page
	asked []uint32          // since Asked: see there
}

// Resolver returns a new Resolver.
func (t *Tree) Resolver() *Resolver { return &Resolver{t: t, whole: map[string]Target{}} }

// Referrer is the page to which references are relative.
type Referrer struct {
	file int32
	url  url.URL
	own  bool // the references "" and "#x" are the page itself
}

// Referrer returns the referrer for a file; base is the href of its base element, or "".
func (r *Resolver) Referrer(file int32, base string) Referrer {
	u := r.t.base
	u.Path += r.t.host.Path(r.t.files[file].Path)
	p := Referrer{file, u, true}
	if base == "" {
		return p
	}
	if b, err := url.Parse(base); err == nil {
		if at := u.ResolveReference(b); at.Host != "" && (at.Scheme == "http" || at.Scheme == "https") {
			p.url, p.own = *at, false
		}
	}
	return p
}

// At returns the referrer for a page by its path below the root, decoded: "docs/a/".
func (r *Resolver) At(path string) Referrer {
	u := r.t.base
	u.Path += path
	return Referrer{url: u}
}

// BaseIsForeign reports whether a base element leads to another host.
func (r *Resolver) BaseIsForeign(p Referrer) bool { return hostOf(&p.url) != r.t.base.Host }

// anyPath represents, in Asked, a path to which any file may be the answer.
const anyPath = 0

// Stem returns a hash that is equal for all paths to which the same file may be the answer: /docs, /docs/, and
// /Docs/index.html have one stem.
func Stem(path string) uint32 {
	s := strings.ToLower(path)
	for before := ""; s != before; {
		before = s
		s = strings.TrimSuffix(strings.TrimSuffix(strings.Trim(s, "/"), ".html"), ".htm")
		if s = strings.TrimSuffix(s, "/index"); s == "index" {
			s = ""
		}
	}
	return max(1, uint32(xxhash.Sum64String(s)))
}

// Asked returns the sorted stems of all paths of the site that were resolved since the last call, without
// repetitions. If files are added or removed, a resolved URL leads to the same place as before unless Touched
// reports true. This is only valid for sites without redirects.
func (r *Resolver) Asked() []uint32 {
	slices.Sort(r.asked)
	out := slices.Clone(slices.Compact(r.asked))
	r.asked = r.asked[:0]
	return out
}

// Touched reports whether the target of a resolved URL may change if files with these stems are added or
// removed.
func Touched(asked []uint32, stems map[uint32]bool) bool {
	return len(stems) > 0 && slices.ContainsFunc(asked, func(stem uint32) bool { return stem == anyPath || stems[stem] })
}

// Resolve returns the target of a reference on a page.
func (r *Resolver) Resolve(from Referrer, ref string) Target {
	t := r.lookUp(from, ref)
	switch t.Kind {
	case Own, Missing:
		if t.URL != "" { // else it is the page itself
			if t.stem == 0 {
				t.stem = Stem(t.Path)
			}
			r.asked = append(r.asked, t.stem)
		}
	case Outside:
		r.asked = append(r.asked, anyPath)
	}
	return t
}

func (r *Resolver) lookUp(from Referrer, ref string) Target {
	if p := from; p.own && (ref == "" || ref[0] == '#') {
		return Target{Kind: Own, File: p.file, Fragment: percent.Unescape(strings.TrimPrefix(ref, "#")), Scheme: p.url.Scheme}
	}
	anywhere := from.own && ref[0] == '/' && !strings.HasPrefix(ref, "//") || absolute(ref)
	if anywhere {
		if t, ok := r.whole[ref]; ok {
			return t
		}
	}
	t := r.resolve(&from.url, ref)
	if anywhere {
		if len(r.whole) >= mostCached {
			clear(r.whole)
		}
		if t.Kind == Own || t.Kind == Missing {
			t.stem = Stem(t.Path)
		}
		r.whole[ref] = t
	}
	return t
}

// absolute reports whether a reference begins with a scheme, so it does not depend on the page.
func absolute(ref string) bool {
	i := strings.IndexAny(ref, ":/?#")
	return i > 0 && ref[i] == ':'
}

// Misspelt returns the scheme that an unknown scheme was probably meant to be, or "".
func Misspelt(scheme string) string {
	known := []string{
		"http", "https", "mailto", "tel", "sms", "ftp", "ftps", "sftp", "data", "javascript", "blob",
		"about", "file", "ws", "wss", "geo", "ipp",
	}
	switch {
	case slices.Contains(known, scheme):
		return ""
	case len(scheme) < 4:
		return diag.Nearest(scheme, known[:1])
	}
	return diag.Nearest(scheme, known[:4])
}

// Meant returns the URL that one with a misspelled scheme, or without the two slashes of http://, was probably meant to
// be; "" for other URLs.
func Meant(u *url.URL) string {
	scheme, sep := cmp.Or(Misspelt(u.Scheme), u.Scheme), ":"
	if scheme == "http" || scheme == "https" {
		sep = "://"
	}
	if scheme == u.Scheme && (sep == ":" || u.Host != "") {
		return ""
	}
	return scheme + sep + strings.TrimLeft(u.String()[len(u.Scheme)+1:], "/")
}

// clean drops the characters that browsers drop from a URL: the URL standard §4.4.
func clean(ref string) string {
	if strings.ContainsAny(ref, "\t\r\n") {
		ref = strings.NewReplacer("\t", "", "\r", "", "\n", "").Replace(ref)
	}
	return ref
}

func (r *Resolver) resolve(from *url.URL, ref string) Target {
	// Browsers accept any fragment: #50%
	address, fragment, _ := strings.Cut(clean(ref), "#")
	u, err := url.Parse(address)
	if err != nil {
		return Target{Kind: Invalid, URL: ref}
	}
	if u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
		return Target{Kind: Other, URL: ref, Scheme: u.Scheme}
	}
	if u.Opaque != "" || u.Scheme != "" && u.Host == "" {
		return Target{Kind: Invalid, URL: ref}
	}
	at := from.ResolveReference(u)
	t := Target{Kind: Foreign, Fragment: percent.Unescape(fragment), Scheme: at.Scheme}
	t.URL = at.String()
	if hostOf(at) != r.t.base.Host {
		return t
	}
	t.Insecure = at.Scheme == "http" && r.t.Secure()
	rest, below := strings.CutPrefix(at.Path, r.t.base.Path)
	switch {
	case below:
	case at.Path+"/" == r.t.base.Path:
		rest = ""
	default:
		t.Kind = Outside
		_, t.Forgot = r.t.host.Find(strings.TrimPrefix(at.Path, "/"), r.t.has)
		return t
	}
	t.Path = rest
	if r.t.find(&t, at.Query()); t.Kind == Missing && r.t.otherVersion(from, u, rest) {
		t.Kind, t.Path = Outside, ""
	}
	return t
}

// version matches the path of a folder with the name of a version.
var version = pattern.New(`/v?\d[^/]*/$`)

// otherVersion reports whether a URL leads to another version of the site: it leaves the folder of this one, and the
// site has nothing of that name. rest is its path below the base.
func (t *Tree) otherVersion(from, ref *url.URL, rest string) bool {
	if ref.Host == "" && !strings.HasPrefix(ref.Path, "/") { // else it doesn't depend on the page
		below := path.Join(path.Dir(strings.TrimPrefix(from.Path, t.base.Path)), ref.Path)
		if !strings.HasPrefix(below, "../") || path.Ext(rest) == ".md" { // the path of a file outside of the project
			return false
		}
	}
	first, _, _ := strings.Cut(rest, "/")
	_, found := t.host.Find(first+"/", t.has)
	return !found && !t.has(first) && !version.MatchString(t.base.Path) && t.Versioned()
}

// has reports whether the host sends a file under its own name.
func (t *Tree) has(file string) bool {
	return t.isThere(file) && (file != redirectsFile && file != headersFile || !t.host.Rules()) &&
		t.host.Dropped(file) == ""
}

// find finds the file that a path leads to, by the rules of the host and those of the site.
func (t *Tree) find(out *Target, query url.Values) {
	out.Kind = Missing
	p := out.Path
	for range mostHops {
		found, ok := t.host.Find(p, t.has)
		if rule, matched := t.rule(p, query, ok); matched {
			if rule.External() {
				out.Exiled = true
				return
			}
			redirects := rule.Status >= 300 && rule.Status < 400
			if !redirects && rule.Status >= 400 {
				return
			}
			out.Moved = out.Moved || redirects
			to, err := url.Parse(rule.To)
			if err != nil {
				return
			}
			var below bool
			if p, below = strings.CutPrefix(to.Path, t.base.Path); !below {
				out.Exiled = true
				return
			}
			if !redirects { // a rewrite sends the content at its target
				found, ok = t.host.Find(p, t.has)
				if ok && found.File != "" {
					out.Kind, out.File = Own, t.index[found.File]
				}
				return
			}
			query = to.Query()
			continue
		}
		switch {
		case !ok:
			return
		case found.File != "":
			out.Kind, out.File = Own, t.index[found.File]
			return
		}
		out.Moved, p = true, found.Location
	}
	out.Loop = true
}

// rule evaluates the redirects for a path.
func (t *Tree) rule(p string, query url.Values, exists bool) (hosting.Answer, bool) {
	if t.redirects.Empty() || exists && !t.force {
		return hosting.Answer{}, false
	}
	u := url.URL{Path: t.base.Path + p}
	answer, ok := t.redirects.Match(hosting.Request{
		Host: t.base.Hostname(), Path: u.EscapedPath(), Query: query, Exists: func(string) bool {
			return exists &&
				!t.host.RulesWin()
		},
	})
	if exists && !answer.Force && (answer.Status < 300 || answer.Status >= 400) {
		return hosting.Answer{}, false // only redirects win
	}
	return answer, ok
}

// At returns the target of a path ("docs/a", decoded, below the root).
func (t *Tree) At(path string) Target {
	out := Target{Path: path}
	t.find(&out, nil)
	return out
}
