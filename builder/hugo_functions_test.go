package builder_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const functionsPage = "../docs/functions.md"

// checkFunctions compares docs/functions.md with the rows, whose examples were executed, and with about.txt, which
// says of each function what it does.
func checkFunctions(t *testing.T, functions []*row) {
	t.Helper()
	page := functionReference(t, functions)
	if *updateVocabulary && !t.Failed() {
		if err := os.WriteFile(functionsPage, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(functionsPage)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(have), page); diff != "" {
		t.Errorf("%s is not what the tests say; go test ./builder -run TestHugoVocabulary -update-vocabulary writes it (-have +want):\n%s", functionsPage, diff)
	}
}

func functionReference(t *testing.T, functions []*row) string {
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
	var b strings.Builder
	b.WriteString(`---
title: Template functions
weight: 192
description: What each function does, with an example and its result
toc: false
sidebar: {group: Reference}
---
For the methods of pages, sites, and files, see [methods](methods/_index.md); for how templates work and where to put them, see
[templates](templates.md). Hugo's documentation describes all options of these [functions](https://gohugo.io/functions/). A test
runs every example on this page and compares the result.
`)
	before := ""
	for _, r := range functions {
		kind, _, ok := strings.Cut(r.name, ".")
		if !ok {
			kind = "keywords"
		}
		if kind != before {
			fmt.Fprintf(&b, "\n## %s\n\n", kind)
			before = kind
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
			continue
		case r.ours != "":
			result = r.ours
		}
		fmt.Fprintf(&b, "\n  %s → %s\n\n", span(r.template), span(cut(result, 160)))
	}
	return b.String()
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
