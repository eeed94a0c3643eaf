package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/finished/diff"
	"github.com/sitegen/sitegen/internal/finished/linkcheck"
	"github.com/sitegen/sitegen/internal/finished/notify"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// notifyFlags are the flags of `sitegen notify`.
type notifyFlags struct {
	key, since, state string
	only              []string
	dry, mark, verify bool
	consoles          bool
	pause             time.Duration
}

// notifyCommand returns `sitegen notify`.
func (a *app) notifyCommand() *cobra.Command {
	f := &notifyFlags{}
	cmd := &cobra.Command{
		Use:   "notify [FOLDER]",
		Short: "Notify search engines and hubs of changes, after the upload",
		Long: `Notify IndexNow search engines, the WebSub hubs of feeds, and Baidu of URLs that
are new, changed, or deleted since the last run. Run the command after the
upload, in the project folder, or with the uploaded folder, built by any
generator.

Accepted URLs are recorded in .sitegen/notify and are not sent again. If a run
is interrupted, the next one continues. Without that file, as on a build server,
name the earlier state of the site with --since: a folder, a sitemap, or a
snapshot of "sitegen diff --save".

Previews are never sent: builds for an environment such as "preview", sites
with noindex or a robots.txt that disallows everything, and URLs that only this
computer can reach.

Exit codes: 0 everything accepted or nothing to send, 1 something was not
accepted, 2 invalid command line.`,
		Example: `  sitegen notify --dry-run
  sitegen notify --verify
  sitegen notify public --base-url https://example.org/ --since site.snapshot`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.notify(cmd.Context(), f, args) },
	}
	s := cmd.Flags()
	s.BoolVar(&f.dry, "dry-run", false, "print what would be sent to which service, without sending it")
	s.BoolVar(&f.mark, "mark", false,
		"record everything as sent without sending it, for a site that search engines already know")
	s.BoolVar(&f.verify, "verify", false,
		"check the server first: new URLs must return 200, old ones must not, and the key file must contain the key")
	s.DurationVar(&f.pause, "verify-pause", 100*time.Millisecond, "`time` between two requests of --verify")
	s.StringVar(&f.since, "since", "", "earlier `state` of the site: a folder, a sitemap, or a snapshot")
	s.StringVar(&f.state, "state", "", "`file` with the accepted URLs (default: notify in .sitegen)")
	s.StringVar(&f.key, "indexnow-key", "", "IndexNow `key` (default: notify.indexNowKey in the configuration)")
	s.StringSliceVar(&f.only, "only", nil, "`names` of services to notify: indexnow, websub, baidu (default: all)")
	s.BoolVar(&f.consoles, "consoles", false, "print the pages where you can submit the sitemap to search engines by hand")
	s.StringVarP(&a.flags.source, "source", "s", "", "project `folder` (default: current folder)")
	s.StringVar(&a.flags.config, "config", "", "configuration `file`, or several separated by commas")
	s.StringVarP(&a.flags.environment, "environment", "e", "",
		"`name` of the environment that the site was built for (default: production)")
	s.StringVarP(&a.flags.baseURL, "base-url", "b", "", "`URL` of the site (default: baseURL in the configuration)")
	s.StringVar(&a.flags.clock, "clock", "",
		"current `time`, to interpret dates from servers (default: SOURCE_DATE_EPOCH, otherwise now)")
	s.BoolVar(&a.flags.json, "json", false, "print one JSON object instead of text")
	return cmd
}

// notifying is one run.
type notifying struct {
	*notifyFlags
	cfg      *config.Config // of the project; an empty one without a project
	project  bool
	dir      string // what was uploaded
	now, old *diff.Snapshot
	file     string // of the state
	state    *notify.State
	services []notify.Service
	topics   map[string][]notify.Change // feeds by hubs
	known    map[string]bool            // feeds that did not change since old
	skipped  []string                   // why a service gets no message
	options  notify.Options
}

// told is the result of a run, for programs.
type told struct {
	Base     string           `json:"base"`
	DryRun   bool             `json:"dryRun,omitempty"`
	Services []toldService    `json:"services"`
	Skipped  []string         `json:"skipped"`
	Unready  []notify.Refusal `json:"unready,omitempty"`
	Sitemap  string           `json:"sitemap,omitempty"`
	Consoles []notify.Console `json:"consoles,omitempty"`
}

// toldService is the result for one service.
type toldService struct {
	notify.Result
	Pending []notify.Change `json:"pending,omitempty"` // of a dry run
}

func (a *app) notify(ctx context.Context, f *notifyFlags, args []string) error {
	for _, name := range f.only {
		if !slices.Contains([]string{"indexnow", "websub", "baidu"}, name) {
			return fmt.Errorf("--only must name indexnow, websub, or baidu, not %q", name)
		}
	}
	n := &notifying{notifyFlags: f}
	if err := a.notifyProject(n, args); err != nil {
		return err
	}
	if err := n.open(ctx); err != nil {
		return a.failed(err)
	}
	if why := n.refuse(); why != "" {
		return a.failed(fmt.Errorf("nothing was sent: %s", why))
	}
	clock, err := a.clock()
	if err != nil {
		return err
	}
	n.options = notify.Options{Requests: linkcheck.Requests{Agent: "sitegen-notify/" + version(), Now: clock}}
	if err := n.choose(); err != nil {
		return a.failed(err)
	}
	res, err := n.run(ctx)
	if err != nil {
		return a.failed(err)
	}
	return a.notified(n, res)
}

// notifyProject finds the project and its uploaded folder.
func (a *app) notifyProject(n *notifying, args []string) error {
	a.findSource()
	b, err := pipeline.New(project.Options{
		Source: a.flags.source, ConfigFile: a.flags.config, BaseURL: a.flags.baseURL,
		Environment: a.flags.environment, Environ: a.environ,
	})
	if err != nil {
		return err
	}
	cfg, found := b.Config()
	if cfg == nil {
		a.problems(found)
		return exit(exitFindings)
	}
	n.cfg, n.project = cfg, len(cfg.Files) > 0
	switch {
	case len(args) == 1:
		n.dir = args[0]
	case n.project:
		n.dir = (&checkProject{cfg: cfg, source: a.flags.source}).output()
	default:
		return errors.New("say what was uploaded: name the folder, or run the command in a project folder")
	}
	if severalHosts(cfg) && len(args) == 0 {
		return errors.New("languages have their own hosts: run sitegen notify for each, with its folder and URL, for example sitegen notify public/en --base-url https://en.example.org/ --state .sitegen/notify-en")
	}
	if n.file = n.notifyFlags.state; n.file != "" {
		return nil
	}
	n.file = filepath.Join(a.flags.source, ".sitegen", "notify")
	err = disk.CheckLinks(filepath.Clean(a.flags.source), n.file, "to keep this file elsewhere, pass --state")
	var no *disk.Refusal
	if errors.As(err, &no) {
		return fmt.Errorf("%w\n  hint: %s", err, no.Hint)
	}
	return err
}

// open reads the folder, the earlier state, and the accepted messages.
func (n *notifying) open(ctx context.Context) error {
	o := diff.Options{Base: n.cfg.BaseURL, Host: n.cfg.Check.Host}
	if strings.Trim(o.Base, "/") == "" {
		o.Base = ""
	}
	var err error
	if n.since != "" {
		if n.old, n.now, err = diff.OpenBoth(ctx, n.since, n.dir, o); err != nil {
			return err
		}
	} else if n.now, err = diff.Open(ctx, n.dir, o); err != nil {
		return err
	}
	n.state = notify.NewState()
	in, err := os.Open(n.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer in.Close()
	if n.state, err = notify.ReadState(in); err != nil {
		return fmt.Errorf("%s: %w", n.file, err)
	}
	return nil
}

// refuse returns the reason why services may not get messages about the site, or "" (rule X7).
func (n *notifying) refuse() string {
	if n.now.Base == "" {
		return "the address of the site is not known: say it with --base-url"
	}
	if n.cfg.Preview() {
		return fmt.Sprintf("%q is an environment for previews", n.cfg.Environment)
	}
	if why := n.now.Hidden(); why != "" {
		return n.dir + " must not be found: " + why
	}
	if why := notify.Public(n.now.Base); why != "" {
		return why
	}
	if origin := n.now.Elsewhere(); origin != "" {
		return fmt.Sprintf("no URL in the sitemap of %s is below %s: most are on %s; pass that one with --base-url, or build the site for its public URL",
			n.dir, n.now.Base, origin)
	}
	return ""
}

// save writes the state in one step.
func (n *notifying) save() error {
	if err := os.MkdirAll(filepath.Dir(n.file), 0o777); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := n.state.Write(&b); err != nil {
		return err
	}
	return atomicfile.Write(n.file, b.Bytes())
}
