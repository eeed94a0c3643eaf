package hosting

import (
	"cmp"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Site is what a host must know about a site: one model, from which the Write… methods make the files of each
// host. Nobody writes to it after it was made.
type Site struct {
	Prefix    string   // path of the base URL without its final slash: "" or "/sub"
	Redirects []Move   // by From
	Files     []File   // by Path; those about which the host must know something
	NotFound  []string // folders below Prefix that have a 404.html: "" for the root, "de"
	Secure    bool     // headers that are right for every site of plain files
	NoIndex   bool     // no page may be found: the site is a preview
}

// Move is an address that leads to another one.
type Move struct {
	From string // path, decoded, with the path of the base URL: "/sub/old/"
	To   string // path with that of the base URL, or an address on another host; escaped
}

// File is a file of the output about which a host must know something, or whose name is that of such a file.
type File struct {
	Path      string   // decoded, with the path of the base URL: "/sub/atom.xml"
	Type      string   // Content-Type; "": the name tells
	Links     []string // values of the header Link
	Immutable bool     // its name changes with its bytes
}

// Temporary reports whether a redirect may change: that from the root of the site to a language.
func (s *Site) Temporary(m Move) bool { return m.From == s.Prefix+"/" }

func (s *Site) status(m Move) string {
	if s.Temporary(m) {
		return "302"
	}
	return "301"
}

// security returns the headers for every file. All of them are safe for a site of plain files: nothing is
// sniffed, other hosts learn of a visit no more than the origin, and no foreign page frames this one.
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

// forever is for files whose names change with their bytes (RFC 8246).
const forever = "public, max-age=31536000, immutable"

// Names of files that hold a hash of their bytes: those of processed images, and of fingerprinted resources
// (md5 to sha512).
const (
	imageMark = `_hu_[0-9a-f]{16}`
	hashMark  = `\.(?:[0-9a-f]{32}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})`
)

var (
	imageName = regexp.MustCompile(imageMark + `\.([0-9a-z]+)$`)
	hashName  = regexp.MustCompile(hashMark + `(?:\.[0-9A-Za-z]+)?$`)
)

// Fingerprinted reports whether the name of a file holds the hash that a template put there.
func Fingerprinted(name string) bool { return hashName.MatchString(name) }

// group is a set of immutable files that one rule can name.
type group struct {
	globs  []string // paths of _headers, escaped; any of them will do where it is understood
	regexp string   // of what follows Prefix in a decoded path
	files  []string // decoded
}

// immutable returns the groups of immutable files: images by their extension, fingerprinted files each, others by
// folder, first letter and extension, which tells them from what lies beside them.
func (s *Site) immutable() []group {
	at := map[string]int{}
	var out []group
	for _, f := range s.Files {
		if !f.Immutable || !plain(f.Path) {
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
		// Netlify takes any number of stars, Cloudflare one and named parts of a path.
		return group{globs: []string{all + "/*_hu_*." + m[1], all + "/*_hu_:hash." + m[1]}, regexp: `/.*` + imageMark +
			`\.[0-9a-z]+`}
	}
	if Fingerprinted(file) {
		return group{globs: []string{escapePath(file)}, regexp: `/.*` + hashMark + `(?:\.[0-9A-Za-z]+)?`}
	}
	cut := strings.LastIndexByte(file, '/') + 2 // behind the first letter of the name
	cut = min(cut, len(file))
	ext := regexp.QuoteMeta(file[strings.LastIndexByte(file, '.')+1:])
	return group{
		globs:  []string{escapePath(file[:cut]) + "*." + ext},
		regexp: regexp.QuoteMeta(strings.TrimPrefix(file[:cut], s.Prefix)) + `[^/]+\.` + ext,
	}
}

// immutablePattern is a pattern of all immutable files, for hosts that know patterns; "" when there are none.
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

// typed is the type of all files that have a name.
type typed struct{ name, mediaType string }

// types returns the types of files by their names, and the files that need a rule of their own: those with links, and
// those of whose name there are others of another type.
func (s *Site) types() (names []typed, each []File) {
	by := map[string]string{}
	const mixed = "\x00"
	for _, f := range s.Files {
		if f.Immutable || !plain(f.Path) {
			continue
		}
		name := path.Base(f.Path)
		if t, ok := by[name]; ok && t != f.Type {
			by[name] = mixed
		} else {
			by[name] = f.Type
		}
	}
	for _, f := range s.told() {
		if t := by[path.Base(f.Path)]; plain(f.Path) && (t == mixed || len(f.Links) > 0) {
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

// withTypes returns the site with the types that rules of the project give to its files.
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
	return &out
}

// told returns the files with a type or links, by path.
func (s *Site) told() []File {
	var out []File
	for _, f := range s.Files {
		if f.Type != "" || len(f.Links) > 0 {
			out = append(out, f)
		}
	}
	return out
}

// ours are the files of the output that are for hosts, and that no host should send.
func ours() []string { return []string{"_headers", "_redirects", "_nginx.conf", ".htaccess"} }

// ForHosts reports whether a file at the root of the output is for hosts and not for people.
func ForHosts(name string) bool { return slices.Contains(ours(), name) }

func escapePath(path string) string { return (&url.URL{Path: path}).EscapedPath() }

// plain reports whether a text can stand in a line of a configuration.
func plain(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < 0x20 || r == 0x7f || r == 0xfffd })
}

// Lines around what is written into a file that a project has, too.
const (
	blockBegin = "# begin: written by sitegen"
	blockEnd   = "# end: written by sitegen"
)

// WithoutBlock returns a copy of a file of the project without what a build wrote into it, for one that was
// copied from an output.
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

// block is text between the lines that mark it as ours; "" for none.
func block(text string) string {
	if text == "" {
		return ""
	}
	return blockBegin + "\n" + text + blockEnd + "\n"
}

// merge puts texts one after the other, an empty line between them.
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
