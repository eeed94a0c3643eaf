package config

import (
	"fmt"
	"slices"
	"strings"
)

// referencePages are the pages of the reference in docs/, each with the group that it begins with.
var referencePages = []struct{ file, first, head string }{
	{"configuration.md", "Site", `---
title: Configuration
weight: 180
description: Every key of the configuration that sitegen reads
sidebar: {group: Reference}
---
` + "Put the configuration in `sitegen.toml`, `sitegen.yaml`, or `sitegen.json` in the project folder. The files of a Hugo project (`hugo.toml`, `config/_default/`, `config/ENVIRONMENT/`) also work. " +
		"The keys are the same as Hugo's, except those marked with an asterisk, and are case-insensitive. All keys are optional.\n\n" +
		"`--config a.toml,b.toml` reads these files instead. Later files override earlier ones; the first one decides whether the folder is a Hugo project: " +
		"it is, unless the name of that file begins with `sitegen.`.\n\n" +
		"`sitegen config` prints the values that are set and the main defaults, each with its source. An environment variable such as `SITEGEN_BASEURL`, or `SITEGEN_PAGINATION_PAGERSIZE` for a key in a table, overrides the file. A flag such as `--baseURL` overrides both.\n\n" +
		"You can also set “by language” keys in `languages.KEY` for one language. `*` stands for a name that you choose, and `[]` for a list of tables (`[[menus.main]]`). " +
		"The name of a key links to a page that shows it in use. Other keys that aren't booleans have an example in the table. An unknown key causes a warning with its line; put custom values under `params`.\n\n" +
		"Other pages list the settings of [Markdown](configuration-markdown.md), of [sitemaps and feeds](configuration-discovery.md), and of [checks and publishing](configuration-publishing.md).\n"},
	{"configuration-markdown.md", "Markdown", `---
title: Configuration of Markdown and code
linkTitle: "Configuration: Markdown"
weight: 181
description: The keys for Markdown, its extensions, code, and the table of contents
sidebar: {group: Reference}
---
An asterisk marks keys that Hugo doesn't have. For how to read the tables, see [configuration](configuration.md).
`},
	{"configuration-discovery.md", "Sitemaps and robots.txt", `---
title: Configuration of sitemaps and feeds
linkTitle: "Configuration: sitemaps"
weight: 182
description: The keys for sitemaps, robots.txt, and feeds
sidebar: {group: Reference}
---
An asterisk marks keys that Hugo doesn't have. For how to read the tables, see [configuration](configuration.md).
`},
	{"configuration-publishing.md", "Checks", `---
title: Configuration of checks and publishing
linkTitle: "Configuration: publishing"
weight: 183
description: The keys for checks, notification, sitegen post, hosts, and the cache
sidebar: {group: Reference}
---
An asterisk marks keys that Hugo doesn't have. For how to read the tables, see [configuration](configuration.md).
`},
}

// writeReference returns the pages of the reference of the configuration, as Markdown.
func writeReference() (pages []string) {
	for _, g := range Reference() {
		if next := len(pages); next < len(referencePages) && referencePages[next].first == g.Title {
			pages = append(pages, referencePages[next].head)
		}
		var b strings.Builder
		fmt.Fprintf(&b, "\n## %s\n\n", g.Title)
		if g.Text != "" {
			fmt.Fprintf(&b, "%s\n\n", g.Text)
		}
		b.WriteString("| key | type | default | meaning |\n|---|---|---|---|\n")
		for _, k := range g.Keys {
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", cell(k), k.Type, code(k.Default), escapeCell(k.sentence()))
		}
		pages[len(pages)-1] += b.String()
	}
	return pages
}

func cell(k Key) string {
	s := code(k.Path)
	if at := k.shownAt(); at != "" {
		s = "[" + s + "](" + at + ")"
	}
	if k.Own {
		s += "\\*"
	}
	return s
}

// code makes a value code of Markdown; text that is not TOML is not marked.
func code(s string) string {
	if s == "" || strings.Contains(s, " in Hugo ") {
		return s
	}
	return "`" + escapeCell(s) + "`"
}

// perLanguage reports whether the key may have another value in a language, in languages.KEY.
func (k Key) perLanguage() bool {
	path := strings.ToLower(k.Path)
	name, _, _ := strings.Cut(path, ".")
	return slices.Contains(localKeys, name) && !slices.Contains(commonKeys, path)
}

func (k Key) sentence() string {
	s := k.Text
	if k.perLanguage() {
		s += " By language."
	}
	// The type says what the values of a boolean are, and the text which single value is supported.
	if k.shownAt() == "" && k.Type != isBoolean && !strings.HasPrefix(k.Text, "Only ") {
		s += " Example: `" + k.Example + "`."
	}
	return s
}

func escapeCell(s string) string { return strings.ReplaceAll(s, "|", "\\|") }
