package config

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
)

// FileAbout is what front matter says about a file that is not a page, such as a PDF.
type FileAbout struct {
	Title     string
	LastMod   time.Time // of its last change; zero: not known
	DayOnly   bool      // LastMod is a day
	Canonical string    // URL, or path below the base URL or from the file, of what to list in its place; "": itself
	NoIndex   *bool     // whether search engines must not list it; nil: not said
	// Versions are its language versions, itself among them or not: URLs, or paths like Canonical, by code (rule H4).
	Versions map[string]string

	File string // where it is said, for messages
	Line int
}

// FileRule says something about all files that match.
type FileRule struct {
	Files glob.Set // of paths in the output
	About FileAbout
}

// aboutKeys are the keys of FileAbout.
var aboutKeys = []string{"canonical", "lastmod", "noindex", "title", "versions"}

// SidecarExtensions are those of front matter beside a file: report.pdf.yaml.
var SidecarExtensions = []string{".yaml", ".yml", ".toml", ".json"}

// Over returns a with what it does not say taken from b.
func (a FileAbout) Over(b FileAbout) FileAbout {
	a.Title = cmp.Or(a.Title, b.Title)
	if a.LastMod.IsZero() {
		a.LastMod, a.DayOnly = b.LastMod, b.DayOnly
	}
	a.Canonical = cmp.Or(a.Canonical, b.Canonical)
	a.NoIndex = cmp.Or(a.NoIndex, b.NoIndex)
	if a.Versions == nil {
		a.Versions = b.Versions
	}
	if a.File == "" {
		a.File, a.Line = b.File, b.Line
	}
	return a
}

// ReadFileAbout reads front matter beside a file. name is shown in messages; zone is that of dates without an offset.
func ReadFileAbout(name string, text []byte, zone *time.Location) (FileAbout, diag.List) {
	value, lines, err := frontmatter.Decode(formatOf(name), name, text)
	if err != nil {
		var d *diag.Diagnostic
		if !errors.As(err, &d) {
			d = &diag.Diagnostic{File: name, Message: err.Error()}
		}
		return FileAbout{}, diag.List{d}
	}
	values, ok := value.(map[string]any)
	if !ok {
		return FileAbout{}, diag.List{{
			Rule: "file-about", File: name, Line: 1,
			Message: "front matter of a file must be a table, not " + diag.Value(value),
			Hint:    "write lines like title: Report",
		}}
	}
	var found diag.List
	r := reader{tree: newTree(), diags: &found}
	r.tree.merge("", layer{values: values, at: func(key string) string {
		for ; key != ""; key = key[:max(0, strings.LastIndexByte(key, '.'))] {
			if n := lines[key]; n > 0 {
				return fmt.Sprintf("%s:%d", name, n)
			}
		}
		return name
	}})
	r.values = r.tree.root
	for _, key := range r.keys() {
		if !slices.Contains(aboutKeys, key) {
			d := r.problem(key, diag.Warning, fmt.Sprintf("unknown key %q", r.spelled(key)))
			d.Rule = "file-about"
			d.Hint = diag.DidYouMean(key, aboutKeys, "front matter of a file may have "+strings.Join(aboutKeys, ", "))
		}
	}
	about := readFileAbout(r, zone)
	about.File = name
	about.Line = max(lines["versions"], 0)
	return about, found
}

func readFileAbout(r reader, zone *time.Location) (a FileAbout) {
	r.str("title", &a.Title)
	r.choice("noindex", &a.NoIndex)
	r.str("canonical", &a.Canonical)
	if v := r.value("lastmod"); v != nil {
		var ok bool
		if a.LastMod, a.DayOnly, ok = frontmatter.Date(v, zone); !ok {
			d := r.problem("lastmod", diag.Error, fmt.Sprintf("the lastmod %s is not a valid date", diag.Value(v)))
			d.Rule, d.Hint = "M1", "write a date as 2006-01-02 or as 2006-01-02T15:04:05+01:00"
		}
	}
	if !address(a.Canonical) {
		d := r.problem("canonical", diag.Error, fmt.Sprintf("the canonical %q is not an address", a.Canonical))
		d.Rule, d.Hint = "file-about", "write an https:// URL, a path below the base URL (/report/), or one from the file"
		a.Canonical = ""
	}
	versions := r.sub("versions")
	for _, code := range versions.keys() {
		to := ""
		if versions.str(code, &to); to == "" || !address(to) {
			d := versions.problem(code, diag.Error, fmt.Sprintf("the version %q is not an address", to))
			d.Rule, d.Hint = "H2", "write an https:// URL, or the path of a file"
			continue
		}
		if a.Versions == nil {
			a.Versions = map[string]string{}
		}
		a.Versions[code] = to
	}
	return a
}

// address reports whether s is a URL of the web, or a path; "" is one.
func address(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "" && u.Opaque == "" || (u.Scheme == "https" || u.Scheme == "http") && u.Host != "")
}

// readFileRules reads [[discovery.fileRules]].
func readFileRules(s reader, zone *time.Location) (out []FileRule) {
	for _, t := range s.tables("fileRules") {
		var patterns []string
		t.list("files", &patterns)
		set, err := glob.NewSet(patterns)
		switch {
		case err != nil:
			t.problem("files", diag.Error, "discovery.fileRules: "+err.Error()).Rule = "config-value"
			continue
		case len(patterns) == 0:
			d := t.problem("files", diag.Error, "discovery.fileRules: a rule without files")
			d.Rule, d.Hint = "config-value", `write files = ["downloads/**.pdf"]`
			continue
		}
		about := readFileAbout(t, zone)
		about.File, about.Line = splitPosition(s.tree.origin[t.full(t.item)])
		out = append(out, FileRule{Files: set, About: about})
	}
	return out
}

// IsSidecar reports whether a path in the output is that of front matter of a listed file.
func (d *Discovery) IsSidecar(out string) bool {
	of := Sidecar(out)
	return of != "" && d.Files.Match(of)
}

// Sidecar returns the path of the file that front matter at this path is about; "" if it has no such name.
func Sidecar(path string) string {
	if ext := filepath.Ext(path); slices.Contains(SidecarExtensions, ext) {
		return strings.TrimSuffix(path, ext)
	}
	return ""
}
