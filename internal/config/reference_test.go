package config

import (
	"fmt"
	"strings"
)

// WriteReference returns the reference of the configuration, docs/configuration.md, as Markdown.
func WriteReference() string {
	var b strings.Builder
	b.WriteString(`---
title: Configuration
weight: 30
description: Every key of the configuration that sitegen reads
---
` + "`sitegen.toml`, `.yaml` or `.json` in the project's folder, or the files of a Hugo project, which are read as they are (`hugo.toml`, `config/_default/`, `config/ENVIRONMENT/`). " +
		"Keys are Hugo's, save those marked with an asterisk, and it does not matter how they are capitalised. No key is required.\n\n" +
		"`sitegen config` prints every value and where it came from. A variable such as `SITEGEN_BASEURL`, or `SITEGEN_PAGINATION_PAGERSIZE` for a key in a table, is stronger than the file; a flag such as `--baseURL` is stronger still.\n\n" +
		"“By language” keys may stand in `languages.KEY`, too, and count there for that language. `*` stands for a name of your own, `[]` for a list of tables (`[[menus.main]]`). " +
		"A key that means nothing gets a warning with its line; your own values belong under `params`.\n")
	for _, g := range Reference() {
		fmt.Fprintf(&b, "\n## %s\n\n", g.Title)
		if g.Text != "" {
			fmt.Fprintf(&b, "%s\n\n", g.Text)
		}
		b.WriteString("| key | type | default | |\n|---|---|---|---|\n")
		for _, k := range g.Keys {
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", cell(k), k.Type, code(k.Default), escapeCell(k.sentence()))
		}
	}
	return b.String()
}

func cell(k Key) string {
	s := code(k.Path)
	if k.Own {
		s += "\\*"
	}
	return s
}

// code makes a value code of Markdown; words that are no TOML stay words.
func code(s string) string {
	if s == "" || strings.Contains(s, " in Hugo ") {
		return s
	}
	return "`" + escapeCell(s) + "`"
}

func (k Key) sentence() string {
	s := k.Text
	if k.Per {
		s += " By language."
	}
	return s
}

func escapeCell(s string) string { return strings.ReplaceAll(s, "|", "\\|") }
