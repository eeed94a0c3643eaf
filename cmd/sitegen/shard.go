package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/shard"
)

// shardFlags are the flags of `sitegen build` that distribute the work over machines.
type shardFlags struct {
	shard string
	count int
	index string
}

func (f *shardFlags) add(s *pflag.FlagSet) {
	s.StringVar(&f.shard, "shard", "",
		"render only this `part` of the pages, such as 2/7, for sitegen merge; auto: read it from the environment of the CI system")
	s.StringVar(&f.index, "index", "",
		"with --shard: `file` that sitegen index wrote, so that the metadata of all pages isn't read again")
	s.IntVar(&f.count, "shardCount", 0, "with --shard auto: `number` of shards, if the environment doesn't provide it")
}

// sharing determines the part of a site that this machine renders.
type sharing struct{ *app }

// part returns the part that the flags select; the zero value is the complete site.
func (s sharing) part(f shardFlags) (shard.Part, error) {
	switch {
	case f.shard == "" && f.count != 0:
		return shard.Part{}, errors.New("--shardCount needs --shard auto")
	case f.shard == "" && f.index != "":
		return shard.Part{}, errors.New("--index needs --shard")
	case f.shard == "":
		return shard.Part{}, nil
	case s.flags.verify:
		return shard.Part{},
			errors.New("--verify compares complete sites, but --shard builds a part\n  hint: pass it to sitegen merge")
	}
	if err := s.fixedClock(); err != nil {
		return shard.Part{}, err
	}
	if f.shard != "auto" {
		p, err := shard.Parse(f.shard)
		if err == nil && f.count != 0 {
			err = errors.New("--shardCount needs --shard auto")
		}
		return p, err
	}
	return s.auto(f.count)
}

// server describes how the environment of a build server numbers parallel machines.
type server struct {
	index, total string // variables
	first        int    // the number of the first machine
}

// servers are Kubernetes (https://kubernetes.io/docs/concepts/workloads/controllers/job/#completion-mode),
// GitLab (https://docs.gitlab.com/ci/yaml/#parallel), and CircleCI
// (https://circleci.com/docs/guides/optimize/parallelism-faster-jobs/). Kubernetes does not set the number of
// machines: a Job passes it as JOB_COMPLETIONS.
func servers() []server {
	return []server{
		{"JOB_COMPLETION_INDEX", "JOB_COMPLETIONS", 0},
		{"CI_NODE_INDEX", "CI_NODE_TOTAL", 1},
		{"CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0},
	}
}

// auto returns the part that the environment selects.
func (s sharing) auto(count int) (shard.Part, error) {
	for _, server := range servers() {
		index := s.getenv(server.index)
		if index == "" {
			continue
		}
		total := s.getenv(server.total)
		if count != 0 {
			total = strconv.Itoa(count)
		}
		if total == "" {
			return shard.Part{},
				fmt.Errorf("%s is set, but not %s: the number of shards is not known\n  hint: set it, or pass --shardCount",
					server.index, server.total)
		}
		n, err := strconv.Atoi(index)
		of, err2 := strconv.Atoi(total)
		p := shard.Part{Number: n - server.first + 1, Of: of}
		if errors.Join(err, err2) != nil || p.Check() != nil {
			return shard.Part{}, fmt.Errorf("%s is %q and the number of shards is %q: this is not a valid shard", server.index,
				index, total)
		}
		return p, nil
	}
	return shard.Part{},
		errors.New("--shard auto: the environment doesn't say which shard this is\n  hint: it reads JOB_COMPLETION_INDEX, CI_NODE_INDEX and CIRCLE_NODE_INDEX; elsewhere pass --shard 1/4")
}

// fixedClock rejects the current time, which differs between machines.
func (s sharing) fixedClock() error {
	if s.flags.clock == "" && s.getenv("SOURCE_DATE_EPOCH") == "" {
		return errors.New("all shards and the merge need the same clock\n  hint: set SOURCE_DATE_EPOCH or pass --clock, with the same moment everywhere")
	}
	return nil
}

// mergeCommand returns `sitegen merge`.
func (s sharing) mergeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "merge [FOLDER...]",
		Short: "Join what several machines rendered into one site",
		Long: `Build the site from shards: the folders that "sitegen build --shard 1/4", 2/4,
and so on wrote, on this machine or on others. Name these folders, or a folder
that contains them (default: .sitegen/shards; if that doesn't exist, the shards
in --remoteCache). Pages are not rendered again.
Redirects, sitemaps, feeds, the search index, and copies are made here. The
result is the same as that of a single build.

Each shard must be there once. All must be built from the same files, with the
same options, clock, and version of sitegen.

Exit codes: 0 success, 1 a shard is missing or does not fit, or the site has
errors, 2 invalid command line.`,
		Example: `  export SOURCE_DATE_EPOCH=$(date +%s)
  sitegen build --shard 1/2
  sitegen build --shard 2/2
  sitegen merge

  # through a store, without copying folders
  sitegen build --shard 1/2 --remoteCache s3://bucket/site --remoteCacheWrite
  sitegen build --shard 2/2 --remoteCache s3://bucket/site --remoteCacheWrite
  sitegen merge --remoteCache s3://bucket/site`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := s.fixedClock(); err != nil {
				return err
			}
			if s.flags.publishTarget != "" && (s.flags.verify || s.flags.strict) {
				return errors.New("--publishTarget can't be combined with --verify or --strict: they need all files")
			}
			return s.build(cmd.Context(), func(b *pipeline.Builder) error { return b.Join(cmd.Context(), args...) }, shard.Part{}, "")
		},
	}
	s.flags.build(cmd.Flags())
	s.flags.target(cmd.Flags())
	cmd.Flags().BoolVarP(&s.flags.yes, "yes", "y", false, "build a folder without configuration without asking")
	return cmd
}

// indexCommand returns `sitegen index`.
func (s sharing) indexCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "index FILE",
		Short: "Write the metadata of all pages for shards on other machines",
		Long: `Read the content and write its metadata into a file, for
"sitegen build --shard 1/4 --index FILE" on other machines: they don't read the
front matter of all pages again. The file has about 300 bytes per page.

Make it from the same files as the shards. A shard compares the files with it
by name and size, and each page that it renders by its text; "sitegen merge"
compares all files with it.

Exit codes: 0 success, 1 the content has errors, 2 invalid command line.`,
		Example: `  sitegen index pages.index
  sitegen build --shard 1/2 --index pages.index --clock 2026-11-18T12:00:00Z`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := s.builder()
			if err != nil {
				return err
			}
			defer b.Close()
			res, err := b.Index(cmd.Context(), args[0])
			s.problems(res.Diagnostics)
			if s.problems(diag.From(err)); err != nil {
				return exit(exitFindings)
			}
			return nil
		},
	}
	s.flags.build(cmd.Flags())
	return cmd
}
