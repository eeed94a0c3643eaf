package markdown

import "strings"

// oldPlain is Plain as in Hugo before 0.169: without markup of any kind, with newlines turned into spaces, a newline
// for each </p> and <br>, and only the first character of each run of white space. Text without "<" and ">" is returned
// unchanged.
func oldPlain(html string) string {
	if strings.IndexByte(html, '<') < 0 && strings.IndexByte(html, '>') < 0 {
		return html
	}
	p := oldPlainReader{html: html, formulas: formulas{html: html, plain: oldPlain}}
	p.b.Grow(len(html) * 3 / 4)
	for p.at < len(html) {
		if html[p.at] == '<' {
			p.markup()
		} else {
			p.text()
		}
	}
	return p.b.String()
}

type oldPlainReader struct {
	plainWriter
	formulas formulas
	html     string
	at       int
	raw      string // name of the current element without markup (script, style, textarea, title)
	tags     bool   // there was markup
}

// text writes up to the next "<". The text of scripts and styles is dropped.
func (p *oldPlainReader) text() {
	end := strings.IndexByte(p.html[p.at:], '<')
	if end < 0 {
		end = len(p.html) - p.at
	}
	p.writeText(p.html[p.at : p.at+end])
	p.at += end
}

func (p *oldPlainReader) writeText(s string) {
	if p.raw != "script" && p.raw != "style" {
		p.write(s)
	}
}

// markup handles a "<". The text after a tag that does not end, or is not HTML, is lost, as in html/template, whose
// rules these are.
func (p *oldPlainReader) markup() {
	s := p.html[p.at:]
	if p.raw != "" {
		if !closesRaw(s, p.raw) {
			p.writeText("<")
			p.at++
			return
		}
		p.raw = ""
	}
	for _, end := range [...]string{"</p>", "<br>", "<br />"} {
		if strings.HasPrefix(s, end) {
			p.newline()
			p.at += len(end)
			return
		}
	}
	if strings.HasPrefix(s, "<!--") {
		end := strings.Index(s[4:], "-->")
		if end < 0 {
			p.lose(s, 4)
			return
		}
		p.at += 4 + end + 3
		p.tags = true
		return
	}
	name, closing := elementName(s)
	if name == "" {
		p.write("<")
		p.at++
		return
	}
	head := 1 + len(name)
	if closing {
		head++
	}
	end := attributesEnd(s[head:])
	if end < 0 {
		p.lose(s, head)
		return
	}
	if name == "math" && !closing {
		if text, after := p.formulas.text(p.at); after > 0 {
			p.write(text)
			p.at, p.tags = after, true
			return
		}
	}
	p.at += head + end
	p.tags = true
	if !closing {
		switch lower := strings.ToLower(name); lower {
		case "script", "style", "textarea", "title":
			p.raw = lower
		}
	}
}

// lose drops the rest s, unless it is the only markup and has just started.
func (p *oldPlainReader) lose(s string, head int) {
	if head == len(s) && !p.tags {
		p.write(s)
	}
	p.at = len(p.html)
}

// elementName returns the name in a tag at the start of s; "" if it is not a tag.
func elementName(s string) (name string, closing bool) {
	i := 1
	if i < len(s) && s[i] == '/' {
		closing = true
		i++
	}
	start := i
	if i >= len(s) || !isASCIILetter(s[i]) {
		return "", false
	}
	for i < len(s) && (isASCIILetter(s[i]) || (s[i] >= '0' && s[i] <= '9') ||
		((s[i] == ':' || s[i] == '-') && i+1 < len(s) && (isASCIILetter(s[i+1]) || (s[i+1] >= '0' && s[i+1] <= '9')))) {
		i++
	}
	return s[start:i], closing
}

// attributesEnd returns the end of the tag whose attributes start s. A ">" inside a quoted value does not end it. -1
// means that the tag does not end or is not HTML.
func attributesEnd(s string) int {
	const space = " \t\n\f\r"
	for i := 0; ; {
		i += len(s[i:]) - len(strings.TrimLeft(s[i:], space))
		if i >= len(s) {
			return -1
		}
		if s[i] == '>' {
			return i + 1
		}
		name := strings.IndexAny(s[i:], space+"=>")
		if name <= 0 || strings.ContainsAny(s[i:i+name], `'"<`) {
			return -1
		}
		i += name
		value := strings.TrimLeft(s[i:], space)
		if !strings.HasPrefix(value, "=") {
			continue
		}
		value = strings.TrimLeft(value[1:], space)
		i = len(s) - len(value)
		end := 0
		if value != "" && (value[0] == '"' || value[0] == '\'') {
			end = strings.IndexByte(value[1:], value[0]) + 2
		} else {
			end = strings.IndexAny(value, space+">") + 1
		}
		if end <= 1 && !strings.HasPrefix(value, ">") && (end == 0 || value[0] == '"' || value[0] == '\'') {
			return -1
		}
		if value[0] != '"' && value[0] != '\'' {
			end-- // the white space or ">" is read again
		}
		i += end
	}
}

// closesRaw reports whether s starts with the end tag of an element without markup.
func closesRaw(s, name string) bool {
	if len(s) < len(name)+3 || s[1] != '/' || !strings.EqualFold(s[2:2+len(name)], name) {
		return false
	}
	return strings.IndexByte("> \t\n\f/", s[2+len(name)]) >= 0
}
