package mkdocs

import (
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/block"
)

// inLines lists the inline syntax of Python-Markdown extensions and its replacement in HTML:
// https://facelessuser.github.io/pymdown-extensions/
var inLines = []struct {
	extension string
	find      *regexp.Regexp
	write     string // "" for keys
}{
	{"critic", regexp.MustCompile(`\{\+\+(.+?)\+\+\}`), "<ins>$1</ins>"},
	{"critic", regexp.MustCompile(`\{--(.+?)--\}`), "<del>$1</del>"},
	{"critic", regexp.MustCompile(`\{==(.+?)==\}`), "<mark>$1</mark>"},
	{"critic", regexp.MustCompile(`\{~~(.*?)~>(.*?)~~\}`), "<del>$1</del><ins>$2</ins>"},
	{"critic", regexp.MustCompile(`\{>>.*?<<\}`), " "},
	{"mark", regexp.MustCompile(`==([^=\s](?:[^=]*[^=\s])?)==`), "<mark>$1</mark>"},
	{"caret", regexp.MustCompile(`\^\^([^\^\s](?:[^\^]*[^\^\s])?)\^\^`), "<ins>$1</ins>"},
	{"caret", regexp.MustCompile(`\^([^\^\s\[\]]+)\^`), "<sup>$1</sup>"},
	{"tilde", regexp.MustCompile(`(^|[^~])~([^~\s]+)~($|[^~])`), "$1<sub>$2</sub>$3"},
	{"keys", regexp.MustCompile(`\+\+(?:` + oneKey + `(?:\+` + oneKey + `)*)\+\+`), ""},
	{"smartsymbols", regexp.MustCompile(`(?i)\(tm\)`), "™"},
	{"smartsymbols", regexp.MustCompile(`(?i)\(c\)`), "©"},
	{"smartsymbols", regexp.MustCompile(`(?i)\(r\)`), "®"},
	{"smartsymbols", regexp.MustCompile(`\bc/o\b`), "℅"},
	{"smartsymbols", regexp.MustCompile(`\+/-`), "±"},
	{"smartsymbols", regexp.MustCompile(`<-->`), "↔"},
	{"smartsymbols", regexp.MustCompile(`-->`), "→"},
	{"smartsymbols", regexp.MustCompile(`<--`), "←"},
	{"smartsymbols", regexp.MustCompile(`=/=`), "≠"},
}

const oneKey = `(?:[\w-]+|"[^"+]+"|'[^'+]+')`

// inLine converts the syntax of extensions in a line.
func (m *manner) inLine(line string) string {
	if m.has("inlinehilite") {
		line = language.ReplaceAllString(line, "$1`")
	}
	line, math, comment := m.filled(line), m.has("arithmatex"), strings.Contains(line, "<!--")
	return block.Outside(line, func(s string) string {
		if math && formula.MatchString(s) {
			return s
		}
		for _, x := range inLines {
			switch {
			case !m.has(x.extension), x.extension == "smartsymbols" && comment:
			case x.write == "":
				s = x.find.ReplaceAllStringFunc(s, keys)
			default:
				s = x.find.ReplaceAllString(s, x.write)
			}
		}
		return s
	})
}

// formula matches an inline formula, in which the syntax of extensions has another meaning.
var formula = regexp.MustCompile(`\$[^$]+\$|\\\(.+\\\)`)

var language = regexp.MustCompile("(^|[^`])`#!\\w+ ")

// keys converts ++ctrl+alt+del++.
func keys(s string) string {
	names := strings.Split(strings.Trim(s, "+"), "+")
	for i, name := range names {
		if strings.ContainsAny(name[:1], `"'`) {
			names[i] = "<kbd>" + name[1:len(name)-1] + "</kbd>"
			continue
		}
		name = strings.ReplaceAll(name, "-", " ")
		names[i] = "<kbd>" + strings.ToUpper(name[:1]) + name[1:] + "</kbd>"
	}
	return strings.Join(names, "+")
}

// unread lists syntax that only MkDocs supports, in lines or parts of lines. It is removed.
var unread = []struct {
	find          *regexp.Regexp
	extension     string
	message, hint string // no message: nothing is lost
}{
	{regexp.MustCompile(`^\s*\[TOC\]\s*$`), "toc", "", "the theme has a table of contents"},
	{
		regexp.MustCompile(`^\s*::: +[\w.:-]+\s*$`), "mkdocstrings", "documentation from source code is left out", apiHint,
	},
}

// commentNotes matches the numbers of annotations in a comment at the end of a line of code, whose ! removes the
// comment: https://squidfunk.github.io/mkdocs-material/reference/code-blocks/#stripping-comments
var commentNotes = regexp.MustCompile(`[ \t]*(?:#|//|--|;+|%|/\*|<!--)[ \t]*((?:\(\d{1,3}\)!?[ \t]*)*\(\d{1,3}\)!)[ \t]*(?:\*/|-->)?[ \t]*$`)

// withoutComment returns a line of code in which the numbers of annotations stay without their comment.
func withoutComment(line string) string {
	m := commentNotes.FindStringSubmatchIndex(line)
	if m == nil {
		return line
	}
	return line[:m[0]] + " " + strings.ReplaceAll(line[m[2]:m[3]], "!", "")
}

// titled matches the fence of code with a title.
var titled = regexp.MustCompile("^[ >]*(?:`{3,}|~{3,}).*title=")

// lines writes lines without syntax that only MkDocs supports.
func (w *text) lines(n *block.Node) {
	w.annotate(n)
	options := false // in the options of a removed block
	formula, notes := false, false
	for i := range n.Lines {
		l := &n.Lines[i]
		if !l.Code && w.math && strings.HasPrefix(strings.TrimSpace(l.Text), "$$") {
			formula = formula != (strings.Count(l.Text, "$$") == 1)
			l.Code = true
		}
		if l.Code = l.Code || formula; l.Code {
			if notes = notes || strings.Contains(l.Text, ".annotate"); w.codeNotes || notes {
				l.Text = withoutComment(l.Text)
			}
			// titles of code are text
			if l.Text = w.manner.filled(l.Text); titled.MatchString(l.Text) && icon.MatchString(l.Text) {
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
		if i > 0 && strings.Contains(l.Text, "{") && strings.Contains(n.Lines[i-1].Text, "|") &&
			ownAttributes.MatchString(l.Text) { // below a table, which the line would continue
			row := &n.Lines[i-1].Text
			at := len(strings.TrimSuffix(strings.TrimRight(*row, " \t"), "|"))
			*row, l.Text = (*row)[:at]+anchor(l.Text)+(*row)[at:], ""
			continue
		}
		for _, u := range unread {
			if !u.find.MatchString(l.Text) {
				continue
			}
			was := l.Text
			l.Text = block.Outside(was, func(s string) string { return u.find.ReplaceAllString(s, "") })
			if l.Text != was && u.message != "" {
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
	w.Lines(n)
}
