package view

import (
	"html/template"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
)

// Hugo is what the function hugo returns: https://gohugo.io/functions/hugo/
type Hugo struct {
	s   *perSite
	key Page // the owner of its Store
}

// Environment is the environment, "production" by default (string):
// https://gohugo.io/functions/hugo/environment/
func (h *Hugo) Environment() string { return h.s.site.Config.Environment }

// IsProduction reports whether the environment is "production" (bool):
// https://gohugo.io/functions/hugo/isproduction/
func (h *Hugo) IsProduction() bool { return h.Environment() == "production" }

// IsDevelopment reports whether the environment is "development" (bool):
// https://gohugo.io/functions/hugo/isdevelopment/
func (h *Hugo) IsDevelopment() bool { return h.Environment() == "development" }

// IsServer reports whether a preview is being served (bool):
// https://gohugo.io/functions/hugo/isserver/
func (h *Hugo) IsServer() bool { return h.s.site.Config.Server }

// IsExtended is true: Sass and WebP work as in the extended edition (bool):
// https://gohugo.io/functions/hugo/isextended/
func (h *Hugo) IsExtended() bool { return true }

// IsMultilingual reports whether there are several languages (bool):
// https://gohugo.io/functions/hugo/ismultilingual/
func (h *Hugo) IsMultilingual() bool { return len(h.s.site.Config.Languages) > 1 }

// IsMultihost reports whether languages have different base URLs (bool): https://gohugo.io/functions/hugo/ismultihost/
func (h *Hugo) IsMultihost() bool { return h.s.site.Config.Multihost }

// Version is the version of Hugo with which templates are compatible (string):
// https://gohugo.io/functions/hugo/version/
func (h *Hugo) Version() funcs.Version { return funcs.Version(h.s.site.Config.Release.Version()) }

// Generator is the meta element that names the generator (template.HTML):
// https://gohugo.io/functions/hugo/generator/
func (h *Hugo) Generator() template.HTML {
	return `<meta name="generator" content="sitegen">`
}

// BuildDate is empty (string): https://gohugo.io/functions/hugo/builddate/
func (h *Hugo) BuildDate() string { return "" }

// CommitHash is empty (string): https://gohugo.io/functions/hugo/commithash/
func (h *Hugo) CommitHash() string { return "" }

// GoVersion is the version of Go (string): https://gohugo.io/functions/hugo/goversion/
func (h *Hugo) GoVersion() string { return runtime.Version() }

// Dependency is the project or a module in use: https://gohugo.io/functions/hugo/deps/
type Dependency struct {
	Path    string
	Version string      // "v1.2.3"; "" for a folder
	Vendor  bool        // it is in _vendor
	Time    time.Time   // of the version; always zero, since the proxy is not asked
	Owner   *Dependency // the module that imports it; nil for the project
	Replace *Dependency // nil
}

// Deps are the project and its themes and modules ([]Dependency): https://gohugo.io/functions/hugo/deps/
func (h *Hugo) Deps(c *Call) []*Dependency {
	c.Views.AskConfig(c)
	cfg := h.s.site.Config
	out := []*Dependency{{Path: cfg.Module}}
	byPath := map[string]*Dependency{"": out[0]}
	vendor := filepath.Join(cfg.Project, "_vendor") + string(filepath.Separator)
	for _, m := range cfg.Modules {
		d := &Dependency{Path: m.Path, Version: m.Version, Vendor: strings.HasPrefix(m.Dir, vendor), Owner: byPath[m.From]}
		byPath[m.Path] = d
		out = append(out, d)
	}
	return out
}

// WorkingDir is the folder of the project (string):
// https://gohugo.io/functions/hugo/workingdir/
func (h *Hugo) WorkingDir(c *Call) string {
	c.Views.askFolder(c)
	return h.s.site.Config.Project
}

// Data are the data files (map): https://gohugo.io/functions/hugo/data/
func (h *Hugo) Data(c *Call) map[string]any { return c.Views.data(c) }

// Sites are the sites of all languages (Sites): https://gohugo.io/functions/hugo/sites/
func (h *Hugo) Sites() Sites { return h.s.Sites }

// Store keeps values for as long as the rendering that uses it (Store):
// https://gohugo.io/functions/hugo/store/
func (h *Hugo) Store(c *Call) *tmpl.Store { return c.StoreOf(&h.key) }
