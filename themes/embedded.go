package themes

import (
	"embed"
	"io/fs"
)

//go:embed all:embedded
var embeddedFiles embed.FS

// defaultTheme is the embedded theme of projects without layouts.
const defaultTheme = "plain"

// embeddedTemplates are what every project has: shortcodes, hooks, partials that Hugo brings too.
func embeddedTemplates() fs.FS {
	sub, err := fs.Sub(embeddedFiles, "embedded/hugo")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	return sub
}

// embeddedTheme is the theme for projects without layouts; nil when the program has none.
func embeddedTheme() fs.FS {
	sub, err := fs.Sub(embeddedFiles, "embedded/"+defaultTheme)
	if err != nil {
		return nil
	}
	if _, err := fs.Stat(sub, "."); err != nil {
		return nil
	}
	return sub
}
