package pipeline

import (
	"fmt"
	"os"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/discovery"
	"github.com/sitegen/sitegen/internal/glob"
)

// listFile notes a copied file for the sitemap when the configuration wants it (discovery.files): from is
// its absolute path.
func (b *build) listFile(out, from string) error {
	if len(b.cfg.Discovery.Files) == 0 || !b.listed.Match(out) {
		return nil
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return fmt.Errorf("read %s for the sitemap: %w", out, err)
	}
	f := discovery.File{Path: out, Hash: max(1, xxhash.Sum64(data))}
	if b.git != nil {
		if c := b.git.Files[b.rel(from)]; c != nil {
			f.Date = c.AuthorDate
		}
	}
	b.files = append(b.files, f)
	return nil
}

// listedFiles reads the patterns of discovery.files.
func (b *build) listedFiles() diag.List {
	set, err := glob.NewSet(b.cfg.Discovery.Files)
	if err != nil {
		d := &diag.Diagnostic{Rule: "config-value", Message: "discovery.files: " + err.Error()}
		d.File, d.Line = b.cfg.Place(nil, "discovery.files")
		return diag.List{d}
	}
	b.listed = set
	return nil
}
