package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/usercache"
	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/finished/check"
	"github.com/sitegen/sitegen/internal/finished/handout"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree/kept"
)

// checkFlags are the flags of `sitegen check`.
type checkFlags struct {
	findingFlags
	sitemap, feed, base   string
	host                  string
	ignore, only, skip    []string
	baseline              string
	limits                check.Limits
	jobs                  int
	podcast               bool
	rules, write, noCache bool
	external              externalFlags
	live                  liveFlags
	changed               func(flag string) bool // reports whether the command line sets a flag
	project               *checkProject
}

// checkFormats are the values of --format.
var checkFormats = []string{"text", "json", "sarif", "github", "html", "csv"}

// checking checks a site, a sitemap, or a feed.
type checking struct{ *app }

// checkCommand returns `sitegen check`.
func (a *app) checkCommand() *cobra.Command {
	f := &checkFlags{}
	cmd := &cobra.Command{
		Use:   "check [FOLDER|FILE]",
		Short: "Check a finished site of any generator",
		Long: `Check a folder that a web server would send, built by any generator: links,
anchors, missing files, titles, descriptions, canonical URLs, language versions,
linked data, dates, redirects, and the sitemaps, feeds, and robots.txt. A file
is checked as a feed or a sitemap; an index with all sitemaps in it. Without
--external and --live, the command contacts no server.

In a project folder, the [check] settings of its configuration apply, the
default is to check the project's output, and findings name the position in the
content.

--sitemap checks only sitemaps: those that the robots.txt of a folder
announces, otherwise sitemap.xml; or a list of URLs. --feed checks only feeds.

--podcast checks only podcasts: their feeds, and the audio, covers, chapters,
and transcripts in the folder, against what Apple Podcasts, Spotify, and the
Podcast Index ask for.

--live checks a published site: it requests robots.txt, the sitemaps, and once
each URL that they list, from that host only. FOLDER, if given, is compared with
what the host sends.

The base URL is the one that the canonical links agree on; to set it, use
--base-url. --host sets how URLs find their files; without it, every form that
some host accepts is valid.

Exit codes: 0 no findings of the severity of --fail, 1 findings,
2 invalid command line.`,
		Example: `  sitegen check
  sitegen check public --only 'link-*,anchor-dead' --ignore 'archive/**'
  sitegen check public --host github-pages --fail warning --github
  sitegen check public --baseline check.baseline --write-baseline
  sitegen check --sitemap public/sitemap.xml --sarif > sitemaps.sarif
  sitegen check public --format html > report.html
  sitegen check --podcast public
  sitegen check --live https://www.example.org/
  sitegen check --rules`,
		Args: func(cmd *cobra.Command, args []string) error {
			for flag, path := range map[string]string{"sitemap": f.sitemap, "feed": f.feed} {
				if strings.HasPrefix(path, "--") {
					return fmt.Errorf("--%s needs a path\n  hint: sitegen check --%[1]s public %s …", flag, path)
				}
			}
			return cobra.MaximumNArgs(1)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			f.changed = cmd.Flags().Changed
			return checking{a}.check(cmd.Context(), f, args)
		},
	}
	s := cmd.Flags()
	s.StringVar(&f.sitemap, "sitemap", "", "`path` of a folder, a sitemap, an index, or a list of URLs: check only this")
	s.StringVar(&f.feed, "feed", "", "`path` of a feed, or of a folder with feeds: check only these")
	s.BoolVar(&f.podcast, "podcast", false, "check only podcasts, with the files that they name")
	s.StringVar(&f.base, "base-url", "", "base `URL` of the site (default: the one that canonical links agree on)")
	s.StringVar(&f.host, "host", "", "`name` of the host: "+strings.Join(hosting.HostNames(), ", "))
	s.StringSliceVar(&f.ignore, "ignore", nil, "`globs` of files to skip")
	s.StringSliceVar(&f.only, "only", nil, "`rules` to check, such as link-dead or link-*")
	s.StringSliceVar(&f.skip, "skip", nil, "`rules` to skip")
	s.StringVar(&f.fail, "fail", "", "lowest `severity` that counts as a failure: error or warning (default: error)")
	s.StringVar(&f.baseline, "baseline", "", "`file` with known findings, which are not reported")
	s.BoolVar(&f.write, "write-baseline", false, "write all findings to the file of --baseline")
	s.IntVar(&f.limits.Title, "max-title", 0, "maximum `characters` of a title (default: 70; -1: no limit)")
	s.IntVar(&f.limits.Description, "max-description", 0,
		"maximum `characters` of a description (default: 320; -1: no limit)")
	s.Int64Var(&f.limits.HTML, "max-html", 0, "maximum `bytes` of a page (default: 2097152; -1: no limit)")
	s.Int64Var(&f.limits.Bytes, "max-bytes", 0,
		"maximum `bytes` of the site's files that a page loads (default: no limit)")
	s.IntVar(&f.limits.Requests, "max-requests", 0,
		"maximum `number` of the site's files that a page loads (default: no limit)")
	s.IntVarP(&f.jobs, "jobs", "j", 0, "`number` of workers (default: one per processor)")
	s.BoolVar(&f.noCache, "noCache", false, "read all pages again, and remember nothing of them")
	f.external.add(s)
	f.live.add(s)
	s.StringVarP(&a.flags.source, "source", "s", "",
		"project `folder` with the configuration and the content (default: current folder)")
	s.BoolVar(&f.rules, "rules", false, "list all rules")
	f.add(a, s, checkFormats...)
	s.StringVar(&a.flags.clock, "clock", "",
		"current `time`, to find dates in the future and stale news (default: SOURCE_DATE_EPOCH, otherwise now)")
	return cmd
}

// checked is the result of a check, for programs.
type checked struct {
	Base        string         `json:"base,omitempty"`
	Files       int            `json:"files"`
	Pages       int            `json:"pages,omitempty"`
	Links       int            `json:"links,omitempty"`
	URLs        int            `json:"urls"`
	Items       int            `json:"items,omitempty"`
	Asked       int            `json:"asked,omitempty"`
	Known       int            `json:"known,omitempty"`
	Gone        []string       `json:"gone,omitempty"`
	Hidden      []check.Hidden `json:"hidden,omitempty"`
	Diagnostics diag.List      `json:"diagnostics"`
	Causes      []check.Cause  `json:"causes"`
	hiddenErrs  int
	subject     string // the site or folder
	shared      map[*diag.Diagnostic]int
	owners      map[*diag.Diagnostic]string
	lines       []string // of the summary for people
	byCause     bool     // print one finding for each cause
}

func (a checking) check(ctx context.Context, f *checkFlags, args []string) error {
	args, err := a.projectOf(f, args)
	if err != nil {
		return err
	}
	if err := f.understand(a.app, args); err != nil {
		return err
	}
	if f.rules {
		return a.checkRules(f.format)
	}
	clock, err := a.clock()
	if err != nil {
		return err
	}
	sum := checked{Diagnostics: diag.List{}}
	switch {
	case f.live.base != "":
		if err := a.published(ctx, f, strings.Join(args, ""), clock, &sum); err != nil {
			return err
		}
	case f.podcast && len(args) == 1:
		if err := sum.podcasts(f, args[0], clock); err != nil {
			return err
		}
	case len(args) == 1:
		if err := a.checkPath(ctx, f, args[0], clock, &sum); err != nil {
			return err
		}
	}
	if f.sitemap != "" {
		if err := sum.sitemaps(f.sitemap, f.base, clock); err != nil {
			return err
		}
	}
	if f.feed != "" {
		if err := sum.feeds(f.feed, clock); err != nil {
			return err
		}
	}
	return a.checkedAs(f, &sum, clock)
}

// understand checks the combination of flags.
func (f *checkFlags) understand(a *app, args []string) error {
	if err := f.choose(a, checkFormats...); err != nil {
		return err
	}
	if !slices.Contains([]string{"", "error", "warning"}, f.fail) {
		return fmt.Errorf("--fail must be error or warning, not %q", f.fail)
	}
	if len(args) == 0 && f.sitemap == "" && f.feed == "" && f.live.base == "" && !f.rules {
		return errors.New("say what to check: a folder, --sitemap, --feed, or --live\n  hint: in a project, run sitegen build first, then sitegen check")
	}
	if f.podcast && (len(args) == 0 || f.live.base != "") {
		return errors.New("--podcast needs a folder or a feed\n  hint: sitegen check --podcast public")
	}
	if f.write && f.baseline == "" {
		return errors.New("--write-baseline needs --baseline FILE")
	}
	return nil
}

// checkPath checks a folder, or a file according to its type.
func (a checking) checkPath(ctx context.Context, f *checkFlags, path string, clock time.Time, sum *checked) error {
	if err := thereIs(path); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return a.checkSite(ctx, f, path, clock, sum)
	}
	if ext := strings.ToLower(filepath.Ext(path)); !check.FeedName(path) && ext != ".txt" && ext != ".gz" {
		return fmt.Errorf("%s is neither a folder nor a sitemap or feed\n  hint: to check a page, check its folder: sitegen check %s", path, filepath.Dir(path))
	}
	if is, err := check.IsFeed(path); err != nil || is {
		return errors.Join(err, sum.feeds(path, clock))
	}
	return sum.sitemaps(path, f.base, clock)
}

func (a checking) checkSite(ctx context.Context, f *checkFlags, dir string, clock time.Time, sum *checked) error {
	o := check.SiteOptions{
		Base: f.base, Host: f.host, HostLimits: f.hostLimits(), Now: clock, Ignore: f.ignore, Only: f.only, Skip: f.skip,
		Limits: f.limits, Jobs: f.jobs,
		Ask: f.external.asker(clock),
	}
	if !f.noCache {
		o.Kept = f.kept(dir)
	}
	f.project.trace(dir, &o)
	var err error
	if o.Baseline, err = f.known(); err != nil {
		return err
	}
	res, err := check.Site(ctx, dir, o)
	if err != nil {
		return err
	}
	sum.site(dir, res)
	if !f.write {
		return nil
	}
	return sum.remember(f, res.Baseline)
}

// remember writes all findings to the baseline: they are known from now on.
func (c *checked) remember(f *checkFlags, b *check.Baseline) error {
	switch old, err := readBaseline(f.baseline); {
	case err == nil:
		b = b.With(old, f.podcast)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	c.lines = append(c.lines, fmt.Sprintf("%s: %s", f.baseline, words.Count(b.Len(), "known finding")))
	c.Diagnostics, c.hiddenErrs = diag.List{}, 0
	return writeFile(f.baseline, b.Write)
}

// leastKept is the minimum number of pages of a folder outside of a project for which results are kept in the
// user's cache folder.
const leastKept = 1000

// kept returns where the results of reading a folder are kept: in the state folder of the project, else in the
// user's cache folder.
func (f *checkFlags) kept(dir string) kept.Options {
	name, err := kept.FileName(dir)
	if err != nil {
		return kept.Options{}
	}
	if p := f.project; p != nil {
		if state := filepath.Join(p.source, ".sitegen"); isFolder(state) {
			return kept.Options{File: filepath.Join(state, "check", name), Program: program()}
		}
	}
	caches, err := usercache.Dir(os.Environ())
	if err != nil {
		return kept.Options{}
	}
	return kept.Options{File: filepath.Join(caches, "check", name), Program: program(), Least: leastKept}
}

// known returns the baseline; nil if findings are not compared with one.
func (f *checkFlags) known() (*check.Baseline, error) {
	if f.baseline == "" || f.write {
		return nil, nil
	}
	b, err := readBaseline(f.baseline)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no baseline %s found: create one with --write-baseline", f.baseline)
	}
	return b, err
}

func readBaseline(file string) (*check.Baseline, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	b, err := check.ReadBaseline(in)
	if err != nil {
		return nil, fmt.Errorf("baseline %s: %w", file, err)
	}
	return b, nil
}

// writeFile writes a file, and returns the first error.
func writeFile(file string, write func(io.Writer) error) error {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(write(out), out.Close())
}

// site adds the findings in a folder.
func (c *checked) site(dir string, res check.SiteResult) {
	c.Base, c.Files, c.Pages, c.Links = res.Base, c.Files+res.Files, res.Pages, res.Links
	c.URLs, c.Items, c.Asked = c.URLs+res.Sitemaps.URLs, c.Items+res.Feeds.Items, res.Asked
	c.Hidden, c.hiddenErrs = res.Hidden, res.HiddenErrors
	c.subject, c.shared, c.owners = dir, res.Shared, res.Owners
	c.Diagnostics = append(c.Diagnostics, res.Found...)
	at := ""
	if res.Base != "" {
		at = " at " + res.Base
	}
	c.lines = append(c.lines, fmt.Sprintf("%s%s: %s, %s, %s, %s, %s%s", dir, at, words.Count(res.Files, "file"),
		words.Count(res.Pages, "page"),
		words.Count(res.Links, "link"), words.Count(res.Sitemaps.URLs, "URL")+" in sitemaps",
		words.Count(res.Feeds.Items, "item")+
			" in feeds", howMany(res.Found)))
	if res.Base == "" {
		c.lines = append(c.lines,
			"the base URL of the site is unknown: set baseURL, or pass --base-url, to check canonical links and sitemaps against the pages")
	}
	if res.Asked > 0 {
		c.lines = append(c.lines, fmt.Sprintf("requested %d URLs from other servers", res.Asked))
	}
	for _, h := range res.Hidden {
		c.lines = append(c.lines, fmt.Sprintf("%s: %d more findings are not shown", h.Rule, h.Count))
	}
	c.compared(res.Known, res.Gone)
}

// compared adds the comparison with a baseline.
func (c *checked) compared(known int, gone []string) {
	c.Known, c.Gone = known, gone
	if known > 0 || len(gone) > 0 {
		c.lines = append(c.lines, fmt.Sprintf("baseline: %d known, %d gone", known, len(gone)))
	}
	for _, g := range gone {
		c.lines = append(c.lines, "  gone: "+g)
	}
}

// podcasts adds the findings on the podcasts in a folder or a feed.
func (c *checked) podcasts(f *checkFlags, path string, clock time.Time) error {
	if err := thereIs(path); err != nil {
		return err
	}
	c.subject = path
	known, err := f.known()
	if err != nil {
		return err
	}
	res, err := check.Podcasts(path, check.PodcastOptions{
		Base: f.base, Now: clock, Only: f.only, Skip: f.skip, Baseline: known,
	})
	if err != nil {
		return err
	}
	c.Files, c.Items, c.Diagnostics = c.Files+res.Files, c.Items+res.Episodes, append(c.Diagnostics, res.Found...)
	c.lines = append(c.lines, fmt.Sprintf("%s with %s and %s%s", words.Count(res.Shows, "podcast"),
		words.Count(res.Episodes, "episode"), words.Count(res.Files, "file"), howMany(res.Found)))
	if res.Foreign > 0 {
		c.lines = append(c.lines, words.Count(res.Foreign, "file")+" on other hosts not read")
	}
	c.compared(res.Known, res.Gone)
	if f.write {
		return c.remember(f, res.Baseline)
	}
	return nil
}

func (c *checked) sitemaps(path, base string, clock time.Time) error {
	c.subject = path
	res, err := check.Sitemaps(path, check.SitemapOptions{Now: clock, Base: base})
	if err != nil {
		return err
	}
	c.Files, c.URLs, c.Diagnostics = c.Files+res.Files, c.URLs+res.URLs, append(c.Diagnostics, res.Found...)
	c.lines = append(c.lines, words.Count(res.Files, "file")+" with "+words.Count(res.URLs, "URL")+howMany(res.Found))
	return nil
}

func (c *checked) feeds(path string, clock time.Time) error {
	c.subject = path
	res, err := check.Feeds(path, clock)
	if err != nil {
		return err
	}
	c.Files, c.Items, c.Diagnostics = c.Files+res.Files, c.Items+res.Items, append(c.Diagnostics, res.Found...)
	c.lines = append(c.lines, words.Count(res.Files, "feed")+" with "+words.Count(res.Items, "item")+howMany(res.Found))
	return nil
}

// checkedAs prints the findings, and fails if they count as a failure.
func (a checking) checkedAs(f *checkFlags, sum *checked, clock time.Time) error {
	sum.Causes = check.Causes(sum.Diagnostics, sum.shared, sum.owners, sum.Hidden)
	report := handout.Report{
		Site: cmp.Or(sum.Base, sum.subject), When: clock, Lines: sum.lines, Causes: sum.Causes,
	}
	var err error
	switch f.format {
	case "html":
		err = report.HTML(a.out)
		a.checkedText(a.err, sum)
	case "csv":
		err = report.CSV(a.out)
		a.checkedText(a.err, sum)
	case "sarif":
		err = sum.Diagnostics.WriteSARIF(a.out, version())
	case "json":
		err = a.json(sum)
	case "github":
		err = sum.Diagnostics.WriteGitHub(a.out)
		a.checkedText(a.err, sum)
	default:
		if shown := sum.Diagnostics; sum.byCause {
			a.problems(causes(sum.Causes))
		} else {
			a.problems(shown)
		}
		a.checkedText(a.out, sum)
	}
	if err != nil {
		return err
	}
	failures := len(sum.Diagnostics.Errors()) + sum.hiddenErrs
	if f.fail == "warning" {
		failures = len(sum.Diagnostics)
	}
	if failures > 0 {
		return exit(exitFindings)
	}
	return nil
}

// howMany returns the numbers of errors and warnings as text.
func howMany(found diag.List) string {
	return fmt.Sprintf(": %s, %s", words.Count(len(found.Errors()), "error"),
		words.Count(len(found.Warnings()), "warning"))
}

// mostByRule is the number of findings above which a count by rule is printed.
const mostByRule = 20

// checkedText prints the summary for people.
func (a checking) checkedText(w io.Writer, sum *checked) {
	if len(sum.Diagnostics) > mostByRule {
		counts := map[string]int{}
		var ids []string
		for _, d := range sum.Diagnostics {
			if counts[d.Rule]++; counts[d.Rule] == 1 {
				ids = append(ids, d.Rule)
			}
		}
		slices.SortFunc(ids, func(x, y string) int {
			if n := counts[y] - counts[x]; n != 0 {
				return n
			}
			return strings.Compare(x, y)
		})
		for _, id := range ids {
			a.printf(w, "%7d %s\n", counts[id], id)
		}
	}
	for _, line := range sum.lines {
		a.printf(w, "%s\n", line)
	}
}

// checkRules prints all rules.
func (a checking) checkRules(format string) error {
	type rule struct {
		ID       string        `json:"id"`
		Severity diag.Severity `json:"severity"`
		Owner    string        `json:"owner"`
		Asks     string        `json:"asks"`
		Why      string        `json:"why"`
	}
	var out []rule
	for _, r := range check.Rules() {
		out = append(out, rule{r.ID, r.Severity, r.Owner, r.Asks, r.Why})
	}
	if format == "json" {
		return a.json(out)
	}
	for _, r := range out {
		a.printf(a.out, "%-22s %-8s %s\n", r.ID, r.Severity, r.Asks)
	}
	return nil
}
