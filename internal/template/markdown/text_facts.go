package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/config"
)

// Facts are facts about the text of a page.
type Facts struct {
	Plain     string // rendered text without elements; entities stay
	WordCount int
}

// TextFacts returns the facts of rendered content. cjk says that the page is in Chinese, Japanese, or Korean, where
// each character of a word counts (isCJKLanguage in front matter, or detected if the site sets hasCJKLanguage).
func TextFacts(html string, cjk bool, as config.Release) Facts {
	plain := Plain(html, as)
	return Facts{plain, CountWords(plain, cjk)}
}

// FuzzyWordCount rounds a number of words up to hundreds. Before Hugo 0.166, 100 became 200.
func FuzzyWordCount(words int, as config.Release) int {
	if as.Before(166) {
		words++
	}
	return (words + 99) / 100 * 100
}

// ReadingTime returns the minutes that a number of words takes: 212 per minute, or 500 characters for CJK; one more
// before Hugo 0.166.
func ReadingTime(words int, cjk bool, as config.Release) int {
	perMinute := 212
	if cjk {
		perMinute = 500
	}
	if as.Before(166) {
		perMinute++
	}
	return (words + perMinute - 1) / perMinute
}

// CountWords counts the runs between white space. With cjk, it counts the characters of a run that is not ASCII.
func CountWords(plain string, cjk bool) int {
	if cjk {
		n := 0
		for word := range strings.FieldsSeq(plain) {
			n += cjkWords(word)
		}
		return n
	}
	n, inWord := 0, false
	for i := 0; i < len(plain); {
		switch byteKinds[plain[i]] {
		case otherByte:
			if !inWord {
				n++
				inWord = true
			}
			for i++; i < len(plain) && byteKinds[plain[i]] == otherByte; i++ {
			}
		case spaceByte:
			inWord = false
			i++
		default:
			r, size := utf8.DecodeRuneInString(plain[i:])
			space := isSpace(r)
			if !space && !inWord {
				n++
			}
			inWord = !space
			i += size
		}
	}
	return n
}

func cjkWords(word string) int {
	runes := utf8.RuneCountInString(word)
	if runes == len(word) {
		return 1
	}
	return runes
}

// isSpace is unicode.IsSpace with a fast path for ASCII.
func isSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || (r >= '\t' && r <= '\r')
	}
	return unicode.IsSpace(r)
}
