// Package zola reads projects of Zola: https://www.getzola.org/documentation/
package zola

import "github.com/sitegen/sitegen/internal/foreign"

const name = "Zola"

// Tool is Zola.
var Tool = &foreign.Tool{
	Name: name, ID: "zola", FeedLimit: "feed_limit in its configuration",
	Configs: []string{"zola.toml"}, URLKey: "base_url", Converts: converts, Convert: convert,
	// https://www.getzola.org/documentation/content/page/
	Sources: func(dir string) *foreign.Sources {
		folder := ""
		if configOf(dir) != "" {
			folder = "content"
		}
		return &foreign.Sources{
			Folder:     folder,
			Extensions: []string{".md"}, Whole: "path", Index: []string{"_index"}, Dated: true, Bundles: true, Slugs: true,
			Languages: true,
		}
	},
}
