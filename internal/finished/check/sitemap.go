// Package check audits folders and files made by any program: it reads files and returns diagnostics. It never uses the
// network.
package check

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// SitemapResult is the result of Sitemaps.
type SitemapResult struct {
	Files int // number of sitemaps, indexes and URL lists that were read
	URLs  int // number of different URLs of pages in them, as a build counts them
	Found diag.List
}

// SitemapOptions configures a check of sitemaps.
type SitemapOptions struct {
	// Now is the reference time for future dates and outdated news; zero: these are not checked.
	Now time.Time
	// Base is the URL of the folder, or of the folder that contains the file; "": the URLs in a sitemap are not
	// compared with its own URL.
	Base string
}

// Sitemaps checks a sitemap, an index with all sitemaps that it names, a list of URLs, or a folder. In a folder, it
// checks the sitemaps that robots.txt announces, those with the usual names, and text sitemaps. Files that an index
// names are searched in the folder of the index, by the path of their URL. It returns an error if a path cannot be
// read.
func Sitemaps(path string, o SitemapOptions) (SitemapResult, error) {
	info, err := os.Stat(path)
	if err != nil {
		return SitemapResult{}, fmt.Errorf("check sitemaps: %w", err)
	}
	c := newSitemapCheck(path)
	if o.Base != "" {
		base, err := webtree.ParseBase(o.Base)
		if err != nil {
			return SitemapResult{}, fmt.Errorf("check sitemaps: %w", err)
		}
		c.base = base.String()
	}
	roots := []string{path}
	if c.base == "" && !info.IsDir() {
		c.inferOrigin(path)
	}
	if info.IsDir() {
		if c.base != "" {
			c.robots.Loc = c.base + "robots.txt"
		}
		if roots, err = c.roots(); err != nil {
			return SitemapResult{}, err
		}
		for _, root := range roots {
			if c.base == "" && c.locs[root] == "" {
				c.inferOrigin(root)
			}
		}
	} else {
		c.dir = filepath.Dir(path)
	}
	check := sitemap.CheckOptions{Now: o.Now, SameText: info.IsDir(), Complete: info.IsDir()}
	if text, err := readRobots(filepath.Join(c.dir, "robots.txt")); err == nil {
		c.rules, check.Allowed = sitemap.ParseRobots(text), c.allowed
	}
	c.v = sitemap.NewValidator(check)
	if err := c.all(roots...); err != nil {
		return SitemapResult{}, err
	}
	c.close()
	return c.res, nil
}

// inferOrigin assumes that a sitemap with unknown URL is on the site of most of its URLs, so URLs on other sites are
// reported (rules L4, I4).
func (c *sitemapCheck) inferOrigin(file string) {
	in, err := os.Open(file)
	if err != nil {
		return
	}
	defer in.Close()
	r := sitemap.NewReader(in, sitemap.ReadOptions{})
	format, err := r.Format()
	if err != nil || format != sitemap.URLSet && format != sitemap.Index {
		return
	}
	var locs []string
	for e, err := r.Next(); err == nil; e, err = r.Next() {
		locs = append(locs, e.Loc)
	}
	origin := addresses.Majority(locs)
	if origin == "" {
		return
	}
	if c.locs == nil {
		c.locs = map[string]string{}
	}
	c.locs[file] = origin + "/" + url.PathEscape(filepath.Base(file))
	if localHost(origin) {
		c.res.Found = append(c.res.Found, localBase(file, origin+"/"))
	}
}

// localBase reports a site whose URLs lead to a developer's computer (rule L10).
func localBase(file, base string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Rule: "L10", Severity: diag.Warning, File: filepath.ToSlash(file),
		Message: fmt.Sprintf("the base URL %q is that of a local computer", base),
		Hint:    "build the site with its public URL",
	}
}

// all checks files and the files that they name.
func (c *sitemapCheck) all(roots ...string) error {
	for _, root := range roots {
		if err := c.file(root, c.address(root, c.locs[root])); err != nil {
			return err
		}
	}
	return nil
}

// close checks what holds for all files together.
func (c *sitemapCheck) close() {
	for _, f := range c.v.Close() {
		c.res.Found = append(c.res.Found, Finding(f))
	}
}

// address returns the URL of a file: below the base if the base is known, else the given URL.
func (c *sitemapCheck) address(file, said string) string {
	if rel, err := filepath.Rel(c.dir, file); c.base != "" && err == nil {
		return c.base + filepath.ToSlash(rel)
	}
	return said
}

// allowed reports whether the robots.txt of the folder lets crawlers fetch a URL.
func (c *sitemapCheck) allowed(loc string) bool {
	u, err := url.Parse(loc)
	return c.rules == nil || err != nil || c.rules.Allowed("*", u.RequestURI())
}

// open reports a sitemap that robots.txt disallows for crawlers (rule U8). A file with unknown URL is assumed to be
// below the root of its host, where robots.txt is.
func (c *sitemapCheck) open(file, loc string) {
	if loc == "" {
		rel, err := filepath.Rel(c.dir, file)
		if err != nil {
			return
		}
		loc = (&url.URL{Path: "/" + filepath.ToSlash(rel)}).String()
	}
	if !c.allowed(loc) {
		c.res.Found = append(c.res.Found, &diag.Diagnostic{
			Rule: "U8", Severity: diag.Error, File: filepath.ToSlash(file),
			Message: fmt.Sprintf("robots.txt disallows this sitemap: %q", loc),
		})
	}
}

// Finding converts a finding of the sitemap package to a diagnostic.
func Finding(f sitemap.Finding) *diag.Diagnostic {
	d := &diag.Diagnostic{Rule: f.Rule, Severity: diag.Error, File: f.File, Line: f.Line, Message: f.Message}
	if f.Severity == sitemap.Warning {
		d.Severity = diag.Warning
	}
	if f.Value != "" {
		d.Message += fmt.Sprintf(": %q", f.Value)
	}
	if f.Entry != "" && f.Entry != f.Value {
		d.Message += fmt.Sprintf(" (%q)", f.Entry)
	}
	return d
}

type sitemapCheck struct {
	dir    string
	base   string // URL of the folder, ending with a slash; "": unknown
	robots sitemap.RobotsOptions
	rules  *sitemap.Robots        // of robots.txt; nil: the folder has none
	may    func(file string) bool // whether a file may be read
	named  []string               // sitemaps that the home page names, by their paths
	lists  []string               // sitemaps with URLs, in the order of reading
	v      *sitemap.Validator
	seen   map[string]bool   // files that were read
	locs   map[string]string // URLs of files that robots.txt announces
	// nameless contains the indexes with unknown URL; the validator cannot detect that another index names them.
	nameless map[string]bool
	res      SitemapResult
}

func newSitemapCheck(dir string) sitemapCheck {
	return sitemapCheck{
		dir: dir, seen: map[string]bool{}, nameless: map[string]bool{},
		may: func(string) bool { return true },
	}
}

// errNone reports that no sitemap was found.
var errNone = errors.New("no sitemap found")

// roots returns the files of a folder to start with.
func (c *sitemapCheck) roots() ([]string, error) {
	var out []string
	add := func(file string) {
		if _, err := os.Stat(file); err == nil && c.may(file) && !slices.Contains(out, file) {
			out = append(out, file)
		}
	}
	robots := filepath.Join(c.dir, "robots.txt")
	text, err := readRobots(robots)
	switch {
	case err == nil && c.may(robots):
		for _, f := range sitemap.CheckRobots(filepath.ToSlash(robots), text, c.robots) {
			d := Finding(f)
			if d.Rule == "X1" { // sites below a path cannot change it
				d.Severity = diag.Warning
			}
			c.res.Found = append(c.res.Found, d)
		}
		c.locs = map[string]string{}
		for _, loc := range sitemap.ParseRobots(text).Sitemaps {
			if file, ok := c.find(loc); ok {
				add(file)
				c.locs[file] = loc
				continue
			}
			c.res.Found = append(c.res.Found,
				&diag.Diagnostic{
					Rule: "X4", File: filepath.ToSlash(robots), Line: lineOf(robots, loc),
					Message: fmt.Sprintf("robots.txt announces a sitemap that is not in the folder: %q", loc),
				})
		}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("check sitemaps: %w", err)
	}
	for _, file := range c.named {
		add(filepath.Join(c.dir, filepath.FromSlash(file)))
	}
	for _, name := range addresses.UsualSitemaps {
		file := filepath.Join(c.dir, name)
		if plain, packed := strings.CutSuffix(file, ".gz"); packed && c.may(plain) && c.may(file) && unpacksTo(file, plain) {
			continue // a compressed copy of the same sitemap
		}
		add(file)
	}
	lists, err := filepath.Glob(filepath.Join(c.dir, "sitemap*.txt"))
	if err != nil {
		return nil, fmt.Errorf("check sitemaps: %w", err)
	}
	for _, list := range lists {
		add(list)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("check sitemaps: %w in %s", errNone, c.dir)
	}
	return out, nil
}

// find returns the file of a sitemap's URL.
func (c *sitemapCheck) find(loc string) (string, bool) {
	path, ok := addresses.Below(loc, func(path string) bool {
		file := filepath.Join(c.dir, filepath.FromSlash(path))
		if !filepath.IsLocal(filepath.FromSlash(path)) {
			return false
		}
		info, err := os.Stat(file)
		return err == nil && info.Mode().IsRegular() && c.may(file)
	})
	return filepath.Join(c.dir, filepath.FromSlash(path)), ok
}

// file checks a sitemap and the sitemaps that it names.
func (c *sitemapCheck) file(file, loc string) error {
	if c.seen[file] {
		return nil
	}
	c.seen[file] = true
	c.open(file, loc)
	in, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("check sitemaps: %w", err)
	}
	checked := c.v.File(filepath.ToSlash(file), loc, in)
	if err := in.Close(); err != nil {
		return fmt.Errorf("check sitemaps: %w", err)
	}
	c.res.Files++
	if checked.Format != sitemap.Index {
		c.res.URLs += checked.New
		c.lists = append(c.lists, file)
	} else if loc == "" {
		c.nameless[file] = true
	}
	for _, child := range checked.Children {
		path, ok := c.find(child)
		if !ok {
			c.res.Found = append(c.res.Found, &diag.Diagnostic{
				Rule: "I7", Severity: diag.Error, File: filepath.ToSlash(file), Line: lineOf(file, child),
				Message: fmt.Sprintf("the index names a sitemap that does not exist: %q", child),
			})
			continue
		}
		if c.nameless[path] {
			c.res.Found = append(c.res.Found, &diag.Diagnostic{
				Rule: "I3", Severity: diag.Error, File: filepath.ToSlash(file), Line: lineOf(file, child),
				Message: fmt.Sprintf("the index names another index: %q", child),
			})
		}
		if err := c.file(path, c.address(path, child)); err != nil {
			return err
		}
	}
	return nil
}

// lineOf returns the line of a file that contains a text, or 0.
func lineOf(file, text string) int {
	data, err := readSome(file, mostList)
	if err != nil {
		return 0
	}
	i := bytes.Index(data, []byte(text))
	if i < 0 {
		return 0
	}
	return 1 + bytes.Count(data[:i], []byte("\n"))
}

// Maximum number of bytes read of a file, more than any crawler reads.
const (
	mostList   = 64 << 20
	mostRobots = 4 << 20
)

// unpacksTo reports whether a compressed file contains the same text as another file.
func unpacksTo(packed, plain string) bool {
	in, err := os.Open(packed)
	if err != nil {
		return false
	}
	defer in.Close()
	want, err := os.Open(plain)
	if err != nil {
		return false
	}
	defer want.Close()
	z, err := gzip.NewReader(bufio.NewReader(in))
	if err != nil {
		return false
	}
	a, b := make([]byte, 32<<10), make([]byte, 32<<10)
	for {
		n, err := io.ReadFull(z, a)
		m, wantErr := io.ReadFull(want, b)
		if n != m || !bytes.Equal(a[:n], b[:m]) {
			return false
		}
		if err != nil || wantErr != nil {
			atEnd := func(err error) bool { return err == io.EOF || err == io.ErrUnexpectedEOF }
			return atEnd(err) && atEnd(wantErr)
		}
	}
}

func readRobots(file string) ([]byte, error) { return readSome(file, mostRobots) }

// readSome reads the beginning of a file.
func readSome(file string, most int64) ([]byte, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(io.LimitReader(in, most))
}
