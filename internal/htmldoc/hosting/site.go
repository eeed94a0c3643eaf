package hosting

import (
	"cmp"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// Site contains everything that a host must know about a site. The Write… methods make the files of each host
// from it. It is immutable.
type Site struct {
	Prefix    string   // path of the base URL without the final slash: "" or "/sub"
	Redirects []Move   // by From
	Gone      []string // decoded paths of removed pages, which are answered with 410
	Files     []File   // files that need a rule of the host, by Path
	Copies    Copies   // texts of pages in Markdown
	NotFound  []string // folders below Prefix with a 404.html: "" for the root, "de"
	Secure    bool     // add security headers that suit every site of static files
	NoIndex   bool     // no page may be found: the site is a preview
}

// Move is a redirect from one URL to another.
type Move struct {
	From string // decoded path, including that of the base URL: "/sub/old/"
	To   string // escaped path, including that of the base URL, or a URL on another host
}

// File is an output that needs a rule of the host, or has the same name as one that does.
type File struct {
	Path      string   // decoded, including the path of the base URL: "/sub/atom.xml"
	Type      string   // Content-Type; "": the name tells
	Links     []string // values of the header Link
	NoIndex   bool     // search engines must not list it
	Immutable bool     // its name changes with its bytes
	Alone     bool     // what its headers say is not true of files of the same name
}

// headers returns the headers of the file other than its type.
func (f *File) headers() []Field {
	var out []Field
	if len(f.Links) > 0 {
		out = append(out, Field{"Link", strings.Join(f.Links, ", ")})
	}
	if f.NoIndex {
		out = append(out, Field{"X-Robots-Tag", "noindex"})
	}
	return out
}

// Temporary reports whether a redirect may change, as that from the root of the site to a language may.
func (s *Site) Temporary(m Move) bool { return m.From == s.Prefix+"/" }

func (s *Site) status(m Move) string {
	if s.Temporary(m) {
		return "302"
	}
	return "301"
}

// gone returns the paths that are answered with 410: those of removed pages, unless a rule of the project's own
// `_redirects` has another answer than an error.
func (s *Site) gone(own string) []string {
	if len(s.Gone) == 0 {
		return nil
	}
	rules, _ := ParseRedirects("_redirects", own)
	var out []string
	for _, p := range s.Gone {
		if a, ok := rules.Match(Request{Path: escapePath(p)}); lineSafe(p) && (!ok || a.Status >= 400) {
			out = append(out, p)
		}
	}
	return out
}

// errorPage returns the escaped path of the 404 page in the nearest folder above a path; "" if there is none.
func (s *Site) errorPage(path string) string {
	for _, dir := range slices.Backward(s.NotFound) {
		at := strings.TrimSuffix(s.Prefix+"/"+dir, "/")
		if page := escapePath(at + "/404.html"); strings.HasPrefix(path, at+"/") && lineSafe(page) {
			return page
		}
	}
	return ""
}

// security returns the headers for every file. All of them are safe for a site of static files: no content
// sniffing, other hosts get only the origin as referrer, and no other site can frame this one.
func (s *Site) security() []Field {
	var out []Field
	if s.Secure {
		out = []Field{
			{"X-Content-Type-Options", "nosniff"},
			{"Referrer-Policy", "strict-origin-when-cross-origin"},
			{"X-Frame-Options", "SAMEORIGIN"},
		}
	}
	if s.NoIndex {
		out = append(out, Field{"X-Robots-Tag", "noindex"})
	}
	return out
}

// Forever is the caching policy for files whose names change with their bytes (RFC 8246).
const Forever = "public, max-age=31536000, immutable"

// Names of files that contain a hash of the bytes: processed images, and fingerprinted resources (md5 to
// sha512).
const (
	imageMark = `_hu_[0-9a-f]{16}`
	hashMark  = `\.(?:[0-9a-f]{32}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})`
)

var (
	imageName = pattern.New(imageMark + `\.([0-9a-z]+)$`)
	hashName  = pattern.New(hashMark + `(?:\.[0-9A-Za-z]+)?$`)
)

// Fingerprinted reports whether the name of a file contains a hash added by a template.
func Fingerprinted(name string) bool { return hashName.MatchString(name) }

// NamedByContent reports whether the name of a file contains a hash of its bytes: that of a processed image, or one
// that a template added.
func NamedByContent(name string) bool { return imageName.MatchString(name) || Fingerprinted(name) }

// group is a set of immutable files that one rule can match.
type group struct {
	globs  []string // escaped paths of _headers; each one suffices where it is understood
	regexp string   // of what follows Prefix in a decoded path
	files  []string // decoded
}

// immutable returns the groups of immutable files: images by extension, fingerprinted files individually, and
// others by folder, first letter, and extension, which distinguishes them from other files in the folder.
func (s *Site) immutable() []group {
	at := map[string]int{}
	var out []group
	for _, f := range s.Files {
		if !f.Immutable || !lineSafe(f.Path) {
			continue
		}
		g := s.groupOf(f.Path)
		i, ok := at[g.globs[0]]
		if !ok {
			i = len(out)
			at[g.globs[0]] = i
			out = append(out, g)
		}
		out[i].files = append(out[i].files, f.Path)
	}
	slices.SortStableFunc(out, func(a, b group) int { return cmp.Compare(a.globs[0], b.globs[0]) })
	return out
}

func (s *Site) groupOf(file string) group {
	all := escapePath(s.Prefix)
	if m := imageName.FindStringSubmatch(file); m != nil {
		// Netlify allows any number of stars, Cloudflare one star and named parts of a path.
		return group{globs: []string{all + "/*_hu_*." + m[1], all + "/*_hu_:hash." + m[1]}, regexp: `/.*` + imageMark +
			`\.[0-9a-z]+`}
	}
	if Fingerprinted(file) {
		return group{globs: []string{escapePath(file)}, regexp: `/.*` + hashMark + `(?:\.[0-9A-Za-z]+)?`}
	}
	cut := strings.LastIndexByte(file, '/') + 2 // after the first letter of the name
	cut = min(cut, len(file))
	ext := regexp.QuoteMeta(file[strings.LastIndexByte(file, '.')+1:])
	return group{
		globs:  []string{escapePath(file[:cut]) + "*." + ext},
		regexp: regexp.QuoteMeta(strings.TrimPrefix(file[:cut], s.Prefix)) + `[^/]+\.` + ext,
	}
}

// immutablePattern returns a pattern of all immutable files, for hosts that support patterns, or "" if there
// are none.
func (s *Site) immutablePattern() string {
	var parts []string
	for _, g := range s.immutable() {
		parts = append(parts, g.regexp)
	}
	if slices.Sort(parts); len(parts) == 0 {
		return ""
	}
	return "^" + regexp.QuoteMeta(s.Prefix) + "(?:" + strings.Join(slices.Compact(parts), "|") + ")$"
}

// typed is the media type of all files with a name.
type typed struct{ name, mediaType string }

// types returns the media types of files by their names, and the files that need their own rule: files with
// links or noindex, and files whose name is used with several types.
func (s *Site) types() (names []typed, each []File) {
	by := map[string]string{}
	const mixed = "\x00"
	for _, f := range s.Files {
		if f.Immutable || !lineSafe(f.Path) {
			continue
		}
		name := path.Base(f.Path)
		if t, ok := by[name]; ok && t != f.Type {
			by[name] = mixed
		} else {
			by[name] = f.Type
		}
	}
	for _, f := range s.described() {
		if t := by[path.Base(f.Path)]; lineSafe(f.Path) && (t == mixed || len(f.Links) > 0 || f.NoIndex) {
			each = append(each, f)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(by)) {
		if by[name] != mixed && by[name] != "" {
			names = append(names, typed{name, by[name]})
		}
	}
	return names, each
}

// withTypes returns the site with the media types that rules of the project set.
func (s *Site) withTypes(own Headers) *Site {
	if !own.sets("Content-Type") {
		return s
	}
	out := *s
	out.Files = slices.Clone(s.Files)
	for i := range out.Files {
		for _, f := range own.For(out.Files[i].Path) {
			if f.Name == "Content-Type" {
				out.Files[i].Type = f.Value
			}
		}
	}
	for _, file := range out.Copies.Files {
		for _, f := range own.For(file) {
			if f.Name == "Content-Type" {
				out.Copies.Type = f.Value
			}
		}
	}
	return &out
}

// described returns the files with a media type or headers, by path.
func (s *Site) described() []File {
	var out []File
	for _, f := range s.Files {
		if f.Type != "" || len(f.headers()) > 0 {
			out = append(out, f)
		}
	}
	return out
}

// ours are the outputs that are for hosts and should not be served.
func ours() []string { return []string{"_headers", "_redirects", "_nginx.conf", ".htaccess"} }

// ForHosts reports whether a file at the root of the output is for hosts instead of readers.
func ForHosts(name string) bool { return slices.Contains(ours(), name) }

func escapePath(path string) string { return (&url.URL{Path: path}).EscapedPath() }

// lineSafe reports whether a text is safe in a line of a configuration.
func lineSafe(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < 0x20 || r == 0x7f || r == 0xfffd })
}

// Lines around the generated block in a file that the project has, too.
const (
	blockBegin = "# begin: written by sitegen"
	blockEnd   = "# end: written by sitegen"
)

// WithoutBlock returns a copy of a project file without the generated block, in case it was copied from an
// output.
func WithoutBlock(text []byte) []byte {
	s := string(text)
	for {
		begin := strings.Index(s, blockBegin)
		if begin < 0 {
			return []byte(s)
		}
		end := strings.Index(s[begin:], blockEnd)
		if end < 0 {
			return []byte(s)
		}
		before, after := strings.TrimRight(s[:begin], "\n"), strings.TrimLeft(s[begin+end+len(blockEnd):], "\n")
		if before != "" {
			before += "\n"
		}
		s = before + after
	}
}

// block wraps text in the lines that mark it as generated; "" stays "".
func block(text string) string {
	if text == "" {
		return ""
	}
	return blockBegin + "\n" + text + blockEnd + "\n"
}

// merge joins texts with an empty line between them.
func merge(texts ...string) []byte {
	var b strings.Builder
	for _, t := range texts {
		if t == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(t)
		if !strings.HasSuffix(t, "\n") {
			b.WriteByte('\n')
		}
	}
	return []byte(b.String())
}
