package check

import (
	"cmp"
	_ "embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/words"
)

// Owners lists who fixes what a rule finds: authors, developers (templates, settings, and the generator), or those
// who run the server.
var Owners = []string{content, template, host}

const content, template, host = "content", "template", "host"

//go:embed rules.txt
var table string

// Rules returns all rules: first those for pages, published sites, and podcasts, by subject, then those for sitemaps and
// feeds, by ID.
var Rules = sync.OnceValue(func() diag.Rules {
	text := table
	for _, id := range feeds.Rules() {
		text += id + " error template unfed\nasks: " + feeds.Rule(id) + "\n"
	}
	all := diag.ReadRules(text)
	more := all[slices.Index(all, all.Find("XML")):] // sitemaps, then feeds
	slices.SortStableFunc(more, func(a, b *diag.Rule) int {
		return cmp.Or(strings.Compare(a.ID[:1], b.ID[:1]), len(a.ID)-len(b.ID), strings.Compare(a.ID, b.ID))
	})
	return slices.CompactFunc(all, func(a, b *diag.Rule) bool { return a.ID == b.ID })
})

// seeRules is what to do about an unknown rule.
const seeRules = "see sitegen check --rules"

// Wanted returns the findings of the rules that only and skip choose, as in SiteOptions. An unknown rule is an error.
func Wanted(found diag.List, only, skip []string) (diag.List, error) {
	wants, err := Rules().Choose(only, skip, seeRules)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(found, func(d *diag.Diagnostic) bool { return !wants(d.Rule) }), nil
}

// message returns the message and the hint with value and note filled in.
func message(r *diag.Rule, value, note string) (message, hint string) {
	return r.Message("%v", fmt.Sprintf("%q", words.Clip(value)), "%n", note)
}

// finds returns a finding about a line of a file.
func finds(id, file string, line int, value, note string) *diag.Diagnostic {
	r := rule(id)
	d := &diag.Diagnostic{Rule: r.ID, Severity: r.Severity, File: filepath.ToSlash(file), Line: line}
	d.Message, d.Hint = message(r, value, note)
	return d
}

// rule returns a rule by its ID.
func rule(id string) *diag.Rule {
	r := Rules().Find(id)
	if r.ID == "" {
		panic("no rule " + id)
	}
	return r
}
