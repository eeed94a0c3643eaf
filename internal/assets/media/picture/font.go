package picture

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// Font is a font for cards.
type Font struct {
	file   *File // nil: Go Bold
	parsed *opentype.Font
}

// NewFont reads a font; nil: Go Bold, which has Latin, Greek, and Cyrillic letters.
func NewFont(f *File) (*Font, error) {
	parsed, err := parseFont(f, gobold.TTF)
	if err != nil {
		return nil, err
	}
	return &Font{f, parsed}, nil
}

// parseFont reads a font; nil: embedded.
func parseFont(f *File, embedded []byte) (*opentype.Font, error) {
	if f == nil {
		return opentype.Parse(embedded)
	}
	data, err := f.read()
	if err != nil {
		return nil, err
	}
	parsed, err := opentype.Parse(data)
	if err != nil {
		// The cause of an error is what templates show: it has to name the file.
		return nil, fmt.Errorf("%s is not a TrueType or OpenType font: %v", f.Name, err)
	}
	return parsed, nil
}

// ErrLetters is the error for a text with letters that a font does not have.
var ErrLetters = errors.New("the font does not have all letters of the text")

// ScriptError is the error for a text in a script that can't be drawn letter by letter, from left to right, with any
// font.
type ScriptError struct{ Script string }

// Error names the script.
func (e *ScriptError) Error() string {
	if e.Script == "Inherited" {
		return "text with combining marks can't be drawn"
	}
	return fmt.Sprintf("text in the script %s can't be drawn", e.Script)
}

// separate are the scripts whose letters stand side by side, one glyph for each character.
var separate = []*unicode.RangeTable{
	unicode.Common, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Armenian, unicode.Georgian, unicode.Han,
	unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo, unicode.Yi, unicode.Ethiopic, unicode.Cherokee,
	unicode.Canadian_Aboriginal,
}

// conjoining are the parts of Korean syllables that no single character has.
var conjoining = &unicode.RangeTable{R16: []unicode.Range16{
	{0x1100, 0x11ff, 1},
	{0xa960, 0xa97c, 1},
	{0xd7b0, 0xd7fb, 1},
}}

// noBreak is a space at which no line ends.
const noBreak = '\u00a0'

// plain returns a text with the characters to draw: spaces, and those of which the font has glyphs. Signs that the font
// does not have, such as emoji, are left out. Other characters that it does not have are an error.
func (f *Font) plain(text string) (string, error) {
	const most = 500 // characters; more don't fit
	var buf sfnt.Buffer
	var out strings.Builder
	n, space := 0, rune(0)
	for _, r := range norm.NFC.String(text) {
		switch {
		case slices.Contains([]rune{noBreak, '\u202f', '\u2007'}, r):
			space = noBreak
			continue
		case unicode.IsSpace(r):
			space = max(space, ' ')
			continue
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector), r == '\u20e3': // that of a keycap
			continue
		case !unicode.In(r, separate...) || unicode.Is(unicode.M, r) || unicode.Is(conjoining, r):
			return "", &ScriptError{scriptOf(r)}
		}
		if glyph, err := f.parsed.GlyphIndex(&buf, r); err != nil || glyph == 0 {
			if unicode.In(r, unicode.So, unicode.Sk) {
				continue
			}
			return "", ErrLetters
		}
		if space > 0 && n > 0 {
			out.WriteRune(space)
		}
		if n, space = n+1, 0; n > most {
			out.WriteString(f.ellipsis())
			break
		}
		out.WriteRune(r)
	}
	return out.String(), nil
}

// scriptOf returns the name of the only script that has a character.
func scriptOf(r rune) string {
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return "Unknown"
}

// ellipsis returns the sign for text that is left out.
func (f *Font) ellipsis() string {
	if glyph, err := f.parsed.GlyphIndex(nil, '…'); err != nil || glyph == 0 {
		return "..."
	}
	return "…"
}
