package search

import (
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// mostExcerpts is the size at which an excerpt file ends, in bytes, between two passages.
const mostExcerpts = 6 << 10

// passages returns the passages from number 0, which is the text before the first heading, even if it is empty.
func (d *Document) passages() []Passage {
	if len(d.Passages) == 0 || d.Passages[0].Heading != "" {
		return append([]Passage{{}}, d.Passages...)
	}
	return d.Passages
}

// Excerpts returns the files with the texts of a page, from which a browser makes excerpts, and their names for the
// entry of the page: for each file the stamp and, after the first one, the number of its first passage, as in
// "5k0wz 8m2xa9". address is that of the entry. A page without text has its description, or no file.
func Excerpts(address string, d *Document) (files []File, names string) {
	all := d.passages()
	if len(d.Passages) == 0 {
		all[0].Text = d.Description
		if d.Description == "" {
			return nil, ""
		}
	}
	var b []byte
	first := 0
	for i, p := range all {
		text := p.Text
		if text == "" && i+1 < len(all) {
			text = begins(all[i+1].Text)
		}
		if b == nil {
			b = append(make([]byte, 0, min(2*mostExcerpts, 64+len(text))), Call+"("...)
		}
		b = append(b, "[,"[min(1, i-first)], '[')
		for k, s := range []string{p.Heading, p.ID, strings.ReplaceAll(text, "\n", " ")} {
			if k > 0 {
				b = append(b, ',')
			}
			b = appendQuoted(b, s)
		}
		b = append(b, ']')
		if len(b)-len(Call)-1 <= mostExcerpts && i+1 < len(all) {
			continue
		}
		b = append(b, "])\n"...)
		from := ""
		if first > 0 {
			from = strconv.FormatInt(int64(first), 36)
			names += " "
		}
		stamp := base32(xxhash.Sum64(b[len(Call)+1:len(b)-2]), stampDigits)
		files = append(files, File{nameOf("e", keyOf(address+from), stamp), b})
		names += stamp + from
		first, b = i+1, nil
	}
	return files, names
}

// begins returns the beginning of a text, as much as an excerpt shows.
func begins(text string) string {
	const most = 300
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}
