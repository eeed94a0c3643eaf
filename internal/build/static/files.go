package static

import (
	"fmt"
	"os"
	"path"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/listing"
)

// listFile adds a copied file to those that the sitemap lists, if the configuration wants it (discovery.files). from is
// its absolute path.
func (c *copying) listFile(out, from string) (diag.List, error) {
	if !c.Project.Config.Discovery.Files.Match(out) {
		return nil, nil
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return nil, fmt.Errorf("read %s for the sitemap: %w", out, err)
	}
	about, found := c.about(out, from)
	f := listing.File{Path: out, From: c.Project.Rel(from), Hash: max(1, xxhash.Sum64(data)), About: about}
	if ext := path.Ext(out); ext == ".html" || ext == ".htm" {
		facts := listing.ReadFacts(data, "", false)
		f.Page = &facts
	}
	if c.Git != nil {
		if c := c.Git.Files[c.Project.Rel(from)]; c != nil {
			f.Date = c.AuthorDate
		}
	}
	c.Files = append(c.Files, f)
	return found, nil
}

// about returns what front matter beside a listed file says about it, and what the rules of the configuration do.
func (c *copying) about(out, from string) (about config.FileAbout, found diag.List) {
	for _, ext := range config.SidecarExtensions {
		text, err := os.ReadFile(from + ext)
		if filestat.Absent(err) {
			continue
		}
		if err != nil {
			found = append(found, c.unreadable(from+ext, err))
			continue
		}
		said, wrong := config.ReadFileAbout(c.Project.Rel(from+ext), text, c.Project.Config.TimeZone)
		about, found = about.Over(said), append(found, wrong...)
	}
	for _, rule := range slices.Backward(c.Project.Config.Discovery.FileRules) {
		if rule.Files.Match(out) {
			about = about.Over(rule.About)
		}
	}
	return about, found
}

// isSidecar reports whether a file is front matter of another one, which is never published: of a file that
// discovery.files lists. If that file does not exist, it says so. out is the path in the output, from the absolute
// path.
func (c *copying) isSidecar(out, from string) (bool, diag.List) {
	d := &c.Project.Config.Discovery
	if !d.IsSidecar(out) {
		return false, nil
	}
	switch _, err := os.Stat(config.Sidecar(from)); {
	case err == nil:
		return true, nil
	case d.Files.Match(out): // a listed file of its own
		return false, nil
	}
	return true, diag.List{{
		Rule: "file-about", Severity: diag.Warning, File: c.Project.Rel(from),
		Message: fmt.Sprintf("the file that it is about, %s, does not exist", path.Base(config.Sidecar(out))),
		Hint:    "remove or rename it: it is not published",
	}}
}
