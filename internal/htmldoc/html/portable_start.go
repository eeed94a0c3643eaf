package html

import (
	"bytes"
	"cmp"
	"strings"
	"unicode"
)

// Elements that are removed with their contents, and removed elements that have no contents.
var (
	gone    = set("script style template select textarea title datalist noembed noframes xmp plaintext applet button nav")
	nothing = set("link meta base param keygen")

	// chrome are the classes of elements that a theme adds for its own scripts, and counters those of line
	// numbers in code.
	chrome = set(`copy-button copy-btn copy-code copy-code-button btn-copy btn-clipboard copybtn clipboard-button code-copy
		code-copy-button`)
	counters = set("ln lnt lnlinks line-number line-numbers linenos")
	// anchors are the classes of links from headings to themselves.
	anchors = set(`anchor anchor-link anchorjs-link header-anchor header-link headerlink heading-anchor heading-link
		hash-link permalink td-heading-self-link`)
	// alerts are the classes of alerts, and titles those of their titles.
	alerts = set("alert admonition callout markdown-alert notice")
	titles = set(`alert-title alert-heading admonition-title callout-title callout-heading markdown-alert-title notice-title
		admonition-heading callout-header`)
	// wrappers are the classes of boxes around highlighted code.
	wrappers  = set("highlight chroma")
	lineTable = set("lntable")
	lineMark  = set("hl")
	goat      = set("goat")
)

// start handles a start tag.
func (p *portable) start() {
	b, more := p.z.TagName()
	name := known(b)
	if to := renamed[name]; to != "" && name != "bdo" {
		name = to
	}
	p.readAttrs(more)
	if len(p.open) >= maxDepth && !void[name] {
		if p.over == nil {
			p.over = map[string]int{}
		}
		p.over[name]++
		return
	}
	if p.muted > 0 {
		if !void[name] {
			p.hold(name)
		}
		return
	}
	if p.hidden || gone[name] || p.hasClass(chrome) || (p.pre > 0 || name == "td") && p.hasClass(counters) {
		if !void[name] {
			p.push(element{name: name, kind: mute})
		}
		return
	}
	if !p.special(name) {
		p.element(name)
	}
}

// hold counts the elements within one that is removed.
func (p *portable) hold(name string) {
	e := element{name: name}
	for i := len(p.open) - 1; i >= 0; i-- {
		switch p.open[i].kind {
		case drawing:
			if name == "title" && len(p.label) == 0 {
				e.kind = note
			}
		case formula:
			if name == "annotation" && len(p.label) == 0 {
				e.kind = note
			}
		case mute:
		default:
			continue
		}
		break
	}
	p.push(e)
}

// special handles the elements that are replaced by something else. It returns false for all others.
func (p *portable) special(name string) bool {
	switch name {
	case "iframe", "frame", "embed":
		p.frame()
		if name == "iframe" {
			p.push(element{name: name, kind: mute})
		}
	case "input":
		if strings.EqualFold(p.typ, "checkbox") {
			p.checkbox()
		}
	case "object":
		p.push(element{name: name, kind: object, close: p.data})
	case "svg":
		p.drawing()
	case "math":
		p.label = append(p.label[:0], p.tex...)
		p.push(element{name: name, kind: formula})
	case "form":
		if p.lastForm() > p.at { // without an end tag it would remove everything after it
			p.push(element{name: name, kind: mute})
		} else {
			p.push(element{name: name})
		}
	case "dialog":
		k := mute
		if p.tag.open {
			k = plain
		}
		p.push(element{name: name, kind: k})
	default:
		return nothing[name]
	}
	return true
}

// element writes an element, or drops its tags.
func (p *portable) element(name string) {
	e := element{name: name, out: name}
	if name == "bdo" {
		e.out = "span"
	}
	if !readable[e.out] || !p.shape(&e) {
		e.out = ""
	}
	switch {
	case tableParts[e.out] && !p.part(e.out):
		e.out = ""
	case e.out != "" && !tableParts[e.out]:
		p.cell()
	}
	e.start = len(p.dst)
	if e.out == "" {
		if !void[name] {
			p.push(e)
		}
		return
	}
	p.imply(e.out)
	e.start = len(p.dst)
	if e.out == "pre" {
		p.dropAttr("style") // colours for which the code in it has none
	}
	p.writeTag(e.out)
	if e.out == "span" && p.id != "" && len(p.attrs) == 0 {
		e.mark = len(p.ids)
		p.ids[e.mark-1].start, p.ids[e.mark-1].end = e.start, len(p.dst)
	}
	if void[e.out] {
		return
	}
	e.close = endTags[e.out]
	if e.kind == title {
		p.dst = append(p.dst, "<strong>"...)
		e.close = "</strong></p>"
	}
	p.push(e)
}

// shape prepares an element that readers show. It returns false if its tags are dropped.
func (p *portable) shape(e *element) bool {
	top := p.top().kind
	switch {
	case top == numbered && (e.out == "td" || e.out == "th"):
		if p.cells++; p.cells == 1 {
			e.kind = mute
		} else {
			e.kind = numbered
		}
		return false
	case top == numbered && (e.out == "tr" || e.out == "tbody"):
		p.cells = 0
		e.kind = numbered
		return false
	case e.out == "table" && p.hasClass(lineTable):
		e.kind = numbered
		return false
	case p.title > 0 && blocks[e.out]:
		return false
	case e.out == "div" && p.hasClass(wrappers):
		return false
	case e.out == "div" && p.hasClass(goat):
		e.kind = diagram
	case e.out == "span" && p.pre > 0 && p.hasClass(lineMark):
		e.out = "mark"
	case e.out == "span" && (p.pre > 0 || len(p.attrs) == 0 && p.id == ""):
		return false
	case top == alert && p.hasClass(titles) && !headings[e.out]:
		e.out, e.kind = "p", title
	case (e.out == "div" || e.out == "aside" || e.out == "section" || e.out == "blockquote") && p.hasClass(alerts):
		e.out, e.kind = "blockquote", alert
	case e.out == "a" && p.self && p.find(headings, cellEdge) >= 0:
		e.kind = anchor
		if p.hasClass(anchors) {
			e.kind = marked
		}
	case e.out == "video" || e.out == "audio":
		p.setAttr("controls", "") // a script of the page may have supplied the controls
	case e.out == "img":
		return p.image()
	case e.out == "source" || e.out == "track":
		return p.attr("src") != nil || p.attr("srcset") != nil
	}
	return true
}

// image sets the URL of an image that a script would load. It returns false if there is none.
func (p *portable) image() bool {
	src := p.attr("src")
	if p.lazy != "" && (src == nil || strings.HasPrefix(src.Val, "data:")) {
		if v, ok := p.absolute(p.lazy, true); ok {
			if src != nil {
				src.Val = v
			} else {
				p.setAttr("src", v)
			}
		}
	}
	return p.attr("src") != nil || p.attr("srcset") != nil
}

// frame writes a link to the content of a frame: the page of a video if its host is known.
func (p *portable) frame() {
	src, ok := p.absolute(p.src, false)
	if p.src == "" || !ok || !strings.HasPrefix(src, "http") {
		return
	}
	src = watchPage(src)
	label := cmp.Or(strings.TrimSpace(p.tag.title), src)
	p.link(src, label)
}

// link writes a link, or only its text within another link.
func (p *portable) link(href, label string) {
	p.cell()
	if p.find(links, cellEdge) >= 0 {
		p.dst = appendText(p.dst, []byte(label))
		return
	}
	p.dst = append(p.dst, "<a"...)
	p.writeAttr("href", href)
	p.dst = append(p.dst, '>')
	p.dst = append(appendText(p.dst, []byte(label)), "</a>"...)
}

func (p *portable) checkbox() {
	p.cell()
	if p.checked {
		p.dst = append(p.dst, "☑"...)
	} else {
		p.dst = append(p.dst, "☐"...)
	}
}

// drawing begins an SVG image. Readers remove it, so its name must replace it.
func (p *portable) drawing() {
	p.label = append(p.label[:0], p.tag.title...)
	if p.top().kind == diagram && len(p.label) == 0 {
		p.label = append(p.label, "SVG"...)
	}
	p.push(element{name: "svg", kind: drawing})
}

// replaced writes the replacement of an element whose content was dropped. It returns false for others.
func (p *portable) replaced(e element) bool {
	if e.kind != drawing && e.kind != formula && e.kind != object {
		return false
	}
	label := strings.Join(strings.Fields(strings.Map(printable, string(p.label))), " ")
	switch e.kind {
	case drawing:
		if label != "" {
			p.link(p.page, label)
		}
	case formula:
		if label != "" {
			p.cell()
			p.dst = append(p.dst, "<code>"...)
			p.dst = append(appendText(p.dst, []byte(label)), "</code>"...)
		}
	case object:
		if len(bytes.TrimSpace(p.dst[e.inner:])) > 0 {
			return true
		}
		if to, ok := p.absolute(e.close, false); ok && strings.HasPrefix(to, "http") {
			p.link(to, to)
		}
	}
	p.label = p.label[:0]
	return true
}

// emptied are the elements that are removed if they are empty, because their contents were removed.
var emptied = set(`p div span a figure figcaption section article header footer aside blockquote ul ol dl details strong em
	b i sup sub small pre code mark h1 h2 h3 h4 h5 h6`)

// superfluous removes an element from the output if it is empty, or a link from a heading to itself.
func (p *portable) superfluous(e element) bool {
	content := p.dst[e.inner:]
	drop := (emptied[e.out] || e.kind == title) && len(bytes.TrimSpace(content)) == 0
	if e.kind == anchor || e.kind == marked {
		h := p.find(headings, cellEdge)
		drop = drop || !words(content) || e.kind == marked && h >= 0 && words(p.dst[p.open[h].inner:e.start])
	}
	if drop {
		p.cut(e.start)
	}
	return drop
}

// words reports whether a piece of the output contains a letter or a digit.
func words(b []byte) bool {
	inTag, inRef := false, false
	for _, r := range string(b) {
		switch {
		case r == '<':
			inTag = true
		case inTag:
			inTag = r != '>'
		case r == '&':
			inRef = true
		case inRef:
			inRef = r != ';'
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return true
		}
	}
	return false
}
