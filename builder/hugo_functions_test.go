package builder_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const functionsFolder = "../docs/functions/"

// checkFunctions compares the pages of docs/functions, one for each namespace, with the rows, whose examples were executed,
// and with about.txt, which says of each function what it does.
func checkFunctions(t *testing.T, functions []*row) {
	t.Helper()
	for name, page := range functionReference(t, functions) {
		file := functionsFolder + name + ".md"
		if *updateVocabulary && !t.Failed() {
			if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		have, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(have), page); diff != "" {
			t.Errorf("%s is not what the tests say; go test ./builder -run TestHugoVocabulary -update-vocabulary writes it (-have +want):\n%s", file, diff)
		}
	}
}

// functionKinds are the descriptions of the pages.
var functionKinds = map[string]string{
	"cast": "Numbers and text from other values", "collections": "Lists and maps: filter, sort, group, and join",
	"compare": "Comparisons, and values for missing ones", "crypto": "Hashes for checks and signatures", "css": "Sass, PostCSS, and other style sheets",
	"debug": "Look into values, and measure templates", "diagrams": "Diagrams from text", "encoding": "Base64 and JSON",
	"fmt": "Print, format, and warn", "hash": "Short hashes for names and keys", "hugo": "Version, environment, and settings of the build",
	"images": "Filters for pictures", "inflect": "Plurals, and words in other forms", "js": "Bundle and transform JavaScript",
	"keywords": "Conditions, loops, blocks, and other words of the template language", "lang": "Translations, and numbers as people write them",
	"math": "Arithmetic", "openapi3": "Read an OpenAPI document", "os": "Files, folders, and the environment", "partials": "Include other templates",
	"path": "Parts of paths", "reflect": "The kind of a value", "resources": "Find, create, and change files",
	"safe": "Text that is printed as it is", "strings": "Search, cut, replace, and change text", "templates": "Defer work, and find templates",
	"time": "Dates and durations", "transform": "Markdown, highlighting, and data", "urls": "URLs and links",
}

func functionReference(t *testing.T, functions []*row) (pages map[string]string) {
	t.Helper()
	text, err := os.ReadFile(vocabularyFolder + "about.txt")
	if err != nil {
		t.Fatal(err)
	}
	about := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, what, _ := strings.Cut(strings.TrimSpace(line), "\t")
		about[name] = what
	}
	pages = map[string]string{"_index": `---
title: Template functions
weight: 192
description: What each function does, with an example and its result
sidebar: {group: Reference}
---
Each namespace has a page with its functions. For the methods of pages, sites, and files, see [methods](../methods/_index.md); for how
templates work and where to put them, see [templates](../templates.md). Hugo's documentation describes all options of these
[functions](https://gohugo.io/functions/). A test runs every example and compares the result.
`}
	for _, r := range functions {
		kind, _, ok := strings.Cut(r.name, ".")
		if !ok {
			kind = "keywords"
		}
		var b strings.Builder
		if pages[kind] == "" {
			if functionKinds[kind] == "" {
				t.Errorf("functionKinds does not describe %s", kind)
			}
			fmt.Fprintf(&b, "---\ntitle: Functions of %[1]s\nlinkTitle: %[1]s\ndescription: %[2]q\ntoc: false\n---\n", kind, functionKinds[kind])
		}
		if about[r.name] == "" {
			t.Errorf("%sabout.txt does not say what %s does", vocabularyFolder, r.name)
		}
		b.WriteString("- " + span(r.name))
		for _, alias := range strings.Fields(r.aliases) {
			b.WriteString(", " + span(alias))
		}
		fmt.Fprintf(&b, " – %s\n", about[r.name])
		result := r.hugo
		switch {
		case r.refused != "":
			fmt.Fprintf(&b, "\n  Not supported. Use instead: %s\n\n", r.why)
			pages[kind] += b.String()
			continue
		case r.ours != "":
			result = r.ours
		}
		fmt.Fprintf(&b, "\n  %s → %s\n\n", span(r.template), span(cut(result, 160)))
		pages[kind] += b.String()
	}
	return pages
}

// span is code in a line of Markdown.
func span(code string) string {
	if code == "" {
		return "nothing"
	}
	mark := "`"
	for strings.Contains(code, mark) {
		mark += "`"
	}
	if len(mark) > 1 {
		return mark + " " + code + " " + mark
	}
	return mark + code + mark
}

// cut shortens a text.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}
