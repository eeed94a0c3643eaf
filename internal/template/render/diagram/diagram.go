// Package diagram converts diagrams drawn with characters to SVG. It uses the same library as Hugo, goat, so diagrams
// look the same in both: https://gohugo.io/content-management/diagrams/#goat-diagrams-ascii
package diagram

import (
	"fmt"
	"html/template"
	"strings"
	"unicode/utf8"

	"github.com/bep/goat"
)

// SVG is a drawn diagram: https://gohugo.io/functions/diagrams/goat/#methods
type SVG struct {
	Inner         template.HTML // the elements inside svg
	Width, Height int           // pixels
}

// maxLine is the longest line, in bytes, that the library reads. It would skip everything after a longer one.
const maxLine = 64<<10 - 1

// maxCells limits the area of a diagram in characters: drawing takes several hundred bytes and up to 15 microseconds
// for each.
const maxCells = 1 << 18

// GoAT draws a text. A text that is far too large for a drawing is an error. A tab counts as one character.
func GoAT(text string) (SVG, error) {
	width, height := 0, 0
	for line := range strings.Lines(text) {
		if len(line) > maxLine {
			return SVG{}, fmt.Errorf("line %d of the diagram is longer than %d bytes", height+1, maxLine)
		}
		width = max(width, utf8.RuneCountInString(line))
		height++
	}
	if width*height > maxCells {
		return SVG{}, fmt.Errorf("a diagram of %d columns and %d lines is too large to draw", width, height)
	}
	svg := goat.BuildSVG(strings.NewReader(strings.Map(printable, text)))
	return SVG{Inner: template.HTML(svg.Body), Width: svg.Width, Height: svg.Height}, nil
}

// printable replaces characters that are not allowed in XML (https://www.w3.org/TR/xml/#charsets).
func printable(r rune) rune {
	if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
		return utf8.RuneError
	}
	return r
}

// Wrapped returns the diagram with its svg element.
func (s SVG) Wrapped() template.HTML {
	return template.HTML(goat.SVG{Body: string(s.Inner), Width: s.Width, Height: s.Height}.String())
}

// Block returns the HTML of a fenced code block of the language goat if the project has no hook. class, width, and
// height are its attributes, "" if not given. White space included, it is the output of Hugo, so pages stay the same
// byte for byte.
func (s SVG) Block(class, width, height string) template.HTML {
	const indent = "\n\t\t\t\t"
	attribute := func(name, value string) string {
		if value == "" {
			return ""
		}
		return name + `="` + template.HTMLEscapeString(value) + `"`
	}
	size := fmt.Sprintf(`viewBox="0 0 %d %d"`, s.Width, s.Height)
	if width != "" || height != "" {
		size = attribute("width", width) + indent + attribute("height", height)
	}
	return template.HTML("\n\n\n" + `<div class="goat svg-container ` + template.HTMLEscapeString(class) + `">` +
		"\n\t\n\t\t<svg" +
		"\n\t\t\t" + `xmlns="http://www.w3.org/2000/svg"` +
		"\n\t\t\t" + `font-family="Menlo,Lucida Console,monospace"` +
		"\n\t\t\t" + indent + size +
		"\n\t\t\t>\n\t\t\t" + string(s.Inner) + "\n\t\t</svg>\n\t\n</div>\n")
}
