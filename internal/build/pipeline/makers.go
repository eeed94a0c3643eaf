package pipeline

import (
	"path/filepath"

	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/template/render/tex"
)

// openMakers prepares what makes images and formulas, in the first build. Finished images are kept next to the cache,
// for builds and the preview, since the name of an image is a hash of everything that it depends on.
func (b *State) openMakers() {
	if b.old.Pictures != nil {
		return
	}
	o := picture.MakerOptions{}
	if !b.Options.NoCache {
		o.Dir = filepath.Join(b.StateDir(), "cache", "images")
	}
	b.old.Pictures = picture.NewMaker(o)
	b.old.Math = tex.NewEngine()
}

func imagingTable(cfg *config.Config) map[string]any {
	table, _ := cfg.Root["imaging"].(map[string]any)
	return table
}
