package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/finished/publish"
	"github.com/sitegen/sitegen/internal/store/bucket"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// publishFlags are the flags of `sitegen publish`.
type publishFlags struct {
	dry, adopt                      bool
	requests                        int
	manifest, since, files, deleted string
}

// publishCommand returns `sitegen publish`.
func (a *app) publishCommand() *cobra.Command {
	f := &publishFlags{}
	cmd := &cobra.Command{
		Use:   "publish [TARGET]",
		Short: "Send the built site to a bucket of S3 or a folder",
		Long: `Send what the last build wrote to s3://bucket/prefix or file:///folder. Only
what changed since the last time is sent, and only files that were sent before
are deleted. Nothing is listed, so an edit of a site with 100,000 pages takes a
few requests.

Files are sent before the pages that load them, then feeds and sitemaps; what
the site no longer has is deleted last. If a run is interrupted, the next one
continues.

Buckets are reached as the environment says: AWS_ACCESS_KEY_ID,
AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION, and AWS_ENDPOINT_URL_S3
for servers other than AWS.

For other programs that send files, --manifest and --files write lists of them.

Exit codes: 0 success, 1 the site was not published, 2 invalid command line.`,
		Example: `  sitegen build && sitegen publish s3://www.example.org
  sitegen publish s3://bucket/site --dry-run
  sitegen publish file:///srv/www/site
  sitegen publish --manifest site.json --files files.txt
  rclone copy public remote:site --files-from-raw files.txt --no-traverse`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.publish(cmd.Context(), f, args) },
	}
	s := cmd.Flags()
	s.BoolVar(&f.dry, "dry-run", false, "print what would be sent and deleted, without doing it")
	s.BoolVar(&f.adopt, "adopt", false, "replace the files of a target that was published by other means")
	s.IntVar(&f.requests, "requests", 0, "`number` of requests at the same time (default: 16)")
	s.StringVar(&f.manifest, "manifest", "",
		"write path, size, hash, and headers of all files as JSON to this `file`, instead of sending them")
	s.StringVar(&f.since, "since", "", "`file` that --manifest wrote earlier: --files lists only what differs from it")
	s.StringVar(&f.files, "files", "", "write the paths to send, in order and one per line, to this `file`")
	s.StringVar(&f.deleted, "deleted", "", "with --since: write the paths to delete to this `file`")
	s.StringVarP(&a.flags.source, "source", "s", "", "project `folder` (default: current folder)")
	s.StringVarP(&a.flags.destination, "destination", "d", "", "output `folder` (default: public)")
	s.StringVar(&a.flags.config, "config", "", "configuration `file`, or several separated by commas")
	s.StringVarP(&a.flags.environment, "environment", "e", "",
		"`name` of the environment that the site was built for (default: production)")
	s.StringVarP(&a.flags.baseURL, "baseURL", "b", "", "`URL` of the site (default: baseURL in the configuration)")
	s.StringVar(&a.flags.cacheDir, "cacheDir", "", "`folder` for data kept between builds (default: .sitegen)")
	s.BoolVar(&a.flags.json, "json", false, "print one JSON object instead of text")
	s.BoolVar(&a.flags.quiet, "quiet", false, "print only problems")
	return cmd
}

func (a *app) publish(ctx context.Context, f *publishFlags, args []string) error {
	lists := f.manifest != "" || f.files != ""
	switch {
	case lists == (len(args) == 1):
		return errors.New("name a target, such as s3://bucket/prefix or file:///folder, or pass --manifest or --files")
	case f.deleted != "" && f.since == "", f.since != "" && !lists:
		return errors.New("--since needs --manifest or --files, and --deleted needs --since")
	}
	var target bucket.Bucket
	if !lists {
		var err error
		if target, err = a.target(args[0]); err != nil {
			return err
		}
		defer target.Close()
	}
	o, release, err := a.published(f)
	if err != nil {
		return err
	}
	defer release()
	if lists {
		err = a.describe(ctx, f, o)
	} else {
		o.Target, o.Host = target, strings.HasPrefix(args[0], "s3:")
		err = a.send(ctx, o, args[0])
	}
	return a.unpublished(err)
}

// target opens the bucket of an argument.
func (a *app) target(address string) (bucket.Bucket, error) {
	access := bucket.FromEnvironment(a.getenv)
	access.Attempts = 5
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("the target is not a valid URL")
	}
	b, err := bucket.Open(u, access)
	if errors.Is(err, bucket.ErrURL) {
		err = fmt.Errorf("the target %q is %w", address, err)
	}
	return b, err
}

// elsewhere lets a build leave out files that the target of --publishTarget has. It returns a warning if the target
// can't be read: then the build writes all files. done ends the connections.
func (a *app) elsewhere(ctx context.Context, o *project.Options) (found diag.List, done func(), err error) {
	if a.flags.publishTarget == "" {
		return nil, func() {}, nil
	}
	target, err := a.target(a.flags.publishTarget)
	if err != nil {
		return nil, nil, err
	}
	published, err := publish.Find(ctx, target)
	if err != nil {
		return diag.List{{
			Rule: "publish-target", Severity: diag.Warning,
			Message: fmt.Sprintf("the build writes all files, because it can't tell what the target has: %v", err),
		}}, target.Close, nil
	}
	o.Elsewhere = published
	return nil, target.Close, nil
}

// published returns the options of a publication, and a function that lets builds write to the output folder again.
func (a *app) published(f *publishFlags) (o publish.Options, release func(), err error) {
	options, err := a.options()
	if err != nil {
		return o, nil, err
	}
	b, err := pipeline.New(options)
	if err != nil {
		return o, nil, err
	}
	defer b.Close()
	p := project.Project{Options: b.Options()}
	cfg, found := b.Config()
	if p.Config = cfg; cfg == nil {
		a.problems(found)
		return o, nil, exit(exitFindings)
	}
	o = publish.Options{
		Dir: p.At(cfg.PublishDir), Types: p.MediaTypes(), Base: cfg.BaseURL,
		Adopt: f.adopt, DryRun: f.dry, Jobs: f.requests,
		Control: publish.Control{Pages: cfg.Deploy.CacheControl.Pages, Files: cfg.Deploy.CacheControl.Files},
	}
	m, release, err := disk.Outputs(disk.Options{Dir: o.Dir, State: p.StateDir(), Project: cfg.Project})
	if err != nil {
		return o, nil, a.unpublished(err)
	}
	o.Outputs = m.Entries()
	return o, release, nil
}

// unpublished prints why a site was not published, and what to do.
func (a *app) unpublished(err error) error {
	var refused *disk.Refusal
	var stale *publish.ErrStale
	var foreign *publish.ErrForeign
	hint := ""
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused):
		hint = refused.Hint
	case errors.As(err, &stale):
		hint = "run sitegen build, which writes it again"
	case errors.As(err, &foreign):
		hint = "name another target, or pass --adopt to replace files of the same names; the others are kept"
	case errors.Is(err, publish.ErrManifest):
		hint = "pass --adopt to send everything again; files that the site no longer has are kept then"
	case errors.Is(err, publish.ErrBusy):
		hint = "run sitegen publish again when it has ended"
	case errors.Is(err, context.Canceled):
		err = errors.New("interrupted; run sitegen publish again to continue")
	}
	if hint != "" {
		err = fmt.Errorf("%w\n  hint: %s", err, hint)
	}
	return a.failed(err)
}

// send publishes the site.
func (a *app) send(ctx context.Context, o publish.Options, address string) error {
	var bar *meter
	if !a.flags.quiet && !a.flags.json {
		bar = newMeter(a.err, time.Now)
		o.Progress = func(done, total int) { bar.show(project.Progress{Stage: "publish", Done: done, Total: total}) }
	}
	res, err := publish.Run(ctx, o)
	bar.clear()
	switch {
	case err != nil:
		return err
	case a.flags.json:
		return a.json(publicationOf(res, o, address))
	case a.flags.quiet:
		return nil
	}
	a.sent(res, o, address)
	return nil
}

// publication is the result of a run, for programs.
type publication struct {
	Target    string         `json:"target"`
	DryRun    bool           `json:"dryRun,omitempty"`
	Steps     []publish.Step `json:"steps"`
	Deleted   []string       `json:"deleted"`
	Unchanged int            `json:"unchanged"`
	Sent      int            `json:"sent"`
	Bytes     int64          `json:"bytes"`
	Continued bool           `json:"continued,omitempty"`
}

func publicationOf(res *publish.Result, o publish.Options, address string) publication {
	p := publication{
		Target: address, DryRun: o.DryRun, Steps: append([]publish.Step{}, res.Steps...), Deleted: orEmpty(res.Deleted),
		Unchanged: res.Unchanged, Continued: res.Continued,
	}
	p.Sent, p.Bytes = res.Sent()
	return p
}

// sent prints the result.
func (a *app) sent(res *publish.Result, o publish.Options, address string) {
	n, size := res.Sent()
	if n+len(res.Deleted)+res.Late == 0 {
		a.printf(a.out, "Nothing changed since the last publication to %s: %s\n", address, words.Count(res.Unchanged, "file"))
		return
	}
	did := "Published"
	if o.DryRun {
		did = "Would publish"
	}
	a.printf(a.out, "%s %s (%s) to %s; %d deleted, %d unchanged\n", did, words.Count(n, "file"), words.Bytes(size),
		address, len(res.Deleted), res.Unchanged)
	if res.Continued {
		a.printf(a.out, "  note: the publication before was interrupted; this one continues it\n")
	}
	for _, s := range res.Steps {
		a.printf(a.out, "  %s: %d (%s)\n", s.What, len(s.Files), words.Bytes(s.Bytes))
		if o.DryRun {
			a.paths(s.Files)
		}
	}
	if len(res.Deleted) > 0 && o.DryRun {
		a.printf(a.out, "  deleted: %d\n", len(res.Deleted))
		a.paths(res.Deleted)
	}
	if res.Late > 0 {
		a.printf(a.out, "  kept for readers with open pages: %s, until the next time\n", words.Count(res.Late, "file"))
	}
}

func (a *app) paths(list []string) {
	for _, path := range list {
		a.printf(a.out, "    %s\n", path)
	}
}

// sending is what --manifest writes.
type sending struct {
	Base  string         `json:"base"`
	Files []publish.File `json:"files"`
}

// describe writes files for other programs.
func (a *app) describe(ctx context.Context, f *publishFlags, o publish.Options) error {
	list, err := publish.Describe(ctx, o)
	if err != nil {
		return err
	}
	var before sending
	if f.since != "" {
		data, err := os.ReadFile(f.since)
		if err == nil {
			err = json.Unmarshal(data, &before)
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", f.since, err)
		}
	}
	send, gone := publish.Difference(before.Files, list)
	for file, lines := range map[string][]string{f.files: send, f.deleted: gone} {
		if file == "" {
			continue
		}
		var b bytes.Buffer
		for _, path := range lines {
			fmt.Fprintln(&b, path)
		}
		if err := atomicfile.Write(file, b.Bytes()); err != nil {
			return err
		}
	}
	if f.manifest == "" {
		return nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(sending{o.Base, list}); err != nil {
		return err
	}
	return atomicfile.Write(f.manifest, b.Bytes())
}
