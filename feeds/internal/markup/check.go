package markup

import "strings"

// Check reads a piece of HTML as a feed reader shows it, and reports problems: scripts or frames (rules S1 to
// S3), relative URLs (B7), unclosed elements (S5). Each rule is reported once.
func Check(s string, report func(rule, value, message string)) {
	h := checker{report: report}
	for m := (reader{s: s}); ; {
		tok, ok := m.next()
		if !ok {
			break
		}
		h.token(tok)
	}
	for _, name := range h.open {
		if !optionalEnd[name] {
			h.tell("S5", name, "it is not closed")
			break
		}
	}
}

// inertAttr are the attributes that validators accept in addition to the safe ones.
var inertAttr = Set(`accept accept-charset accesskey action allow allowfullscreen as autocapitalize autocomplete autofocus
	autoplay background bgcolor bordercolor charset checked compact contenteditable crossorigin data decoding disabled
	draggable enctype end enterkeyhint face for form frame hspace icon inputmode is itemid itemref list longdesc loopcount
	maxlength method minlength multiple name nohref nonce noshade nowrap pattern ping placeholder playsinline prompt
	readonly referrerpolicy repeat-max repeat-min replace required rev rules selected size spellcheck step target template
	translate urn variable volume vspace wrap xml:lang xmlns`)

type checker struct {
	report func(rule, value, message string)
	open   []string // elements, outermost first
	told   map[string]bool
}

// tell reports the first problem of each rule.
func (h *checker) tell(rule, value, message string) {
	if h.told[rule] {
		return
	}
	if h.told == nil {
		h.told = map[string]bool{}
	}
	h.told[rule] = true
	h.report(rule, value, message)
}

// optionalEnd are the elements whose end tag is optional.
var optionalEnd = Set("p li dt dd tr td th thead tbody tfoot colgroup caption option optgroup rt rp")

// inert are the HTML elements that are neither safe nor removed.
var inert = Set("input label form fieldset legend option optgroup output progress meter canvas dialog menu command keygen slot body html head link meta base param frame noscript")

// removed are the elements that readers remove, because they contain scripts, frames, or forms.
var removed = Set("applet base bdo body embed form frame frameset head html iframe link meta noembed noframes noscript object script style svg math title xmp")

func (h *checker) token(tok token) {
	switch tok.kind {
	case startToken:
		h.start(tok)
	case endToken:
		for i := len(h.open) - 1; i >= 0; i-- {
			if h.open[i] == tok.name {
				for _, name := range h.open[i+1:] {
					if !optionalEnd[name] {
						h.tell("S5", name, "it is not closed")
					}
				}
				h.open = h.open[:i]
				return
			}
		}
		if !optionalEnd[tok.name] && (safe[tok.name] || gone[tok.name]) {
			h.tell("S5", "/"+tok.name, "it was not opened")
		}
	}
}

func (h *checker) start(tok token) {
	switch {
	case tok.broken:
		h.tell("S5", tok.name, "the tag has no end")
		return
	case removed[tok.name]:
		h.tell("S1", tok.name, "")
	case !safe[tok.name] && !gone[tok.name] && !inert[tok.name]:
		h.tell("S5", tok.name, "no element of HTML")
	}
	for _, a := range tok.attrs {
		switch {
		case strings.HasPrefix(a.name, "on") || a.name == "srcdoc":
			h.tell("S2", a.name, "")
		case !safeAttr[a.name] && !inertAttr[a.name] && !strings.HasPrefix(a.name, "data-"):
			h.tell("S2", a.name, "readers take it out")
		case a.name == "style" && dangerousStyle(a.value):
			h.tell("S2", a.value, "a style that takes the reader's page out of shape")
		case addresses[a.name] && RunsCode(a.value):
			h.tell("S3", a.value, "")
		case a.name == "href" || a.name == "src" || a.name == "poster" || a.name == "cite":
			if Relative(a.value) {
				h.tell("B7", a.value, "")
			}
		case a.name == "srcset":
			for part := range strings.SplitSeq(a.value, ",") {
				if part = strings.TrimSpace(part); RunsCode(part) {
					h.tell("S3", part, "")
				} else if !strings.Contains(a.value, "data:") && Relative(part) {
					h.tell("B7", part, "")
				}
			}
		}
	}
	h.nesting(tok.name)
	if !void[tok.name] && len(h.open) < 1000 {
		h.open = append(h.open, tok.name)
	}
}

// nesting reports an element where an HTML parser would move it: a link in a link, a heading in a heading, a
// part of a table outside of one.
func (h *checker) nesting(name string) {
	if name != "a" && !headings[name] && !tableParts[name] {
		return
	}
	for i := len(h.open) - 1; i >= 0; i-- {
		switch open := h.open[i]; {
		case name == "a" && open == "a":
			h.tell("S5", name, "a link in a link")
			return
		case headings[name] && headings[open]:
			h.tell("S5", name, "a heading in a heading")
			return
		case open == "table" && tableParts[name]:
			return
		case open == "td" || open == "th" || open == "caption":
			if !tableParts[name] {
				return
			}
		}
	}
	if tableParts[name] {
		h.tell("S5", name, "it is outside of a table")
	}
}
