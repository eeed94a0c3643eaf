package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/foreign/detect"
)

// mayPublish refuses to publish by mistake: a home folder, the root of a file system, and, unless the user
// agrees, a folder that does not look like a project.
func (a *app) mayPublish(o project.Options) error {
	if o.ConfigFile != "" || detect.Config(o.Source) != "" || isFolder(configFolder(o)) {
		return a.mayRead(o)
	}
	cfg, err := configOf(o)
	if err != nil || cfg == nil {
		return err // a build reports the problems of the configuration
	}
	if err := a.noHome(cfg); err != nil {
		return err
	}
	if !cfg.Undeclared() || a.flags.yes {
		return nil
	}
	if term.IsTerminal(int(os.Stdin.Fd())) && !a.flags.json {
		a.printf(a.err,
			"%s has no configuration. A build makes a public page of every Markdown file in it.\nBuild it? [y/N] ", cfg.Project)
		answer, _ := bufio.NewReader(os.Stdin).ReadString('\n')
		if answer = strings.ToLower(strings.TrimSpace(answer)); answer == "y" || answer == "yes" {
			return nil
		}
		return errors.New("nothing was built")
	}
	return fmt.Errorf("%s has no configuration, and a build would make a public page of every Markdown file in it\n"+
		"  hint: to start a site here: sitegen init blog, or sitegen init docs; to look at the folder: sitegen serve; to build it anyway: sitegen build --yes", cfg.Project)
}

// mayRead refuses to read a home folder or the root of a file system as content. A site in such a folder is
// fine if it has a content folder.
func (a *app) mayRead(o project.Options) error {
	if !a.holdsHome(o.Source) {
		return nil
	}
	cfg, err := configOf(o)
	if err != nil || cfg == nil {
		return err
	}
	return a.noHome(cfg)
}

func configOf(o project.Options) (*config.Config, error) {
	b, err := pipeline.New(o)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	cfg, _ := b.Config()
	return cfg, nil
}

// noHome rejects a configuration with a content folder that is or contains the home folder.
func (a *app) noHome(cfg *config.Config) error {
	for _, dir := range cfg.ContentDirs() {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(cfg.Project, filepath.FromSlash(dir))
		}
		if a.holdsHome(dir) {
			return fmt.Errorf("%s is or contains your home folder; sitegen does not build it\n  hint: go to the folder of your site, or name it: --source FOLDER", dir)
		}
	}
	return nil
}

// holdsHome reports whether a folder is the root of a file system, the home folder, or a folder above it.
func (a *app) holdsHome(dir string) bool {
	dir = resolved(dir)
	if dir == filepath.Dir(dir) {
		return true
	}
	return slices.ContainsFunc([]string{"HOME", "USERPROFILE"}, func(key string) bool {
		home := a.getenv(key)
		if home == "" {
			return false
		}
		rel, err := filepath.Rel(dir, resolved(home))
		return err == nil && filepath.IsLocal(rel)
	})
}

// resolved returns the absolute path of a folder without symbolic links.
func resolved(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	if target, err := filepath.EvalSymlinks(dir); err == nil {
		return target
	}
	return dir
}

// configFolder returns the folder of configuration files by environment.
func configFolder(o project.Options) string {
	dir, _ := o.Flags["configDir"].(string)
	switch {
	case dir == "":
		dir = "config"
	case filepath.IsAbs(dir):
		return dir
	}
	return filepath.Join(o.Source, dir)
}

func isFolder(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.IsDir()
}
