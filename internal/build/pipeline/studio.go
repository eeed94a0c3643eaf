package pipeline

import (
	"path/filepath"

	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/template/render/tex"
)

// openStudio prepares the making of images and formulas in the first build. What is made of images is kept beside the
// cache, for a build and the preview alike: an image is named by all that it depends on.
func (b *build) openStudio() {
	if b.old.Studio != nil {
		return
	}
	o := picture.StudioOptions{}
	if !b.Options.NoCache {
		o.Dir = filepath.Join(b.StateDir(), "cache", "images")
	}
	b.old.Studio = picture.NewStudio(o)
	b.old.Math = tex.NewEngine()
}

func imagingTable(cfg *config.Config) map[string]any {
	table, _ := cfg.Root["imaging"].(map[string]any)
	return table
}
