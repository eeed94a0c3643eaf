package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Facts are facts about the text of a page.
type Facts struct {
	Plain          string // rendered text without elements; entities stay
	WordCount      int
	FuzzyWordCount int // WordCount rounded up to the next hundred as in Hugo: 100 becomes 200
	ReadingTime    int // minutes
}

// TextFacts returns the facts of rendered content. cjk says that the page is in Chinese, Japanese, or Korean, where
// each character of a word counts (isCJKLanguage in front matter, or detected if the site sets hasCJKLanguage).
func TextFacts(html string, cjk bool) Facts {
	f := Facts{Plain: Plain(html)}
	f.WordCount = CountWords(f.Plain, cjk)
	f.FuzzyWordCount = (f.WordCount + 100) / 100 * 100
	f.ReadingTime = readingTime(f.WordCount, cjk)
	return f
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

// readingTime divides by 213 words per minute, or 501 characters for CJK, and rounds up, as Hugo does.
func readingTime(words int, cjk bool) int {
	if cjk {
		return (words + 500) / 501
	}
	return (words + 212) / 213
}

// isSpace is unicode.IsSpace with a fast path for ASCII.
func isSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || (r >= '\t' && r <= '\r')
	}
	return unicode.IsSpace(r)
}
