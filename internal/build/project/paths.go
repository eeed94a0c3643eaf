package project

import (
	"cmp"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/assets/modules"
	"github.com/sitegen/sitegen/internal/assets/remote"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/foreign/detect"
)

// At returns a configured folder as an absolute path.
func (p *Project) At(dir string) string { return InProject(p.Config, dir) }

// InProject is like Project.At, for a configuration.
func InProject(cfg *config.Config, dir string) string {
	dir = filepath.FromSlash(dir)
	if filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return filepath.Join(cfg.Project, dir)
}

// Exists reports whether there is a file or folder.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return !filestat.Absent(err) // a path that can't be checked is reported when it is read
}

// Rel returns a path for messages: see config.Config.Shown.
func (p *Project) Rel(file string) string { return p.Config.Shown(file) }

// StateDir is the folder in which sitegen keeps its state between builds.
func (p *Project) StateDir() string { return StateDir(p.Config.Project, p.Options.StateDir) }

// StateDir is the folder in which sitegen keeps its state between builds; dir is Options.StateDir.
func StateDir(project, dir string) string {
	dir = cmp.Or(dir, ".sitegen")
	if filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return filepath.Join(project, filepath.FromSlash(dir))
}

// LedgerFile is the path of the ledger: the configured file, which can be committed, or a file in the state folder. A
// state folder outside the project may serve several projects, so the name of the file then includes the URL of the
// site.
func (p *Project) LedgerFile() string {
	if p.Options.Ledger != "" {
		return p.Options.Ledger
	}
	if p.Config.Ledger != "" {
		return p.At(p.Config.Ledger)
	}
	name := "ledger"
	if rel, err := filepath.Rel(p.Config.Project, p.StateDir()); err != nil || !filepath.IsLocal(rel) {
		_, address, _ := strings.Cut(p.Config.BaseURL, "://")
		name += "-" + strings.Trim(strings.Map(func(r rune) rune {
			if r < 0x80 && (r == '.' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z') {
				return r
			}
			return '-'
		}, address), "-")
	}
	return filepath.Join(p.StateDir(), name)
}

// Sources lists the folders and files that a build reads.
func (p *Project) Sources() []string {
	list := append([]string{p.Config.Project, p.At(filepath.FromSlash(p.Config.ThemesDir))}, p.besideContent()...)
	for _, d := range p.Config.ContentDirs() {
		list = append(list, p.At(filepath.FromSlash(d)))
	}
	return list
}

// besideContent lists, as absolute paths, the folders of the project that a build reads in addition to the content, and
// the configuration files. Those of its themes are not among them.
func (p *Project) besideContent() []string {
	dirs := []string{p.Config.LayoutDir, p.Config.AssetDir, p.Config.DataDir, p.Config.I18nDir}
	dirs = append(dirs, p.Config.StaticDirs...)
	dirs = append(dirs, p.Config.Files...)
	var list []string
	for _, d := range dirs {
		list = append(list, p.At(filepath.FromSlash(d)))
	}
	return list
}

// Always lists the files and folders, except content, that every build of this configuration reads, whatever templates
// ask for. Of the folder of themes, which may have many, these are the themes in use.
func (p *Project) Always() []string {
	roots := p.besideContent()
	for _, t := range p.Config.Themes {
		roots = append(roots, p.At(p.Config.ThemeDir(t)))
	}
	for _, m := range p.Config.Modules { // a link, which Themes names by its target, or a folder that may appear
		roots = append(roots, p.At(p.Config.ThemeDir(m.Path)))
	}
	for _, list := range p.Config.Mounts[""] {
		for _, m := range list {
			roots = append(roots, p.At(m.Dir))
		}
	}
	if t := p.Config.EmbeddedTheme; t != "" {
		roots = append(roots, p.At(path.Join(p.Config.ThemesDir, t))) // the project may add its own
	}
	roots = append(roots, p.Config.ConfigDir, p.At(remote.LockFile))
	for _, name := range slices.Concat(detect.ConfigFiles(p.Config.Project), modules.Files(), p.Config.Looked) {
		roots = append(roots, p.At(name))
	}
	return roots
}

// StaticDirs are the static folders, highest precedence first.
func (p *Project) StaticDirs() []config.Mount {
	return p.absolute(p.Config.Component("static", p.Config.StaticDirs...))
}

// StaticOf returns the static folders of a host, highest precedence first: those of its language, or of all languages
// if they share one host.
func (p *Project) StaticOf(host string) []config.Mount {
	own := p.Config.StaticDirs
	if p.Config.Multihost {
		for _, l := range p.Config.Languages {
			if l.Lower == host {
				own = l.StaticDirs
			}
		}
	}
	return p.absolute(p.Config.Component("static", own...))
}

func (p *Project) absolute(mounts []config.Mount) []config.Mount {
	for i := range mounts {
		mounts[i].Dir = p.At(mounts[i].Dir)
	}
	return mounts
}

// Hosts returns the folders of the output that are the root of a host: one per language if each has its own base URL
// (https://gohugo.io/configuration/languages/#multihost), else the output folder itself.
func (p *Project) Hosts() []string {
	if !p.Config.Multihost {
		return []string{""}
	}
	var out []string
	for _, l := range p.Config.Languages {
		out = append(out, l.Lower)
	}
	return out
}

// RobotsFile is written with the URLs of the sitemaps added (rule X4), not copied.
const RobotsFile = "robots.txt"

// WritesRobots reports whether a build writes robots.txt, which includes the rules of the project's own file.
func (p *Project) WritesRobots() bool {
	return p.Config.Discovery.Robots && !p.Config.Languages[0].DisableKinds["robotstxt"]
}
