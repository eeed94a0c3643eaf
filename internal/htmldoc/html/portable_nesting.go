package html

// This file nests elements as the HTML standard requires (https://html.spec.whatwg.org/#parsing-main-inbody),
// so a parser that reads the output need not repair anything.

// readable are the elements that feed readers show; of others only the text is kept.
var readable = set(`a abbr address area article aside audio b bdi big blockquote br caption center cite code col
	colgroup data dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img
	ins kbd li map mark ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary sup
	table tbody td tfoot th thead time tr track tt u ul var video wbr`)

// void are the elements without contents.
var void = set("area base br col embed frame hr img input keygen link meta param source track wbr")

// renamed maps elements to better known names, or names that feed readers accept.
var renamed = map[string]string{"acronym": "abbr", "bdo": "span", "dir": "ul", "menu": "ul", "listing": "pre"}

// blocks are the elements that end a paragraph.
var blocks = set(`address article aside blockquote center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5
	h6 header hgroup hr li ol p pre section summary table ul`)

var (
	headings   = set("h1 h2 h3 h4 h5 h6")
	tableParts = set("caption col colgroup thead tbody tfoot tr td th")
	sections   = set("thead tbody tfoot")
	cells      = set("td th caption")
	// transparent are the elements that do not prevent a new list item from ending the previous one.
	transparent = set("address div p a b i em strong span small s u code sub sup q cite abbr dfn mark kbd samp var big tt strike del ins bdi data time")
)

// mutes reports whether the contents of the element are dropped.
func (e *element) mutes() bool { return e.kind == mute || e.kind == drawing || e.kind == formula }

func (p *portable) push(e element) {
	e.inner = len(p.dst)
	p.open = append(p.open, e)
	if e.mutes() {
		p.muted++
	}
	switch {
	case e.out == "pre":
		p.pre++
	case e.kind == title:
		p.title++
	}
}

// closeTo closes all open elements from index n on.
func (p *portable) closeTo(n int) {
	for len(p.open) > n {
		e := *p.top()
		p.open = p.open[:len(p.open)-1]
		p.leave(e)
	}
}

// leave ends an element that was removed from the open ones.
func (p *portable) leave(e element) {
	switch {
	case e.mutes():
		p.muted--
	case e.out == "pre":
		p.pre--
	case e.kind == title:
		p.title--
	}
	if p.muted > 0 {
		return
	}
	if p.replaced(e) || p.superfluous(e) {
		return
	}
	if e.mark > 0 {
		p.ids[e.mark-1].tail = [2]int{len(p.dst), len(p.dst) + len(e.close)}
	}
	p.dst = append(p.dst, e.close...)
}

// find returns the index of the innermost open element among names, or -1 if a boundary comes first.
func (p *portable) find(names, boundary map[string]bool) int {
	for i := len(p.open) - 1; i >= 0; i-- {
		switch out := p.open[i].out; {
		case names[out]:
			return i
		case boundary[out]:
			return -1
		}
	}
	return -1
}

// The boundaries of find, and its names.
var (
	cellEdge  = set("td th caption table")
	tableEdge = map[string]bool{}
	paragraph = set("p")
	links     = set("a")
	ruby      = set("rt rp")
	rubyEdge  = set("ruby td th caption table")
	tables    = set("table")
	groups    = set("colgroup")
	rows      = set("tr")

	headingEdge = set("td th caption table div section article aside blockquote li dd figure")
)

// imply closes the elements that the start of an element ends.
func (p *portable) imply(name string) {
	if blocks[name] {
		if i := p.find(paragraph, cellEdge); i >= 0 {
			p.closeTo(i)
		}
	}
	i := -1
	switch {
	case headings[name]:
		i = p.find(headings, headingEdge)
	case name == "li" || name == "dd" || name == "dt":
		i = p.item(name)
	case name == "a":
		i = p.find(links, cellEdge)
	case ruby[name]:
		i = p.find(ruby, rubyEdge)
	}
	if i >= 0 {
		p.closeTo(i)
	}
}

// item returns the index of the list item that a new one ends, or -1.
func (p *portable) item(name string) int {
	for i := len(p.open) - 1; i >= 0; i-- {
		out := p.open[i].out
		if out == name || name != "li" && (out == "dd" || out == "dt") {
			return i
		}
		if out != "" && !transparent[out] {
			return -1
		}
	}
	return -1
}

// part prepares for a part of a table. It returns false if no table is open.
func (p *portable) part(name string) bool {
	t := p.find(tables, tableEdge)
	if t < 0 {
		return false
	}
	keep := t + 1
	below := func(names map[string]bool) bool {
		if keep < len(p.open) && names[p.open[keep].out] {
			keep++
			return true
		}
		return false
	}
	switch name {
	case "col":
		below(groups)
	case "tr":
		below(sections)
	case "td", "th":
		below(sections)
		row := below(rows)
		p.closeTo(keep)
		if !row {
			p.put("tr")
		}
		return true
	}
	p.closeTo(keep)
	return true
}

// put opens an element that the fragment does not contain.
func (p *portable) put(name string) {
	start := len(p.dst)
	p.dst = append(append(append(p.dst, '<'), name...), '>')
	p.push(element{name: name, out: name, close: endTags[name], start: start})
}

// cell opens a cell if text would be between the cells of a table.
func (p *portable) cell() {
	i := len(p.open) - 1
	for i >= 0 && p.open[i].out == "" {
		i--
	}
	if i < 0 {
		return
	}
	switch out := p.open[i].out; {
	case out == "colgroup":
		p.closeTo(i)
		p.put("tr")
		p.put("td")
	case out == "table" || sections[out]:
		p.put("tr")
		p.put("td")
	case out == "tr":
		p.put("td")
	}
}

// end ends the innermost element with a name, and everything in it.
func (p *portable) end(name string) {
	if p.over[name] > 0 {
		p.over[name]--
		return
	}
	for i := len(p.open) - 1; i >= 0; i-- {
		e := &p.open[i]
		if e.name == name || headings[name] && headings[e.name] {
			p.closeTo(i)
			return
		}
		switch {
		case e.out == "table", !tableParts[name] && name != "table" && cells[e.out]:
			return
		case name == "li" && (e.out == "ul" || e.out == "ol"), name == "p" && e.kind == title:
			return
		}
	}
}
