// Package project describes a build: its options, its configuration, and the paths of its files and folders.
package project

import (
	"cmp"
	"maps"
	"time"

	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/build/shard"
	"github.com/sitegen/sitegen/internal/config"
)

// Project is the project to build, with the options of the build.
type Project struct {
	Options Options
	Config  *config.Config // nil until the configuration is read
	Part    shard.Part     // part of the site to render
}

// SharedCache returns the URL of the cache that machines share; "" if this build does not use one.
func (p *Project) SharedCache() string {
	if o := p.Options; o.NoCache || o.Memory || o.Version == "" {
		return ""
	}
	return cmp.Or(p.Options.Shared.URL, p.Config.Cache.Remote)
}

// Elapsed returns the time of Options.Elapsed; 0 without it.
func (p *Project) Elapsed() time.Duration {
	if p.Options.Elapsed == nil {
		return 0
	}
	return p.Options.Elapsed()
}

// Progress reports how far a stage is.
func (p *Project) Progress(stage string, done, total int) {
	if p.Options.Progress != nil {
		p.Options.Progress(Progress{stage, done, total})
	}
}

// Ticker returns a function that counts one more item of a stage and reports now and then.
func (p *Project) Ticker(stage string, total int) func() {
	if p.Options.Progress == nil {
		return func() {}
	}
	return par.Ticker(total, func(done int) { p.Progress(stage, done, total) })
}

// MediaTypes are the media types of the site by file name.
func (p *Project) MediaTypes() *media.Types {
	var own []media.Type
	for _, m := range p.Config.MediaTypes {
		own = append(own, media.Type{Name: m.Type, Suffixes: m.Suffixes})
	}
	return media.NewTypes(own)
}

// Values returns the options as configuration values.
func (o Options) Values() map[string]any {
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
