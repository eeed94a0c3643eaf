package search

import "strconv"

// list writes the pages that contain a term. Each has the number of pages since the previous one, its passages, each
// after a comma, or after a semicolon if the term is in the heading, and the weight as one letter from A to P. Numbers
// are in base 36; 0 is left out, and so is the text of passage 0 if it is the only place.
type list struct {
	text []byte
	n    int // pages
	next int // the page after the last one
}

func (l *list) add(page, weight int, in places) {
	if page > l.next {
		l.text = strconv.AppendInt(l.text, int64(page-l.next), 36)
	}
	if in.n > 1 || in.at[0] > 0 {
		for _, place := range in.at[:in.n] {
			if l.text = append(l.text, ",;"[place&1]); place > 1 {
				l.text = strconv.AppendInt(l.text, int64(place>>1), 36)
			}
		}
	}
	l.text = append(l.text, byte('A'-1+weight))
	l.n, l.next = l.n+1, page+1
}

func (l *list) change(c change) {
	if c.weight > 0 {
		l.add(c.page, c.weight, c.places)
	}
}

// reader reads a list. page is -1 before the first one.
type reader struct {
	rest         string
	page, weight int
	places
}

func (r *reader) next() bool {
	if r.rest == "" {
		return false
	}
	r.places = places{}
	var heading [mostPlaces]int
	i, gap := 0, 0
	n := &gap
	for ; r.rest[i] < 'A' || r.rest[i] > 'P'; i++ {
		switch c := r.rest[i]; {
		case c == ',', c == ';':
			n, heading[r.n] = &r.at[r.n], int(c&1)
			r.n++
		case c <= '9':
			*n = *n*36 + int(c-'0')
		default:
			*n = *n*36 + int(c-'a') + 10
		}
	}
	for i := range r.n {
		r.at[i] = r.at[i]<<1 | heading[i]
	}
	r.n = max(r.n, 1)
	r.page += gap + 1
	r.weight, r.rest = int(r.rest[i]-'A')+1, r.rest[i+1:]
	return true
}

// strongest returns those of n pages of a list in which the term has the most weight, about as many as given, since
// nobody reads all results of a common word. all says that nothing was left out.
func strongest(pages string, n, most int) (text string, all bool) {
	if n <= most {
		return pages, true
	}
	var count [heaviest + 1]int
	for r := (reader{rest: pages, page: -1}); r.next(); {
		count[r.weight]++
	}
	least, room := heaviest, most
	for least > 1 && count[least] < room {
		room -= count[least]
		least--
	}
	l := &list{}
	for r := (reader{rest: pages, page: -1}); r.next(); {
		if r.weight == least {
			if room == 0 {
				continue
			}
			room--
		}
		if r.weight >= least {
			l.add(r.page, r.weight, r.places)
		}
	}
	return string(l.text), false
}

// membersOf writes which of n pages a list has, in the shorter of two forms: a list without passages and weights,
// or an equals sign and one letter per six pages. Letters start at "0", with z in place of the backslash.
func membersOf(pages string, n int) string {
	l := &list{}
	for r := (reader{rest: pages, page: -1}); r.next(); {
		l.add(r.page, 1, places{})
	}
	if len(l.text) <= 1+(n+5)/6 {
		return string(l.text)
	}
	set := make([]byte, 1+(n+5)/6)
	for r := (reader{rest: pages, page: -1}); r.next(); {
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
