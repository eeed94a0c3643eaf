package search

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// client searches the files as the browser's script does.
type client struct {
	files        map[string]string
	read         map[string]bool // files that were read
	n            int
	filters      string
	blocks       string
	shards, wide []string            // hash and shortest prefix
	excerpts     map[string][]string // names of the excerpt files of results, by address
}

func open(files []File, entry string) *client {
	c := &client{files: map[string]string{}, read: map[string]bool{}, excerpts: map[string][]string{}}
	for _, f := range files {
		c.files[f.Name] = strings.TrimSuffix(strings.TrimPrefix(string(f.Data), Call+"("), ")\n")
	}
	m := regexp.MustCompile(`^\{n:(\d+),sections:(.*),filters:(.*),blocks:"(.*)",shards:"(.*)",wide:"(.*)"\}$`).FindStringSubmatch(c.load(entry))
	c.n, _ = strconv.Atoi(m[1])
	c.filters, c.blocks, c.shards, c.wide = m[3], m[4], strings.Fields(m[5]), strings.Fields(m[6])
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

// hit is a result: the URL of a page, and the passage in it.
type hit struct {
	address string
	passage int
}

// wordUse is how a page uses a word of a query.
type wordUse struct {
	score, rare float64
	one         bool // it is a single word
	places      []int
}

// search returns the best pages, and the number of pages that contain as many of the words as the best one. Unlike the
// browser's script, it does not look into the texts of the first ones.
func (c *client) search(query string) (best []hit, count int) {
	type word struct {
		text  string
		parts int // number of words that it joins, 0 for one
	}
	var words []word
	for w, parts := range Words(folded(query)) {
		words = append(words, word{w, parts})
	}
	all := map[int][]wordUse{}
	for i, w := range words {
		found := map[int]wordUse{}
		type form struct {
			part float64
			uses []reader
		}
		var forms []form
		most := 0 // number of pages with the most frequent form
		for head, text := range c.near(w.text, i == len(words)-1) {
			word, number, left := strings.Cut(head, "*")
			word, _, _ = strings.Cut(word, "~")
			part := 1.0
			if word != w.text {
				part = 0.7
			}
			all, _ := strconv.Atoi(number)
			here := uses(text)
			if left && len(words) > 1 {
				here = append(here, members(lists(c, "w", c.wide, word, false)[word])...)
			} else if left {
				count = all
			}
			most = max(most, cmp.Or(all, len(here)))
			forms = append(forms, form{part, here})
		}
		rare := math.Log(1 + float64(c.n)/float64(max(most, 1)))
		for _, f := range forms {
			for _, h := range f.uses {
				u := found[h.page]
				if v := rare * f.part * float64(max(3*w.parts, 1)*h.weight); v > u.score {
					u.score, u.places = v, slices.Concat(h.at[:h.n], u.places)
				} else {
					u.places = slices.Concat(u.places, h.at[:h.n])
				}
				u.rare, u.one = rare, w.parts == 0
				found[h.page] = u
			}
		}
		for page, u := range found {
			all[page] = append(all[page], u)
		}
	}
	var hits []scored
	for page, uses := range all {
		hits = append(hits, score(page, uses))
	}
	slices.SortFunc(hits, func(a, b scored) int {
		return cmp.Or(b.matched-a.matched, cmp.Compare(b.sum, a.sum), a.page-b.page)
	})
	for _, s := range hits[:min(8, len(hits))] {
		best = append(best, c.hit(s.page, s.passage))
	}
	same := 0
	for same < len(hits) && hits[same].matched == hits[0].matched {
		same++
	}
	return best, max(count, same)
}

// scored is a page with the passage where its words count most.
type scored struct {
	page, matched, passage int
	sum                    float64
}

func score(page int, uses []wordUse) scored {
	s := scored{page: page}
	slices.SortStableFunc(uses, func(a, b wordUse) int { return cmp.Compare(b.rare, a.rare) })
	var places []int
	for _, u := range uses {
		places = append(places, u.places...)
		if u.one {
			s.matched++
		}
	}
	for _, place := range append(places, 0) {
		passage, inHeading, sum := place>>1, 0, 0.0
		heads := func(u wordUse) bool { return slices.Contains(u.places, 2*passage+1) }
		for _, u := range uses {
			if u.one && heads(u) {
				inHeading++
			}
		}
		for _, u := range uses {
			switch {
			case inHeading > 1 && heads(u):
				sum += 16 * u.score
			case len(u.places) > 0 && u.places[0] == 1,
				slices.ContainsFunc(u.places, func(p int) bool { return p>>1 == passage }):
				sum += 6 * u.score
			default:
				sum += 3 * u.score
			}
		}
		if sum > s.sum {
			s.sum, s.passage = sum, passage
		}
	}
	return s
}

// near returns the lists of a word and of words with the same stem.
func (c *client) near(w string, prefix bool) map[string]string {
	out := lists(c, "s", c.shards, w, prefix)
	for head := range out {
		name, _, _ := strings.Cut(head, "*")
		if word, related, ok := strings.Cut(name, "~"); ok && word == w {
			for k := range strings.SplitSeq(related, ",") {
				end := strings.TrimLeft(k, "0123456789")
				n, _ := strconv.Atoi(k[:len(k)-len(end)])
				units := utf16.Encode([]rune(w))
				maps.Copy(out, lists(c, "s", c.shards, string(utf16.Decode(units[:len(units)-n]))+end, false))
			}
		}
	}
	return out
}

func members(text string) (out []reader) {
	set, ok := strings.CutPrefix(text, "=")
	if !ok {
		for _, r := range uses(text) {
			out = append(out, reader{page: r.page, weight: 1})
		}
		return out
	}
	for i, c := range []byte(set) {
		if c == 'z' {
			c = '\\'
		}
		for bit := range 6 {
			if (c-'0')>>bit&1 == 1 {
				out = append(out, reader{page: 6*i + bit, weight: 1})
			}
		}
	}
	return out
}

func uses(list string) (out []reader) {
	for r := (reader{rest: list, page: -1}); r.next(); {
		out = append(out, r)
	}
	return out
}

func (c *client) hit(page, passage int) hit {
	n := page / blockPages
	var block [][]any
	c.decode(fmt.Sprintf("b%d-%s.js", n, c.blocks[n*stampDigits:(n+1)*stampDigits]), &block)
	entry := block[page%blockPages]
	c.excerpts[entry[0].(string)] = strings.Fields(entry[3].(string))
	return hit{entry[0].(string), passage}
}

// excerpt returns the heading, its ID, and the text of the passage of a result; nil if the page has no excerpts.
func (c *client) excerpt(h hit) []string {
	file, at := "", 0
	for _, name := range c.excerpts[h.address] {
		name, from := name[:excerptDigits], name[excerptDigits:]
		if first, _ := strconv.ParseInt(cmp.Or(from, "0"), 36, 0); int(first) <= h.passage {
			file, at = "e"+name+".js", h.passage-int(first)
		}
	}
	if file == "" {
		return nil
	}
	var all [][]string
	c.decode(file, &all)
	return all[at]
}

func (c *client) decode(name string, into any) {
	if err := json.Unmarshal([]byte(c.load(name)), into); err != nil {
		panic(err)
	}
}

// lists returns the lists of a word, or of words with that prefix, by word, from shards of a kind.
func lists(c *client, kind string, shards []string, w string, prefix bool) map[string]string {
	i, _ := slices.BinarySearchFunc(shards, w, func(s, w string) int { return cmp.Or(compare(s[stampDigits:], w), -1) })
	out := map[string]string{}
	for i = max(i-1, 0); i < len(shards); i++ {
		stamp, first := shards[i][:stampDigits], shards[i][stampDigits:]
		if compare(first, w) > 0 && !(prefix && strings.HasPrefix(first, w)) {
			break
		}
		var text string
		c.decode(kind+keyOf(first)+"-"+stamp+".js", &text)
		for t := range strings.SplitSeq(text, "|") {
			head, list, _ := strings.Cut(t, " ")
			if word, _, _ := strings.Cut(head, "*"); strings.Split(word, "~")[0] == w || prefix && strings.HasPrefix(word, w) {
				out[head] = list
			}
		}
	}
	return out
}
