package mkdocs

import (
	"cmp"
	"html"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// blockLevel lists the elements that are blocks in Python-Markdown; the text in others is Markdown:
// https://python-markdown.github.io/extensions/md_in_html/
var blockLevel = strings.Fields("address article aside blockquote details div dl fieldset figcaption figure footer " +
	"form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre section table ul canvas colgroup dd body dt group " +
	"iframe li legend math map noscript output object option progress script style summary tbody td textarea tfoot th " +
	"thead tr video")

// unknownBlocks lists those among them that are text in CommonMark, unless their start tag is alone in its line.
var unknownBlocks = strings.Fields("canvas group math map noscript output object progress video")

// spans lists those whose own text is a part of a paragraph.
var spans = strings.Fields("address dd dt h1 h2 h3 h4 h5 h6 legend li p summary td th")

// inline reports whether an element that CommonMark reads as a block of HTML is not one in Python-Markdown, so the text
// in it is Markdown: https://spec.commonmark.org/0.31.2/#html-blocks
func inline(name string) bool { return name == "center" || name == "dialog" || name == "search" }

var (
	elementStart = pattern.New(`^ {0,3}<([A-Za-z][\w-]*)(?:[ \t>]|/>|$)`)
	// off matches the attribute that says that a text is not Markdown.
	off    = pattern.New(`(<[A-Za-z][^<>]*?)[ \t]+markdown=["']?0["']?`)
	anyTag = pattern.New(`<(/?)([A-Za-z][\w-]*)[^<>]*>?`)
	// ruleTag matches an element that is a block without an end tag.
	ruleTag = pattern.New(`(?i)^ {0,3}<hr(?:[ \t][^<>]*)?/?>`)
)

// elements makes HTML elements that are blocks in Python-Markdown such in CommonMark, where a blank line ends HTML and
// HTML goes on up to one.
func elements(lines []block.Line) (out []block.Line) {
	endless := map[string]bool{}
	lines = paragraphsOf(definitions(lines))
	fenced := fencedLines(lines)
	for i := 0; i < len(lines); {
		text := strings.TrimLeft(lines[i].Text, " ") // more spaces are those of an item of a list
		m, indent := elementStart.FindStringSubmatch(text), lines[i].Text[:len(lines[i].Text)-len(text)]
		end, behind := -1, ""
		if m != nil && !lines[i].Code {
			if rule := ruleTag.FindString(text); rule != "" {
				end, behind = 0, strings.TrimSpace(text[len(rule):])
			} else if name := strings.ToLower(m[1]); slices.Contains(blockLevel, name) && !endless[name] &&
				(i == 0 || indent == "" || lines[i-1].Text == "" || !slices.Contains(unknownBlocks, name)) {
				end, behind = endOf(lines[i:], fenced[i:], name)
				endless[name] = end < 0
			}
		}
		if end < 0 {
			out = append(out, lines[i])
			i++
			continue
		}
		end += i
		outer, in := verbatim.MatchString(lines[i].Text), ""
		for k := i; k <= end; k++ {
			l := lines[k]
			if v := verbatim.FindStringSubmatch(l.Text); v != nil && !outer {
				in = strings.ToLower(v[1])
			}
			if in != "" && strings.Contains(strings.ToLower(l.Text), "</"+in) {
				in = ""
			}
			if l.Text == "" && in == "pre" { // HTML does not end there
				l.Text = "<!-- -->"
			}
			if k == end && behind != "" {
				l.Text = strings.TrimRight(l.Text[:strings.LastIndex(l.Text, behind)], " \t")
			}
			if l.Text == "" && k > i && k < end && !fenced[k] && !outer && (in != "" || isCode(lines[k+1], fenced[k+1])) {
				continue // of several blank lines, the last one counts
			}
			if start := anyTag.FindString(l.Text); k == i && slices.Contains(unknownBlocks, strings.ToLower(m[1])) &&
				strings.HasSuffix(start, ">") && strings.TrimSpace(l.Text) != start {
				out = append(out, block.Line{No: l.No, Text: start})
				l.Text = strings.TrimPrefix(strings.TrimSpace(l.Text), start)
			}
			if !fenced[k] {
				l.Text = off.ReplaceAllString(l.Text, "$1")
			}
			out = append(out, l)
		}
		if i = end + 1; behind != "" || i < len(lines) && lines[i].Text != "" && !lines[i].Code {
			out = append(out, block.Line{No: lines[end].No})
		}
		if behind != "" {
			out = append(out, block.Line{No: lines[end].No, Text: indent + behind})
		}
	}
	return out
}

// said matches the attribute that says how the text in an element is read.
var said = pattern.New(`(<[A-Za-z][^<>]*?)[ \t]+markdown(?:=(?:"[^"]*"|'[^']*'|[^\s"'>]+))?`)

// raw removes the attribute markdown from the elements in those that do not have it: their text stays HTML.
func raw(texts []string) {
	lines, fenced := make([]block.Line, len(texts)), make([]bool, len(texts))
	for i, place := range unfenced.PlacesOf(texts) {
		lines[i].Text, fenced[i] = texts[i], place != block.NoCode
	}
	endless := map[string]bool{}
	for i := 0; i < len(lines); i++ {
		m := elementStart.FindStringSubmatch(texts[i])
		if m == nil || fenced[i] {
			continue
		}
		name, tag := strings.ToLower(m[1]), anyTag.FindString(texts[i])
		if !slices.Contains(blockLevel, name) || said.MatchString(tag) || endless[name] {
			continue
		}
		end, _ := endOf(lines[i:], fenced[i:], name)
		if endless[name] = end < 0; end < 0 {
			continue
		}
		for k := i; k <= i+end; k++ {
			if !fenced[k] {
				texts[k] = said.ReplaceAllString(texts[k], "$1")
			}
		}
		i += end
	}
}

// unclosed leaves out the paragraphs that start with a comment without an end, which would hide the rest of the page.
func (w *text) unclosed(lines []block.Line) {
	last := 0 // the last line in which a comment ends
	for i, l := range lines {
		if strings.Contains(l.Text, "-->") {
			last = i
		}
	}
	for i := last; i < len(lines); i++ {
		if at := hidden.FindString(lines[i].Text); lines[i].Code || at == "" || strings.Contains(lines[i].Text[len(at):], "-->") {
			continue
		}
		w.lost.Add(lines[i].No, "comment", "a comment is left out: it has no end", "end it with -->")
		for ; i < len(lines) && lines[i].Text != "" && !lines[i].Code; i++ {
			lines[i].Text = ""
		}
	}
}

// hint matches the first line of indented code that names its language.
var hint = pattern.New(`^( {4,})(?::::+|#!)(\w[\w+#.-]*)(?:[ \t]+hl_lines=(?:"[^"]*"|'[^']*'))?[ \t]*$`)

// hinted fences the indented code that names its language: https://python-markdown.github.io/extensions/code_hilite/
func (w *text) hinted(lines []block.Line) (out []block.Line) {
	if !w.has("codehilite") {
		return lines
	}
	fenced := fencedLines(lines)
	for i := 0; i < len(lines); i++ {
		m := hint.FindStringSubmatch(lines[i].Text)
		if m == nil || !lines[i].Code || fenced[i] || i > 0 && lines[i-1].Text != "" {
			out = append(out, lines[i])
			continue
		}
		end := i + 1 // behind the code
		for k := end; k < len(lines) && (lines[k].Text == "" || strings.HasPrefix(lines[k].Text, m[1])); k++ {
			if lines[k].Text != "" {
				end = k + 1
			}
		}
		indent := m[1][4:]
		out = append(out, block.Line{No: lines[i].No, Text: indent + "~~~~" + m[2], Code: true})
		for _, l := range lines[i+1 : end] {
			l.Text, l.Code = indent+strings.TrimPrefix(l.Text, m[1]), true
			out = append(out, l)
		}
		out = append(out, block.Line{No: lines[end-1].No, Text: indent + "~~~~", Code: true})
		i = end - 1
	}
	return out
}

// isCode reports whether a line of HTML is blank, or would be code by its indentation.
func isCode(l block.Line, fenced bool) bool {
	return l.Text == "" || !fenced && strings.HasPrefix(l.Text, "    ")
}

// lineDefinition matches the definition of a link in a line.
var lineDefinition = pattern.New(
	`^([ \t>]*)\[[^\[\]^][^\[\]]*\]:[ \t]*[^ \t]+[ \t]*(?:"[^"]*"|'[^']*'|\([^()]*\))?[ \t]*$`)

// definitions ends the paragraphs in which links are defined. HTML stays as it is.
// https://github.com/Python-Markdown/markdown/blob/3.10/markdown/blockprocessors.py (ReferenceProcessor)
func definitions(lines []block.Line) (out []block.Line) {
	text := false // in a paragraph
	for i, l := range lines {
		switch m := lineDefinition.FindStringSubmatch(l.Text); {
		case l.Text == "" || l.Code:
			text = false
		case m != nil && text:
			out = append(out, block.Line{No: l.No, Text: strings.TrimRight(m[1], " \t")})
			text = false
		case m == nil && (i == 0 || lines[i-1].Text == "" || lines[i-1].Code):
			text = !strings.HasPrefix(strings.TrimLeft(l.Text, " \t>"), "<")
		}
		out = append(out, l)
	}
	return out
}

// fencedLines reports for each line whether it is fenced code.
func fencedLines(lines []block.Line) []bool {
	texts, out := make([]string, len(lines)), make([]bool, len(lines))
	for i, l := range lines {
		texts[i] = l.Text
	}
	for i, place := range unfenced.PlacesOf(texts) {
		out[i] = place != block.NoCode && lines[i].Code
	}
	return out
}

// endOf returns the line with the end tag of the element that starts in the first line, and the text behind it; -1 if
// there is none, or a block is behind it.
func endOf(lines []block.Line, fenced []bool, name string) (end int, behind string) {
	depth := 0
	for i, l := range lines {
		if fenced[i] {
			continue
		}
		for _, t := range anyTag.FindAllStringSubmatchIndex(l.Text, -1) {
			switch {
			case !strings.EqualFold(l.Text[t[4]:t[5]], name) || strings.HasSuffix(l.Text[:t[1]], "/>"):
				continue
			case t[2] == t[3]:
				depth++
				continue
			}
			if depth--; depth > 0 {
				continue
			}
			behind = strings.TrimSpace(l.Text[t[1]:])
			for _, tag := range anyTag.FindAllStringSubmatch(behind, -1) {
				if slices.Contains(blockLevel, strings.ToLower(tag[2])) {
					return -1, ""
				}
			}
			return i, behind
		}
	}
	return -1, ""
}

var (
	// leading matches what is before the text of a line: indentation, quotes, and markers of lists.
	leading = `^((?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)`
	// alone matches a tag of an element in a text that is alone in its line.
	alone = pattern.New(`(?i)` + leading + `</?(?:a|abbr|b|big|br|button|cite|code|del|em|font|i|img|ins|kbd|label|` +
		`mark|picture|q|s|small|span|strong|sub|sup|u)(?:[ \t][^<>]*)?>[ \t]*$`)
	hidden = pattern.New(leading + `<!--`)
	before = pattern.New(leading)
	marker = pattern.New(`[^\s>]`)
)

// hasText reports whether a paragraph has text outside of tags.
func hasText(lines []block.Line) bool {
	for _, l := range lines {
		if l.Code || l.Text == "" {
			return false
		}
		if !block.Blank(anyTag.ReplaceAllString(l.Text, "")) {
			return true
		}
	}
	return false
}

// paragraphsOf makes paragraphs in CommonMark of those that Python-Markdown reads behind a comment, and of those that
// begin with a tag in its own line, such as an image above its caption: in CommonMark, they would be HTML.
func paragraphsOf(lines []block.Line) (out []block.Line) {
	comment, first := false, true
	fenced := fencedLines(lines)
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		open := hidden.FindString(l.Text)
		if l.Code && len(open)-len("<!--") > 3 { // code by its indentation
			open = ""
		}
		switch {
		case fenced[i] || l.Text == "":
		case comment || open != "":
			from := len(open)
			if comment {
				from = 0
			}
			n := strings.Index(l.Text[from:], "-->")
			if comment = n < 0; comment {
				break
			}
			n += from + len("-->")
			if behind := strings.TrimSpace(l.Text[n:]); behind != "" && !strings.HasPrefix(behind, "<") {
				out = append(out, block.Line{No: l.No, Text: l.Text[:n], Code: l.Code})
				l = block.Line{No: l.No, Text: marker.ReplaceAllString(before.FindString(l.Text), " ") + behind}
			}
		case l.Code:
		case first && i+1 < len(lines) && alone.MatchString(l.Text) && (lines[i+1].Code || hasText(lines[i+1:])):
			if next := lines[i+1]; next.Code || startsText.MatchString(next.Text) {
				out = append(out, l)
				l.Text = ""
			} else {
				l.Text = strings.TrimRight(l.Text, " \t") + " " + strings.TrimSpace(next.Text)
				i++
			}
		}
		out = append(out, l)
		first = l.Text == "" || l.Code
	}
	return out
}

// spanLine matches an element in a line whose text is a part of a paragraph.
var spanLine = pattern.New(`(?i)^[ \t]*<(summary|td|th|dt|dd|li|legend)((?:[ \t][^<>]*)?)>(.*)` +
	`</(?:summary|td|th|dt|dd|li|legend)>[ \t]*$`)

// spanned writes the text of an element in the line that begins with the start tag of another one.
func (w *text) spanned(l *block.Line) {
	if m := spanLine.FindStringSubmatch(l.Text); m != nil && !l.Code {
		l.Text = "<" + m[1] + m[2] + ">" + w.markup(m[3], l.No) + "</" + m[1] + ">"
	}
}

// span writes an element whose text is a part of a paragraph, and reports whether it is one.
func (w *text) span(n *block.Node) bool {
	if !slices.Contains(spans, n.Name) || n.Tag.Empty || n.Tag.Value("markdown") == "block" ||
		slices.ContainsFunc(n.Inside, func(in *block.Node) bool { return in.Kind != block.Lines }) {
		return false
	}
	var lines []string
	for _, in := range n.Inside {
		for _, l := range in.Lines {
			if l.Code {
				return false
			}
			if s := strings.TrimSpace(l.Text); s != "" {
				lines = append(lines, s)
			}
		}
	}
	w.Open(n)
	s := strings.Join(lines, " ")
	if level := strings.TrimPrefix(n.Name, "h"); len(n.Name) == 2 && level[0] >= '1' && level[0] <= '6' {
		line := strings.Repeat("#", int(level[0]-'0')) + " " + w.inLine(w.drawIcons(s, n.Line), n.Line)
		var list []string
		for _, a := range n.Tag.Attributes {
			if a.Name != "markdown" && !strings.Contains(a.Value, `"`) {
				list = append(list, a.Name+`="`+a.Value+`"`)
			}
		}
		if list != nil {
			line += " {" + strings.Join(list, " ") + "}"
		}
		w.Line(n.First + line)
	} else {
		w.Line(n.First + n.Tag.HTML("markdown") + w.markup(s, n.Line) + "</" + n.Name + ">")
	}
	w.Apart()
	return true
}

var (
	codeSpan = pattern.New("(`+)(.+?)(`+)")
	linkSpan = pattern.New(`(!?)\[([^\[\]]*)\]\(<?([^()\s<>"]*(?:\([^()\s]*\)[^()\s]*)*)>?(?:[ \t]+"([^"]*)")?\)` +
		`(` + attributeList + `)?`)
	urlSpan  = pattern.New(`<((?:https?://|mailto:)[^<>\s]+)>`)
	listSpan = pattern.New(`([*_>\x{F0000}-\x{10FFFF}])` + attributeList)
	boldSpan = pattern.New(`\*\*([^\s*](?:[^*]*[^\s*])?)\*\*|\b__([^\s_](?:[^_]*[^\s_])?)__\b`)
	emSpan   = pattern.New(`\*([^\s*](?:[^*]*[^\s*])?)\*|\b_([^\s_](?:[^_]*[^\s_])?)_\b`)
)

// markup returns the text of a line as HTML.
func (w *text) markup(s string, line int) string {
	p := &paragraph{manner: w.manner}
	s = w.inLine(w.drawIcons(w.attributes(w.sized(s, true), false, false), line), line)
	s = codeSpan.ReplaceAllStringFunc(s, func(found string) string {
		if m := codeSpan.FindStringSubmatch(found); m[1] == m[3] {
			return p.piece("<code>" + html.EscapeString(strings.TrimSpace(m[2])) + "</code>")
		}
		return found
	})
	s = linkSpan.ReplaceAllStringFunc(s, func(found string) string {
		m := linkSpan.FindStringSubmatch(found)
		m[3] = w.relative(m[3])
		title := ""
		if m[4] != "" {
			title = ` title="` + html.EscapeString(m[4]) + `"`
		}
		title += w.inTag(m[5])
		if m[1] != "" {
			return p.piece(`<img src="` + html.EscapeString(m[3]) + `" alt="` + html.EscapeString(m[2]) + `"` + title + ">")
		}
		return p.piece(`<a href="`+html.EscapeString(m[3])+`"`+title+">") + m[2] + p.piece("</a>")
	})
	s = urlSpan.ReplaceAllStringFunc(s, func(found string) string {
		to := html.EscapeString(found[1 : len(found)-1])
		return p.piece(`<a href="` + to + `">` + strings.TrimPrefix(to, "mailto:") + "</a>")
	})
	s = anyTag.ReplaceAllStringFunc(s, p.piece)
	s = listSpan.ReplaceAllString(s, "$1")
	s = boldSpan.ReplaceAllString(s, "<strong>$1$2</strong>")
	return p.restored(emSpan.ReplaceAllString(s, "<em>$1$2</em>"))
}

// relative returns the URL of what a link in the text of the page leads to, relative to the URL of the page: nothing
// else changes links in HTML.
func (w *text) relative(to string) string {
	file, rest := to, ""
	if i := strings.IndexAny(to, "?#"); i >= 0 {
		file, rest = to[:i], to[i:]
	}
	if file == "" || strings.HasPrefix(file, "/") || strings.Contains(file, ":") {
		return to
	}
	from := foreign.TextOf(w.page.Values["url"])
	if from == "" {
		from = w.address(w.path(w.page))
	}
	if file = path.Join("/", path.Dir(w.path(w.page)), file); strings.HasSuffix(file, ".md") {
		file = w.address(strings.TrimPrefix(file, "/"))
	} else if w.editions != nil && !w.editions.folders { // the page may appear in other languages
		return w.page.Base + file + rest
	}
	url := strings.Repeat("../", strings.Count(from, "/")-1) + strings.TrimPrefix(file, "/")
	return cmp.Or(url, "./") + rest
}
