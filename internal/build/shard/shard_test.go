package shard

import (
	"fmt"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{"1/1": "1/1", "7/16": "7/16", "0/3": "", "4/3": "", "3": "", "": "", "a/b": "", "-1/3": "", "1/3/5": ""} {
		p, err := Parse(text)
		if want == "" && (err == nil || !p.Whole()) || want != "" && (err != nil || p.String() != want) {
			t.Errorf("%q: %v %v", text, p, err)
		}
	}
}

// Every page belongs to one shard, and all shards have about the same size.
func TestParts(t *testing.T) {
	const pages, of = 10_000, 7
	counts := [of + 1]int{}
	for i := range pages {
		key := fmt.Sprintf("en:/posts/post-%06d", i)
		if !(Part{}).Has(key) {
			t.Fatalf("the whole site does not have %s", key)
		}
		for n := 1; n <= of; n++ {
			if (Part{n, of}).Has(key) {
				counts[n]++
			}
		}
	}
	sum := 0
	for n := 1; n <= of; n++ {
		sum += counts[n]
		if counts[n] < pages/of*9/10 || counts[n] > pages/of*11/10 {
			t.Errorf("shard %d has %d pages", n, counts[n])
		}
	}
	if sum != pages {
		t.Errorf("%d pages in all", sum)
	}
}
