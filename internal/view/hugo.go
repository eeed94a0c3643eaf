package view

import (
	"html/template"
	"runtime"

	"github.com/sitegen/sitegen/internal/tmpl"
	"github.com/sitegen/sitegen/internal/tmpl/funcs"
)

// hugoVersion is the version of Hugo whose vocabulary templates may rely on.
const hugoVersion = "0.165.0"

// Hugo is what the function hugo returns: https://gohugo.io/functions/hugo/
type Hugo struct {
	s   *perSite
	key Page // stands for hugo among the owners of stores
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

// IsExtended is false: the extended edition is Hugo's own (bool):
// https://gohugo.io/functions/hugo/isextended/
func (h *Hugo) IsExtended() bool { return false }

// IsMultilingual reports whether there are several languages (bool):
// https://gohugo.io/functions/hugo/ismultilingual/
func (h *Hugo) IsMultilingual() bool { return len(h.s.site.Config.Languages) > 1 }

// IsMultihost reports whether languages have base URLs of their own (bool):
// https://gohugo.io/functions/hugo/ismultihost/
func (h *Hugo) IsMultihost() bool {
	for _, l := range h.s.site.Config.Languages {
		if l.BaseURL != "" {
			return true
		}
	}
	return false
}

// Version is the version of Hugo whose templates run here (string):
// https://gohugo.io/functions/hugo/version/
func (h *Hugo) Version() funcs.Version { return hugoVersion }

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

// Deps is empty: there are no modules ([]any): https://gohugo.io/functions/hugo/deps/
func (h *Hugo) Deps() []any { return nil }

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
