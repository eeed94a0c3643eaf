// Package inputs reads the sources of a site and puts the site together. If inputs are equal, it returns the values of
// the build before, so everything that depends on them is known to be the same.
package inputs

import (
	"fmt"
	"slices"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/config"
)

// Configure reads the configuration, and returns that of the build before if it is equal, so what was made from it can
// be kept. revision identifies the configuration.
func Configure(o project.Options, old *kept.Inputs) (cfg *config.Config, revision uint64, found diag.List) {
	cfg, found = LoadConfig(o, nil)
	if cfg == nil {
		return nil, 0, found
	}
	if revision = cfg.Fingerprint(); old.Config != nil && old.ConfigRevision == revision {
		cfg = old.Config
	}
	return cfg, revision, found
}

// LoadConfig reads the configuration. query chooses the versions of modules; nil uses those of go.mod (see
// modules.Options). The configuration is nil if the problems found include errors.
func LoadConfig(o project.Options, query func(path, from, version string) string) (*config.Config, diag.List) {
	in := config.LoadOptions{
		Project: o.Source, Environment: o.Environment, Environ: o.Environ, File: o.ConfigFile, Flags: o.Values(),
		Server: o.Server,
		Query:  query,
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
	return slices.ContainsFunc(cfg.ContentDirs(),
		func(dir string) bool { return project.Exists(project.InProject(cfg, dir)) })
}
