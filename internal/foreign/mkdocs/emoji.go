package mkdocs

import (
	_ "embed" // names
	"strconv"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
)

// emojiNames lists emoji with the names that Twemoji has for them, one emoji per line: its characters as hexadecimal
// numbers, and the names. Flags of countries and colors of skin follow from rules.
//
//go:embed icons/emoji.txt
var emojiNames string

// emojiByName returns the characters of emoji by their names.
var emojiByName = sync.OnceValue(func() map[string][]rune {
	out := map[string][]rune{}
	for line := range strings.Lines(emojiNames) {
		fields := strings.Fields(line)
		var text []rune
		for code := range strings.SplitSeq(fields[0], "-") {
			n, _ := strconv.ParseInt(code, 16, 32)
			text = append(text, rune(n))
		}
		for _, name := range fields[1:] {
			out[name] = text
		}
	}
	return out
})

var (
	// emojiName matches the name of an emoji with its attributes, and URLs, in which there are none.
	emojiName = pattern.New(`(?:https?|ftp)://[^\s<>]+|:([\w+-]+):(?:` + attributeList + `)?`)
	flagName  = pattern.New(`^flag_([a-z])([a-z])$`)
	// toned matches a name with the color of the skin, or of two.
	toned = pattern.New(`^(.+?)_(?:tone([1-5])(?:_tone([1-5]))?|` +
		oneTone + `_skin_tone(?:_` + oneTone + `_skin_tone)?)$`)
)

const oneTone = `(light|medium_light|medium|medium_dark|dark)`

// drawEmoji writes the names of emoji in a part of a line as characters. Names that Twemoji does not have stay.
// https://facelessuser.github.io/pymdown-extensions/extensions/emoji/
func (m *manner) drawEmoji(s string) string {
	if !m.has("emoji") || strings.Count(s, ":") < 2 ||
		strings.Contains(foreign.TextOf(m.extensions["emoji"]["emoji_index"]), "gemoji") { // those of GitHub
		return s
	}
	return emojiName.ReplaceAllStringFunc(s, func(found string) string {
		if text := emojiOf(emojiName.FindStringSubmatch(found)[1]); text != nil {
			m.use("emoji")
			return string(text)
		}
		return found
	})
}

// emojiOf returns the characters of an emoji; nil if the name is unknown.
func emojiOf(name string) []rune {
	if text := emojiByName()[name]; text != nil {
		return text
	}
	if m := flagName.FindStringSubmatch(name); m != nil {
		const regionA = '\U0001F1E6'
		return []rune{regionA + rune(m[1][0]-'a'), regionA + rune(m[2][0]-'a')}
	}
	m := toned.FindStringSubmatch(name)
	if m == nil {
		return nil
	}
	base := emojiByName()[m[1]]
	if base == nil {
		return nil
	}
	first := toneOf(m[2] + m[4])
	second := first
	if m[3]+m[5] != "" {
		second = toneOf(m[3] + m[5])
	}
	return withTones(base, first, second)
}

// toneOf returns the character of a color of skin: 1 or light, up to 5 or dark.
func toneOf(name string) rune {
	number := map[string]rune{"light": 1, "medium_light": 2, "medium": 3, "medium_dark": 4, "dark": 5}[name]
	if number == 0 {
		number = rune(name[0] - '0')
	}
	return '\U0001F3FA' + number
}

// withTones returns an emoji with the colors of the skin of its first character, and of the person at its end.
func withTones(base []rune, first, second rune) (out []rune) {
	for i, c := range base {
		if c == '\uFE0F' && i == 1 { // the color takes the place of the choice of a picture
			continue
		}
		out = append(out, c)
		switch {
		case i == 0:
			out = append(out, first)
		case i == len(base)-1 && (c == '\U0001F468' || c == '\U0001F469' || c == '\U0001F9D1'):
			out = append(out, second)
		}
	}
	return out
}
