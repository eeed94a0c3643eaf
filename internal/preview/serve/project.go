package serve

import (
	"cmp"
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

// ProjectOptions tells what to preview, and where.
type ProjectOptions struct {
	Builder project.Options // options of the build; Memory and BaseURL are set here
	// Address is the URL of the preview, such as http://127.0.0.1:1313. If it has a path, the site is served
	// there, else below the path of the configured baseURL. If it is nil, nothing is served, and the site is
	// built into its output folder.
	Address *url.URL
	Write   bool // also write to the output folder
	Fixed   bool // Builder.Clock is the time of every build
}

// Project builds a project for the preview: in memory, with the URL of the preview as base URL.
type Project struct {
	o       project.Options
	address *url.URL
	write   bool
	fixed   bool
	files   atomic.Pointer[files]
	reads   atomic.Pointer[reads]

	seat  seat // what the builders were made for
	show  *pipeline.Builder
	disk  *pipeline.Builder // writes to the disk; nil if not requested
	spent []*pipeline.Builder
	last  *Site       // of the last good build on this seat
	early func(*Site) // of the running task
}

// seat contains the URLs at which the parts of a site are served, which depend on its configuration.
type seat struct {
	baseURL string
	flags   map[string]any // base URLs of languages that have their own
	mounts  []Mount
	config  []string // absolute files of the configuration, and its folder
	rules   rules
	wrong   error // error in the rules
}

// files is the information for a watcher. It is immutable.
type files struct {
	roots       []string
	destination string
}

// reads tells which paths a build reads. It is immutable.
type reads struct {
	has    func(path string) bool // of the last successful build; nil if there was none
	failed bool                   // the last build
}

// NewProject reads the configuration to determine where the site is served.
func NewProject(o ProjectOptions) (*Project, error) {
	source, err := filepath.Abs(o.Builder.Source)
	if err != nil {
		return nil, fmt.Errorf("find the project folder: %w", err)
	}
	p := &Project{o: o.Builder, address: o.Address, write: o.Write, fixed: o.Fixed}
	p.o.Source = source
	return p, p.sit(p.seatNow())
}

// Address returns the URL of the home page.
func (p *Project) Address() string {
	u := *p.address
	u.Path = p.seat.mounts[0].Prefix
	return u.String()
}

// seatNow reads the configuration to determine where the site is served. If the configuration is invalid, the
// site is served at the root, and the build will report the problem.
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
	if cfg != nil && len(cfg.Languages) == 1 { // its own baseURL overrides that of the site
		lang := cfg.Languages[0]
		languages, _ := cfg.Root["languages"].(map[string]any)
		if own, _ := languages[lang.Lower].(map[string]any); own["baseurl"] != nil {
			s.flags = map[string]any{"languages." + lang.Key + ".baseurl": s.baseURL}
		}
	}
	return s
}

// slashed returns a path with slashes at both ends.
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

// sit creates the builders for a seat.
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

// Close frees the resources of the builders. Their outputs cannot be shown anymore.
func (p *Project) Close() error {
	var errs []error
	for _, b := range append(p.spent, p.show, p.disk) {
		if b != nil {
			errs = append(errs, b.Close())
		}
	}
	return errors.Join(errs...)
}

// Source returns the absolute folder of the project.
func (p *Project) Source() string { return p.o.Source }

// Roots returns the paths to watch: the project, and folders of the configuration outside of it.
func (p *Project) Roots() []string { return p.files.Load().roots }

// Ignore reports whether a build never reads a path: outputs, and folders of other tools. It may be called
// while a build runs.
func (p *Project) Ignore(path string) bool {
	switch filepath.Base(path) {
	case ".git", "node_modules", ".hugo_build.lock", ".DS_Store":
		return true
	}
	return path == p.StateDir() || path == p.files.Load().destination
}

// Reads reports whether a path can affect the next build. After a failed build every path can, because it is
// unknown what the build would have read. It may be called while a build runs.
func (p *Project) Reads(path string) bool {
	return p.reads.Load() == nil || p.reads.Load().failed || p.Read(path)
}

// Read reports whether the last successful build read a path, or would have. It returns true if no build has
// succeeded.
func (p *Project) Read(path string) bool {
	r := p.reads.Load()
	return r == nil || r.has == nil || r.has(path)
}

// note keeps what a watcher needs of a configuration, which is nil if it is invalid.
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

// reflog returns the file to which git appends a line whenever the current commit changes, or "" if the folder
// is not in a work tree.
func reflog(dir string) string {
	for {
		git := filepath.Join(dir, ".git")
		if text, err := os.ReadFile(git); err == nil { // in a linked work tree
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

// StateDir returns the absolute folder for data that builds keep.
func (p *Project) StateDir() string { return p.folder(p.o.StateDir, ".sitegen") }

func (p *Project) folder(dir, otherwise string) string {
	dir = cmp.Or(dir, otherwise)
	if dir = filepath.FromSlash(dir); filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return filepath.Join(p.o.Source, dir)
}

// Build runs one build for a Loop.
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
	site.server, site.gone = p.seat.rules, map[string]bool{}
	for _, g := range res.Gone {
		site.gone[strings.TrimSuffix(g, "/")] = true
	}
	if p.seat.wrong != nil {
		found = append(found, &diag.Diagnostic{Rule: "preview", Severity: diag.Warning, Message: p.seat.wrong.Error()})
	}
	site.follow(p.last, res)
	p.last = site
	o := &Outcome{Site: site, Result: res, Warnings: append(p.warnings(res), found...), Next: p.next(t.Now, res)}
	o.Edited = p.edited(res, t.Paths)
	if p.disk != nil {
		p.tell(p.disk, t)
		o.Write = func(ctx context.Context) error { _, err := p.disk.Build(ctx); return err }
	}
	return o, nil
}

// showEarly shows the outputs of a build that is still running. For the first build, the behavior of the host
// is known only at the end: if the site may have redirects, which can hide pages, it is not shown early, and
// headers are not sent.
func (p *Project) showEarly(o *output.Files, redirects bool) {
	switch {
	case p.early == nil:
	case p.last != nil:
		p.early(p.last.early(outputs{o}))
	case !redirects:
		p.early(unruled(p.seat.mounts, p.seat.rules).early(outputs{o}))
	}
}

// warnings returns the warnings of a build that also apply to production. If future pages are shown on purpose,
// warnings about future dates (rule M3) do not apply.
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

// configures reports whether a path belongs to the configuration, or may belong to it from now on.
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

// next returns the time when a build is needed even if no file changes: when the site differs, or a badge must
// disappear.
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

// badges returns a badge for each page that a production build leaves out.
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

// outputs adapts the outputs of a build to the interface Tree.
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
