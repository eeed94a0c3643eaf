package static

import (
	"fmt"
	"os"
	"path"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/listing"
)

// listFile adds a copied file to those that the sitemap lists, if the configuration wants it (discovery.files). from is
// its absolute path.
func (c *copying) listFile(out, from string) error {
	if len(c.Project.Config.Discovery.Files) == 0 || !c.Listed.Match(out) {
		return nil
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return fmt.Errorf("read %s for the sitemap: %w", out, err)
	}
	f := listing.File{Path: out, Hash: max(1, xxhash.Sum64(data))}
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
	return nil
}

// listedFiles reads the patterns of discovery.files.
func (c *copying) listedFiles() diag.List {
	set, err := glob.NewSet(c.Project.Config.Discovery.Files)
	if err != nil {
		d := &diag.Diagnostic{Rule: "config-value", Message: "discovery.files: " + err.Error()}
		d.File, d.Line = c.Project.Config.Position(nil, "discovery.files")
		return diag.List{d}
	}
	c.Listed = set
	return nil
}
