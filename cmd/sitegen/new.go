package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/inspect"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/convert/scaffold"
)

// newFlags are the flags of `sitegen new`.
type newFlags struct {
	kind, lang, editor string
	bundle             bool
}

// newCommand returns `sitegen new`.
func (a *app) newCommand() *cobra.Command {
	var f newFlags
	cmd := &cobra.Command{
		Use:   "new post TITLE | PATH",
		Short: "Create a content file from its archetype",
		Long: `Create a content file: a post with a title, in the section of the posts, with a
file name made from the title; or a file at a path in the content folder. It is
a draft until you remove its line "draft: true".

The content comes from an archetype of the project or its theme:
archetypes/TYPE.md, where TYPE is the section, otherwise archetypes/default.md.
The folder archetypes/TYPE/ with an index.md is the archetype of bundles.
Archetypes are templates with all functions and with .Title, .Date, .Type,
.File, .Name, and .Site.

The command never replaces an existing file.`,
		Example: `  sitegen new post "Bread for beginners"
  sitegen new posts/bread.md
  sitegen new page About
  sitegen new post "Pain pour débutants" --lang fr --bundle`,
		Args: takes(1, 0, "say what to create\n  hint: sitegen new post \"A title\", or sitegen new posts/name.md"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.editor == "" && cmd.Flags().Changed("editor") {
				f.editor = "$EDITOR"
			}
			return a.newContent(cmd.Context(), args, f)
		},
	}
	a.flags.site(cmd.Flags())
	s := cmd.Flags()
	s.StringVarP(&f.kind, "kind", "k", "", "archetype `type` (default: the section)")
	s.StringVar(&f.lang, "lang", "", "`key` of the language (default: the site's default language)")
	s.BoolVar(&f.bundle, "bundle", false, "create a folder with an index.md, for files that belong to the page")
	s.StringVar(&f.editor, "editor", "", "open the file with a `program` (default: $VISUAL or $EDITOR)")
	s.Lookup("editor").NoOptDefVal = "$EDITOR"
	return cmd
}

func (a *app) newContent(ctx context.Context, args []string, f newFlags) error {
	c, err := wanted(args)
	if err != nil {
		return err
	}
	b, err := a.builder()
	if err != nil {
		return err
	}
	cfg, found := b.Config()
	if cfg == nil {
		a.problems(found)
		return exit(exitFindings)
	}
	c.Config, c.Now, c.Kind, c.Lang, c.Bundle = cfg, b.Options().Clock, f.kind, f.lang, f.bundle
	drafts, err := c.Drafts()
	if err != nil {
		return a.failed(err)
	}
	files := make([]scaffold.File, len(drafts))
	for i, d := range drafts {
		if files[i], err = fill(ctx, b, d, f.lang); err != nil {
			a.problems(diag.From(err))
			return exit(exitFindings)
		}
	}
	if err := scaffold.Write(cfg.Project, files); err != nil {
		return a.failed(err)
	}
	for _, file := range files {
		a.printf(a.out, "%s\n", file.Path)
	}
	if editor := editorLine(f.editor, cfg.NewContentEditor, a.getenv); len(editor) > 0 {
		return a.edit(ctx, editor, cfg.Project, files[0].Path)
	}
	if f.editor != "" {
		return errors.New("no editor is set\n  hint: set EDITOR, or pass --editor=nano")
	}
	return nil
}

// failed prints an error about the request, not about the usage.
func (a *app) failed(err error) error {
	a.errorf("%v", err)
	return exit(exitFindings)
}

// wanted parses the arguments: a type and a title, or a path, which users of hugo begin with "content".
func wanted(args []string) (scaffold.Content, error) {
	if len(args) > 1 && args[0] == "content" {
		args = args[1:]
	}
	switch {
	case len(args) > 1 && args[0] == "theme":
		return scaffold.Content{}, errors.New("sitegen new creates content, not themes\n" +
			"  hint: a theme is a folder with layouts: see docs/themes/own.md")
	case len(args) > 1 && args[0] == "site":
		return scaffold.Content{}, fmt.Errorf("sitegen new creates content, not sites\n  hint: sitegen init blog %s", args[1])
	case len(args) == 1 && !strings.ContainsAny(args[0], `/\`) && path.Ext(args[0]) == "":
		return scaffold.Content{},
			fmt.Errorf("%[1]q is neither a path nor a type with a title\n  hint: sitegen new post %[1]q, or sitegen new page %[1]q", args[0])
	case len(args) == 1:
		return scaffold.Content{Path: args[0]}, nil
	case strings.ContainsAny(args[0], `/\`) || path.Ext(args[0]) == ".md":
		return scaffold.Content{Path: args[0], Title: strings.Join(args[1:], " ")}, nil
	}
	return scaffold.Content{Type: args[0], Title: strings.Join(args[1:], " ")}, nil
}

// fill creates the file of a draft.
func fill(ctx context.Context, b *pipeline.Builder, d scaffold.Draft, lang string) (scaffold.File, error) {
	text := d.Source
	if d.Archetype != "" {
		var err error
		text, err = inspect.Fill(ctx, b.Options(), inspect.Archetype{
			File: d.Archetype, Source: text, Path: d.Within, Lang: lang, Type: d.Type, Title: d.Title, Date: d.Date,
		})
		if err != nil {
			return scaffold.File{}, err
		}
		return scaffold.File{Path: d.Path, Data: d.Finish(text)}, nil
	}
	return scaffold.File{Path: d.Path, Data: []byte(text)}, nil
}

// editorLine returns the editor's command line: that of the flag, the configuration (newContentEditor), or the
// environment if the flag names no editor; empty for no editor.
func editorLine(flag, configured string, getenv func(string) string) []string {
	name := flag
	if flag == "" {
		name = configured
	}
	if flag == "$EDITOR" {
		if name = getenv("VISUAL"); name == "" {
			name = getenv("EDITOR")
		}
	}
	return strings.Fields(name)
}

// edit opens a file in the editor and waits until the editor ends.
func (a *app) edit(ctx context.Context, editor []string, dir, file string) error {
	cmd := exec.CommandContext(ctx, editor[0], append(editor[1:], file)...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, os.Stdin, a.out, a.err
	if err := cmd.Run(); err != nil {
		return a.failed(fmt.Errorf("the editor %s: %w", editor[0], err))
	}
	return nil
}
