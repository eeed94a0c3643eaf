package search

// list writes the pages that hold a term, of each: how many pages lie between it and the one before, in letters
// from a to z; the weight, in one letter from A to P; the passage, in digits. Nothing is written for 0.
type list struct {
	text []byte
	n    int // pages
	next int // page after the last one
}

func (l *list) add(page, weight, passage int) {
	l.text = appendNumber(l.text, page-l.next, 26, 'a')
	l.text = append(l.text, byte('A'-1+weight))
	l.text = appendNumber(l.text, passage, 10, '0')
	l.n, l.next = l.n+1, page+1
}

func (l *list) change(c change) {
	if c.weight > 0 {
		l.add(c.page, c.weight, c.passage)
	}
}

// appendNumber writes a number, nothing for 0, with digits that begin at zero.
func appendNumber(b []byte, n, base int, zero byte) []byte {
	from := len(b)
	for ; n > 0; n /= base {
		b = append(b, zero+byte(n%base))
	}
	for i, j := from, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return b
}

// reader reads a list; page is -1 before the first one.
type reader struct {
	rest                  string
	page, weight, passage int
}

func (r *reader) next() bool {
	if r.rest == "" {
		return false
	}
	i, gap := 0, 0
	for ; r.rest[i] >= 'a'; i++ {
		gap = gap*26 + int(r.rest[i]-'a')
	}
	r.page += gap + 1
	r.weight, r.passage = int(r.rest[i]-'A')+1, 0
	for i++; i < len(r.rest) && r.rest[i] <= '9'; i++ {
		r.passage = r.passage*10 + int(r.rest[i]-'0')
	}
	r.rest = r.rest[i:]
	return true
}

// strongest returns the part of a list where a term weighs most, of about so many pages: of a word that is in most
// pages nobody wants to see them all. all says that nothing was left out.
func (t term) strongest(most int) (text string, all bool) {
	if t.pages <= most {
		return t.list, true
	}
	var count [heaviest + 1]int
	for r := (reader{rest: t.list, page: -1}); r.next(); {
		count[r.weight]++
	}
	least, room := heaviest, most
	for least > 1 && count[least] < room {
		room -= count[least]
		least--
	}
	l := &list{}
	for r := (reader{rest: t.list, page: -1}); r.next(); {
		if r.weight == least {
			if room == 0 {
				continue
			}
			room--
		}
		if r.weight >= least {
			l.add(r.page, r.weight, r.passage)
		}
	}
	return string(l.text), false
}
