package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/convert/scaffold"
	"github.com/sitegen/sitegen/internal/foreign/detect"
)

// initCommand returns `sitegen init`.
func (a *app) initCommand() *cobra.Command {
	var title, baseURL, languages string
	var yes bool
	var ci scaffold.CI
	cmd := &cobra.Command{
		Use:   "init blog|docs [FOLDER], init --ci SERVICE [FOLDER]",
		Short: "Create a site, or the files that a CI service needs",
		Long: `Create the files of a new blog or documentation site, in this folder or
another one. The files explain themselves and build as they are. Nothing is
fetched, and no existing file is replaced. In a terminal, the command asks for
the title, the URL, and the languages; --yes uses flags and defaults instead.

With --ci, it creates the files with which GitHub Pages, Netlify, Cloudflare
Pages, GitLab Pages, Vercel, or Azure Static Web Apps build and publish the
site: the new one, or the existing one if you name neither blog nor docs. Say
where the service gets sitegen, by --repository and --version, or by --binary.`,
		Example: `  sitegen init blog notes
  cd notes && sitegen serve
  sitegen init --ci netlify --binary bin/sitegen`,
		Args: func(cmd *cobra.Command, args []string) error {
			if ci.Service != "" {
				return cobra.MaximumNArgs(2)(cmd, args)
			}
			return takes(1, 2, "say what to create\n  hint: sitegen init blog my-blog, or sitegen init docs manual")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if ci.Service != "" && (len(args) == 0 || len(args) == 1 && !slices.Contains(scaffold.Kinds(), args[0])) {
				return a.initCI(ci, append(args, ".")[0])
			}
			if err := knownService(ci.Service); err != nil {
				return err
			}
			site := scaffold.Site{Kind: args[0], Title: title, BaseURL: baseURL}
			dir := "."
			if len(args) > 1 {
				dir = args[1]
			}
			if !yes && terminal(a.out) && term.IsTerminal(int(os.Stdin.Fd())) {
				a.ask(os.Stdin, &site, &languages, dir)
			}
			site.Languages = languageList(languages)
			return a.init(site, ci, dir)
		},
	}
	s := cmd.Flags()
	s.StringVar(&title, "title", "", "`title` of the site (default: from the folder name)")
	s.StringVarP(&baseURL, "baseURL", "b", "", "`URL` of the site (default: https://example.org/)")
	s.StringVar(&languages, "lang", "",
		"`languages` of the site by code, the default one first, such as en,fr (default: en)")
	s.StringVar(&ci.Service, "ci", "", "`service` that builds the site: "+strings.Join(scaffold.Services(), ", "))
	s.StringVar(&ci.Repository, "repository", "", "with --ci: `URL` from which the service clones sitegen")
	s.StringVar(&ci.Version, "version", "",
		"with --ci: `tag` or commit of sitegen there (default: that of this program if it is a release)")
	s.StringVar(&ci.Binary, "binary", "",
		"with --ci: `path` in the project of a sitegen for Linux, instead of --repository")
	s.StringVar(&ci.Branch, "branch", "", "with --ci: `branch` that is published (default: that of the git repository)")
	s.BoolVarP(&yes, "yes", "y", false, "don't ask questions")
	s.StringVar(&a.flags.clock, "clock", "", "`date` of the sample posts (default: SOURCE_DATE_EPOCH, otherwise today)")
	a.initFrom(cmd)
	return cmd
}

// ask prompts for values that the flags did not set.
func (a *app) ask(in io.Reader, site *scaffold.Site, languages *string, dir string) {
	lines := bufio.NewScanner(in)
	for _, q := range []struct {
		text, other string
		into        *string
	}{
		{"Title", titleOf(dir), &site.Title},
		{"URL", "https://example.org/", &site.BaseURL},
		{"Languages (codes such as en,fr)", "en", languages},
	} {
		if *q.into != "" {
			continue
		}
		a.printf(a.out, "%s [%s]: ", q.text, q.other)
		if !lines.Scan() {
			return
		}
		*q.into = strings.TrimSpace(lines.Text())
	}
}

// languageList splits codes at commas and spaces.
func languageList(codes string) []string {
	return strings.FieldsFunc(strings.ToLower(codes), func(r rune) bool { return r == ',' || r == ' ' })
}

// titleOf makes a title from the name of a folder.
func titleOf(dir string) string {
	abs, err := filepath.Abs(dir)
	name := strings.TrimLeft(strings.Join(strings.FieldsFunc(filepath.Base(abs),
		func(r rune) bool { return strings.ContainsRune(`-_ /\`, r) }), " "), ".")
	if err != nil || name == "" {
		return "My site"
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

func (a *app) init(site scaffold.Site, ci scaffold.CI, dir string) error {
	if kinds := scaffold.Kinds(); !slices.Contains(kinds, site.Kind) {
		return fmt.Errorf("unknown kind of site %q\n  hint: %s", site.Kind,
			diag.DidYouMean(site.Kind, kinds, "choose one of "+strings.Join(kinds, ", ")))
	}
	var err error
	if site.Now, err = a.clock(); err != nil {
		return err
	}
	if site.Title == "" {
		site.Title = titleOf(dir)
	}
	if ci.Service != "" {
		site.Host = ci.Host()
	}
	files, err := site.Files()
	if err != nil {
		return err
	}
	more, err := ciFiles(ci, dir)
	if err != nil {
		return err
	}
	files = append(files, more...)
	if name := detect.Config(dir); name != "" {
		return a.failed(fmt.Errorf("nothing was written: a site already exists, with %s\n"+
			"  hint: see it with sitegen serve -s %s, or name another folder", filepath.Join(dir, name), dir))
	}
	if err := scaffold.Write(dir, files); err != nil {
		return a.failed(err)
	}
	for _, f := range files {
		a.printf(a.out, "%s\n", filepath.ToSlash(filepath.Join(dir, filepath.FromSlash(f.Path))))
	}
	a.printf(a.out, "\nNext:\n")
	if filepath.Clean(dir) != "." {
		a.printf(a.out, "  cd %s\n", dir)
	}
	a.printf(a.out, "  sitegen serve\n")
	if len(more) > 0 {
		a.printf(a.out, "  read %s, commit, and push\n", more[0].Path)
		a.printf(a.out, "%s", unpinned(ci))
	}
	return nil
}
