// Package hugodiff compares the folder that Hugo wrote with the one that sitegen wrote for the same project: which
// pages and files are equal, which differ and why, and which URLs only one of them has. Package diff supplies what a
// change means for search engines and feed readers; this package adds the bytes.
//
// White space, the order of attributes, comments, the name of the generator, and hashes in names of assets don't count.
package hugodiff

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/finished/diff"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
)

// Options selects what is compared. The zero value is useful.
type Options struct {
	Base string // URL of the site; default: the one that its canonical links and sitemaps agree on
	Jobs int    // number of workers; default: one per processor

	// Again are folders of further builds by Hugo. A page that differs among Hugo's own builds (lists in random order,
	// what was rendered first) counts as undecided.
	Again []string
}

// Count counts pages (HTML files) or other files by result.
type Count struct {
	Identical int `json:"identical"`
	Differ    int `json:"differ"`
	Undecided int `json:"undecided"` // Hugo's own builds differ
	Lost      int `json:"onlyHugo"`
	Added     int `json:"onlySitegen"`
}

// File is a file that only one side has.
type File struct {
	Path  string `json:"path"`            // slash path in the folder
	Cause string `json:"cause,omitempty"` // name of a Cause; "" if unknown
	URL   string `json:"url,omitempty"`   // for a page: where readers find it, below the root
}

// Difference is the first difference of a page, or the difference of a file.
type Difference struct {
	Path    string `json:"path"`
	Class   string `json:"class"`             // the kind of the difference, such as "attribute: a href"
	Cause   string `json:"cause,omitempty"`   // name of a Cause; "" if unknown
	Hugo    string `json:"hugo,omitempty"`    // the place in Hugo's page, for people
	Sitegen string `json:"sitegen,omitempty"` // the same place in sitegen's page
}

// Result is a comparison. Lists are sorted by path.
type Result struct {
	Pages, Files Count
	Lost         []File // only Hugo wrote them, and no redirect leads elsewhere: their URLs would be lost
	Redirected   []File // only Hugo wrote them, and a redirect leads to another page
	Added        []File // only sitegen wrote them
	Differences  []Difference
	Findings     []diff.Finding // errors and warnings for search engines and feed readers
	Hugo         string         // version of Hugo that the pages name; "" if none
	Bases        [2]string      // base URLs of both, as their pages show them; "" if unknown
}

// Loses reports whether readers, search engines, or feed readers would lose something by switching.
func (r *Result) Loses() bool {
	return len(r.Lost) > 0 ||
		slices.ContainsFunc(r.Findings, func(f diff.Finding) bool { return f.Severity == diag.Error })
}

// Same reports whether both folders have the same files, and nothing that counts differs.
func (r *Result) Same() bool {
	return len(r.Lost)+len(r.Redirected)+len(r.Added)+len(r.Differences)+len(r.Findings) == 0
}

// mostRead is the maximum number of bytes of a page or text that is normalized; the bytes of longer ones count.
const mostRead = 32 << 20

// Compare compares the folder that Hugo wrote with the one that sitegen wrote.
func Compare(ctx context.Context, hugo, ours string, o Options) (*Result, error) {
	c := &comparison{dirs: [2]string{hugo, ours}, options: o, out: &Result{}}
	for i, dir := range c.dirs {
		folder, err := webtree.Open(ctx, dir)
		if err != nil {
			return nil, err
		}
		c.sizes[i] = make(map[string]int64, len(folder.Files))
		for _, f := range folder.Files {
			c.names[i] = append(c.names[i], f.Path)
			c.sizes[i][f.Path] = f.Size
		}
		slices.Sort(c.names[i])
		if i == 1 {
			if c.tree, err = webtree.New(folder, folder.Files, webtree.Options{Base: o.Base}); err != nil {
				return nil, err
			}
		}
	}
	c.pair()
	if err := c.compare(ctx); err != nil {
		return nil, err
	}
	return c.out, c.public(ctx)
}

// comparison is the state of one Compare.
type comparison struct {
	dirs    [2]string
	names   [2][]string // slash paths, sorted
	sizes   [2]map[string]int64
	options Options
	tree    *webtree.Tree // of our folder
	pairs   [][2]string   // files to compare
	out     *Result
}

// pair pairs the files by name, then the rest by name without hashes. Sizes of one image have one such name, so these
// are paired in the order of their bytes.
func (c *comparison) pair() {
	rest := [2]map[string][]string{{}, {}}
	for i, names := range c.names {
		for _, name := range names {
			if _, both := slices.BinarySearch(c.names[1-i], name); !both {
				key := normal(name)
				rest[i][key] = append(rest[i][key], name)
			} else if i == 0 {
				c.pairs = append(c.pairs, [2]string{name, name})
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(rest[0])) {
		hugo, ours := rest[0][key], rest[1][key]
		both := 0
		if key != hugo[0] {
			both = min(len(hugo), len(ours))
			c.bySize(0, hugo)
			c.bySize(1, ours)
		}
		for i, name := range hugo {
			if i < both {
				c.pairs = append(c.pairs, [2]string{name, ours[i]})
			} else {
				c.lost(name)
			}
		}
		rest[1][key] = ours[both:]
	}
	for _, key := range slices.Sorted(maps.Keys(rest[1])) {
		for _, name := range rest[1][key] {
			c.out.count(name).Added++
			c.out.Added = append(c.out.Added, File{Path: name, Cause: causeOfFile(name, onlySitegen)})
		}
	}
	slices.SortFunc(c.pairs, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	for _, list := range [][]File{c.out.Lost, c.out.Redirected, c.out.Added} {
		slices.SortFunc(list, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	}
}

// bySize sorts files of a side by their number of bytes, then by name.
func (c *comparison) bySize(side int, names []string) {
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(c.sizes[side][a], c.sizes[side][b]), strings.Compare(a, b))
	})
}

// lost files a name that only Hugo's folder has.
func (c *comparison) lost(name string) {
	f := File{Path: name, Cause: causeOfFile(name, onlyHugo)}
	if isPage(name) {
		f.URL = "/" + c.tree.Host().Path(name)
	}
	if c.tree.At(name).Kind == webtree.Own || isPage(name) && c.tree.At(c.tree.Host().Path(name)).Kind == webtree.Own {
		c.out.Redirected = append(c.out.Redirected, f)
		return
	}
	c.out.count(name).Lost++
	c.out.Lost = append(c.out.Lost, f)
}

// count returns the numbers that a file belongs to.
func (r *Result) count(name string) *Count {
	if isPage(name) {
		return &r.Pages
	}
	return &r.Files
}

func isPage(name string) bool { return slices.Contains([]string{".html", ".htm"}, path.Ext(name)) }

// compared is the result of one pair.
type compared struct {
	difference *Difference
	undecided  bool
	version    string // of Hugo
}

// compare compares the pairs.
func (c *comparison) compare(ctx context.Context) error {
	results, err := par.Map(ctx, c.options.Jobs, c.pairs,
		func(_ context.Context, pair [2]string) (compared, error) { return c.files(pair) })
	if err != nil {
		return err
	}
	for i, r := range results {
		n := c.out.count(c.pairs[i][0])
		c.out.Hugo = cmp.Or(c.out.Hugo, r.version)
		switch {
		case r.undecided:
			n.Undecided++
		case r.difference != nil:
			n.Differ++
			c.out.Differences = append(c.out.Differences, *r.difference)
		default:
			n.Identical++
		}
	}
	return nil
}

// files compares one pair of files.
func (c *comparison) files(pair [2]string) (out compared, err error) {
	var data [2][]byte
	for i := range pair {
		if data[i], err = os.ReadFile(filepath.Join(c.dirs[i], filepath.FromSlash(pair[i]))); err != nil {
			return out, err
		}
	}
	if isPage(pair[0]) {
		out.version = versionOf(data[0])
	}
	d, differs := differenceOf(pair[0], data[0], data[1])
	for _, dir := range c.options.Again {
		again, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(pair[0])))
		if err != nil && !os.IsNotExist(err) {
			return out, err
		}
		if _, other := differenceOf(pair[0], data[0], again); err != nil || other {
			out.undecided = true
			return out, nil
		}
	}
	if differs {
		d.Path = pair[0]
		out.difference = &d
	}
	return out, nil
}

// differenceOf compares the contents of two files of a name. ok is false if they don't differ.
func differenceOf(name string, hugo, ours []byte) (d Difference, ok bool) {
	ext := strings.TrimPrefix(path.Ext(name), ".")
	switch {
	case bytes.Equal(hugo, ours):
		return Difference{}, false
	case len(hugo) > mostRead || len(ours) > mostRead:
	case isPage(name):
		return comparePages(hugo, ours)
	case slices.Contains(texts, ext):
		a, b := normal(string(hugo)), normal(string(ours))
		if a == b {
			return Difference{}, false
		}
		d.Hugo, d.Sitegen = fromDifference(a, b)
		d.Hugo, d.Sitegen = shortened(d.Hugo), shortened(d.Sitegen)
	}
	d.Class, d.Cause = "file: "+ext, causeOfFile(name, differ)
	if d.Cause == "" && sameImage(hugo, ours) {
		d.Cause = causeImage
	}
	return d, true
}

// texts are the extensions of files in which white space and hashes don't count.
var texts = []string{"css", "js", "mjs", "json", "webmanifest", "svg", "txt", "xml", "map"}

// versionOf returns the version of Hugo that a page names, such as "0.165.0".
func versionOf(page []byte) string {
	if !bytes.Contains(page, []byte("generator")) {
		return ""
	}
	z := html.NewTokenizer(bytes.NewReader(page))
	for z.Next() != html.ErrorToken {
		t := z.Token()
		if !isGenerator(token{name: t.Data, attrs: t.Attr}) {
			continue
		}
		for _, a := range t.Attr {
			if v, ok := strings.CutPrefix(a.Val, "Hugo "); ok && a.Key == "content" {
				return v
			}
		}
	}
	return ""
}

// public compares what search engines and feed readers see. Removed pages are in Lost, and differences of contents in
// Differences, so only the other findings remain. Feeds and sitemaps without a finding differ only as described in the
// documentation.
func (c *comparison) public(ctx context.Context) error {
	from, err := diff.Open(ctx, c.dirs[0], diff.Options{Base: c.options.Base, Jobs: c.options.Jobs})
	if err != nil {
		return err
	}
	c.out.Bases[0] = from.Base
	if other := from.Elsewhere(); other != "" { // Hugo built it for another URL
		c.out.Bases[0] = other
		if from, err = diff.Open(ctx, c.dirs[0], diff.Options{Jobs: c.options.Jobs}); err != nil {
			return err
		}
	}
	to, err := diff.Open(ctx, c.dirs[1], diff.Options{Base: c.options.Base, Jobs: c.options.Jobs})
	if err != nil {
		return err
	}
	c.out.Bases[1] = to.Base
	res, err := diff.Compare(from, to, diff.CompareOptions{Skip: skipped})
	if err != nil {
		return err
	}
	touched := map[string]bool{} // feeds with a finding
	for _, f := range res.Findings {
		if f.Severity == diag.Error || f.Severity == diag.Warning {
			c.out.Findings = append(c.out.Findings, f)
			touched[f.URL] = true
			touched["sitemap"] = touched["sitemap"] || f.Rule == "sitemap-left"
		}
	}
	feeds := map[string]bool{}
	for i := range from.Feeds {
		feeds[from.Feeds[i].URL] = true
	}
	for i := range c.out.Differences {
		d := &c.out.Differences[i]
		switch at := (&url.URL{Path: "/" + d.Path}).EscapedPath(); {
		case feeds[at] && !touched[at]:
			d.Cause = CauseFeeds
		case path.Base(d.Path) == "sitemap.xml" && !touched["sitemap"]:
			d.Cause = CauseSitemaps
		}
	}
	return nil
}

// skipped are the rules of diff whose findings this package reports by the files, or whose dates belong to two
// programs and not to two builds.
var skipped = []string{
	"url-removed", "url-moved", "url-added", "redirect-removed", "feed-removed", "content-changed", "lastmod-*",
}

// Explain gives CauseRelease to differences that older, the comparison with a build that has the behavior of the Hugo
// that wrote the folder, does not have or explains.
func (r *Result) Explain(older *Result) {
	unexplained, explained := map[string]bool{}, map[string]bool{}
	for _, d := range older.Differences {
		unexplained[d.Path], explained[d.Path] = d.Cause == "", d.Cause != ""
	}
	lost, added := paths(older.Lost), paths(older.Added)
	for i := range r.Differences {
		d := &r.Differences[i]
		if !unexplained[d.Path] && !lost[d.Path] && (d.Cause == "" || !explained[d.Path]) {
			d.Cause = CauseRelease
		}
	}
	for i := range r.Lost {
		if f := &r.Lost[i]; !lost[f.Path] {
			f.Cause = CauseRelease
		}
	}
	for i := range r.Added {
		if f := &r.Added[i]; !added[f.Path] {
			f.Cause = CauseRelease
		}
	}
}

// paths returns the set of the paths of files.
func paths(list []File) map[string]bool {
	out := make(map[string]bool, len(list))
	for _, f := range list {
		out[f.Path] = true
	}
	return out
}
