package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
)

// Segment is a part of the site (https://gohugo.io/configuration/segments/): what matches one of Includes, or
// everything if there are none, except what matches one of Excludes.
type Segment struct{ Includes, Excludes []SegmentRule }

// SegmentRule contains patterns of outputs; "! " excludes. An output matches if it matches all lists that are
// not empty.
type SegmentRule struct{ Kinds, Paths, Outputs, Languages []string }

// InSegments reports whether an output of a page is in one of the rendered segments, c.Segments; if there are
// none, every output is. kind, path, and format are as in templates, language is the key.
func (c *Config) InSegments(kind, path, language, format string) bool {
	fits := func(rules []SegmentRule) bool {
		return slices.ContainsFunc(rules, func(r SegmentRule) bool {
			return fitsOne(r.Kinds, kind) && fitsOne(r.Paths, path) && fitsOne(r.Languages, language) &&
				fitsOne(r.Outputs, format)
		})
	}
	return len(c.Segments) == 0 || slices.ContainsFunc(c.Segments, func(s Segment) bool {
		return (len(s.Includes) == 0 || fits(s.Includes)) && !fits(s.Excludes)
	})
}

// fitsOne reports whether a text matches a list of patterns. Invalid patterns were reported when they were
// read.
func fitsOne(patterns []string, text string) bool {
	fits := len(patterns) == 0
	for i, s := range patterns {
		s, not := strings.CutPrefix(s, "! ")
		p, err := glob.ParsePattern(s)
		match := err == nil && p.Match(text)
		if not {
			fits = (fits || i == 0) && !match
		} else {
			fits = fits || match
		}
	}
	return fits
}

// readSegments reads the segments that renderSegments names, and reports missing ones.
func readSegments(r reader) (out []Segment) {
	var names []string
	r.list("rendersegments", &names)
	all, _ := r.value("segments").(map[string]any)
	for _, name := range names {
		table, ok := all[strings.ToLower(name)].(map[string]any)
		if !ok {
			d := r.problem("rendersegments", diag.Warning, fmt.Sprintf("renderSegments: unknown segment %q", name))
			d.Rule, d.Hint = "config-segments", "define it under [segments]"
			continue
		}
		s := Segment{}
		for key, into := range map[string]*[]SegmentRule{"includes": &s.Includes, "excludes": &s.Excludes} {
			for _, v := range listOf(table[key]) {
				rule, _ := v.(map[string]any)
				*into = append(*into, readSegmentRule(r, rule))
			}
		}
		out = append(out, s)
	}
	return out
}

func readSegmentRule(r reader, table map[string]any) (rule SegmentRule) {
	languages, _ := mountLanguages(table)
	rule.Languages = languages
	for key, into := range map[string]*[]string{"kind": &rule.Kinds, "path": &rule.Paths, "output": &rule.Outputs} {
		*into, _ = stringsOf(table[key])
	}
	for _, s := range slices.Concat(rule.Kinds, rule.Paths, rule.Outputs, rule.Languages) {
		if _, err := glob.ParsePattern(strings.TrimPrefix(s, "! ")); err != nil {
			r.problem("segments", diag.Error, fmt.Sprintf("segments: %v", err))
		}
	}
	return rule
}
