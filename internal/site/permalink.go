package site

import (
	"fmt"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site/sanitize"
)

// pattern is a compiled permalink pattern: https://gohugo.io/configuration/permalinks/#tokens
type pattern []func(*Page, sanitize.Settings) string

// parsePattern compiles a pattern. A token is a colon and a word, or a Go date layout; some have a slice after
// it; "\:" is a colon. An unknown token is an error.
func parsePattern(s string) (pattern, error) {
	var p pattern
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			t := text.String()
			p = append(p, func(*Page, sanitize.Settings) string { return t })
			text.Reset()
		}
	}
	for i := 0; i < len(s); i++ {
		if strings.HasPrefix(s[i:], `\:`) {
			text.WriteByte(':')
			i++
			continue
		}
		name := ""
		if s[i] == ':' {
			name = tokenName(s[i+1:])
		}
		if name == "" {
			text.WriteByte(s[i])
			continue
		}
		f := token(name)
		if f == nil {
			return nil, &unknownToken{name, s}
		}
		flush()
		p = append(p, f)
		i += len(name)
	}
	flush()
	return p, nil
}

// unknownToken is the error for an unknown token.
type unknownToken struct{ name, pattern string }

func (e *unknownToken) Error() string {
	return fmt.Sprintf("unknown permalink token :%s in %q", e.name, e.pattern)
}

// hint suggests the token that was probably meant; "" for any other error.
func hint(err error) string {
	e, ok := err.(*unknownToken)
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(e.name, "[")
	if near := diag.Nearest(name, tokens); near != "" {
		return "did you mean :" + near + "?"
	}
	return "the tokens are :" + strings.Join(tokens, ", :")
}

// tokens are the names of all tokens except date layouts.
var tokens = []string{
	"year", "month", "monthname", "day", "weekday", "weekdayname", "yearday", "section", "sectionslug", "sections",
	"sectionslugs", "title", "slug", "filename", "slugorfilename", "contentbasename", "slugorcontentbasename",
}

// tokenName returns the word at the start of s, with the slice that may follow it.
func tokenName(s string) string {
	n := 0
	for n < len(s) && (s[n] == '_' || '0' <= s[n] && s[n] <= '9' || 'a' <= s[n] && s[n] <= 'z' || 'A' <= s[n] &&
		s[n] <= 'Z') {
		n++
	}
	if n == 0 || n == len(s) || s[n] != '[' {
		return s[:n]
	}
	if end := strings.IndexByte(s[n:], ']'); end > 1 {
		return s[:n+end+1]
	}
	return s[:n]
}

// token returns the function of a token, or nil.
func token(name string) func(*Page, sanitize.Settings) string {
	if name, cut, ok := strings.Cut(name, "["); ok {
		of := slicer(strings.TrimSuffix(cut, "]"))
		switch name {
		case "sections":
			return func(p *Page, _ sanitize.Settings) string { return path.Join(of(p.Sections)...) }
		case "sectionslugs":
			return func(p *Page, s sanitize.Settings) string { return path.Join(of(sectionSlugs(p, s))...) }
		}
		return nil
	}
	switch name {
	case "year":
		return func(p *Page, _ sanitize.Settings) string { return strconv.Itoa(p.Dates.Date.Year()) }
	case "month":
		return dateLayout("01")
	case "monthname":
		return func(p *Page, _ sanitize.Settings) string { return p.Dates.Date.Month().String() }
	case "day":
		return dateLayout("02")
	case "weekday":
		return func(p *Page, _ sanitize.Settings) string { return strconv.Itoa(int(p.Dates.Date.Weekday())) }
	case "weekdayname":
		return func(p *Page, _ sanitize.Settings) string { return p.Dates.Date.Weekday().String() }
	case "yearday":
		return func(p *Page, _ sanitize.Settings) string { return strconv.Itoa(p.Dates.Date.YearDay()) }
	case "section":
		return func(p *Page, _ sanitize.Settings) string { return p.SectionPath }
	case "sectionslug":
		return func(p *Page, s sanitize.Settings) string {
			if f := p.FirstSection(); f != nil && f.Kind != Home {
				return slugOrTitle(f, s)
			}
			return ""
		}
	case "sections":
		return func(p *Page, _ sanitize.Settings) string { return p.Current.Path }
	case "sectionslugs":
		return func(p *Page, s sanitize.Settings) string { return path.Join(sectionSlugs(p, s)...) }
	case "title":
		return titleToken
	case "slug":
		return slugOrTitle
	case "filename":
		return fileName
	case "slugorfilename":
		return slugOr(fileName)
	case "contentbasename":
		return contentBaseName
	case "slugorcontentbasename":
		return slugOr(contentBaseName)
	}
	// A layout is a date if it changes a time none of whose fields equals that of the layout.
	probe := time.Date(2019, time.November, 9, 23, 1, 42, 1, time.UTC)
	if probe.Format(name) != name {
		return dateLayout(name)
	}
	return nil
}

func dateLayout(layout string) func(*Page, sanitize.Settings) string {
	return func(p *Page, _ sanitize.Settings) string { return p.Dates.Date.Format(layout) }
}

func slugOrTitle(p *Page, s sanitize.Settings) string {
	if p.Slug != "" {
		return s.Token(p.Slug)
	}
	return titleToken(p, s)
}

var slashes = strings.NewReplacer("/", "-", `\`, "-")

// titleToken returns the title as one part of a path; terms may be hierarchies.
func titleToken(p *Page, s sanitize.Settings) string {
	if p.Kind == Taxonomy || p.Kind == Term || p.Edition.config.Release.Before(166) {
		return s.Token(p.Title)
	}
	return s.Token(slashes.Replace(p.Title))
}

func slugOr(other func(*Page, sanitize.Settings) string) func(*Page, sanitize.Settings) string {
	return func(p *Page, s sanitize.Settings) string {
		if p.Slug != "" {
			return s.Token(p.Slug)
		}
		return other(p, s)
	}
}

func fileName(p *Page, s sanitize.Settings) string {
	if p.Doc == nil || p.Kind != Regular {
		return ""
	}
	return s.Token(p.Doc.Base)
}

// contentBaseName is the name of the file or folder; of a term, its name: in Hugo projects, the last part of it.
func contentBaseName(p *Page, s sanitize.Settings) string {
	if p.Edition.config.Hugo {
		return s.Token(path.Base(p.name))
	}
	return s.Token(p.name)
}

func sectionSlugs(p *Page, s sanitize.Settings) []string {
	var out []string
	for c := p.Current; c != nil && c.Kind != Home; c = c.Parent {
		out = append(out, slugOrTitle(c, s))
	}
	slices.Reverse(out)
	return out
}

// slicer parses the brackets of a token: "2", "last", "1:", ":last", "0:2". It never fails: elements outside of
// the list are empty.
func slicer(cut string) func([]string) []string {
	index := func(s string, low bool) func(n int) int {
		switch {
		case s == "" && low:
			return func(int) int { return 0 }
		case s == "":
			return func(n int) int { return n }
		case s == "last":
			return func(n int) int { return n - 1 }
		}
		at, _ := strconv.Atoi(s)
		at = max(at, 0)
		return func(n int) int {
			if at < n {
				return at
			}
			if low {
				return -1
			}
			return n
		}
	}
	from, to, isRange := strings.Cut(strings.ToLower(strings.TrimSpace(cut)), ":")
	low, high := index(from, true), index(to, false)
	return func(list []string) []string {
		if len(list) == 0 {
			return nil
		}
		i := low(len(list))
		if i < 0 {
			return nil
		}
		if !isRange {
			return list[i : i+1]
		}
		if j := high(len(list)); j >= i {
			return list[i:j]
		}
		return nil
	}
}

// expand applies a pattern to a page. The result is unescaped and not sanitized.
func (t pattern) expand(p *Page, s sanitize.Settings) string {
	var b strings.Builder
	for _, part := range t {
		b.WriteString(part(p, s))
	}
	out := b.String()
	if strings.ContainsAny(out, "+%") { // a "+" means a space here, as in Hugo
		var err error
		if out, err = url.QueryUnescape(out); err != nil {
			return ""
		}
	}
	return out
}

// permalinks are the patterns of one language.
type permalinks []permalink

type permalink struct {
	kind   Kind
	path   string // "/docs": this page and those below
	root   bool   // the pages at the root of the site only
	target *matcher
	text   pattern
}

// compilePermalinks compiles the patterns of a language; of two that apply to a page, that of the longer
// section path comes first.
func compilePermalinks(list []config.Permalink, cfg *config.Config) (permalinks, error) {
	var out permalinks
	for _, c := range list {
		t, err := parsePattern(c.Pattern)
		if err != nil {
			return nil, err
		}
		l := permalink{kind: Kind(c.Kind), text: t}
		switch section := strings.Trim(c.Section, " /"); {
		case c.Target != nil:
			if l.target, err = newMatcher(*c.Target, cfg); err != nil {
				return nil, err
			}
		case section == "":
			l.root = true
		default:
			l.path = "/" + section
		}
		out = append(out, l)
	}
	slices.SortStableFunc(out, func(a, b permalink) int { return len(b.path) - len(a.path) })
	return out, nil
}

// find returns the pattern for a page, or nil.
func (l permalinks) find(p *Page) pattern {
	for _, c := range l {
		switch {
		case c.target != nil:
			if p.Kind != NotFound {
				if c.target.match(p.Kind, p.Path, p.Edition.Language.Lower) {
					return c.text
				}
			}
		case c.kind != p.Kind:
		case c.root:
			if strings.LastIndexByte(p.Path, '/') == 0 {
				return c.text
			}
		case strings.HasPrefix(p.Path, c.path) && (len(p.Path) == len(c.path) || p.Path[len(c.path)] == '/'):
			return c.text
		}
	}
	return nil
}

// matcher is a compiled config.Target.
type matcher struct {
	path, kind *glob.Pattern
	langs      []string // those that match; nil: all
	never      bool     // the environment, a language, the version, or the role does not match
}

func newMatcher(t config.Target, cfg *config.Config) (*matcher, error) {
	other, err := config.Elsewhere(t.Matrix, cfg.Versions, cfg.Roles)
	if err != nil {
		return nil, err
	}
	m := &matcher{never: other != ""}
	if t.Path != "" {
		if m.path, err = glob.ParsePattern(t.Path); err != nil {
			return nil, err
		}
	}
	if t.Kind != "" {
		if m.kind, err = glob.ParsePattern(t.Kind); err != nil {
			return nil, err
		}
	}
	if t.Environment != "" {
		e, err := glob.ParsePattern(t.Environment)
		if err != nil {
			return nil, err
		}
		m.never = m.never || !e.Match(cfg.Environment)
	}
	if t.Languages != nil {
		m.langs, err = cfg.Matching(t.Languages)
		m.never = m.never || m.langs == nil
	}
	return m, err
}

func (m *matcher) match(kind Kind, path, lang string) bool {
	if m.never || m.kind != nil && !m.kind.Match(string(kind)) || m.path != nil && !m.path.Match(path) {
		return false
	}
	return m.langs == nil || slices.Contains(m.langs, lang)
}
