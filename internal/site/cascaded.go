package site

import "github.com/sitegen/sitegen/internal/config"

// CascadedFrom finds where p inherits a value that its own front matter lacks: the page whose front matter
// cascades it, or the configuration. Both results are zero if neither does. It only serves explanations
// (sitegen explain); Assemble has already applied the values.
func CascadedFrom(p *Page, key string, cfg *config.Config) (from *Page, configured bool) {
	for at := p; at != nil; at = at.Parent {
		if at.Doc == nil {
			continue
		}
		list, err := config.ParseCascade(at.Doc.Value("cascade"))
		if err == nil && cascades(list, p, key, cfg) {
			return at, false
		}
	}
	return nil, cascades(p.Edition.Language.Cascade, p, key, cfg)
}

// cascades reports whether one of the cascades supplies key to p.
func cascades(list []config.Cascade, p *Page, key string, cfg *config.Config) bool {
	compiled, err := compileCascade(list, cfg)
	if err != nil {
		return false
	}
	for _, k := range compiled {
		if k.target != nil && !k.target.match(p.Kind, p.Path, p.Edition.Language.Lower) {
			continue
		}
		if _, there := k.Values[key]; there {
			return true
		}
		if _, there := k.params[key]; there {
			return true
		}
	}
	return false
}
