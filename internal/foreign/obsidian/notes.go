package obsidian

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/detect"
)

var (
	// embed matches an embedded file in a note, a syntax that only Obsidian uses.
	embed    = pattern.New(`!\[\[[^\[\]|#\n]+\.(?i:png|jpe?g|gif|svg|webp|avif|bmp|pdf|mp[34]|m4a|wav|ogg|webm|mov|canvas|base)(?:[|#][^\[\]\n]*)?\]\]`)
	wikiLink = pattern.New(`\[\[([^\[\]|#\n]+)(?:[|#][^\[\]\n]*)?\]\]`)
)

// notice returns the project of a folder without settings, because vaults are often copied without their hidden folder.
// It looks for a page that links to another page as [[Name]] or embeds a file; if none does, it returns nil. skip are
// folders without content.
func notice(root fs.FS, skip []string) *foreign.Project {
	pages := detect.Pages(root, ".", skip)
	slices.Sort(pages)
	names := map[string]bool{}
	for _, p := range pages {
		names[strings.ToLower(strings.TrimSuffix(path.Base(p), path.Ext(p)))] = true
	}
	for _, p := range detect.Sample(pages) {
		text, ok := foreign.Head(root, p, headSize)
		if !ok {
			continue
		}
		text = detect.WithoutCode(text)
		if embed.Match(text) {
			return project(root, "![[…]] in "+p)
		}
		for _, m := range wikiLink.FindAllSubmatch(text, -1) {
			if names[strings.ToLower(path.Base(strings.TrimSpace(string(m[1]))))] {
				return project(root, "[[…]] in "+p)
			}
		}
	}
	return nil
}

// headSize is the maximum number of bytes read of a note.
const headSize = 4096
