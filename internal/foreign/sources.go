package foreign

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Sources says which page a file in a folder of content became, as the documentation of a generator has it.
type Sources struct {
	Extensions []string // of sources
	// Paths are those of the pages that a file may have become, the likeliest first. Default: ByName.
	Paths func(s Source) []string
	// InCommon finds what the front matter of several files has in common, by their names in the folder, the nearest
	// first. Default: nothing.
	InCommon func(dir fs.FS, names []string) (of func(name string) []Common, found diag.List)

	Whole     string   // key of front matter that gives the whole path
	Index     []string // names of files that are the page of their folder
	Dated     bool     // a date at the beginning of a name is that of publication, and no part of the path
	Bundles   bool     // index.md is a page of the name of its folder
	Slugs     bool     // slug is in place of the name, and what cannot be in an address is left out
	Languages bool     // name.fr.md is in French
}

// Source is a file of content.
type Source struct {
	Path      string         // slash path in the folder
	Front     map[string]any // its front matter
	Published time.Time      // zero when not known
}

// Common is front matter that several files have in common, and where it is written.
type Common struct {
	Values map[string]any // keys of all levels in lower case
	From   string
}

// Markdown are the extensions of Markdown, and more.
func Markdown(more ...string) []string {
	return append([]string{".md", ".markdown", ".mdown", ".mdx"}, more...)
}

// Say returns a text of the front matter, "" when there is none.
func (s *Source) Say(key string) string {
	v, _ := s.Front[key].(string)
	return strings.TrimSpace(v)
}

// PathsOf are the paths of the pages that a file may have become.
func (r *Sources) PathsOf(s Source) []string {
	if r.Paths != nil {
		return r.Paths(s)
	}
	return r.ByName(s)
}

var (
	unsafeName = regexp.MustCompile(`[^\p{L}\p{M}\p{N}._/-]+`)
	datedName  = regexp.MustCompile(`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-_/](.+)$`)
)

// DateInName reads 2026-01-02-name.
func DateInName(base string) (t time.Time, rest string, ok bool) {
	m := datedName.FindStringSubmatch(base)
	if m == nil {
		return t, base, false
	}
	t, err := time.Parse("2006-1-2", m[1]+"-"+m[2]+"-"+m[3])
	return t, m[4], err == nil
}

// Stem is a path without its extension.
func Stem(p string) string { return strings.TrimSuffix(p, path.Ext(p)) }

// ByName are the path that front matter gives, or the place of the file. A language in the name of a file is the
// first folder, or none for the default language.
func (r *Sources) ByName(s Source) []string {
	p := Stem(s.Path)
	lang := ""
	if ext := path.Ext(p); r.Languages && len(ext) >= 3 && len(ext) <= 8 && !strings.ContainsAny(ext, "0123456789 ") {
		p, lang = Stem(p), ext[1:]+"/"
	}
	dir, base := path.Split(p)
	if slices.Contains(r.Index, base) {
		base = ""
	} else {
		if base == "index" && r.Bundles {
			dir, base = path.Split(strings.TrimSuffix(dir, "/"))
		}
		if _, rest, ok := DateInName(base); ok && r.Dated {
			base = rest
		}
		if slug := s.Say("slug"); slug != "" && r.Slugs {
			base = slug
		}
	}
	p = dir + base
	if r.Slugs {
		p = strings.ToLower(unsafeName.ReplaceAllString(strings.ReplaceAll(p, " ", "-"), ""))
	}
	if whole := s.Say(r.Whole); whole != "" {
		p = strings.TrimPrefix(whole, "/")
	}
	return []string{lang + p, p}
}

// Merged is a with what b has besides, table by table, as Jekyll and Eleventy do.
func Merged(a, b map[string]any) map[string]any {
	out := make(map[string]any, len(a)+len(b))
	for key, v := range b {
		out[key] = v
	}
	for key, v := range a {
		mine, ok := v.(map[string]any)
		theirs, both := out[key].(map[string]any)
		if ok && both {
			v = Merged(mine, theirs)
		}
		out[key] = v
	}
	return out
}

// Lowered is a value with the keys of all levels in lower case, as front matter has them.
func Lowered(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, value := range v {
			out[strings.ToLower(key)] = Lowered(value)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = Lowered(v[i])
		}
		return out
	}
	return v
}
