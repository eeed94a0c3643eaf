package foreign

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/pattern"
)

// Sources determines which page a content file became, by the rules in a generator's documentation.
type Sources struct {
	Extensions []string // extensions of source files
	// Folder contains the pages if the given folder is that of a project whose pages are in another one ("src"): other
	// files are not pages. Default: the given folder.
	Folder string
	// Paths returns the paths of the pages that a file may have become, most likely first. Default: ByName.
	Paths func(s Source) []string
	// InCommon finds the front matter that several files share, by the files' names in the folder, nearest first.
	// Default: none.
	InCommon func(dir fs.FS, names []string) (of func(name string) []Common, found diag.List)

	Whole     string   // front matter key for the complete path
	Index     []string // names of files that are their folder's page
	Dated     bool     // a date at the start of a name is the date of publication and not part of the path
	Bundles   bool     // index.md is a page with the name of its folder
	Slugs     bool     // slug replaces the name, and characters that URLs cannot contain are dropped
	Languages bool     // name.fr.md is in French
}

// Source is a content file.
type Source struct {
	Path  string         // slash path in the folder
	Front map[string]any // its front matter
}

// Common is front matter that several files share, and its origin.
type Common struct {
	Values map[string]any // keys of all levels in lower case
	From   string
}

// Markdown returns the extensions of Markdown files, and more.
func Markdown(more ...string) []string {
	return append([]string{".md", ".markdown", ".mdown", ".mdx"}, more...)
}

// Say returns a text value of the front matter, or "".
func (s *Source) Say(key string) string {
	v, _ := s.Front[key].(string)
	return strings.TrimSpace(v)
}

// PathsOf returns the paths of the pages that a file may have become.
func (r *Sources) PathsOf(s Source) []string {
	var ok bool
	if s.Path, ok = r.Below(s.Path); !ok {
		return nil
	}
	if r.Paths != nil {
		return r.Paths(s)
	}
	return r.ByName(s)
}

// Below returns the path of a file in Folder; ok is false if it is elsewhere.
func (r *Sources) Below(name string) (rest string, ok bool) {
	if r.Folder == "" || r.Folder == "." || !fs.ValidPath(r.Folder) {
		return name, true
	}
	return strings.CutPrefix(name, r.Folder+"/")
}

var (
	unsafeName = pattern.New(`[^\p{L}\p{M}\p{N}._/-]+`)
	datedName  = pattern.New(`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-_/](.+)$`)
)

// DateInName parses names like 2026-01-02-name.
func DateInName(base string) (t time.Time, rest string, ok bool) {
	m := datedName.FindStringSubmatch(base)
	if m == nil {
		return t, base, false
	}
	t, err := time.Parse("2006-1-2", m[1]+"-"+m[2]+"-"+m[3])
	return t, m[4], err == nil
}

// Stem returns a path without its extension.
func Stem(p string) string { return strings.TrimSuffix(p, path.Ext(p)) }

// ByName returns the path from the front matter, else from the location of the file. A language in the file name
// becomes the first folder; the second result is without it, for the default language.
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

// Merged returns a with the values of b that a lacks. Tables are merged recursively, as in Jekyll and Eleventy.
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

// Lowered returns a value with keys of all levels in lower case, as in front matter.
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
