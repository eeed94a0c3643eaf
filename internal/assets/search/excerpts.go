package search

import (
	"iter"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// mostExcerpts is the size of the texts of pages that share an excerpt file, in bytes. A longer page has files of its
// own, which end between two passages, after this size.
const mostExcerpts = 8 << 10

// passages returns the passages from number 0, which is the text before the first heading, even if it is empty.
func (d *Document) passages() []Passage {
	if len(d.Passages) == 0 || d.Passages[0].Heading != "" {
		return append([]Passage{{}}, d.Passages...)
	}
	return d.Passages
}

// AppendTexts appends the texts from which a browser makes excerpts, as Pack reads them: for each passage a line with
// heading, ID, and text. A page without text has its description, or nothing.
func (d *Document) AppendTexts(b []byte) []byte {
	if len(d.Passages) == 0 && d.Description == "" {
		return b
	}
	all := d.passages()
	for i, p := range all {
		text := p.Text
		switch {
		case len(d.Passages) == 0:
			text = d.Description
		case text == "" && i+1 < len(all):
			text = begins(all[i+1].Text)
		}
		b = appendQuoted(append(b, '['), p.Heading, " ")
		b = appendQuoted(append(b, ','), p.ID, " ")
		b = appendQuoted(append(b, ','), text, " ")
		b = append(b, "]\n"...)
	}
	return b
}

// begins returns the beginning of a text, as much as an excerpt shows.
func begins(text string) string {
	const most = 300
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}

// Packs divides pages into those that share excerpt files, and yields the number of the first page and of the one after
// the last. size has the sizes of their texts. A pack ends where its size or a hash of the address says so, not after a
// fixed number of pages, so one more page changes few packs.
func Packs(entries []Entry, size []int) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		from, sum := 0, 0
		for i, e := range entries {
			if sum > 0 && size[i] > 0 && (sum+size[i] > mostExcerpts || xxhash.Sum64String(e.Address)%16 == 0) {
				if !yield(from, i) {
					return
				}
				from, sum = i, 0
			}
			sum += size[i]
		}
		if sum > 0 {
			yield(from, len(entries))
		}
	}
}

// Pack returns the excerpt files of a pack, and for each of its pages the names of its files: separated by spaces, each
// with excerptDigits and the number of the passage that is the first in the file, as in
// "5k0wz8m2-xa9c1 5m3r80aw-b1x0f4". The number is in base 36; 0 is left out, and it is negative if pages before it are
// in the file.
func Pack(texts []string) (files []File, names []string) {
	names = make([]string, len(texts))
	const call = Call + "("
	size := len(call) + len("])\n")
	for _, text := range texts {
		size += len(text)
	}
	b, n := append(make([]byte, 0, size), call...), 0 // the file, and the number of passages in it
	type use struct{ page, from int }
	var uses []use
	end := func() {
		name := excerptName(xxhash.Sum64(b[len(call):]))
		files = append(files, File{"e" + name + ".js", append(b, "])\n"...)})
		for _, u := range uses {
			if names[u.page] != "" {
				names[u.page] += " "
			}
			if names[u.page] += name; u.from != 0 {
				names[u.page] += strconv.FormatInt(int64(u.from), 36)
			}
		}
		b, n, uses = []byte(call), 0, uses[:0]
	}
	for page, text := range texts {
		passage := 0
		for line := range strings.Lines(text) {
			if len(b)-len(call) > mostExcerpts {
				end()
			}
			if n == 0 || passage == 0 {
				uses = append(uses, use{page, passage - n})
			}
			b = append(append(b, "[,"[min(1, n)]), line[:len(line)-1]...)
			passage, n = passage+1, n+1
		}
	}
	if n > 0 {
		end()
	}
	return files, names
}

// excerptDigits is the length of the name of an excerpt file, without the letter of its kind. Such a file is found by
// its content alone, so the name has all bits of a hash.
const excerptDigits = 8 + 1 + stampDigits

func excerptName(sum uint64) string {
	return base32(sum>>(5*stampDigits), 8) + "-" + base32(sum, stampDigits)
}
