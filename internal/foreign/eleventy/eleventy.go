// Package eleventy reads projects of Eleventy: https://www.11ty.dev/docs/
package eleventy

import "github.com/sitegen/sitegen/internal/foreign"

const name = "Eleventy"

// Tool is Eleventy.
var Tool = &foreign.Tool{
	Name: name, ID: "eleventy", FeedLimit: "collection.limit of its feed plugin",
	Configs: configs(), Sources: sources, Unlisted: "eleventyexcludefromcollections",
	Detect: detect, Converts: converts, Convert: convert,
}

func configs() []string {
	return []string{
		".eleventy.js", "eleventy.config.js", "eleventy.config.mjs", "eleventy.config.cjs",
		"eleventy.config.ts",
	}
}
