package obsidian

import (
	"cmp"
	"html"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/base/percent"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// parse reads a note without its comments (%%…%% and those of HTML): https://obsidian.md/help/syntax#Comments
func parse(body string) []*block.Node {
	return block.Read(body, &block.Syntax{Percents: true, Unsaid: true}).Nodes
}

// blockID matches the name of the block above: https://obsidian.md/help/links#Link+to+a+block+in+a+note
var (
	blockID   = pattern.New(`^((?:>[ \t]?)*)\^[\w-]+\s*$`)
	startsBox = pattern.New(`^[>|]`) // the lines of callouts and tables
)

// read converts what only Obsidian reads, and removes what only Obsidian shows.
func read(t *block.Text, p *foreign.Page) []foreign.Problem {
	w := &note{Writer: block.NewWriter()}
	if isDrawing(p.Values) {
		w.lost.Add(1, "excalidraw", names["excalidraw"]+" is left out", "export a picture of it")
		t.Lines = nil
		return w.lost.Problems()
	}
	for _, n := range parse(board(t.String(), p.Values)) {
		n.Lines = joined(w.shown(n.Lines))
		for i := range n.Lines {
			l := &n.Lines[i]
			if m := blockID.FindStringSubmatch(l.Text); m != nil && i > 0 {
				if above, in := strings.CutPrefix(n.Lines[i-1].Text, m[1]); in && startsBox.MatchString(above) {
					l.Text = m[1] + "\n" + l.Text // the name of the callout or table above, not a part of it
				}
			}
			w.no = l.No
			if !l.Code {
				l.Text = w.line(l.Text)
			}
		}
		w.Lines(n)
	}
	t.Lines = append(w.Out, w.footnotes...)
	return w.lost.Problems()
}

var (
	// archive matches the end of a board below its lists, and boardMark what the plugin Kanban writes in it: the dates of
	// cards, and the mark of a list whose cards are done. https://github.com/mgmeyers/obsidian-kanban
	archive   = pattern.New(`(?ms)^\*{3}[ \t]*$\s*^#.*`)
	boardMark = pattern.New(`(?m)@{1,2}(?:\{([^{}\n]*)\}|(\[\[))|^\*\*[^*\n]+\*\*[ \t]*$`)
)

// board returns the text of a note, of a board of the plugin Kanban without its archive and marks.
func board(body string, values map[string]any) string {
	if values["kanban-plugin"] == nil {
		return body
	}
	return boardMark.ReplaceAllString(archive.ReplaceAllString(body, ""), "$1$2")
}

// note is a note that is converted.
type note struct {
	*block.Writer
	lost      foreign.Losses
	no        int               // the line
	footnotes block.InlineNotes // https://obsidian.md/help/syntax#Footnotes
}

var (
	// drawn matches an embedded file that only Obsidian shows: https://obsidian.md/help/bases,
	// https://obsidian.md/help/plugins/canvas
	drawn = pattern.New(`!?\[\[([^\[\]|#\n]+\.(base|canvas|excalidraw))(?:\.md)?(?:[|#][^\[\]\n]*)?\]\][ \t]*`)
	// query matches the first line of code that Obsidian, or a plugin, executes: https://obsidian.md/help/plugins/search,
	// https://blacksmithgu.github.io/obsidian-dataview/
	query = pattern.New("^([> \t]*(?:(?:[-*+]|\\d{1,9}[.)])[ \t]+)?)(`{3,}|~{3,})[ \t]*(" +
		"query|base|dataview|dataviewjs|datacore\\w*|tasks|todoist|tracker|" +
		"button|meta-bind[\\w-]*|toc|table-of-contents|chart|leaflet|folder-overview|contributionGraph|js-engine|" +
		"ima?ge?-gallery|gallery|activity-history|heatmap|" +
		"cardlink|embed|timeline|timeline-labeled|ob-timeline|tabs|excalidraw|chartsview|markmap|statblock|encounter|countdown|" +
		"desmos-graph|functionplot|mapview|zoommap|note-gallery|itinerary)[ \t]*$")
	// admonition matches the first line of a callout that is written as code:
	// https://github.com/javalent/admonitions#usage
	admonition = pattern.New("^([> \t]*(?:(?:[-*+]|\\d{1,9}[.)])[ \t]+)?)(`{3,}|~{3,})[ \t]*ad-([a-z]+)[ \t]*$")
	adOption   = pattern.New(`^(title|collapse|icon|color|metadata):[ \t]*(.*?)[ \t]*$`)
	// inlineQuery matches a query of Dataview in a line: of a note, or with a function.
	// https://blacksmithgu.github.io/obsidian-dataview/reference/functions/
	inlineQuery = pattern.New("`(?:\\$?= ?[^`\\n]*\\b(?:this|dv)\\.|= ?\\[\\[|= ?(?:date|dur|dateformat|round|sum|average|min|" +
		"max|length|choice|default|filter|map|join|sort|link|embed|elink|contains|string|number|replace)\\()[^`\\n]*`[ \t]*")
	// field matches a value of Dataview in a line or list item, and bracketField one in a text.
	// https://blacksmithgu.github.io/obsidian-dataview/annotation/add-metadata/
	field        = pattern.New(`^([> \t]*(?:[-*+][ \t]+(?:\[.\][ \t]+)?)?\*{0,2}\pL[\pL\pN _-]*\*{0,2}:):((?:[ \t]|$))`)
	bracketField = pattern.New(`\[(\pL[\pL\pN _-]*)::[ \t]+((?:[^\[\]]|\[\[[^\[\]]*\]\]|\[[^\[\]]*\]\([^()]*\))*)\]|` +
		`\(\pL[\pL\pN _-]*::[ \t]+((?:[^()]|\[[^\[\]]*\]\([^()]*\))*)\)`)
	// variable matches what only templates have: https://obsidian.md/help/plugins/templates,
	// https://silentvoid13.github.io/Templater/
	variable = pattern.New(`(?:<%(?:[^%]|%[^>])*%>|\{\{(?:title|date|time)(?::[^{}\n]*)?\}\})[ \t]*`)
	// callout matches the first line of a callout: https://obsidian.md/help/callouts
	callout = pattern.New(`^([> \t]*>[ \t]*)\[!([^\]|]+)(?:\|[^\]]*)?\]([+-]?)`)
	kind    = pattern.New(`^[a-z]+$`)
	// task matches a task that is neither open nor done: https://obsidian.md/help/syntax#Task+lists
	task = pattern.New(`^([> \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\[[^ xX\]\[]\]([ \t])`)
	// sized matches a picture with its size: https://obsidian.md/help/embeds#Embed+an+image+in+a+note
	sized = pattern.New(`!\[(?:([^\[\]|]*)\|)?(\d+(?:x\d+)?)\]\((?:<([^<>]+)>|((?:[^()\s<>]|\([^()\s<>]*\))+))` +
		`(?:[ \t]+"([^"]*)")?\)`)
)

// local matches a link that only works on the device of the author: https://obsidian.md/help/uri
var local = pattern.New(`(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(<?((?:obsidian|file):[^()<>\n]*?)>?(?:[ \t]+"[^"]*")?\)|` +
	`<((?:obsidian|file):[^\s<>]*)>`)

// page matches an embedded page of another site: https://obsidian.md/help/embed-web-pages
var page = pattern.New(`!\[([^\[\]]*)\]\((https?://(?:(?:www\.|m\.)?youtube\.com/(?:watch|live|shorts|embed)|youtu\.be/|` +
	`(?:twitter|x)\.com/\w+/status/)[^()\s]+)\)`)

// names are those of the files that only Obsidian shows.
var names = map[string]string{"base": "a base", "canvas": "a canvas", "excalidraw": "a drawing"}

// shown returns the lines without queries.
func (w *note) shown(lines []block.Line) []block.Line {
	out := lines[:0]
	var fence block.Fence
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		ad, m := admonition.FindStringSubmatch(l.Text), query.FindStringSubmatch(l.Text)
		if !l.Code {
			fence = block.Fence{}
		}
		if !l.Code || fence.Next(l.Text) != block.Opening || ad == nil && m == nil {
			out = append(out, l)
			continue
		}
		fence = block.Fence{}
		mark := ""
		if ad != nil {
			mark = ad[2]
		} else {
			mark = m[2]
		}
		end := i + 1
		for end < len(lines) && lines[end].Code && !strings.HasPrefix(strings.TrimLeft(lines[end].Text, "> \t"), mark) {
			end++
		}
		if ad != nil {
			inside := append([]block.Line{l}, w.shown(lines[i+1:end])...)
			out = append(out, calloutOf(ad[1], ad[3], inside)...)
			if i = end; i < len(lines) { // a blank line in place of the fence ends the callout
				out = append(out, block.Line{No: lines[i].No, Text: strings.TrimRight(below(ad[1]), " \t")})
			}
			continue
		}
		w.lost.Add(l.No, m[3], "a query ("+m[3]+") is left out",
			"only Obsidian executes it: write its result as a list of links, or a table")
		if i = end; i+1 < len(lines) { // the item may go on
			next := &lines[i+1]
			if rest, ok := strings.CutPrefix(next.Text, below(m[1])); ok && !block.Blank(rest) {
				next.Text = m[1] + rest
			}
		}
	}
	return out
}

// bullet matches the marker of a list item.
var bullet = pattern.New(`(?:[-*+]|\d{1,9}[.)])[ \t]+$`)

// below returns what the lines of an item have in place of the marker in its first line.
func below(prefix string) string {
	return bullet.ReplaceAllStringFunc(prefix, func(s string) string { return strings.Repeat(" ", len(s)) })
}

// calloutOf returns the callout of a type that the plugin Admonition makes of lines of code, of which the first is the
// fence. prefix is what is before it.
func calloutOf(prefix, kind string, lines []block.Line) []block.Line {
	title, fold, rest := "", "", below(prefix)
	at := 1
	for ; at < len(lines); at++ {
		m := adOption.FindStringSubmatch(strings.TrimPrefix(lines[at].Text, rest))
		if m == nil {
			break
		}
		switch {
		case m[1] == "title":
			title = " " + m[2]
		case m[1] == "collapse" && m[2] == "open":
			fold = "+"
		case m[1] == "collapse" && m[2] != "none":
			fold = "-"
		}
	}
	out := []block.Line{{No: lines[0].No, Text: prefix + "> [!" + kind + "]" + fold + title}}
	for _, l := range lines[at:] {
		text := strings.TrimRight(rest+"> "+strings.TrimPrefix(l.Text, rest), " ")
		out = append(out, block.Line{No: l.No, Text: text})
	}
	return out
}

var quoted = pattern.New(`^(?:[ \t]*>)+[ \t]*`)

// mostJoined is how many lines are searched for the end of what begins in one.
const mostJoined = 20

// joined returns the lines with each formula in a quote, whose marks are not a part of it, each footnote, and each
// command of a template on one line.
func joined(lines []block.Line) []block.Line {
	out := lines[:0]
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		quote, text, next := quoted.FindString(l.Text), l.Text, i+1
		for ; !l.Code && next < min(len(lines), i+mostJoined) && open(text); next++ {
			more := lines[next].Text
			mark := quoted.FindString(more)
			if lines[next].Code || (mark == "") != (quote == "") || block.Blank(more[len(mark):]) && !inCommand(text) {
				break
			}
			text += " " + more[len(mark):]
		}
		if next > i+1 && !open(text) {
			l.Text, i = text, next-1
		}
		out = append(out, l)
	}
	return out
}

// open reports whether a text ends in a formula of a quote, a footnote, or a command of a template.
func open(s string) bool {
	return strings.Count(s, "$$")%2 == 1 && quoted.MatchString(s) || block.InNote(s) || inCommand(s)
}

// inCommand reports whether a text ends in a command of a template.
func inCommand(s string) bool { return strings.LastIndex(s, "<%") > strings.LastIndex(s, "%>") }

// line converts a line.
func (w *note) line(s string) string {
	if m := callout.FindStringSubmatch(s); m != nil {
		name, rest := strings.ToLower(strings.TrimSpace(m[2])), s[len(m[0]):]
		if !kind.MatchString(name) {
			if block.Blank(rest) {
				first, size := utf8.DecodeRuneInString(name)
				rest = " " + string(unicode.ToUpper(first)) + name[size:]
			}
			name = "note"
		}
		s = m[1] + "[!" + name + "]" + m[3] + rest
	}
	s = task.ReplaceAllString(s, "$1[x]$2")
	if strings.Contains(s, "`") {
		s = inlineQuery.ReplaceAllStringFunc(s, func(string) string {
			w.lost.Add(w.no, "inline query", "a query of Dataview in a line is left out", "write its result")
			return ""
		})
	}
	if strings.Contains(s, "::") {
		s = field.ReplaceAllString(s, "$1$2")
	}
	s = block.Outside(s, func(s string) string {
		if strings.Contains(s, "::") {
			s = bracketField.ReplaceAllStringFunc(s, func(found string) string {
				m := bracketField.FindStringSubmatch(found)
				if m[1] == "" {
					return m[3]
				}
				return m[1] + ": " + m[2]
			})
		}
		if strings.Contains(s, "<%") || strings.Contains(s, "{{") {
			s = variable.ReplaceAllStringFunc(s, func(string) string {
				w.lost.Add(w.no, "variable", "a variable of a template is left out", "write its value")
				return ""
			})
		}
		if strings.Contains(s, "[[") {
			s = drawn.ReplaceAllStringFunc(s, func(link string) string {
				m := drawn.FindStringSubmatch(link)
				w.lost.Add(w.no, m[2], names[m[2]]+" is left out",
					"only Obsidian shows it: write a list of links or a table, or export a picture")
				return ""
			})
		}
		if strings.Contains(s, ":/") {
			s = local.ReplaceAllStringFunc(s, func(found string) string {
				m := local.FindStringSubmatch(found)
				u, err := url.Parse(m[3] + m[4])
				if err == nil && u.Query().Get("file") != "" {
					return "[[" + u.Query().Get("file") + "|" + cmp.Or(m[2], u.Query().Get("file")) + "]]"
				}
				w.lost.Add(w.no, "local", "a link to a file or vault on your device is left out, its text stays",
					"readers can't open it: copy the file to the vault, and link to it there")
				if m[1] != "" {
					return ""
				}
				return m[2]
			})
		}
		if strings.Contains(s, "![") {
			s = page.ReplaceAllStringFunc(s, func(found string) string {
				m := page.FindStringSubmatch(found)
				text, _, _ := strings.Cut(m[1], "|") // before a size
				return "[" + cmp.Or(text, m[2]) + "](" + m[2] + ")"
			})
			s = sized.ReplaceAllStringFunc(s, scaled)
		}
		return block.Tildes(s)
	})
	return w.footnotes.Move(s)
}

// scaled writes a picture with a size so that the size is kept: as an embed, or as HTML if it is on another site.
func scaled(s string) string {
	m := sized.FindStringSubmatch(s)
	file := m[3] + m[4]
	if !strings.Contains(file, "://") {
		return "![[" + percent.Unescape(file) + "|" + m[1] + "|" + m[2] + "]]"
	}
	width, height, tall := strings.Cut(m[2], "x")
	if tall {
		height = ` height="` + height + `"`
	}
	if m[5] != "" {
		height += ` title="` + html.EscapeString(m[5]) + `"`
	}
	return `<img src="` + html.EscapeString(file) + `" alt="` + html.EscapeString(m[1]) + `" width="` + width + `"` +
		height + `>`
}

var tag = pattern.New(`(?:^|[\s,;]|(?:^|[^\]])\()#([\p{L}\p{N}\p{So}\p{Sk}\x{200D}\x{FE0F}_/-]*` +
	`[\p{L}\p{So}_/-][\p{L}\p{N}\p{So}\p{Sk}\x{200D}\x{FE0F}_/-]*)`)

// tags returns the #tags in a note, in order: https://obsidian.md/help/tags
func tags(body string) []string {
	var out []string
	if !strings.Contains(body, "#") {
		return nil
	}
	for _, n := range parse(body) {
		for _, l := range n.Lines {
			if l.Code {
				continue
			}
			block.Outside(l.Text, func(s string) string {
				for _, m := range tag.FindAllStringSubmatch(s, -1) {
					if name := strings.Trim(m[1], "/-"); name != "" && !slices.Contains(out, name) {
						out = append(out, name)
					}
				}
				return s
			})
		}
	}
	return out
}
