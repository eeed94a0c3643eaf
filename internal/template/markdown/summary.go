package markdown

import (
	"strings"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/config"
)

// Summary types: https://gohugo.io/methods/page/summary/
const (
	SummaryManual      = "manual"
	SummaryAuto        = "auto"
	SummaryFrontMatter = "frontmatter" // from front matter, converted inline by the caller; or none
)

// Split is rendered content divided after its summary.
type Split struct {
	Content   string // without the divider
	Summary   string
	Rest      string // .ContentWithoutSummary
	Truncated bool
	Type      string // SummaryManual, SummaryAuto; SummaryFrontMatter if Summary is empty
}

// SplitManual divides content at the Divider that MarkDivider inserted. plain says that the content is an HTML file,
// which was not converted. Without a divider there is no summary.
func SplitManual(html string, plain bool) Split {
	low := strings.Index(html, Divider)
	if low < 0 {
		return Split{Content: html, Type: SummaryFrontMatter, Rest: html}
	}
	// The divider is in the rendered text. cut is the part removed with it; end is the markup that closes the paragraph
	// of the summary if the divider is at its end.
	cut, end := span{low, low + len(Divider)}, span{}
	if !plain {
		cut, end = widenDivider(html, cut)
	}
	s := Split{Type: SummaryManual}
	s.Content = strings.TrimSpace(html[:cut.low] + html[cut.high:])
	if end.high == 0 {
		s.Summary = strings.TrimSpace(html[:cut.low])
		s.Rest = strings.TrimSpace(html[cut.high:])
	} else {
		s.Summary = strings.TrimSpace(html[:cut.low] + html[end.low:end.high])
		s.Rest = strings.TrimSpace(html[end.high:])
	}
	return s.finish()
}

// finish sets the rest. Without a summary it is the entire content.
func (s Split) finish() Split {
	s.Truncated = s.Rest != ""
	if s.Summary == "" {
		s.Rest, s.Type = s.Content, SummaryFrontMatter
	}
	return s
}

type span struct{ low, high int }

// widenDivider extends the divider to the paragraph around it, if nothing comes before it in the paragraph; otherwise
// it finds the markup that closes the paragraph.
func widenDivider(html string, divider span) (cut, end span) {
	cut = divider
	alone := false
	for i := divider.low - 1; i >= 0; i-- {
		if html[i] == '>' {
			if start := paragraphStart(html[:i+1]); start >= 0 {
				cut.low, alone = start, true
				break
			}
		}
		if r, _ := utf8.DecodeRuneInString(html[i:]); !isSpace(r) {
			break
		}
		alone = i == 0
	}
	if divider.low == 0 {
		alone = true
	}
	high := len(html)
	if i := strings.Index(html[divider.high:], "</p>"); i >= 0 {
		high = divider.high + i + len("</p>")
	}
	if alone {
		cut.high = high
	} else {
		end = span{divider.high, high}
	}
	if cut.high < len(html) && html[cut.high] == '\n' {
		cut.high++
	}
	return cut, end
}

// paragraphStart returns the start of the p tag at the end of s; -1 if s ends with another tag.
func paragraphStart(s string) int {
	i := strings.LastIndexByte(s, '<')
	if i < 0 || !strings.HasPrefix(s[i:], "<p") || strings.IndexByte(s[i:len(s)-1], '>') >= 0 {
		return -1
	}
	return i
}

// SplitAuto divides content after the paragraph in which the number of words is reached (summaryLength, 70 by default);
// cjk as in TextFacts. Content with fewer words is all summary. The summary contains only complete elements; before
// Hugo 0.167, it could end within a list or a quotation.
func SplitAuto(html string, words int, cjk bool, as config.Release) Split {
	s := Split{Content: html, Type: SummaryAuto}
	if words <= 0 {
		return s.finish()
	}
	high := len(html)
	for at, count := 0, 0; at < len(html); {
		i := strings.Index(html[at:], "</p>")
		if i < 0 {
			break
		}
		count = countMarkup(html[at:at+i], count, words, cjk, as)
		if count >= words {
			if high = at + i + len("</p>"); !as.Before(167) {
				high = balanced(html, high)
			}
			break
		}
		at += i + len("</p>") - 1
	}
	s.Summary = strings.TrimSpace(html[:high])
	s.Rest = strings.TrimSpace(html[high:])
	return s.finish()
}

// countMarkup counts the words of HTML including tags, except probable markup: Hugo's rough count, which decides where
// automatic summaries end. It stops at enough words.
func countMarkup(html string, count, enough int, cjk bool, as config.Release) int {
	from := 0
	for i, r := range html {
		if !isSpace(r) && i+utf8.RuneLen(r) != len(html) {
			continue
		}
		count += markupWord(strings.TrimSpace(html[from:i]), cjk, as)
		from = i
		if count >= enough {
			break
		}
	}
	return count
}

func markupWord(word string, cjk bool, as config.Release) int {
	if word == "" || probablyMarkup(word) {
		return 0
	}
	if cjk {
		return cjkWords(Plain(word, as))
	}
	return 1
}

// probablyMarkup recognizes ">", "<tag", "</tag>", and `name="`.
func probablyMarkup(word string) bool {
	if word == ">" {
		return true
	}
	if rest, ok := strings.CutPrefix(word, "<"); ok {
		rest = strings.TrimSuffix(strings.TrimPrefix(rest, "/"), ">")
		return rest != "" && letters(rest) == len(rest)
	}
	n := letters(word)
	return n > 0 && n+1 < len(word) && word[n] == '=' && (word[n+1] == '"' || word[n+1] == '\'')
}

func letters(s string) int {
	n := 0
	for n < len(s) && isASCIILetter(s[n]) {
		n++
	}
	return n
}
