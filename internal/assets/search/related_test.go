package search

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRelated: terms list related words with the same stem in that language, the more frequent ones first.
func TestRelated(t *testing.T) {
	for _, tt := range []struct{ language, text, also, want string }{
		{"en", "bake baked baking bakery b2b b2bs", "baked", "b2b b2bs bake~0d,1ing baked~1,2ing bakery baking~3ed,3e"},
		{"en-GB", "running runs ran", "", "ran running~4s runs~1ning"},
		{"de", "Häuser Haus Hauses", "", "haus~0er,0es hauser~2,1s hauses~2,1r"},
		{"pt-BR", "casas casa", "", "casa~0s casas~1"},
		{"ja", "日本 日本語", "", "日本 本 本語 語"},
		{"", "bake baked", "", "bake baked"},
	} {
		pages := []*Page{split(&Document{Passages: []Passage{{Text: tt.text}}}), split(&Document{Passages: []Passage{{Text: tt.also}}})}
		index := Build(pages)
		kin := index.kinOf(tt.language)
		var got []string
		for i, term := range index.terms {
			got = append(got, term.word+kin.related(i))
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: %s", tt.language, diff)
		}
	}
}

// TestRelatedIsFound: a query also finds pages with other forms of its words, ranked below exact matches.
func TestRelatedIsFound(t *testing.T) {
	texts := []string{"we baked it", "they bake", "nothing here", "baking"}
	var pages []*Page
	var entries []Entry
	for i, text := range texts {
		pages = append(pages, split(&Document{Title: "T", Passages: []Passage{{Text: text}}}))
		entries = append(entries, Entry{Address: string(rune('a' + i)), Title: "T"})
	}
	c := open(filesOf(pages, entries), "index.js")
	hits, count := c.search("bake")
	var got []string
	for _, h := range hits {
		got = append(got, h.address)
	}
	if diff := cmp.Diff([]string{"b", "a", "d"}, got); diff != "" || count != 3 {
		t.Errorf("%d pages: %s", count, diff)
	}
}
