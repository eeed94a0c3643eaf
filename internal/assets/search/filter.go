package search

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// mostTags is the number of tags that readers can choose from: the most used ones.
const mostTags = 40

// Labels returns the terms by which the search filters pages: one for the section and one for each tag. They begin with
// a number sign, so no word of a query is equal to one. section is that of the entry.
func Labels(section string, tags []string) []string {
	out := make([]string, 0, 1+len(tags))
	if section != "" {
		out = append(out, label(sectionFilter, top(section)))
	}
	for _, t := range tags {
		out = append(out, label(tagFilter, t))
	}
	return out
}

// The numbers of the filters are their places in the entry file.
const (
	sectionFilter = "0"
	tagFilter     = "1"
)

func label(filter, name string) string { return "#" + keyOf(filter+name) }

// Trail joins the titles of the sections that contain a page, from the top, for Entry.Section.
func Trail(titles []string) string { return strings.Join(titles, trailMark) }

const trailMark = " › "

// top returns the first title of a trail.
func top(trail string) string {
	first, _, _ := strings.Cut(trail, trailMark)
	return first
}

// tops returns the first titles of the sections, in the order of their first pages.
func (s *sections) tops() (out []string) {
	seen := map[string]bool{"": true}
	for _, name := range s.names {
		if first := top(name); !seen[first] {
			seen[first] = true
			out = append(out, first)
		}
	}
	return out
}

// tagsOf returns the most used tags, the one with the most pages first.
func tagsOf(entries []Entry) []string {
	count := map[string]int{}
	for _, e := range entries {
		for _, t := range e.Tags {
			count[t]++
		}
	}
	names := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(count[b]-count[a], strings.Compare(a, b))
	})
	return names[:min(len(names), mostTags)]
}
