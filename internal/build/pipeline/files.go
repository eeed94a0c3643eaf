package pipeline

import (
	"fmt"
	"os"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/listing"
)

// listFile notes a copied file for the sitemap when the configuration wants it (discovery.files): from is
// its absolute path.
func (c *copying) listFile(out, from string) error {
	if len(c.Config.Discovery.Files) == 0 || !c.listed.Match(out) {
		return nil
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return fmt.Errorf("read %s for the sitemap: %w", out, err)
	}
	f := listing.File{Path: out, Hash: max(1, xxhash.Sum64(data))}
	if c.git != nil {
		if c := c.git.Files[c.Rel(from)]; c != nil {
			f.Date = c.AuthorDate
		}
	}
	c.files = append(c.files, f)
	return nil
}

// listedFiles reads the patterns of discovery.files.
func (c *copying) listedFiles() diag.List {
	set, err := glob.NewSet(c.Config.Discovery.Files)
	if err != nil {
		d := &diag.Diagnostic{Rule: "config-value", Message: "discovery.files: " + err.Error()}
		d.File, d.Line = c.Config.Position(nil, "discovery.files")
		return diag.List{d}
	}
	c.listed = set
	return nil
}
