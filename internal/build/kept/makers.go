package kept

import (
	"path/filepath"

	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/assets/sass"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/template/render/tex"
)

// OpenMakers prepares the tools that templates use: the makers of images and formulas, in the first build, and the
// fetching from other servers. Finished images are stored next to the cache and shared by builds and the preview,
// because the name of an image is a hash of everything that it depends on.
func (m *Memo) OpenMakers(p *project.Project) (found diag.List) {
	if m.Pictures == nil {
		o := picture.MakerOptions{Programs: p.Config.ProgramsDir()}
		if !p.Options.NoCache {
			o.Dir = imagesDir(p)
			o.Fetch = m.sharedImages(o.Dir)
		}
		m.Pictures, m.Math = picture.NewMaker(o), tex.NewEngine(o.Programs)
		m.Sass = sass.NewLibSass(o.Programs)
		if v := p.Options.Version; v != "" && !p.Options.NoCache {
			m.Sass.KeepIn(p.Config.StylesDir(), v)
		}
	}
	m.Remote, found = m.Remote.Open(p)
	return found
}

// imagesDir is the folder of finished images.
func imagesDir(p *project.Project) string { return filepath.Join(p.StateDir(), "cache", "images") }
