package search

import (
	"bytes"
	"compress/gzip"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var (
	costDir     = flag.String("dir", "", "folder of a search index: tell what queries cost")
	costQueries = flag.String("queries", "install theme,shortcode,image processing resize,multilingual", "what to search for, with commas between")
)

// TestCost prints the compressed size of the files that queries load, with the excerpts of three results, each starting
// with an empty cache:
//
//	go test ./internal/assets/search -run Cost -v -args -dir public/search -queries 'one,two words'
func TestCost(t *testing.T) {
	if *costDir == "" {
		t.Skip("no -dir")
	}
	var files []File
	names, err := filepath.Glob(filepath.Join(*costDir, "*.js"))
	if err != nil || len(names) == 0 {
		t.Fatal("no index in ", *costDir, err)
	}
	kinds := map[byte][3]int{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f := File{filepath.Base(name), data}
		files = append(files, f)
		k := kinds[f.Name[0]]
		kinds[f.Name[0]] = [3]int{k[0] + 1, k[1] + len(data), k[2] + packed(data)}
	}
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		t.Logf("%c: %d files, %d bytes, %d compressed", k, kinds[k][0], kinds[k][1], kinds[k][2])
	}
	for q := range strings.SplitSeq(*costQueries, ",") {
		c := open(files, "index.js")
		hits, _ := c.search(q)
		for _, h := range hits[:min(3, len(hits))] {
			c.excerpt(h)
		}
		cost, parts := 0, map[byte]int{}
		for name := range c.read {
			n := packed([]byte(Call + "(" + c.files[name] + ")\n"))
			cost, parts[name[0]] = cost+n, parts[name[0]]+n
		}
		t.Logf("%q: %d files, %d bytes: entry %d, shards %d, wide shards %d, blocks %d, excerpts %d",
			q, len(c.read), cost, parts['i'], parts['s'], parts['w'], parts['b'], parts['e'])
		for _, h := range hits {
			t.Logf("\t%s: passage %d", h.address, h.passage)
		}
	}
}

func packed(b []byte) int {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Len()
}
