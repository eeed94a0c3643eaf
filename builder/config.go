package builder

import (
	"context"
	"maps"
	"os"
	"path/filepath"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
)

// config reads the configuration.
func (b *build) config(context.Context) (diag.List, error) {
	cfg, found := loadConfig(b.o)
	b.cfg = cfg
	return found, nil
}

// Config returns the configuration that a Build would use, with the problems found in it; it is nil
// when they hold errors.
func (b *Builder) Config() (*config.Config, Diagnostics) { return loadConfig(b.o) }

func loadConfig(o Options) (*config.Config, diag.List) {
	in := config.LoadOptions{
		Project: o.Source, Environment: o.Environment, Environ: o.Environ, File: o.ConfigFile, Flags: o.flags(),
	}
	cfg, found := config.Load(in)
	if cfg == nil || len(cfg.Files) > 0 || in.Flags["contentdir"] != nil || exists(filepath.Join(o.Source, cfg.ContentDir)) {
		return cfg, found
	}
	// A folder of Markdown files and nothing else: the folder itself is the content.
	in.Flags["contentdir"] = "."
	in.Flags["ignore"] = append([]string{".*/**", filepath.ToSlash(cfg.PublishDir) + "/**"}, cfg.IgnoreGlobs...)
	return config.Load(in)
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
func (b *build) at(dir string) string {
	dir = filepath.FromSlash(dir)
	if filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return filepath.Join(b.cfg.Project, dir)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
