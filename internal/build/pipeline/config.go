package pipeline

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/config"
)

// config reads the configuration.
func (b *build) config(context.Context) (diag.List, error) {
	cfg, found := loadConfig(b.o, nil)
	b.cfg = cfg
	if cfg != nil {
		b.sameConfig()
	}
	b.in.cfg = b.cfg
	if b.cfg != nil {
		b.res.Guessed = b.cfg.Guessed
	}
	return found, nil
}

// Config returns the configuration that a Build would use, with the problems found in it; it is nil
// when they hold errors.
func (b *Builder) Config() (*config.Config, Diagnostics) { return loadConfig(b.o, nil) }

// ConfigOf is Config with the versions of modules that query names (see modules.Options).
func (b *Builder) ConfigOf(query func(path, from, version string) string) (*config.Config, Diagnostics) {
	return loadConfig(b.o, query)
}

func loadConfig(o Options, query func(path, from, version string) string) (*config.Config, diag.List) {
	in := config.LoadOptions{
		Project: o.Source, Environment: o.Environment, Environ: o.Environ, File: o.ConfigFile, Flags: o.flags(), Server: o.Server,
		Query: query,
	}
	cfg, found := config.Load(in)
	if cfg == nil {
		return nil, found
	}
	if !anyContent(cfg) {
		found = append(found, &diag.Diagnostic{
			Rule: "content-folder", Severity: diag.Warning,
			Message: fmt.Sprintf("the content folder %q does not exist: the site has no content pages", cfg.ContentDir),
			Hint:    "set contentDir, or pass --contentDir, with the folder of the Markdown files",
		})
	}
	return cfg, found
}

// anyContent reports whether one of the configured content folders exists.
func anyContent(cfg *config.Config) bool {
	return slices.ContainsFunc(cfg.ContentDirs(), func(dir string) bool { return exists(inProject(cfg, dir)) })
}

// flags returns the options as configuration values.
func (o Options) flags() map[string]any {
	flags := map[string]any{}
	set := func(key string, value string) {
		if value != "" {
			flags[key] = value
		}
	}
	set("baseurl", o.BaseURL)
	set("contentdir", o.ContentDir)
	set("publishdir", o.Destination)
	if len(o.Themes) > 0 {
		list := make([]any, len(o.Themes))
		for i, t := range o.Themes {
			list[i] = t
		}
		flags["theme"] = list
	}
	turnOn := func(key string, on bool) {
		if on {
			flags[key] = true
		}
	}
	turnOn("builddrafts", o.Drafts)
	turnOn("buildfuture", o.Future || o.Clock.IsZero())
	turnOn("buildexpired", o.Expired || o.Clock.IsZero())
	turnOn("minify", o.Minify)
	maps.Copy(flags, o.Flags)
	return flags
}

// at returns a configured folder as an absolute path.
func (p *project) at(dir string) string { return inProject(p.cfg, dir) }

func inProject(cfg *config.Config, dir string) string {
	dir = filepath.FromSlash(dir)
	if filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return filepath.Join(cfg.Project, dir)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return !filestat.Absent(err) // what cannot be looked at is reported when it is read
}
