package listing

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// File is an output file that is not a page but is listed in the sitemap, such as a PDF.
type File struct {
	Path  string           // slash path in the output folder
	From  string           // file that is copied, relative to the project
	Hash  uint64           // of its bytes, for the ledger
	Date  time.Time        // of its last change in git; zero: not known
	Page  *PageFacts       // what it says to crawlers, if it is a page; else nil
	About config.FileAbout // what the project says about it

	// WithFiles sets these.
	Edition    *site.Edition
	URL        site.URL
	Canonical  string      // absolute URL of what is listed in its place; "": itself
	Alternates []Alternate // its language versions and itself, by code; nil: none
	Rule, Why  string      // why sitemaps do not list it; "": they do
}

// Listed reports whether sitemaps list the file.
func (f *File) Listed() bool { return f.Why == "" }

// NoIndex reports whether search engines must not list the file.
func (f *File) NoIndex() bool { return f.About.NoIndex != nil && *f.About.NoIndex }

// WithFiles returns the listing with additional files for the sitemaps. It does not list what crawlers may not read or
// index: by the project's robots.txt, by a rule of the host (about), by what the file says itself (rule L9), or by what
// the project says about it.
func (l *Listing) WithFiles(files []File, robots []byte, about func(*site.Edition, site.URL) HostRule) (*Listing,
	diag.List,
) {
	out := *l
	if len(robots) > 0 {
		out.rules = sitemap.ParseRobots(robots)
	}
	seen := map[string]bool{}
	for _, f := range files {
		e, rest := fileEdition(l.editions, f.Path)
		if seen[f.Path] || !e.known {
			continue
		}
		seen[f.Path] = true
		f.Edition, f.URL = e.Edition, e.Base.At("/"+rest)
		if f.Page != nil {
			own, open := f.canonical(rest)
			if open {
				f.URL = e.Base.At("/" + own)
			} else {
				f.Rule, f.Why = "L9", "it says that it must not be indexed, or that another page is in its place"
			}
		}
		if to := f.resolve(f.About.Canonical); f.About.Canonical != "" && to != f.URL.Abs() {
			f.Canonical = to
		}
		switch host := about(f.Edition, f.URL); {
		case f.NoIndex():
			f.Rule, f.Why = "L9", "noindex"
		case f.Canonical != "":
			f.Rule, f.Why = "L8", "its canonical URL is "+f.Canonical
		case !out.Allowed(e.Edition, e.Base.At("/"+rest).Rel()):
			f.Rule, f.Why = "L9", "robots.txt disallows it"
		case host != HostRule{}:
			f.Rule, f.Why = "L9", cmp.Or(host.NoIndex, host.Redirect)
		}
		out.files = append(out.files, f)
	}
	return &out, fileVersions(&out)
}

// resolve returns the absolute URL of an address that front matter of the file gives: a path that begins with a slash
// is below the base URL, another one is from the file.
func (f *File) resolve(address string) string {
	if strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") {
		return f.Edition.Base.At(address).Abs()
	}
	own, err := url.Parse(f.URL.Abs())
	if err != nil {
		return ""
	}
	to, err := own.Parse(address)
	if err != nil {
		return ""
	}
	return to.String()
}

// fileVersions finds the language versions of the files. Those that one file names are the versions of all of them that
// say nothing else, so that each names the others (rule H1). A version on this site must be a listed file (rule H5).
func fileVersions(l *Listing) (found diag.List) {
	at := map[string]int{}
	for i := range l.files {
		if l.files[i].Listed() {
			at[l.files[i].URL.Abs()] = i
		}
	}
	for i := range l.files {
		f := &l.files[i]
		if len(f.About.Versions) == 0 || !f.Listed() {
			continue
		}
		say := func(rule, message string) {
			found = append(found, &diag.Diagnostic{
				Rule: rule, Severity: diag.Warning, File: f.About.File, Line: f.About.Line,
				Message: f.Path + ": " + message,
			})
		}
		var set []Alternate
		self := false
		for _, code := range slices.Sorted(maps.Keys(f.About.Versions)) {
			lang, ok := sitemap.Hreflang(code)
			to := f.resolve(f.About.Versions[code])
			_, listed := at[to]
			switch {
			case !ok:
				say("H3", fmt.Sprintf("%q is not a language code", code))
				continue
			case !listed && strings.HasPrefix(to, f.Edition.Base.Origin()+"/"):
				say("H5", fmt.Sprintf("its version %s, %s, is not a file that sitemaps list", lang, to))
				continue
			}
			self = self || to == f.URL.Abs()
			set = append(set, Alternate{Lang: lang, Href: to})
		}
		if lang, ok := sitemap.Hreflang(f.Edition.Language.Lower); !self && ok && !hasLang(set, lang) {
			set, self = append(set, Alternate{Lang: lang, Href: f.URL.Abs()}), true
		}
		if slices.SortFunc(set, func(a, b Alternate) int { return cmp.Compare(a.Lang, b.Lang) }); !self {
			say("H1", "its versions name another file for its own language")
			continue
		}
		if len(set) < 2 {
			continue
		}
		for _, v := range set {
			other, here := at[v.Href]
			if !here {
				continue
			}
			o := &l.files[other]
			switch {
			case o.Alternates == nil:
				o.Alternates = set
			case !slices.Equal(o.Alternates, set):
				say("H1", fmt.Sprintf("it names other versions than %s does", o.Path))
			}
		}
	}
	return found
}

// canonical returns the path on the host that a page gives as its own; file is its path there. open is false if the
// page must not be indexed, or another one in its place.
func (f *File) canonical(file string) (path string, open bool) {
	if f.Page.NoIndex || f.Page.Refresh != "" {
		return "", false
	}
	if f.Page.Canonical == "" {
		return file, true
	}
	own, err := url.Parse(f.URL.Abs())
	if err != nil {
		return file, true
	}
	to, err := own.Parse(f.Page.Canonical)
	if err != nil {
		return file, true
	}
	path, below := strings.CutPrefix(to.Path, strings.TrimSuffix(own.Path, file))
	return path, below && strings.EqualFold(to.Hostname(), own.Hostname()) &&
		addresses.FormOf(file, path) != addresses.None
}

// Files returns the files that the sitemaps list, each with the date of its last change if the project, git, or the
// ledger has one.
func (l *Listing) Files() []File {
	out := slices.DeleteFunc(slices.Clone(l.files), func(f File) bool { return !f.Listed() })
	for i := range out {
		f := &out[i]
		if !f.About.LastMod.IsZero() {
			f.Date = f.About.LastMod
		}
		if f.Date.IsZero() {
			known, _ := l.memory.now.Find(key(f.Edition, f.URL))
			f.Date = known.Changed
		}
	}
	return out
}

// FilesNamed returns the files that a URL, a path of the site, or an output path names, listed or not.
func (l *Listing) FilesNamed(name string) []File {
	return slices.DeleteFunc(slices.Clone(l.files), func(f File) bool {
		return !site.SameFile(name, f.Path) && name != f.URL.Abs() && name != f.URL.Rel() && name != f.URL.Path()
	})
}

// Described returns the files about which the project says something, whether they are listed or not.
func (l *Listing) Described() []File {
	return slices.DeleteFunc(slices.Clone(l.files), func(f File) bool {
		return !f.NoIndex() && f.Canonical == "" && len(f.Alternates) == 0
	})
}

// fileEdition returns the edition whose host serves a file, and the file's path there.
func fileEdition(editions []edition, file string) (*edition, string) {
	first := &editions[0]
	for i := range editions {
		e := &editions[i]
		own := ownHost(e.Edition)
		if rest, below := strings.CutPrefix(file, e.Language.Lower+"/"); below && own {
			return e, rest
		}
		if !own {
			first = e
		}
	}
	return first, file
}

// fileItems returns the ledger items of the files.
func fileItems(files []File) []ledger.Item {
	var out []ledger.Item
	for _, f := range files {
		if !f.Listed() {
			continue
		}
		out = append(out, ledger.Item{URL: key(f.Edition, f.URL), Main: f.Hash})
	}
	return out
}
