package main

import (
	"cmp"
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/internal/build/inspect"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/emit/hostfiles"
	"github.com/sitegen/sitegen/internal/finished/check"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/store/disk"
)

// checkProject is the project in whose folder a check runs.
type checkProject struct {
	b      *pipeline.Builder
	cfg    *config.Config
	source string // its folder, as messages name it
}

// projectOf looks for a project, applies its configuration where no flag is set, and returns the arguments with
// the folder to check.
func (a checking) projectOf(f *checkFlags, args []string) ([]string, error) {
	if f.rules || f.sitemap != "" || f.feed != "" || f.live.base != "" {
		return args, nil
	}
	quiet := a.flags.quiet
	a.flags.quiet = quiet || len(args) > 0 // the folder to check is known
	a.findSource()
	a.flags.quiet = quiet
	o := project.Options{Source: a.flags.source, Environ: a.environ}
	b, err := pipeline.New(o)
	if err != nil {
		return args, err
	}
	cfg, found := b.Config()
	if cfg == nil { // checking a folder does not require a valid configuration
		if len(args) == 0 {
			a.problems(found)
			return args, exit(exitFindings)
		}
		return args, nil
	}
	p := &checkProject{b, cfg, a.flags.source}
	if len(cfg.Files) == 0 && !p.built(args) {
		return args, nil
	}
	f.project = p
	f.configured(cfg.Check, a.flags.source)
	if len(args) == 0 {
		args = []string{f.project.output()}
	}
	return args, nil
}

// built reports whether the folder to check is the output of a project without a configuration. Without an argument,
// that is the folder to check if it exists. Otherwise sitegen must have built it: another generator may have made a
// folder with the same name.
func (p *checkProject) built(args []string) bool {
	if len(args) > 0 {
		dir, err := filepath.Abs(p.output())
		return err == nil && sameFolder(args[0], dir) &&
			disk.Wrote(disk.Options{Dir: dir, State: project.StateDir(p.cfg.Project, ""), Project: p.cfg.Project})
	}
	built, err := os.Stat(p.output())
	return err == nil && built.IsDir()
}

// output returns the project's output folder.
func (p *checkProject) output() string {
	if filepath.IsAbs(p.cfg.PublishDir) {
		return p.cfg.PublishDir
	}
	return filepath.Join(p.source, p.cfg.PublishDir)
}

// configured applies settings where no flag is set.
func (f *checkFlags) configured(c config.Check, source string) {
	f.host = cmp.Or(f.host, c.Host)
	f.fail = cmp.Or(f.fail, c.Fail)
	if f.baseline == "" && c.Baseline != "" {
		f.baseline = filepath.Join(source, c.Baseline)
	}
	for flag, list := range map[string]struct {
		into *[]string
		from []string
	}{"ignore": {&f.ignore, c.Ignore}, "only": {&f.only, c.Only}, "skip": {&f.skip, c.Skip}} {
		if !f.changed(flag) {
			*list.into = list.from
		}
	}
	l := &f.limits
	l.Title, l.Description = cmp.Or(l.Title, c.MaxTitle), cmp.Or(l.Description, c.MaxDescription)
	l.HTML, l.Bytes, l.Requests = cmp.Or(l.HTML, int64(c.MaxHTML)), cmp.Or(l.Bytes, int64(c.MaxBytes)), cmp.Or(l.Requests,
		c.MaxRequests)
}

// hostLimits returns the limits of the hosts of the project, and of --host.
func (f *checkFlags) hostLimits() []hosting.Limit {
	if f.project != nil {
		return hostfiles.Limits(f.project.cfg, f.host)
	}
	return hosting.LimitsOf([]string{f.host}, nil)
}

// trace makes a check of the project's own output report the content files of pages.
func (p *checkProject) trace(dir string, o *check.SiteOptions) {
	if p != nil && sameFolder(dir, p.output()) {
		p.sources(o)
	}
}

// sources finds the content file of each page, and the paths that something else serves.
func (p *checkProject) sources(o *check.SiteOptions) {
	for _, u := range p.cfg.Discovery.URLs {
		o.Elsewhere = append(o.Elsewhere, u.Loc)
	}
	o.Sources = p.contentOf
	o.Template = p.templateOf
	o.ReadSource = func(file string) ([]byte, error) { return os.ReadFile(filepath.FromSlash(file)) }
}

// contentOf returns the content file of each page by its path below the root, or nil if the content cannot be
// read.
func (p *checkProject) contentOf(ctx context.Context) map[string]string {
	pages, err := inspect.List(ctx, p.b.Options(), "all")
	if err != nil {
		return nil // the content was broken after the site was built: report positions in the output
	}
	base := "/"
	if u, err := url.Parse(p.cfg.BaseURL); err == nil {
		base = strings.TrimSuffix(u.Path, "/") + "/"
	}
	out := make(map[string]string, len(pages))
	for _, page := range pages {
		if u, err := url.Parse(page.Permalink); err == nil {
			out[strings.TrimPrefix(u.Path, base)] = filepath.ToSlash(filepath.Join(p.source, filepath.FromSlash(page.Path)))
		}
	}
	return out
}

// templateOf returns the base template of a page, or its template if it has none; "" if the page does not
// belong to the project.
func (p *checkProject) templateOf(ctx context.Context, page string) string {
	root := "/"
	if u, err := url.Parse(p.cfg.BaseURL); err == nil {
		root = strings.TrimSuffix(u.Path, "/") + "/"
	}
	found, err := inspect.Explain(ctx, p.b.Options(), root+page)
	if err != nil || len(found) == 0 || len(found[0].Templates) == 0 {
		return ""
	}
	t := found[0].Templates[0]
	return cmp.Or(t.Base, t.Template)
}

func sameFolder(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// checkBuilt checks the output against the rules of `sitegen check` that are errors, for --strict. If each
// language has its own host, the output consists of several sites, which must be checked one by one as served.
func (a checking) checkBuilt(ctx context.Context, b *pipeline.Builder, o project.Options, dir string) error {
	cfg, _ := b.Config()
	if cfg == nil || severalHosts(cfg) {
		return nil
	}
	f := &checkFlags{changed: func(string) bool { return false }}
	f.configured(cfg.Check, a.flags.source)
	so := check.SiteOptions{
		Host: f.host, Now: o.Clock, Ignore: f.ignore, Only: f.only, Skip: f.skip, Limits: f.limits,
		Jobs: o.Jobs,
	}
	if u, err := url.Parse(cfg.BaseURL); err == nil && u.Host != "" {
		so.Base = cfg.BaseURL
	}
	var err error
	if so.Baseline, err = f.known(); err != nil {
		return err
	}
	p := &checkProject{b, cfg, a.flags.source}
	p.sources(&so)
	if sameFolder(dir, p.output()) {
		dir = p.output() // as people name it
	}
	res, err := check.Site(ctx, dir, so)
	if err != nil {
		return err
	}
	return res.Found.Err()
}

// severalHosts reports whether languages have their own hosts.
func severalHosts(cfg *config.Config) bool {
	hosts := map[string]bool{}
	for _, l := range cfg.Languages {
		if u, err := url.Parse(l.BaseURL); err == nil {
			hosts[u.Host] = true
		}
	}
	return len(hosts) > 1
}
