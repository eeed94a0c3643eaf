package mkdocs

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// inLines lists the inline syntax of Python-Markdown extensions: https://facelessuser.github.io/pymdown-extensions/
var inLines = []struct {
	extension, option string // option turns the syntax off; "": none does
	find              *pattern.Pattern
	replace           func(p *paragraph, found string) string
}{
	{"progressbar", "", progress, func(_ *paragraph, s string) string { return bar(s) }},
	{"keys", "", pattern.New(`\+\+(?:` + oneKey + `(?:\+` + oneKey + `)*)\+\+`), (*paragraph).keys},
	{"smartsymbols", "trademark", pattern.New(`\(tm\)`), symbol("™")},
	{"smartsymbols", "copyright", pattern.New(`\(c\)`), symbol("©")},
	{"smartsymbols", "registered", pattern.New(`\(r\)`), symbol("®")},
	{"smartsymbols", "care_of", pattern.New(`\bc/o\b`), symbol("℅")},
	{"smartsymbols", "plusminus", pattern.New(`\+/-`), symbol("±")},
	{"smartsymbols", "arrows", pattern.New(`<-{2,}>?|-{2,}>`), arrow},
	{"smartsymbols", "notequal", pattern.New(`=/=`), symbol("≠")},
	{"smartsymbols", "fractions", pattern.New(`\b[1-7]/[2-8]\b`), fraction},
	{
		"smartsymbols", "ordinal_numbers",
		pattern.New(`\b(?:\d*1[1-3]th|\d*[04-9]th|(?:\d*[02-9])?(?:1st|2nd|3rd))\b`), ordinal,
	},
	{
		"magiclink", "", pattern.New(`\bmailto:[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b`),
		func(_ *paragraph, s string) string { return "mailto:<" + strings.TrimPrefix(s, "mailto:") + ">" },
	},
	{"wikilinks", "", wiki, (*paragraph).wikiLink},
}

func symbol(s string) func(*paragraph, string) string {
	return func(*paragraph, string) string { return s }
}

func arrow(_ *paragraph, s string) string {
	return cmp.Or(map[string]string{"-->": "→", "<--": "←", "<-->": "↔"}[s], s)
}

const oneKey = `(?:[\w-]+|"[^"]+"|'[^']+')`

var (
	// progress matches a bar: https://facelessuser.github.io/pymdown-extensions/extensions/progressbar/
	progress = pattern.New(`\[=+[ \t]*(?:(\d+(?:\.\d+)?)%|(\d+(?:\.\d+)?)[ \t]*/[ \t]*(\d+(?:\.\d+)?))` +
		`(?:[ \t]+(?:"(.*?)"|'(.*?)'))?[ \t]*\]`)
	// wiki matches a link: https://python-markdown.github.io/extensions/wikilinks/
	wiki = pattern.New(`\[\[([\p{L}\p{N}_ -]+)\]\]`)
)

// bar writes a progress bar with its label, as a block of its own.
func bar(s string) string {
	m := progress.FindStringSubmatch(s)
	number := func(s string) float64 {
		n, _ := strconv.ParseFloat(s, 64)
		return n
	}
	value := number(m[1])
	if whole := number(m[3]); whole > 0 {
		value = 100 * number(m[2]) / whole
	}
	share := strconv.FormatFloat(math.Round(100*min(value, 100))/100, 'f', -1, 64)
	before, after, name := `<label style="display: block">`+m[4]+m[5]+" ", "</label>", ""
	if m[4]+m[5] == "" {
		before, after, name = "", "", ` aria-label="`+share+`%"`
	}
	return before + `<progress max="100" value="` + share + `"` + name +
		` style="display: block; width: 100%"></progress>` + after
}

// fractions are those that have a character.
var fractions = map[string]string{
	"1/4": "¼", "1/2": "½", "3/4": "¾", "1/3": "⅓", "2/3": "⅔", "1/5": "⅕", "2/5": "⅖", "3/5": "⅗",
	"4/5": "⅘", "1/6": "⅙",
	"5/6": "⅚", "1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞",
}

func fraction(_ *paragraph, s string) string { return cmp.Or(fractions[s], s) }

func ordinal(_ *paragraph, s string) string { return s[:len(s)-2] + "<sup>" + s[len(s)-2:] + "</sup>" }

// wikiLink converts a link to a page by its name.
func (p *paragraph) wikiLink(s string) string {
	options := p.extensions["wikilinks"]
	of := func(key string) string {
		if v, given := options[key]; given {
			return foreign.TextOf(v)
		}
		return "/"
	}
	name := strings.TrimSpace(wiki.FindStringSubmatch(s)[1])
	if name == "" {
		return ""
	}
	return "[" + name + "](" + of("base_url") + strings.ReplaceAll(name, " ", "_") + of("end_url") + ")"
}

// language matches the language at the start of code in a line:
// https://facelessuser.github.io/pymdown-extensions/extensions/inlinehilite/
var language = pattern.New(`^( ?)(?:#!|:::+)[\w#.+-]*[ \t]+`)

// unread lists syntax that only MkDocs supports, in lines or parts of lines. It is removed.
var unread = []struct {
	find          *pattern.Pattern
	extension     string
	message, hint string // no message: nothing is lost
}{
	{pattern.New(leading + `\[TOC\]\s*$`), "toc", "", "the theme has a table of contents"},
	{pattern.New(`^\s*///Footnotes Go Here///\s*$`), "footnotes", "", "they are at the end of the page"},
	{
		pattern.New(leading + `(?:#+ *)?::: *[\w.:-]+\s*$`), "mkdocstrings",
		"documentation from source code is left out", apiHint,
	},
}

// commentNotes matches the numbers of annotations in a comment at the end of a line of code, whose ! removes the
// comment: https://squidfunk.github.io/mkdocs-material/reference/code-blocks/#stripping-comments
var commentNotes = pattern.New(`[ \t]*(?:#|//|--|;+|%|/\*|<!--)[ \t]*` +
	`((?:\(\d{1,3}\)!?[ \t]*)*\(\d{1,3}\)!)[ \t]*(?:\*/|-->)?[ \t]*$`)

// codeNote matches the number of an annotation in a comment.
var codeNote = pattern.New(`(?:#|//|--|;|%|/\*|<!--)[ \t]*\(\d{1,3}\)`)

// withoutComment returns a line of code in which the numbers of annotations stay without their comment.
func withoutComment(line string) string {
	m := commentNotes.FindStringSubmatchIndex(line)
	if m == nil {
		return line
	}
	return line[:m[0]] + " " + strings.ReplaceAll(line[m[2]:m[3]], "!", "")
}

// tableRule matches the line below the head of a table.
var tableRule = pattern.New(`^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$`)

// box matches the box of a task, and what follows it.
var box = pattern.New(`^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+)(\[[ xX]\])([ \t]*\S?)`)

// task writes a box as text that is not one of a task, because no space follows it or there are no tasks:
// https://facelessuser.github.io/pymdown-extensions/extensions/tasklist/
func (m *manner) task(line string) string {
	b := box.FindStringSubmatchIndex(line)
	if b == nil {
		return line
	}
	behind := line[b[6]:b[7]]
	switch {
	case m.has("tasklist") && len(behind) > 1:
		m.use("tasklist")
		return line
	case behind == "(" || behind == "[": // the text of a link
		return line[:b[4]+1] + fmt.Sprintf("&#%d;", line[b[4]+1]) + line[b[5]-1:]
	}
	return line[:b[4]] + `\` + line[b[4]:]
}

// tables escapes bars in the code of tables, where they separate no cells:
// https://python-markdown.github.io/extensions/tables/
func tables(lines []block.Line) {
	for i := 1; i < len(lines); i++ {
		if lines[i].Code || !strings.Contains(lines[i].Text, "|") || !tableRule.MatchString(lines[i].Text) {
			continue
		}
		head := strings.TrimLeft(lines[i-1].Text, " >\t")
		border := strings.HasPrefix(head, "|") || strings.HasSuffix(strings.TrimRight(head, " \t"), "|")
		for k := i - 1; k < len(lines) && !lines[k].Code && lines[k].Text != ""; k++ {
			row := &lines[k].Text
			if at := strings.IndexByte(*row, '|'); k > i && !border && at >= 0 && strings.Trim((*row)[:at], " >\t") == "" {
				*row = (*row)[:at] + "|" + (*row)[at:] // an empty first cell
			}
			if s := strings.TrimRight(*row, " \t"); strings.HasSuffix(s, `\|`) {
				*row = s + " |"
			}
			if strings.Contains(*row, "`") {
				*row = block.InCode(*row, func(code string) string {
					return bars.ReplaceAllString(code, `$1\|`)
				})
			}
			i = k
		}
	}
}

var bars = pattern.New(`(^|[^\\])\|`)

var (
	formulaStart = pattern.New(`^[ \t]*\\(?:\[|begin\{([a-z]+\*?)\})`)
	formulaEnd   = pattern.New(`\\(?:\]|end\{([a-z]+\*?)\})[ \t]*$`)
)

// formulas writes formulas between \[ and \], and environments, between $$ and $$:
// https://facelessuser.github.io/pymdown-extensions/extensions/arithmatex/#input-format
func (w *text) formulas(lines []block.Line) {
	if !w.has("arithmatex") {
		return
	}
	for i := 0; i < len(lines); i++ {
		start := formulaStart.FindStringSubmatch(lines[i].Text)
		if start == nil || lines[i].Code || i > 0 && lines[i-1].Text != "" {
			continue
		}
		end := i
		for end < len(lines) && lines[end].Text != "" && !lines[end].Code && !formulaEnd.MatchString(lines[end].Text) {
			end++
		}
		if end == len(lines) || lines[end].Text == "" || lines[end].Code {
			i = end
			continue
		}
		if close := formulaEnd.FindStringSubmatch(lines[end].Text); start[1] == "" && close[1] == "" {
			lines[i].Text = strings.Replace(lines[i].Text, `\[`, "$$", 1)
			at := strings.LastIndex(lines[end].Text, `\]`)
			lines[end].Text = lines[end].Text[:at] + "$$"
		} else if start[1] == close[1] {
			lines[i].Text = "$$" + strings.TrimLeft(lines[i].Text, " \t")
			lines[end].Text = strings.TrimRight(lines[end].Text, " \t") + "$$"
		}
		i = end
	}
}

// titled matches the fence of code with a title.
var titled = pattern.New("^[ >]*(?:`{3,}|~{3,}).*title=")

// lines writes lines without syntax that only MkDocs supports.
func (w *text) lines(n *block.Node) {
	w.annotate(n)
	w.unclosed(n.Lines)
	n.Lines = elements(w.hinted(n.Lines))
	options := false // in the options of a removed block
	formula, notes, all := false, false, slices.Contains(w.features, any(codeAnnotations))
	w.formulas(n.Lines)
	tables(n.Lines)
	for i := range n.Lines {
		l := &n.Lines[i]
		if !l.Code && w.math && (formula || strings.HasPrefix(strings.TrimSpace(l.Text), "$$")) {
			formula = formula != (strings.Count(l.Text, "$$")%2 == 1)
			l.Code = true
		}
		if l.Code = l.Code || formula; l.Code {
			if codeNote.MatchString(l.Text) {
				w.use(codeAnnotations)
			}
			if notes = notes || strings.Contains(l.Text, ".annotate"); all || notes {
				l.Text = withoutComment(l.Text)
			}
			// titles of code are text
			if titled.MatchString(l.Text) && icon.MatchString(l.Text) {
				w.lost.Add(l.No, "emoji", iconMessage, iconHint)
				l.Text = icon.ReplaceAllString(l.Text, "")
			}
			continue
		}
		notes = false
		if options = options && (l.Text == "" || strings.HasPrefix(l.Text, "    ")); options {
			l.Text = ""
			continue
		}
		l.Text = w.task(l.Text)
		if i > 0 && strings.Contains(l.Text, "{") && strings.Contains(n.Lines[i-1].Text, "|") &&
			ownAttributes.MatchString(l.Text) { // below a table, which the line would continue
			row := &n.Lines[i-1].Text
			at := len(strings.TrimSuffix(strings.TrimRight(*row, " \t"), "|"))
			*row = (*row)[:at] + w.anchor(l.Text) + (*row)[at:]
			l.Text = strings.TrimRight(l.Text[:strings.IndexByte(l.Text, '{')], " \t")
			continue
		}
		for _, u := range unread {
			if !u.find.MatchString(l.Text) {
				continue
			}
			if u.extension == "mkdocstrings" && !w.on(u.extension) && !w.has("mkautodoc") && !w.has("mkdocs-click") {
				w.lost.Add(l.No, u.extension, "a line with ::: is text, as in MkDocs without the plugin mkdocstrings",
					"enable the plugin, or write !!! for a note")
				continue
			}
			was := l.Text
			l.Text = block.Outside(was, func(s string) string { return u.find.ReplaceAllString(s, "") })
			if l.Text != was && u.message != "" {
				w.use(u.extension)
				if strings.Contains(was, "mkdocs-click") {
					w.use("mkdocs-click")
				}
				w.lost.Add(l.No, u.extension, u.message, u.hint)
			}
			options = l.Text == "" && u.extension == "mkdocstrings"
		}
		if len(w.blogs) > 0 {
			l.Text = strings.Replace(l.Text, "<!-- more -->", "<!--more-->", 1)
		}
		if w.on("tags") {
			l.Text = block.Outside(l.Text, func(s string) string { return tagList.ReplaceAllString(s, "") })
		}
		l.Text = block.Outside(l.Text, func(s string) string {
			if !w.math { // two dollars are text
				s = strings.ReplaceAll(s, "$$", `\$\$`)
			}
			return w.drawIcons(s, l.No)
		})
	}
	w.paragraphs(n.Lines)
	w.Lines(n)
}
