package search

import "strconv"

// list writes the pages that contain a term. Each has the number of pages since the previous one, after a comma the
// passage, and the weight as one letter from A to P. Numbers are in base 36; 0 is left out.
type list struct {
	text []byte
	n    int // pages
	next int // the page after the last one
}

func (l *list) add(page, weight, passage int) {
	if page > l.next {
		l.text = strconv.AppendInt(l.text, int64(page-l.next), 36)
	}
	if passage > 0 {
		l.text = strconv.AppendInt(append(l.text, ','), int64(passage), 36)
	}
	l.text = append(l.text, byte('A'-1+weight))
	l.n, l.next = l.n+1, page+1
}

func (l *list) change(c change) {
	if c.weight > 0 {
		l.add(c.page, c.weight, c.passage)
	}
}

// reader reads a list. page is -1 before the first one.
type reader struct {
	rest                  string
	page, weight, passage int
}

func (r *reader) next() bool {
	if r.rest == "" {
		return false
	}
	i, gap, passage := 0, 0, 0
	n := &gap
	for ; r.rest[i] < 'A' || r.rest[i] > 'P'; i++ {
		switch c := r.rest[i]; {
		case c == ',':
			n = &passage
		case c <= '9':
			*n = *n*36 + int(c-'0')
		default:
			*n = *n*36 + int(c-'a') + 10
		}
	}
	r.page += gap + 1
	r.weight, r.passage, r.rest = int(r.rest[i]-'A')+1, passage, r.rest[i+1:]
	return true
}

// strongest returns the pages in which a term has the most weight, about as many as given, since nobody reads all
// results of a common word. all says that nothing was left out.
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

// members writes which of n pages contain the term, in the shorter of two forms: a list without passages and weights,
// or an equals sign and one letter per six pages. Letters start at "0", with z in place of the backslash.
func (t term) members(n int) string {
	l := &list{}
	for r := (reader{rest: t.list, page: -1}); r.next(); {
		l.add(r.page, 1, 0)
	}
	if len(l.text) <= 1+(n+5)/6 {
		return string(l.text)
	}
	set := make([]byte, 1+(n+5)/6)
	for r := (reader{rest: t.list, page: -1}); r.next(); {
		set[1+r.page/6] |= 1 << (r.page % 6)
	}
	for i, bits := range set {
		if set[i] = '0' + bits; set[i] == '\\' {
			set[i] = 'z'
		}
	}
	set[0] = '='
	return string(set)
}
