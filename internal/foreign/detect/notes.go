package detect

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

var (
	// embed is a file that a note shows, which is written so nowhere else.
	embed    = regexp.MustCompile(`!\[\[[^\[\]|#\n]+\.(?i:png|jpe?g|gif|svg|webp|avif|bmp|pdf|mp[34]|m4a|wav|ogg|webm|mov|canvas|base)(?:[|#][^\[\]\n]*)?\]\]`)
	wikiLink = regexp.MustCompile(`\[\[([^\[\]|#\n]+)(?:[|#][^\[\]\n]*)?\]\]`)
	codeText = regexp.MustCompile("(?ms)^[ \t]*(```|~~~).*?(?:^[ \t]*(?:```|~~~)|\\z)|`[^`\n]+`")
)

// Notes returns Obsidian for a folder without its settings in which a page links to another one by name, as in [[Name]], or shows a
// file so: vaults are often copied without their hidden folder. Otherwise it returns no tool. skip are folders that are no content.
func Notes(root fs.FS, skip []string) Tool {
	pages := pagesIn(root, ".", skip)
	slices.Sort(pages)
	names := map[string]bool{}
	for _, p := range pages {
		names[strings.ToLower(strings.TrimSuffix(path.Base(p), path.Ext(p)))] = true
	}
	for _, p := range spread(pages) {
		text, ok := head(root, p, headSize)
		if !ok {
			continue
		}
		text = codeText.ReplaceAll(text, nil)
		if embed.Match(text) {
			return Tool{Name: "Obsidian", File: "![[…]] in " + p, Docs: ".", Ignore: templates(root)}
		}
		for _, m := range wikiLink.FindAllSubmatch(text, -1) {
			if names[strings.ToLower(path.Base(strings.TrimSpace(string(m[1]))))] {
				return Tool{Name: "Obsidian", File: "[[…]] in " + p, Docs: ".", Ignore: templates(root)}
			}
		}
	}
	return Tool{}
}
