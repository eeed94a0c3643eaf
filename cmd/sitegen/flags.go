package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
)

// flags are the values of the command line. Names and short forms are Hugo's.
type flags struct {
	source, destination, config, configDir, contentDir string
	baseURL, environment                               string
	themes                                             []string
	drafts, future, expired, minify                    bool
	clock, cacheDir, layoutDir, themesDir              string
	disableKinds, renderSegments                       []string
	gitInfo, untranslated                              bool
	jobs                                               int
	offline, noCache, verify                           bool
	remoteCache                                        string
	remoteCacheWrite                                   bool
	publishTarget                                      string
	adopt, strict, quiet, json, yes                    bool
	logLevel                                           string
	maxMemory                                          memorySize
	memory                                             bool
}

// site adds the flags that select the site and its settings.
func (f *flags) site(s *pflag.FlagSet) {
	s.StringVarP(&f.source, "source", "s", "",
		"project `folder`; other paths are relative to it (default: current folder)")
	s.StringVar(&f.config, "config", "",
		"configuration `file`, or several separated by commas (default: sitegen.*, hugo.* or config.*)")
	s.StringVar(&f.configDir, "configDir", "", "`folder` of the configuration by environment (default: config)")
	s.StringVarP(&f.contentDir, "contentDir", "c", "", "content `folder`")
	s.StringVarP(&f.baseURL, "baseURL", "b", "", "`URL` of the site, such as https://example.org/blog/")
	s.StringSliceVarP(&f.themes, "theme", "t", nil, "`names` of folders in themes/; earlier themes override later ones")
	s.StringVar(&f.themesDir, "themesDir", "", "`folder` of the themes")
	s.StringVarP(&f.layoutDir, "layoutDir", "l", "", "`folder` of the templates")
	s.StringVarP(&f.environment, "environment", "e", "",
		"`name` of the environment; config/<name>/ is also read (default: production)")
	s.StringVar(&f.clock, "clock", "",
		"current `time` for the build, as 2006-01-02T15:04:05Z (default: SOURCE_DATE_EPOCH, otherwise now)")
	s.StringSliceVar(&f.renderSegments, "renderSegments", nil,
		"`names` of the segments to render (default: the whole site)")
	s.StringSliceVar(&f.disableKinds, "disableKinds", nil,
		"`kinds` of pages to leave out: home, page, section, taxonomy, term, rss, sitemap, robotsTXT, 404")
	s.BoolVar(&f.gitInfo, "enableGitInfo", false, "take dates and authors from git")
	s.BoolVar(&f.json, "json", false, "print one JSON object instead of text")
	s.BoolVar(&f.strict, "strict", false, "treat warnings as errors")
	s.BoolVar(&f.offline, "offline", false, "do not fetch files from other servers; use only cached copies")
}

// build adds the flags of a build.
func (f *flags) build(s *pflag.FlagSet) {
	f.site(s)
	s.StringVarP(&f.destination, "destination", "d", "", "output `folder` (default: public)")
	s.BoolVarP(&f.drafts, "buildDrafts", "D", false, "include drafts")
	s.BoolVarP(&f.future, "buildFuture", "F", false, "include pages with a date in the future")
	s.BoolVarP(&f.expired, "buildExpired", "E", false, "include expired pages")
	s.BoolVar(&f.minify, "minify", false, "minify HTML, CSS, JavaScript, JSON, SVG, and XML")
	s.IntVarP(&f.jobs, "jobs", "j", 0, "`number` of workers (default: one per processor)")
	s.Var(&f.maxMemory, "max-memory",
		"collect garbage more often to stay below this `size`, such as 800M or 2G (soft limit)")
	s.BoolVar(&f.adopt, "adopt", false, "write to an output folder that contains other files; they are kept")
	s.StringVar(&f.cacheDir, "cacheDir", "", "`folder` for data kept between builds (default: .sitegen)")
	s.StringVar(&f.remoteCache, "remoteCache", "",
		"`URL` of a cache that machines share: s3://bucket/prefix, file:///folder, or https://host/path")
	s.BoolVar(&f.remoteCacheWrite, "remoteCacheWrite", false, "also write to that cache")
	s.BoolVar(&f.verify, "verify", false, "build again in memory without the cache, and compare")
	s.BoolVar(&f.noCache, "noCache", false, "render everything again without using or changing the cache")
	s.BoolVar(&f.noCache, "ignoreCache", false, "")
	s.MarkHidden("ignoreCache") // Hugo's name of --noCache
	s.BoolVar(&f.quiet, "quiet", false, "print only problems")
	s.StringVar(&f.logLevel, "logLevel", "warn",
		"lowest `level` of problems to print: error or warn (info and debug mean warn)")
	s.BoolVar(&f.untranslated, "printI18nWarnings", false, "warn about texts that have no translation")
	s.BoolVar(&f.strict, "panicOnWarning", false, "")
	s.MarkHidden("panicOnWarning") // Hugo's name of --strict
	ignored(s)
}

// target adds the flag of a build for a target of sitegen publish.
func (f *flags) target(s *pflag.FlagSet) {
	s.StringVar(&f.publishTarget, "publishTarget", "",
		"write only files that this `target` of sitegen publish lacks, if the output folder has none of them")
}

// ignored adds flags of hugo that scripts may contain and that are not needed here: they are accepted and have
// no effect.
func ignored(s *pflag.FlagSet) {
	for _, name := range []string{
		"cleanDestinationDir", // files of pages that no longer exist are always removed, other files never
		"gc", "noBuildLock", "noChmod", "noTimes", "forceSyncStatic",
		"printPathWarnings", // always
		// they do not change the output
		"printUnusedTemplates", "printMemoryUsage", "templateMetrics", "templateMetricsHints",
		"debug", "verbose", "verboseLog", "log", // of older versions
	} {
		s.Bool(name, false, "")
		s.MarkHidden(name)
	}
}

// builder returns a builder with the options of the flags.
func (a *app) builder() (*pipeline.Builder, error) {
	o, err := a.options()
	if err != nil {
		return nil, err
	}
	return pipeline.New(o)
}

// options converts the flags to options for the builder.
func (a *app) options() (project.Options, error) {
	f := &a.flags
	clock, err := a.clock()
	if err != nil {
		return project.Options{}, err
	}
	switch f.logLevel {
	case "", "error", "warn", "info", "debug":
	default:
		return project.Options{}, fmt.Errorf("--logLevel must be error, warn, info, or debug, not %q", f.logLevel)
	}
	a.findSource()
	start := time.Now()
	o := project.Options{
		Source: f.source, Destination: f.destination, ConfigFile: f.config, ContentDir: f.contentDir,
		BaseURL: f.baseURL, Themes: f.themes, Environment: f.environment, Environ: a.environ,
		StateDir: f.cacheDir, Flags: map[string]any{},
		Drafts: f.drafts, Future: f.future, Expired: f.expired, Minify: f.minify,
		Clock: clock, Jobs: f.jobs, Adopt: f.adopt, Strict: f.strict, NoCache: f.noCache, Version: program(),
		Offline: f.offline, Memory: f.memory,
		Elapsed: func() time.Duration { return time.Since(start) },
	}
	if o.Shared, err = a.sharedCache(); err != nil {
		return o, err
	}
	for key, dir := range map[string]string{"configDir": f.configDir, "themesDir": f.themesDir, "layoutDir": f.layoutDir} {
		if dir != "" {
			o.Flags[key] = dir
		}
	}
	for key, on := range map[string]bool{"enableGitInfo": f.gitInfo, "printI18nWarnings": f.untranslated} {
		if on {
			o.Flags[key] = true
		}
	}
	for key, list := range map[string][]string{"disableKinds": f.disableKinds, "renderSegments": f.renderSegments} {
		if len(list) > 0 {
			o.Flags[key] = anyList(list)
		}
	}
	return o, nil
}

func anyList(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// clock returns the time of the build: the flag, SOURCE_DATE_EPOCH (reproducible-builds.org), or the current
// time. It is in UTC, so the machine's time zone does not affect the output.
func (a *app) clock() (time.Time, error) {
	if a.flags.clock != "" {
		for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02"} {
			if t, err := time.Parse(layout, a.flags.clock); err == nil {
				return t.UTC(), nil
			}
		}
		return time.Time{}, fmt.Errorf("--clock %q is not a valid date\n  hint: write it like 2026-01-31T12:00:00Z",
			a.flags.clock)
	}
	if s := a.getenv("SOURCE_DATE_EPOCH"); s != "" {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH %q is not a number of seconds", s)
		}
		return time.Unix(n, 0).UTC(), nil
	}
	return time.Now().UTC(), nil
}

func (a *app) getenv(key string) string {
	for _, kv := range a.environ {
		if v, ok := strings.CutPrefix(kv, key+"="); ok {
			return v
		}
	}
	return ""
}
