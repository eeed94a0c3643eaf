package themes

import (
	"cmp"
	"embed"
	"io/fs"
	"path"

	"github.com/sitegen/sitegen/internal/config"
)

//go:embed all:embedded
var embeddedFiles embed.FS

// embeddedTemplates are what every project has: shortcodes, hooks, partials that Hugo brings too.
func embeddedTemplates() fs.FS { return embeddedFolder("hugo") }

func embeddedFolder(name string) fs.FS {
	sub, err := fs.Sub(embeddedFiles, path.Join("embedded", name))
	if err != nil {
		panic(err) // the folder is part of the program
	}
	return sub
}

// defaultTheme is the embedded theme of a project that has no layouts and names no theme.
func defaultTheme(cfg *config.Config) string { return cmp.Or(cfg.DefaultTheme, "docs") }

// Embedded returns the embedded theme that takes part; "" for none.
func (t *Theme) Embedded() string { return t.embedded }

// embeddedLayers are the folders of an embedded theme, the strongest first: its own, and what all
// embedded themes share. Each holds templates, and assets/ and i18n/ like the folder of any theme.
func embeddedLayers(theme string) []layer {
	if theme == "" {
		return nil
	}
	return []layer{
		{embeddedFolder(theme), "(theme " + theme + ")", true},
		{embeddedFolder("base"), "(theme base)", true},
	}
}

// below is the layer's folder of another kind than templates; nil when it has none.
func (l layer) below(dir string) fs.FS {
	if st, err := fs.Stat(l.fsys, dir); err != nil || !st.IsDir() {
		return nil
	}
	sub, err := fs.Sub(l.fsys, dir)
	if err != nil {
		return nil
	}
	return sub
}
