package builder

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
)

// config reads the configuration.
func (b *build) config(context.Context) (diag.List, error) {
	cfg, found := loadConfig(b.o)
	b.cfg = cfg
	if cfg != nil {
		b.sameConfig()
	}
	b.in.cfg = b.cfg
	return found, nil
}

// Config returns the configuration that a Build would use, with the problems found in it; it is nil
// when they hold errors.
func (b *Builder) Config() (*config.Config, Diagnostics) { return loadConfig(b.o) }

func loadConfig(o Options) (*config.Config, diag.List) {
	in := config.LoadOptions{
		Project: o.Source, Environment: o.Environment, Environ: o.Environ, File: o.ConfigFile, Flags: o.flags(), Server: o.Server,
	}
	cfg, found := config.Load(in)
	if cfg == nil {
		return nil, found
	}
	_, given := cfg.Origin["contentdir"]
	if missing := !anyContent(cfg); missing && !given && !cfg.Hugo {
		// A folder of Markdown files, with or without a sitegen file: the folder itself is the content.
		in.Flags["contentdir"] = "."
	} else if missing {
		return cfg, append(found, &diag.Diagnostic{
			Rule: "content-folder", Severity: diag.Warning,
			Message: fmt.Sprintf("there is no content folder %q: the site has no pages of its own", cfg.ContentDir),
			Hint:    "name the folder of the Markdown files with contentDir, or with --contentDir",
		})
	} else if filepath.Clean(inProject(cfg, cfg.ContentDir)) != filepath.Clean(cfg.Project) {
		return cfg, found
	}
	in.Flags["ignore"] = notContent(cfg)
	return config.Load(in)
}

// anyContent reports whether one of the configured content folders exists.
func anyContent(cfg *config.Config) bool {
	dirs := []string{cfg.ContentDir}
	for _, l := range cfg.Languages {
		dirs = append(dirs, l.ContentDir)
	}
	return slices.ContainsFunc(dirs, func(dir string) bool { return dir != "" && exists(inProject(cfg, dir)) })
}

// notContent lists, as globs, what lies in a project folder that is its own content folder and is no
// content: outputs, configuration, templates, data, and what package managers bring.
func notContent(cfg *config.Config) []string {
	globs := slices.Concat([]string{".*/**", "**/node_modules/**"}, cfg.Files, cfg.IgnoreGlobs)
	dirs := []string{
		"public", cfg.PublishDir, cfg.LayoutDir, cfg.AssetDir, cfg.DataDir, cfg.I18nDir, cfg.ThemesDir, "archetypes", "resources",
	}
	for _, dir := range slices.Concat(dirs, cfg.StaticDirs) {
		rel, err := filepath.Rel(cfg.Project, inProject(cfg, dir))
		if err == nil && filepath.IsLocal(rel) && rel != "." {
			globs = append(globs, filepath.ToSlash(rel)+"/**")
		}
	}
	return globs
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
func (b *build) at(dir string) string { return inProject(b.cfg, dir) }

func inProject(cfg *config.Config, dir string) string {
	dir = filepath.FromSlash(dir)
	if filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return filepath.Join(cfg.Project, dir)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
