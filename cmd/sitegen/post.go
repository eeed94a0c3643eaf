package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/finished/post"
	"github.com/sitegen/sitegen/internal/finished/post/generators"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
)

// postFlags are the flags of `sitegen post`.
type postFlags struct {
	base, host, name, split        string
	images, videos, publication    string
	content, generator, hugoList   string
	state, ledger, explain, search string
	feeds, exclude, news           []string
	hreflang, hints                []string
	gzip, noText, noRobots, noMaps bool
	replace, repair                bool
	dryRun, github                 bool
	noCache                        bool
	jobs                           int
	reports                        []string
	changed                        func(flag string) bool
}

// postCommand returns `sitegen post`.
func (a *app) postCommand() *cobra.Command {
	f := &postFlags{}
	cmd := &cobra.Command{
		Use:   "post FOLDER",
		Short: "Add sitemaps and feeds to a finished site of any generator",
		Long: `Read the HTML files in the output folder of any other generator, and add
sitemap.xml, sitemap.txt, the Sitemap lines of robots.txt, feeds, and a search.

A page is listed at its canonical URL, or at the URL that the host gives its
file. 404 pages, pages that redirect, have noindex, name another page as
canonical, or continue a list (page/2/), and pages that robots.txt disallows are
left out; --explain shows the rule. The date of a page is the first of:
dateModified in its JSON-LD, article:modified_time, a time element with
itemprop=dateModified, the front matter and git history of its source (with
--content), and a change since an earlier run. No other date is used.

Files that sitegen post did not write are kept, unless you pass --replace. With
--repair, the sitemaps of the generator stay, and only what is wrong in them is
changed: pages that are closed or don't exist, spelling, hosts, and dates that
are the time of the build; missing pages are added.
robots.txt keeps all its lines. The state between runs is in .sitegen/post next
to the folder.

Exit codes: 0 success, 1 an error prevented writing, 2 invalid command line.`,
		Example: `  hugo && sitegen post public --replace
  sitegen post _site --base-url https://example.org/ --host github-pages
  sitegen post dist --feed 'blog/**' --images inline --dry-run
  sitegen post public --content content --generator hugo
  sitegen post dist --repair --dry-run
  sitegen post dist --search
  sitegen post public --explain /blog/one/`,
		Args: takes(1, 1, "name the folder that the generator wrote\n  hint: sitegen post public"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.changed = cmd.Flags().Changed
			return a.post(cmd.Context(), f, args[0])
		},
	}
	s := cmd.Flags()
	s.StringVarP(&f.base, "base-url", "b", "", "base `URL` of the site (default: the one that canonical links agree on)")
	s.StringVar(&f.host, "host", "", "`name` of the host: "+strings.Join(hosting.HostNames(), ", "))
	s.StringArrayVar(&f.feeds, "feed", nil,
		"`glob` of pages for a feed, or GLOB=FILE: 'blog/**' writes blog/atom.xml; repeatable")
	s.StringArrayVar(&f.hreflang, "hreflang", nil,
		"`CODE=PATTERN` of the files in a language: 'de=de/{path}', 'en={path}'; repeatable")
	s.StringArrayVar(&f.hints, "hint", nil,
		"`GLOB=VALUE`: how often pages change, or their priority: 'blog/**=weekly', 'blog/**=0.8'; repeatable")
	s.StringSliceVar(&f.exclude, "exclude", nil, "`globs` of files, or of URLs below the root, to leave out")
	s.StringVar(&f.images, "images", "", "`where` to list images of pages: off, inline, or files (default: off)")
	s.StringVar(&f.videos, "videos", "", "`where` to list videos of pages: off, inline, or files (default: off)")
	s.StringSliceVar(&f.news, "news", nil, "`globs` of articles for a news sitemap")
	s.StringVar(&f.publication, "publication", "",
		"`name` of the publication in the news sitemap (default: title of the site)")
	s.StringVar(&f.split, "split", "",
		"`pattern` to group pages into sitemaps, with {language}, {section}, {year}, and {month}, or none (default: {language}, if there are several)")
	s.StringVar(&f.name, "sitemap", "", "`file` of the sitemap, or of the sitemap index (default: sitemap.xml)")
	s.BoolVar(&f.gzip, "gzip", false, "compress the sitemaps of pages")
	s.BoolVar(&f.noText, "no-text", false, "write no text sitemap")
	s.BoolVar(&f.noMaps, "no-sitemap", false, "write no sitemaps")
	s.BoolVar(&f.noRobots, "no-robots", false, "do not change robots.txt")
	s.StringVar(&f.search, "search", "", "add a search to the site, in this `folder` (without a value: search)")
	s.Lookup("search").NoOptDefVal = "search"
	s.StringVar(&f.content, "content", "", "`folder` of the sources, for dates from front matter and git")
	s.StringVar(&f.generator, "generator", "", "`name` of the generator: "+strings.Join(generators.Names(), ", ")+
		" (default: auto)")
	s.StringVar(&f.hugoList, "hugo-list", "",
		"`file` with the output of \"hugo list published\", to find the source of each page")
	s.StringVar(&f.state, "state", "", "`folder` for the state between runs (default: .sitegen/post next to the folder)")
	s.StringVar(&f.ledger, "ledger", "", "ledger `file` from earlier runs, to commit (default: in the folder of --state)")
	s.BoolVar(&f.noCache, "noCache", false, "read all pages again, and remember nothing of them")
	s.BoolVar(&f.replace, "replace", false, "replace files of the same names that sitegen did not write")
	s.BoolVar(&f.repair, "repair", false, "write no sitemap; correct the entries that are wrong in those of the generator")
	s.BoolVarP(&f.dryRun, "dry-run", "n", false, "print what would be written, without writing it")
	s.StringVar(&f.explain, "explain", "",
		"`URL` or file: print whether it is listed, why, and the source of its date; writes nothing")
	s.StringArrayVar(&f.reports, "report", nil,
		"`file` exported by a search engine: explain why its URLs are not indexed; writes nothing; repeatable")
	s.StringVarP(&a.flags.source, "source", "s", "",
		"project `folder`; its configuration sets what flags don't (default: current folder)")
	s.IntVarP(&f.jobs, "jobs", "j", 0, "`number` of workers (default: one per processor)")
	s.StringVar(&a.flags.clock, "clock", "",
		"current `time`, to find dates in the future and stale news (default: SOURCE_DATE_EPOCH, otherwise now)")
	s.BoolVar(&a.flags.json, "json", false, "print one JSON object instead of text")
	s.BoolVar(&f.github, "github", false, "print problems as annotations for GitHub Actions")
	s.BoolVar(&a.flags.strict, "strict", false, "treat warnings as errors")
	s.BoolVar(&a.flags.quiet, "quiet", false, "print only problems")
	return cmd
}

func (a *app) post(ctx context.Context, f *postFlags, dir string) error {
	if err := thereIs(dir); err != nil {
		return err
	}
	o, err := a.postOptions(f, dir)
	if err != nil {
		return err
	}
	if len(f.reports) > 0 {
		return a.postReported(ctx, o, f.reports)
	}
	if f.explain != "" {
		return a.postExplain(ctx, o, f.explain)
	}
	res, err := post.Run(ctx, o)
	if err != nil {
		return err
	}
	res.Found = below(dir, res.Found)
	if a.flags.strict {
		res.Found = strictly(res.Found)
	}
	switch {
	case a.flags.json:
		err = a.json(postReport(&res, f.dryRun))
	case f.github:
		err = res.Found.WriteGitHub(a.out)
		a.postText(dir, f, &res)
	default:
		a.problems(res.Found)
		a.postText(dir, f, &res)
	}
	if err != nil {
		return err
	}
	if len(res.Found.Errors()) > 0 {
		return exit(exitFindings)
	}
	return nil
}

// searchFolder returns the folder of the search in the site, or "".
func searchFolder(f *postFlags) string {
	return strings.Trim(path.Clean("/"+filepath.ToSlash(f.search)), "/")
}

// below prefixes the file names in diagnostics with the folder, as the shell and annotations of a change need
// them.
func below(dir string, found diag.List) diag.List {
	out := make(diag.List, len(found))
	for i, d := range found {
		one := *d
		if one.File != "" {
			one.File = filepath.ToSlash(filepath.Join(dir, filepath.FromSlash(one.File)))
		}
		out[i] = &one
	}
	return out
}

// strictly turns warnings into errors.
func strictly(found diag.List) diag.List {
	out := make(diag.List, len(found))
	for i, d := range found {
		one := *d
		if d.Severity == diag.Warning {
			one.Severity = diag.Error
		}
		out[i] = &one
	}
	return out
}

// postOptions combines the flags with the configuration of the project; flags take precedence.
func (a *app) postOptions(f *postFlags, dir string) (post.Options, error) {
	clock, err := a.clock()
	if err != nil {
		return post.Options{}, err
	}
	if f.repair {
		for _, name := range []string{
			"replace", "no-sitemap", "images", "videos", "news", "publication", "split", "gzip", "no-text", "hint",
		} {
			if f.changed(name) {
				return post.Options{}, fmt.Errorf("--repair leaves the sitemaps as the generator writes them: omit --%s", name)
			}
		}
	}
	if f.search != "" && searchFolder(f) == "" {
		return post.Options{}, fmt.Errorf("--search %s is the folder of the site itself\n  hint: name a folder in it, "+
			"such as --search=find", f.search)
	}
	cfg, project, err := a.postConfig()
	if err != nil {
		return post.Options{}, err
	}
	d := cfg.Discovery
	o := post.Options{
		Dir: dir, Base: f.base, Host: cmp.Or(f.host, cfg.Post.Host), Now: clock, Exclude: append(cfg.Post.Exclude,
			f.exclude...),
		Discovery: &d, Sitemap: f.name, NoSitemap: f.noMaps, News: f.news, State: f.state, Ledger: f.ledger,
		Search:  searchFolder(f),
		Replace: f.replace, Repair: f.repair, DryRun: f.dryRun || f.explain != "" || len(f.reports) > 0, Jobs: f.jobs,
	}
	if !f.noCache {
		o.Program = program()
	}
	d.TextSitemap, d.Robots, d.Gzip = d.TextSitemap && !f.noText, d.Robots && !f.noRobots, d.Gzip || f.gzip
	d.News.Publication = cmp.Or(f.publication, d.News.Publication)
	if u := cfg.BaseURL; o.Base == "" && strings.Contains(u, "://") {
		o.Base = u
	}
	if len(f.news) == 0 {
		for _, section := range d.News.Sections {
			o.News = append(o.News, section+"/**")
		}
	}
	o.Feeds = postFeeds(f, cfg)
	if o.Hints, err = postHints(f, cfg); err != nil {
		return o, err
	}
	if o.Languages, err = postLanguages(f, cfg); err != nil {
		return o, err
	}
	o.Content, o.Generator = f.content, cmp.Or(f.generator, cfg.Post.Generator)
	if o.Content == "" && cfg.Post.Content != "" {
		o.Content = filepath.Join(a.flags.source, filepath.FromSlash(cfg.Post.Content))
	}
	if _, err := os.Stat(o.Content); o.Content != "" && err != nil {
		return o, fmt.Errorf("the folder %s does not exist\n  hint: --content names the folder with the sources of the pages", o.Content)
	}
	o.HugoList = f.hugoList
	if project != nil && cfg.Hugo && (o.Generator == "" || o.Generator == "auto" || o.Generator == "hugo") {
		o.Known = project.contentOf
	}
	if f.changed("split") {
		if d.Split = f.split; f.split == "none" {
			d.Split = ""
		}
	}
	for _, m := range []struct {
		name, flag string
		into       *string
	}{{"images", f.images, &d.Images.Place}, {"videos", f.videos, &d.Videos.Place}} {
		*m.into = cmp.Or(m.flag, *m.into)
		if !slices.Contains([]string{"", "off", "inline", "files"}, *m.into) {
			return o, fmt.Errorf("--%s must be off, inline, or files, not %q", m.name, *m.into)
		}
	}
	return o, nil
}

// postFeeds returns the feeds in the flags, else those in the configuration.
func postFeeds(f *postFlags, cfg *config.Config) []post.Feed {
	var out []post.Feed
	for _, s := range f.feeds {
		out = append(out, post.ParseFeed(s))
	}
	if len(out) > 0 {
		return out
	}
	return cfg.Post.Feeds
}

// postHints returns the hints in the flags, then those in the configuration.
func postHints(f *postFlags, cfg *config.Config) ([]post.Hint, error) {
	var out []post.Hint
	for _, s := range f.hints {
		h, err := post.ParseHint(s)
		if err != nil {
			return nil, fmt.Errorf("--hint: %w", err)
		}
		out = append(out, h)
	}
	return append(out, cfg.Post.Pages...), nil
}

// postLanguages returns the patterns in the flags, else those in the configuration.
func postLanguages(f *postFlags, cfg *config.Config) (map[string]string, error) {
	if len(f.hreflang) == 0 {
		return cfg.Post.Languages, nil
	}
	out := map[string]string{}
	for _, s := range f.hreflang {
		code, pattern, ok := strings.Cut(s, "=")
		if !ok {
			return nil, fmt.Errorf("--hreflang %q must be CODE=PATTERN, as in 'de=de/{path}'", s)
		}
		out[code] = pattern
	}
	return out, nil
}

// postConfig returns the configuration of the project in the current folder; without a valid one, everything
// has its default.
func (a *app) postConfig() (*config.Config, *checkProject, error) {
	b, err := pipeline.New(project.Options{Source: a.flags.source, Environ: a.environ})
	if err != nil {
		return nil, nil, err
	}
	cfg, _ := b.Config()
	if cfg == nil || len(cfg.Files) == 0 {
		return &config.Config{Discovery: config.DefaultDiscovery()}, nil, nil
	}
	return cfg, &checkProject{b, cfg, a.flags.source}, nil
}
