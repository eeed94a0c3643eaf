package main

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"time"

	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/inspect"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/shard"
)

// buildCommand returns `sitegen build`.
func (a *app) buildCommand() *cobra.Command {
	var watch bool
	var poll string
	var shards shardFlags
	cmd := &cobra.Command{
		Use:   "build",
		Short: "Build the site",
		Long: `Build the site into its output folder.

A build writes only files that changed and removes files from earlier builds
that the site no longer contains. It never touches files that sitegen did not
write. If the build fails, the output folder stays as it was.

Exit codes: 0 success, 1 the site has errors, 2 invalid command line.`,
		Args: noSuchCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			limitMemory(a.flags.maxMemory)
			part, err := sharing{a}.part(shards)
			switch {
			case err != nil:
				return err
			case a.flags.memory && (watch || a.flags.verify || !part.Whole()):
				return errors.New("--renderToMemory can't be combined with --watch, --verify, or --shard")
			case a.flags.publishTarget != "" &&
				(watch || a.flags.memory || a.flags.verify || a.flags.strict || !part.Whole()):
				return errors.New("--publishTarget can't be combined with --watch, --renderToMemory, --verify, --strict, " +
					"or --shard: they need all files")
			case watch && !part.Whole():
				return errors.New("--watch and --shard exclude each other")
			case watch:
				return previewing{a}.buildWatch(cmd.Context(), poll)
			}
			return a.build(cmd.Context(), nil, part, shards.index)
		},
	}
	a.flags.build(cmd.Flags())
	shards.add(cmd.Flags())
	cmd.Flags().BoolVarP(&a.flags.memory, "renderToMemory", "M", false,
		"render the site and report its problems without writing it")
	cmd.Flags().BoolVarP(&watch, "watch", "w", false, "rebuild when a file changes, until Ctrl-C")
	cmd.Flags().BoolVarP(&a.flags.yes, "yes", "y", false, "build a folder without configuration without asking")
	a.flags.target(cmd.Flags())
	cmd.Flags().StringVar(&poll, "poll", "",
		"with --watch: check for changes at this `interval`, such as 700ms, instead of waiting for events")
	return cmd
}

// build builds the site, or a part of it, with the metadata in the file index if there is one. prepare, if not
// nil, is called with the Builder first.
func (a *app) build(ctx context.Context, prepare func(*pipeline.Builder) error, part shard.Part, index string) error {
	collectLate()
	o, err := a.options()
	if err != nil {
		return err
	}
	if err := a.foreign(o, !a.flags.quiet && !a.flags.json); err != nil {
		return err
	}
	if err := a.mayPublish(o); err != nil {
		return err
	}
	unread, done, err := a.elsewhere(ctx, &o)
	if err != nil {
		return err
	}
	defer done()
	o.Assembled = collectSmall
	var bar *meter
	if !a.flags.quiet && !a.flags.json {
		bar = newMeter(a.err, time.Now)
		o.Progress = bar.show
	}
	b, err := pipeline.New(o)
	var missing *fs.PathError
	if errors.As(err, &missing) { // the command line is right
		a.problems(diag.From(err))
		return exit(exitFindings)
	}
	if err != nil {
		return err
	}
	defer b.Close()
	if prepare != nil {
		if err := prepare(b); err != nil {
			a.problems(diag.From(err))
			return exit(exitFindings)
		}
	}
	run := b.Build
	switch {
	case !part.Whole():
		run = func(ctx context.Context) (*pipeline.Result, error) { return b.Shard(ctx, part, index) }
	case a.flags.verify:
		run = func(ctx context.Context) (*pipeline.Result, error) { return inspect.Verify(ctx, b) }
	}
	res, err := run(ctx)
	bar.clear()
	res.Diagnostics = append(res.Diagnostics, unread...)
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted; the output folder is unchanged")
	}
	if err == nil && a.flags.strict && part.Whole() && !o.Memory {
		err = checking{a}.checkBuilt(ctx, b, o, res.Destination)
	}
	if a.flags.json {
		return a.buildJSON(res, err)
	}
	a.problems(res.Diagnostics)
	a.problems(diag.From(err))
	if err != nil {
		return exit(exitFindings)
	}
	switch {
	case a.flags.quiet:
	case part.Whole():
		a.summary(res, o)
	default:
		a.printf(a.out, "Rendered %s of %d for shard %s in %s into %s\n", words.Count(res.Rendered, "page"), res.Pages, part,
			round(o.Elapsed()), cmp.Or(res.Destination, "the remote cache"))
		if res.Shared != "" {
			a.printf(a.out, "  shared:   %s\n", res.Shared)
		}
	}
	return nil
}

// most is the maximum number of diagnostics printed for each severity; the others are only counted.
const most = 50

// problems prints the diagnostics that the log level permits.
func (a *app) problems(list diag.List) {
	if a.flags.logLevel == "error" {
		list = list.Errors()
	}
	for _, part := range []struct {
		list diag.List
		name string
	}{{list.Warnings(), "warnings"}, {list.Errors(), "errors"}} {
		shown := part.list[:min(len(part.list), most)]
		shown.Write(a.err, a.colored())
		if rest := len(part.list) - len(shown); rest > 0 {
			a.printf(a.err, "… and %d more %s\n", rest, part.name)
		}
	}
}
