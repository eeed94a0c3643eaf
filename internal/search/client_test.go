package search

import (
	"cmp"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// client searches the files as the browser's script does.
type client struct {
	files  map[string]string
	read   map[string]bool // files that were read
	n      int
	blocks string
	shards []string // stem and beginning
}

func open(files []File, entry string) *client {
	c := &client{files: map[string]string{}, read: map[string]bool{}}
	for _, f := range files {
		c.files[f.Name] = strings.TrimSuffix(strings.TrimPrefix(string(f.Data), Call+"("), ")\n")
	}
	m := regexp.MustCompile(`^\{n:(\d+),sections:(.*),blocks:"(.*)",shards:"(.*)"\}$`).FindStringSubmatch(c.load(entry))
	c.n, _ = strconv.Atoi(m[1])
	c.blocks, c.shards = m[3], strings.Fields(m[4])
	return c
}

func (c *client) load(name string) string {
	text, ok := c.files[name]
	if !ok {
		panic("no file " + name)
	}
	c.read[name] = true
	return text
}

// hit is a result: the address of a page, and the anchor in it.
type hit struct{ address, anchor string }

func (c *client) search(query string) []hit {
	words := slices.Collect(Words(Fold(query)))
	type score struct {
		page, matched, passage int
		sum, most              float64
	}
	scores := map[int]*score{}
	for i, w := range words {
		found := map[int][3]float64{} // score, passage, how rare the word is
		for word, text := range c.lists(w, i == len(words)-1) {
			word, number, _ := strings.Cut(word, "*")
			part := 1.0
			if word != w {
				part = 0.7
			}
			all, _ := strconv.Atoi(number)
			list := reader{rest: text, page: -1}
			var here []reader
			for list.next() {
				here = append(here, list)
			}
			rare := math.Log(1 + float64(c.n)/float64(max(all, len(here))))
			for _, h := range here {
				if v := rare * part * float64(h.weight); v > found[h.page][0] {
					found[h.page] = [3]float64{v, float64(h.passage), rare}
				}
			}
		}
		for page, v := range found {
			s := scores[page]
			if s == nil {
				s = &score{page: page}
				scores[page] = s
			}
			s.matched++
			s.sum += v[0]
			if v[2] > s.most {
				s.most, s.passage = v[2], int(v[1])
			}
		}
	}
	var all []*score
	for _, s := range scores {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b *score) int {
		return cmp.Or(b.matched-a.matched, cmp.Compare(b.sum, a.sum), a.page-b.page)
	})
	var out []hit
	for _, s := range all[:min(8, len(all))] {
		out = append(out, c.hit(s.page, s.passage))
	}
	return out
}

func (c *client) hit(page, passage int) hit {
	at := page / blockPages * 10
	var block [][]any
	if err := json.Unmarshal([]byte(c.load("b"+c.blocks[at:at+10]+".js")), &block); err != nil {
		panic(err)
	}
	e := block[page%blockPages]
	file, first := 0, 0
	for _, n := range e[4:] {
		if f := int(n.(float64)); f <= passage {
			file, first = file+1, f
		}
	}
	var texts [][]string
	if err := json.Unmarshal([]byte(c.load(TextName(e[0].(string), e[3].(string), file))), &texts); err != nil {
		panic(err)
	}
	return hit{e[0].(string), texts[passage-first][1]}
}

// lists yields the lists of a word, or of those that begin with it.
func (c *client) lists(w string, prefix bool) map[string]string {
	i, _ := slices.BinarySearchFunc(c.shards, w, func(s, w string) int { return cmp.Or(compare(s[10:], w), -1) })
	out := map[string]string{}
	for i = max(i-1, 0); i < len(c.shards); i++ {
		if first := c.shards[i][10:]; compare(first, w) > 0 && !(prefix && strings.HasPrefix(first, w)) {
			break
		}
		var text string
		if err := json.Unmarshal([]byte(c.load("s"+c.shards[i][:10]+".js")), &text); err != nil {
			panic(err)
		}
		for t := range strings.SplitSeq(text, "|") {
			head, list, _ := strings.Cut(t, " ")
			if word, _, _ := strings.Cut(head, "*"); word == w || prefix && strings.HasPrefix(word, w) {
				out[head] = list
			}
		}
	}
	return out
}
