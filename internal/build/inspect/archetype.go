package inspect

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/site"
)

// Archetype is the template of a new content file: https://gohugo.io/content-management/archetypes/
type Archetype struct {
	File   string // of the template, for messages
	Source string
	Path   string // of the new file, relative to its content folder: "posts/one/index.fr.md"
	Lang   string // key of its language; the default one when empty
	Type   string // what .Type says
	Title  string // what .Title says
	Date   string // what .Date says
}

// Fill executes an archetype. It puts the site together for it.
func Fill(ctx context.Context, o project.Options, a Archetype) (string, error) {
	s, err := pipeline.Run(ctx, o, append(slices.Clone(pipeline.Declared), pipeline.ReadThemes))
	defer s.Discard()
	if err != nil {
		return "", err
	}
	lang := strings.ToLower(cmp.Or(a.Lang, s.Config.DefaultLanguage))
	i := max(0, slices.IndexFunc(s.Pages.Site.Editions, func(e *site.Edition) bool { return e.Language.Lower == lang }))
	form := content.Single
	if base, _, _ := strings.Cut(a.Path[strings.LastIndexByte(a.Path, '/')+1:], "."); base == "index" {
		form = content.Leaf
	}
	doc := &content.Document{Source: content.Source{Path: a.Path}, File: a.Path, Form: form, Lang: lang}
	return s.Pages.Run.Worker().Archetype(ctx, s.Pages.Site.Editions[i], a.File, a.Source, doc, a.Type, a.Date, a.Title)
}
