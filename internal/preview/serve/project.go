package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/store/output"
)

// ProjectOptions says what to preview, and where.
type ProjectOptions struct {
	Builder project.Options // of a plain build; Memory and BaseURL are set here
	// Address is that of the preview, such as http://127.0.0.1:1313. When it has a path the site is served
	// there, else below the path of the configured baseURL. nil: nothing is served, the site is built as
	// always, into its output folder.
	Address *url.URL
	Write   bool // write what is shown into the output folder, too
	Fixed   bool // Builder.Clock is the time of every build
}

// Project builds one project for a preview: in memory, with the preview's address in the place of the
// site's own.
type Project struct {
	o       project.Options
	address *url.URL
	write   bool
	fixed   bool
	files   atomic.Pointer[files]
	reads   atomic.Pointer[reads]

	seat  seat // what the builders were made for
	show  *pipeline.Builder
	disk  *pipeline.Builder // writes to the disk; nil when that is not asked for
	spent []*pipeline.Builder
	last  *Site       // of the last good build on this seat
	early func(*Site) // of the running task
}

// seat is where the parts of a site are served, which depends on its configuration.
type seat struct {
	baseURL string
	flags   map[string]any // base URLs of languages that have their own
	mounts  []Mount
	config  []string // absolute files of the configuration, and its folder
	rules   rules
	wrong   error // what is wrong with the rules
}

// files is what a watcher needs to know. Frozen.
type files struct {
	roots       []string
	destination string
}

// reads says which paths a build reads. Frozen.
type reads struct {
	has    func(path string) bool // of the last good build; nil: there was none
	failed bool                   // the last build
}

// NewProject reads where the site is to be served.
func NewProject(o ProjectOptions) (*Project, error) {
	source, err := filepath.Abs(o.Builder.Source)
	if err != nil {
		return nil, fmt.Errorf("find the project folder: %w", err)
	}
	p := &Project{o: o.Builder, address: o.Address, write: o.Write, fixed: o.Fixed}
	p.o.Source = source
	return p, p.sit(p.seatNow())
}

// Address is where the site's home page is shown, of a project that has an address.
func (p *Project) Address() string {
	u := *p.address
	u.Path = p.seat.mounts[0].Prefix
	return u.String()
}

// seatNow reads the configuration for where the site is to be served. When it cannot be read the site
// is taken to lie at the root: the build will say what is wrong.
func (p *Project) seatNow() seat {
	s := seat{mounts: []Mount{{Prefix: "/"}}, config: []string{filepath.Join(p.o.Source, "config")}}
	o := p.o
	o.BaseURL = ""
	var cfg *config.Config
	if b, err := pipeline.New(o); err == nil {
		cfg, _ = b.Config()
	}
	p.note(cfg)
	if cfg != nil {
		table, _ := cfg.Root["server"].(map[string]any)
		s.rules.Server, s.wrong = hosting.ReadServer(table)
		s.rules.private = !cfg.Remote.Public()
		for _, f := range cfg.Files {
			s.config = append(s.config, filepath.Join(p.o.Source, filepath.FromSlash(f)))
		}
	}
	if p.address == nil {
		s.baseURL = p.o.BaseURL
		return s
	}
	if cfg != nil && cfg.Multihost {
		s.mounts, s.flags = nil, map[string]any{}
		for _, l := range cfg.Languages {
			s.mounts = append(s.mounts, Mount{Prefix: "/" + l.Lower + "/", Dir: l.Lower, Host: "/" + l.Lower})
			s.flags["languages."+l.Key+".baseurl"] = p.at("/" + l.Lower + "/")
		}
		return s
	}
	switch {
	case p.address.Path != "":
		s.mounts[0].Prefix = slashed(p.address.Path)
	case cfg != nil:
		if u, err := url.Parse(cfg.BaseURL); err == nil {
			s.mounts[0].Prefix = slashed(u.Path)
		}
	}
	s.baseURL = p.at(s.mounts[0].Prefix)
	return s
}

// slashed gives a path slashes at both ends.
func slashed(path string) string {
	if path = strings.Trim(path, "/"); path == "" {
		return "/"
	}
	return "/" + path + "/"
}

func (p *Project) at(path string) string {
	u := *p.address
	u.Path = path
	return u.String()
}

// sit makes the builders for a seat.
func (p *Project) sit(s seat) error {
	o := p.o
	o.BaseURL, o.Memory, o.Server = s.baseURL, p.address != nil, p.address != nil
	o.Early = p.showEarly
	o.Flags = map[string]any{}
	for _, flags := range []map[string]any{p.o.Flags, s.flags} {
		for k, v := range flags {
			o.Flags[k] = v
		}
	}
	show, err := pipeline.New(o)
	if err != nil {
		return err
	}
	for _, b := range []*pipeline.Builder{p.show, p.disk} {
		if b != nil {
			_ = b.Retire() // the cache serves speed alone
			p.spent = append(p.spent, b)
		}
	}
	p.seat, p.show, p.disk, p.last = s, show, nil, nil
	if p.write {
		o.Memory, o.Early = false, nil
		p.disk, err = pipeline.New(o)
	}
	return err
}

// Close gives back what the builders keep. Nothing of what they gave can be shown any more.
func (p *Project) Close() error {
	var errs []error
	for _, b := range append(p.spent, p.show, p.disk) {
		if b != nil {
			errs = append(errs, b.Close())
		}
	}
	return errors.Join(errs...)
}

// Source is the absolute folder of the project.
func (p *Project) Source() string { return p.o.Source }

// Roots lists what to watch: the project, and folders of the configuration that lie elsewhere.
func (p *Project) Roots() []string { return p.files.Load().roots }

// Ignore reports whether a path is nothing that a build reads: what it writes itself, and what other
// tools keep. It may be called while a build runs.
func (p *Project) Ignore(path string) bool {
	switch filepath.Base(path) {
	case ".git", "node_modules", ".hugo_build.lock", ".DS_Store":
		return true
	}
	return path == p.StateDir() || path == p.files.Load().destination
}

// Reads reports whether a path can make a difference to the next build. After a failed one each can: nobody knows what
// it would have read. It may be called while a build runs.
func (p *Project) Reads(path string) bool {
	return p.reads.Load() == nil || p.reads.Load().failed || p.Read(path)
}

// Read reports whether the last good build read a path, or would have. Without one it did.
func (p *Project) Read(path string) bool {
	r := p.reads.Load()
	return r == nil || r.has == nil || r.has(path)
}

// note keeps what a watcher needs of a configuration; nil when it cannot be read.
func (p *Project) note(cfg *config.Config) {
	f := &files{roots: []string{p.o.Source}, destination: p.folder(p.o.Destination, "public")}
	defer p.files.Store(f)
	if cfg == nil {
		return
	}
	f.destination = p.folder(p.o.Destination, cfg.PublishDir)
	dirs := slices.Concat([]string{cfg.LayoutDir, cfg.AssetDir, cfg.DataDir, cfg.I18nDir, cfg.ThemesDir}, cfg.StaticDirs)
	dirs = append(dirs, cfg.ContentDirs()...)
	for _, list := range cfg.Mounts[""] {
		for _, m := range list {
			dirs = append(dirs, m.Dir)
		}
	}
	for _, t := range cfg.Themes {
		dirs = append(dirs, cfg.ThemeDir(t)) // a module may lie elsewhere
	}
	if log := reflog(p.o.Source); cfg.WantsGit() && log != "" {
		f.roots = append(f.roots, log)
	}
	for _, d := range dirs {
		if d != "" && !filepath.IsLocal(filepath.FromSlash(d)) {
			f.roots = append(f.roots, p.folder(d, ""))
		}
	}
}

// reflog returns the file that git adds a line to whenever another commit becomes the current one; "" when
// the folder lies in no work tree.
func reflog(dir string) string {
	for {
		git := filepath.Join(dir, ".git")
		if text, err := os.ReadFile(git); err == nil { // of a work tree beside the main one
			to, _ := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
			if !filepath.IsAbs(to) {
				to = filepath.Join(dir, to)
			}
			return filepath.Join(to, "logs", "HEAD")
		}
		if info, err := os.Stat(git); err == nil && info.IsDir() {
			return filepath.Join(git, "logs", "HEAD")
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// StateDir is the absolute folder that the builds keep what they know in.
func (p *Project) StateDir() string { return p.folder(p.o.StateDir, ".sitegen") }

func (p *Project) folder(dir, otherwise string) string {
	if dir == "" {
		dir = otherwise
	}
	if dir = filepath.FromSlash(dir); filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return filepath.Join(p.o.Source, dir)
}

// Build makes one build for a Loop.
func (p *Project) Build(ctx context.Context, t Task) (*Outcome, error) {
	if t.All || slices.ContainsFunc(t.Paths, p.configures) {
		if s := p.seatNow(); s.baseURL != p.seat.baseURL || !slices.Equal(s.mounts, p.seat.mounts) {
			if err := p.sit(s); err != nil {
				return nil, err
			}
			t.All = true
		} else {
			p.seat.config, p.seat.rules, p.seat.wrong = s.config, s.rules, s.wrong
		}
	}
	p.tell(p.show, t)
	p.early = t.Early
	res, err := p.show.Build(ctx)
	p.reads.Store(&reads{p.show.Reads(), err != nil})
	if err != nil {
		return nil, err
	}
	if p.address == nil {
		return &Outcome{Result: res, Warnings: res.Diagnostics, Next: p.next(t.Now, res)}, nil
	}
	site, found := NewSite(ctx, outputs{res.Outputs}, p.seat.mounts, badges(res.Ahead))
	site.server = p.seat.rules
	if p.seat.wrong != nil {
		found = append(found, &diag.Diagnostic{Rule: "preview", Severity: diag.Warning, Message: p.seat.wrong.Error()})
	}
	p.last = site
	o := &Outcome{Site: site, Result: res, Warnings: append(p.warnings(res), found...), Next: p.next(t.Now, res)}
	o.Edited = p.edited(res, t.Paths)
	if p.disk != nil {
		p.tell(p.disk, t)
		o.Write = func(ctx context.Context) error { _, err := p.disk.Build(ctx); return err }
	}
	return o, nil
}

// showEarly shows the outputs of a build that is still at work. Of the first build what the host would do is known only
// after it: a site that may have redirects, which can hide pages, is not shown so, and headers are not sent.
func (p *Project) showEarly(o *output.Files, redirects bool) {
	switch {
	case p.early == nil:
	case p.last != nil:
		p.early(p.last.early(outputs{o}))
	case !redirects:
		p.early(unruled(p.seat.mounts, p.seat.rules).early(outputs{o}))
	}
}

// warnings are those of a build that concern production, too: dates that lie ahead do not when pages
// that lie ahead are shown on purpose (rule M3).
func (p *Project) warnings(res *pipeline.Result) diag.List {
	return slices.DeleteFunc(slices.Clone(res.Diagnostics), func(d *diag.Diagnostic) bool {
		return p.o.Future &&
			d.Rule == "M3"
	})
}

func (p *Project) tell(b *pipeline.Builder, t Task) {
	if !p.fixed {
		b.SetClock(t.Now)
	}
	if t.All {
		b.Touch()
	} else {
		b.Touch(t.Paths...)
	}
}

// configures reports whether a path belongs to the configuration, or may from now on.
func (p *Project) configures(path string) bool {
	rel, err := filepath.Rel(p.o.Source, path)
	if err != nil {
		return true
	}
	name := strings.TrimSuffix(filepath.Base(rel), filepath.Ext(rel))
	if filepath.Dir(rel) == "." && slices.Contains([]string{"sitegen", "hugo", "config"}, name) {
		return true
	}
	return slices.ContainsFunc(p.seat.config, func(c string) bool {
		return path == c || strings.HasPrefix(path, c+string(filepath.Separator)) ||
			strings.HasPrefix(c, path+string(filepath.Separator))
	})
}

// edited returns the changed output whose content file is among the changed files, the first by path.
func (p *Project) edited(res *pipeline.Result, paths []string) string {
	for _, out := range res.Changed {
		f, ok := res.Outputs.Lookup(out)
		if !ok || f.Page == "" || f.MediaType != "text/html" {
			continue
		}
		if slices.Contains(paths, p.folder(f.Page, "")) {
			return out
		}
	}
	return ""
}

// next returns when a build is needed though no file changes: when the site differs, or a badge goes.
func (p *Project) next(now time.Time, res *pipeline.Result) time.Time {
	if p.fixed {
		return time.Time{}
	}
	first := res.NextBuild
	for _, l := range res.Ahead {
		if l.Reason == "future" && l.Date.After(now) && (first.IsZero() || l.Date.Before(first)) {
			first = l.Date
		}
	}
	return first
}

// badges says of each page that a plain build leaves out, why.
func badges(ahead []pipeline.Left) map[string]Badge {
	out := map[string]Badge{}
	for _, l := range ahead {
		day := l.Date.Format("2 January 2006, 15:04 MST")
		switch l.Reason {
		case "draft":
			out[l.File] = Badge{
				"Draft",
				fmt.Sprintf("Production leaves this page out because it is a draft. %s goes live without draft: true.", l.File),
			}
		case "future":
			out[l.File] = Badge{
				"Future",
				fmt.Sprintf("Production leaves this page out until its date of publication, %s, has passed and the site is built again (%s).", day, l.File),
			}
		case "expired":
			out[l.File] = Badge{"Expired", fmt.Sprintf("Production leaves this page out since it expired on %s (%s).", day,
				l.File)}
		}
	}
	return out
}

// outputs shows the outputs of a build as a Tree.
type outputs struct{ *output.Files }

func (o outputs) Lookup(path string) (File, bool) {
	out, ok := o.Files.Lookup(path)
	if !ok {
		return File{}, false
	}
	return File{
		Path: path, MediaType: out.MediaType, Page: out.Page,
		Open: func(ctx context.Context) (io.ReadSeekCloser, error) { return out.Open(ctx) },
	}, true
}
