package jekyll

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

const (
	codeSpan = "`+[^`]+`+"
	formula  = `\$\$?[^$]+\$\$?`
	inStars  = "(?:[^*`]|" + codeSpan + ")"
	atStars  = "(?:[^*`\\s\\\\]|" + codeSpan + ")" // next to them
)

// starred matches a text between stars, or code or a formula, in which stars are text.
var starred = pattern.New(codeSpan + "|" + formula +
	"|(\\*\\*?)(" + atStars + "(?:" + inStars + "*" + atStars + ")?)(\\*\\*?)")

// emphasis writes emphasis that only kramdown reads as HTML: a punctuation mark may be on one side of the stars, and a
// letter on the other, as in **Note:**text and in Chinese, Japanese, and Korean.
// https://kramdown.gettalong.org/syntax.html#emphasis, https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run
func emphasis(line string) string {
	if strings.Count(line, "*") < 2 {
		return line
	}
	var b strings.Builder
	at := 0
	for _, m := range starred.FindAllStringSubmatchIndex(line, -1) {
		if m[2] < 0 || m[3]-m[2] != m[7]-m[6] {
			continue
		}
		text := line[m[4]:m[5]]
		before, _ := utf8.DecodeLastRuneInString(line[:m[0]])
		after, _ := utf8.DecodeRuneInString(line[m[1]:])
		first, _ := utf8.DecodeRuneInString(text)
		last, _ := utf8.DecodeLastRuneInString(text)
		if before == '*' || before == '\\' || after == '*' || opens(first, before) && opens(last, after) {
			continue
		}
		name := [...]string{"em", "strong"}[m[3]-m[2]-1] // by the number of stars
		b.WriteString(line[at:m[0]] + "<" + name + ">" + text + "</" + name + ">")
		at = m[1]
	}
	return b.String() + line[at:]
}

// opens reports whether stars between two characters are those of CommonMark, given the one in the emphasis. outside is
// utf8.RuneError at an end of the line.
func opens(inside, outside rune) bool {
	return !isMark(inside) || outside == utf8.RuneError || unicode.IsSpace(outside) || isMark(outside)
}

func isMark(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

var (
	// needless matches a backslash that kramdown prints: https://kramdown.gettalong.org/syntax.html#specifying-literal-text
	needless = pattern.New(`\\[%&,/;?@^~]`)
	// formulas matches formulas, in which backslashes stay, and oneDollarToo those between single dollars, too.
	formulas     = pattern.New(`\$\$[^$]+\$\$|\\\\[(\[].+?\\\\[)\]]|\\\\`)
	oneDollarToo = pattern.New(formula + `|\\\\[(\[].+?\\\\[)\]]|\\\\`)
)

// unescaped keeps backslashes that kramdown prints. dollars means that $x$ is a formula.
func unescaped(line string, dollars bool) string {
	if !strings.Contains(line, `\`) {
		return line
	}
	not := formulas
	if dollars {
		not = oneDollarToo
	}
	return block.Outside(line, func(s string) string {
		return block.Around(not, s, func(s string) string { return needless.ReplaceAllString(s, `\$0`) })
	})
}
