package main

import (
	"debug/elf"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/convert/scaffold"
)

// initCI creates the files with which a service builds the site in a folder.
func (a *app) initCI(ci scaffold.CI, dir string) error {
	if err := knownService(ci.Service); err != nil {
		return err
	}
	files, err := ciFiles(ci, dir)
	if err != nil {
		return err
	}
	if err := scaffold.Write(dir, files); err != nil {
		return a.failed(err)
	}
	for _, f := range files {
		a.printf(a.out, "%s\n", filepath.ToSlash(filepath.Join(dir, filepath.FromSlash(f.Path))))
	}
	a.printf(a.out, `
Next: read them, and add to the site's configuration
  ledger = "sitegen.ledger"   # a file to commit: it records what %s may forget between builds
`, ci.Service)
	if host := ci.Host(); host != "" {
		a.printf(a.out, "  [deploy]\n  hosts = [%q]\n", host)
	}
	a.printf(a.out, "%s", unpinned(ci))
	return nil
}

// ciFiles creates the files; values that the flags do not set come from the folder and this program.
func ciFiles(ci scaffold.CI, dir string) ([]scaffold.File, error) {
	if ci.Service == "" {
		return nil, nil
	}
	if tag, hash := released(); tag != "" && ci.Repository != "" && (ci.Version == "" || ci.Version == tag) {
		ci.Version, ci.Commit = tag, hash
	}
	if ci.Branch == "" {
		ci.Branch = scaffold.Branch(dir)
	}
	ci.Binary = filepath.ToSlash(ci.Binary)
	files, err := ci.Files()
	if err == nil && ci.Binary != "" {
		err = runsOnLinux(filepath.Join(dir, filepath.FromSlash(ci.Binary)))
	}
	return files, err
}

// runsOnLinux returns an error unless a file is a program that runs on the machines of the services.
func runsOnLinux(file string) error {
	f, err := elf.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("--binary: %s does not exist", filepath.ToSlash(file))
	}
	if err != nil {
		return fmt.Errorf("--binary: %s is not a program for Linux: %w", filepath.ToSlash(file), err)
	}
	defer f.Close()
	if f.Machine != elf.EM_X86_64 {
		return fmt.Errorf("--binary: %s is not a program for amd64 but for %s", filepath.ToSlash(file), f.Machine)
	}
	return nil
}

// unpinned returns a warning if a service would use a version of sitegen that others can change, else "".
func unpinned(ci scaffold.CI) string {
	tag, _ := released()
	if ci.Pinned() || tag != "" && (ci.Version == "" || ci.Version == tag) {
		return ""
	}
	return fmt.Sprintf("\nThe service builds whatever is at %s of %s. To always build the same program, pass the hash of a commit to --version.\n", ci.Version, ci.Repository)
}

// knownService rejects an unknown service; "" means none.
func knownService(name string) error {
	if name == "" || slices.Contains(scaffold.Services(), name) {
		return nil
	}
	hint := "choose one of " + strings.Join(scaffold.Services(), ", ")
	near := diag.Nearest(name, scaffold.Services())
	if i := slices.IndexFunc(scaffold.Services(), func(s string) bool { return strings.HasPrefix(s, name) }); i >= 0 {
		near = scaffold.Services()[i] // by its letters, "github" is nearer to gitlab
	}
	if near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return fmt.Errorf("unknown service %q\n  hint: %s", name, hint)
}

// released returns the tag that this program was built from, and its commit, or "" for a development build.
func released() (tag, hash string) {
	v := version()
	if !strings.HasPrefix(v, "v") || strings.ContainsAny(v, "+-") {
		return "", ""
	}
	info, _ := debug.ReadBuildInfo()
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			hash = s.Value
		}
	}
	return v, hash
}
