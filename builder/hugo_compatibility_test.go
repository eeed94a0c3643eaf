package builder_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var updateVocabulary = flag.Bool("update-vocabulary", false, "write docs/hugo-compatibility.md")

const compatibilityPage = "../docs/hugo-compatibility.md"

// checkCompatibility holds docs/hugo-compatibility.md to the rows, whose examples were executed.
func checkCompatibility(t *testing.T, functions, methods, removed []*row) {
	t.Helper()
	have, err := os.ReadFile(compatibilityPage)
	if err != nil && !*updateVocabulary {
		t.Fatal(err)
	}
	page := compatibility(functions, methods, removed)
	for i, before := range counts(string(have)) {
		if now := counts(page)[i]; now < before {
			t.Errorf("%s: %d work, fewer than the %d of before", compatibilityPage, now, before)
		}
	}
	if *updateVocabulary && !t.Failed() {
		if err := os.WriteFile(compatibilityPage, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(have), page); diff != "" {
		t.Errorf("%s is not what the tests say; go test ./builder -run TestHugoVocabulary -update-vocabulary writes it (-have +want):\n%s", compatibilityPage, diff)
	}
}

var worksRow = regexp.MustCompile(`(?m)^\| work \| (\d+) \| (\d+) \|$`)

// counts are the numbers of functions and methods that work, as a page says.
func counts(page string) []int {
	m := worksRow.FindStringSubmatch(page)
	if m == nil {
		return nil
	}
	functions, _ := strconv.Atoi(m[1])
	methods, _ := strconv.Atoi(m[2])
	return []int{functions, methods}
}

func compatibility(functions, methods, removed []*row) string {
	var b strings.Builder
	b.WriteString(`---
title: Hugo compatibility
weight: 131
description: Every function and method of Hugo 0.169, and whether it gives the same result here
sidebar: {group: Move a site}
---
This page lists every function and method in the reference of Hugo 0.169. The test ` + "`TestHugoVocabulary`" + ` runs an example of
each, compares the result with Hugo's, and writes this page. Edge cases (nil, empty values, other types, large numbers, other
scripts, time zones) were compared in 46,000 expressions: where both programs return a result, the results are the same, except
for the differences below. In some cases, sitegen returns a result where Hugo reports an error. For other differences, see
[Differences from Hugo](hugo-differences/_index.md). For what each name does, see [functions](functions/_index.md) and
[methods](methods/_index.md).

| | functions | methods |
|---|---|---|
`)
	for _, s := range [][2]string{{"works", "work"}, {"differs", "differ"}, {"refused", "not supported"}} {
		fmt.Fprintf(&b, "| %s | %d | %d |\n", s[1], count(functions, s[0]), count(methods, s[0]))
	}
	all := append(append([]*row{}, functions...), methods...)
	for _, s := range [][3]string{
		{"differs", "What differs", "| name | difference |"},
		{"refused", "Not supported", "| name | use instead |"},
	} {
		if count(all, s[0]) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n|---|---|\n", s[1], s[2])
		for _, r := range all {
			if r.status() == s[0] {
				fmt.Fprintf(&b, "| `%s` | %s |\n", r.title(), r.why)
			}
		}
	}
	writeNames(&b, "Functions that work", functions)
	writeNames(&b, "Methods that work", methods)
	writeRemoved(&b, removed)
	return b.String()
}

func count(rows []*row, status string) (n int) {
	for _, r := range rows {
		if r.status() == status {
			n++
		}
	}
	return n
}

// title is the name as people write it: Page.Title for PAGE.Title.
func (r *row) title() string {
	kind, name, ok := strings.Cut(r.name, ".")
	if !ok {
		return kind
	}
	return shownKind(kind) + name
}

// shownKind is a namespace as it is written, and the type of a method with a capital.
func shownKind(kind string) string {
	proper := map[string]string{"MENUENTRY": "MenuEntry", "OUTPUTFORMAT": "OutputFormat"}
	if p, ok := proper[kind]; ok {
		return p + "."
	}
	if kind == strings.ToUpper(kind) {
		return kind[:1] + strings.ToLower(kind[1:]) + "."
	}
	return kind + "."
}

// writeNames lists the rows that work, by namespace or type.
func writeNames(b *strings.Builder, title string, rows []*row) {
	fmt.Fprintf(b, "\n## %s\n\n", title)
	last := ""
	for _, r := range rows {
		if r.status() != "works" {
			continue
		}
		kind, name, ok := strings.Cut(r.name, ".")
		if !ok {
			kind, name = "no namespace", kind
		}
		if kind != last {
			if last != "" {
				b.WriteString("\n")
			}
			heading := strings.TrimSuffix(shownKind(kind), ".")
			if !ok {
				heading = kind
			}
			fmt.Fprintf(b, "- **%s**: ", heading)
		} else {
			b.WriteString(", ")
		}
		last = kind
		fmt.Fprintf(b, "`%s`", name)
		if r.aliases != "" {
			fmt.Fprintf(b, " (`%s`)", strings.ReplaceAll(r.aliases, " ", "`, `"))
		}
	}
	b.WriteString("\n")
}

// writeRemoved lists names that Hugo does not have any more.
func writeRemoved(b *strings.Builder, rows []*row) {
	if len(rows) == 0 {
		return
	}
	b.WriteString(`
## Names of older versions

Themes for Hugo 0.60 to 0.169 build, including those that Hugo itself no longer builds. Hugo removed or deprecated the following
names; in sitegen, they return the same as before. Each causes one warning per template, with the replacement, unless Hugo 0.169
still has the name. The shortcodes ` + "`tweet`, `twitter`, `twitter_simple`, `instagram`, `instagram_simple`, `vimeo_simple`, and `comment`" + `
and the templates ` + "`_internal/*.html`, `google_news.html`, and `google_analytics_async.html`" + ` also work.

| name | use instead |
|---|---|
`)
	for _, r := range rows {
		fmt.Fprintf(b, "| `%s` | %s |\n", r.name, r.why)
	}
}
