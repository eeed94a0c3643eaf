package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/project/scaffold"
)

// initCI makes the files that have a service build the site of a folder.
func (a *app) initCI(ci scaffold.CI, dir string) error {
	if err := knownService(ci.Service); err != nil {
		return err
	}
	files, err := ci.Files()
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
Next: see in them where the service gets sitegen from, and put into the site's configuration
  ledger = "sitegen.ledger"   # a file to commit: what builds remember, %s may forget
  [deploy]
  hosts = [%q]
`, ci.Service, ci.Host())
	return nil
}

// knownService refuses the name of a service that there is not; "" is none.
func knownService(name string) error {
	if name == "" || slices.Contains(scaffold.Services(), name) {
		return nil
	}
	hint := "choose one of " + strings.Join(scaffold.Services(), ", ")
	if near := diag.Nearest(name, scaffold.Services()); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return fmt.Errorf("unknown service %q\n  hint: %s", name, hint)
}

// releasedVersion is the tag that this program was built from; "main" for one that is in development.
func releasedVersion() string {
	if v := version(); strings.HasPrefix(v, "v") && !strings.ContainsAny(v, "+-") {
		return v
	}
	return "main"
}
