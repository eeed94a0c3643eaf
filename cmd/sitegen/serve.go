package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/preview/serve"
)

// serveFlags are the flags of `sitegen serve`, with the names of `hugo server`.
type serveFlags struct {
	bind, editor, poll           string
	port                         int
	appendPort, open, navigate   bool
	write, watch                 bool
	noReload, noOverlay, noCache bool
	tlsAuto                      bool
	tlsCert, tlsKey              string
	given                        func(flag string) bool // reports whether the command line sets a flag
}

// previewing serves a site and rebuilds it when files change.
type previewing struct{ *app }

// serveCommand returns `sitegen serve`, alias `sitegen server`.
func (a *app) serveCommand() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:     "serve",
		Aliases: []string{"server"},
		Short:   "Preview the site while you work on it",
		Long: `Build the site in memory, serve it on this machine, and rebuild when a file
changes. Open pages reload when they change. Nothing is written to the output
folder. To stop, press Ctrl-C.

Drafts, future pages, and expired pages are shown with a badge that says why
production leaves them out. To see lists as in production, use
--buildDrafts=false, --buildFuture=false, and --buildExpired=false. With --bind,
if others can reach the address, they are shown only with -D, -F, and -E. The
environment is "development" unless -e or HUGO_ENVIRONMENT sets another.`,
		Args: noSuchCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.given = cmd.Flags().Changed
			return previewing{a}.serve(cmd.Context(), f)
		},
	}
	a.flags.build(cmd.Flags())
	f.add(cmd.Flags())
	return cmd
}

func (f *serveFlags) add(s *pflag.FlagSet) {
	s.StringVar(&f.bind, "bind", "127.0.0.1", "`address` to listen on; 0.0.0.0 shows the site to your whole network")
	s.IntVarP(&f.port, "port", "p", 1313, "`port` to listen on; unless set, the next free port if 1313 is in use")
	s.BoolVar(&f.appendPort, "appendPort", true, "add the port to --baseURL")
	s.BoolVarP(&f.open, "openBrowser", "O", false, "open the site in a browser")
	s.BoolVar(&f.open, "open", false, "")
	s.BoolVarP(&f.navigate, "navigateToChanged", "N", false, "make the browser go to the page that you edit")
	s.BoolVar(&f.navigate, "navigate", false, "")
	s.BoolVar(&f.noReload, "disableLiveReload", false,
		"serve pages as built: no reload, no errors over the page, no badges")
	s.BoolVar(&f.noOverlay, "disableBrowserError", false, "show errors only in the terminal")
	s.BoolVar(&f.noCache, "noHTTPCache", false, "prevent browsers from caching")
	s.BoolVar(&f.write, "write", false, "also write the site to the output folder, with the preview's URL in it")
	s.BoolVar(&f.write, "renderToDisk", false, "")
	s.BoolVarP(&f.watch, "watch", "w", true, "rebuild when a file changes")
	s.StringVar(&f.poll, "poll", "", "check for changes at this `interval`, such as 700ms, instead of waiting for events")
	s.StringVar(&f.editor, "editor", "vscode",
		"`editor` to open errors in: vscode, vscodium, cursor, zed, idea, sublime, none, or a URL with {path}, {line}, and {column}")
	s.BoolVar(&f.tlsAuto, "tlsAuto", false, "")
	s.StringVar(&f.tlsCert, "tlsCertFile", "", "")
	s.StringVar(&f.tlsKey, "tlsKeyFile", "", "")
	for _, name := range []string{"disableFastRender", "renderToMemory", "renderStaticToDisk"} {
		s.Bool(name, false, "")
	}
	s.Int("liveReloadPort", -1, "")
	for _, name := range []string{
		// other names, and unsupported flags
		"open", "navigate", "renderToDisk", "tlsAuto", "tlsCertFile", "tlsKeyFile",
		"disableFastRender", "renderToMemory", "renderStaticToDisk", "liveReloadPort", // have no effect here
	} {
		s.MarkHidden(name)
	}
	for _, name := range []string{"buildDrafts", "buildFuture", "buildExpired"} {
		s.Lookup(name).Usage += " (default, unless others can reach --bind)"
	}
	s.Lookup("environment").Usage = strings.Replace(s.Lookup("environment").Usage, "production", "development", 1)
}

// check rejects unsupported flags.
func (f *serveFlags) check() (poll time.Duration, err error) {
	if f.tlsAuto || f.tlsCert != "" || f.tlsKey != "" {
		return 0,
			errors.New("the preview supports only HTTP\n  hint: browsers on this machine trust it like HTTPS; for other machines, put a tunnel or a proxy with a certificate in front of it, and pass its URL with --baseURL")
	}
	if f.port < 0 || f.port > 65535 {
		return 0, fmt.Errorf("--port must be between 0 and 65535, not %d", f.port)
	}
	if f.poll != "" {
		if poll, err = time.ParseDuration(f.poll); err != nil || poll <= 0 {
			return 0, fmt.Errorf("--poll must be a duration, such as 700ms, not %q", f.poll)
		}
	}
	return poll, nil
}

func (a previewing) serve(ctx context.Context, f serveFlags) error {
	rest := saveMemory()
	limitMemory(a.flags.maxMemory)
	defer spareProcessor()()
	poll, err := f.check()
	if err != nil {
		return err
	}
	if a.flags.json {
		return errors.New("serve prints text only, so it has no --json")
	}
	editor, err := editorAddress(f.editor)
	if err != nil {
		return err
	}
	l, err := listen(f.bind, f.port, f.given("port"))
	if err != nil {
		return err
	}
	defer l.Close()
	address, err := f.address(l, a.flags.baseURL)
	if err != nil {
		return err
	}
	p, err := a.project(f, address)
	if err != nil {
		return err
	}
	defer p.Close()
	s := serve.New(serve.Options{
		ID: strconv.FormatInt(time.Now().UnixNano(), 36), Hosts: []string{
			address.Hostname(),
			f.bind,
		}, Project: p.Source(), Editor: editor,
		NoReload: f.noReload, NoOverlay: f.noOverlay, NoCache: f.noCache,
	})
	a.announce(p, f, l)
	if f.open {
		a.openBrowser(p.Address())
	}
	return a.preview(ctx, p, s, l, preview{poll: poll, navigate: f.navigate, watch: f.watch, rest: rest})
}

// spareProcessor lets Go run one more thread than there are processors, and returns a function that ends that.
// While a build uses all of them, the scheduler polls the network only every 10 ms; a spare thread waits for
// it, and the system runs it at once.
func spareProcessor() (restore func()) {
	n := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(n + 1)
	return func() { runtime.GOMAXPROCS(n) }
}

// project returns the project to preview.
func (a previewing) project(f serveFlags, address *url.URL) (*serve.Project, error) {
	o, err := a.options()
	if err != nil {
		return nil, err
	}
	if err := a.foreign(o, !a.flags.quiet); err != nil {
		return nil, err
	}
	may := a.mayRead
	if f.write {
		may = a.mayPublish
	}
	if err := may(o); err != nil {
		return nil, err
	}
	o.Elapsed = nil
	if o.Jobs == 0 {
		o.Jobs = max(1, runtime.GOMAXPROCS(0)-1) // leave one for requests
	}
	f.reveal(&o)
	if !f.given("environment") &&
		a.getenv("SITEGEN_ENVIRONMENT")+a.getenv("SITEGEN_ENV")+a.getenv("HUGO_ENVIRONMENT")+a.getenv("HUGO_ENV") == "" {
		o.Environment = "development"
	}
	return serve.NewProject(serve.ProjectOptions{Builder: o, Address: address, Write: f.write, Fixed: a.fixedClock()})
}

// reveal shows pages that a production build leaves out, unless a flag disables it. If others on the network
// can reach the preview, it requires a flag.
func (f *serveFlags) reveal(o *project.Options) {
	if loopback(f.bind) {
		o.Drafts, o.Future, o.Expired = o.Drafts || !f.given("buildDrafts"), o.Future || !f.given("buildFuture"), o.Expired ||
			!f.given("buildExpired")
	}
}

// loopback reports whether only this machine can reach a listening address.
func loopback(bind string) bool {
	ip := net.ParseIP(bind)
	return bind == "localhost" || ip != nil && ip.IsLoopback()
}

// fixedClock reports whether all builds use the same time.
func (a previewing) fixedClock() bool {
	return a.flags.clock != "" || a.getenv("SOURCE_DATE_EPOCH") != ""
}

// announce prints the URL of the site.
func (a previewing) announce(p *serve.Project, f serveFlags, l net.Listener) {
	a.printf(a.out, "%s  (Ctrl-C ends the preview)\n", p.Address())
	if port := l.Addr().(*net.TCPAddr).Port; port != f.port && f.port != 0 {
		a.printf(a.out, "port %d is in use, this is %d\n", f.port, port)
	}
	if l.Addr().(*net.TCPAddr).IP.IsLoopback() {
		return
	}
	a.printf(a.out,
		"everyone in your network can see it; drafts, future pages, and expired pages only with -D, -F, and -E\n")
	a.qrCode(p.Address())
}
