package jekyll

import (
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// dialect is how the pages of a project in a folder are written. Jekyll copies all that is not excluded, and executes
// files with front matter as templates: https://jekyllrb.com/docs/static-files/,
// https://jekyllrb.com/docs/front-matter/. Posts may be in any folder, such as news/_posts, unless the collections have
// one: https://jekyllrb.com/docs/collections/#setup
func dialect(config map[string]any, dir string) foreign.Dialect {
	s := settingsOf(config, dir)
	return foreign.Dialect{
		Name: name, Settings: map[string]any{"config": config, "dir": dir}, Copies: true, Executes: true,
		Posts: "_posts", PostsInside: s.Parent == "", RootedFiles: true, UsesBase: true,
		Front: func(file, _ string, values map[string]any, _ []byte) { s.front(file, values) },
		Text:  s.read,
	}
}

// Text writes Liquid in Markdown as Markdown, also that of another tool, and returns what of it has no meaning here.
func Text(t *block.Text, title, base string) []foreign.Problem {
	return (&settings{}).read(t, title, base)
}

func (s *settings) read(t *block.Text, title, base string) []foreign.Problem {
	s.liquid(t, title, base)
	return leftLiquid(t)
}
