package picture

import (
	"errors"
	"image/color"

	"github.com/cespare/xxhash/v2"
)

// Card is a picture of a page for other sites, which show it next to a link (https://ogp.me/): its title, and the name
// and logo of its site.
type Card struct {
	Title string // required
	Site  string
	// Colors. Texts with a contrast of less than 4.5 to the background are black or white instead (WCAG 2.2, 1.4.3).
	Background, Text, Accent color.NRGBA
	Logo                     *Image // at most CardLogoWidth by CardLogoHeight pixels; nil: none
	Font                     *Font  // required
}

// The size of cards, and of the largest logo on them, in pixels.
const (
	cardWidth, cardHeight         = 1200, 630
	CardLogoWidth, CardLogoHeight = 420, 72
)

// ErrNoTitle is the error for a card whose title has nothing to draw.
var ErrNoTitle = errors.New("the title is empty")

// Image returns the recipe of the card. Cards that differ in their titles only have the same parent, which is made
// once. An error is ErrNoTitle, ErrLetters, or a *ScriptError if a text can't be drawn as people write it.
func (c *Card) Image() (*Image, error) {
	const (
		bar    = 28   // width of the stripe at the left
		left   = 96   // of all texts
		right  = 1120 //
		middle = 540  // of the logo and the name of the site
		gap    = 24   // between them
		// A transparent pixel, of which all is made.
		pixel = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89" +
			"\x00\x00\x00\x0bIDATx\xdac`\x00\x02\x00\x00\x05\x00\x01\xe9\xfa\xdc\xd8" +
			"\x00\x00\x00\x00IEND\xaeB`\x82"
	)
	title, err := c.Font.plain(c.Title)
	if err == nil && title == "" {
		err = ErrNoTitle
	}
	if err != nil {
		return nil, err
	}
	site, err := c.Font.plain(c.Site)
	if err != nil {
		return nil, err
	}
	png := Encoding{Format: PNG}
	origin := Original(&File{
		Name: "card", Bytes: []byte(pixel), Hash: xxhash.Sum64String(pixel), Format: PNG, Width: 1, Height: 1,
	})
	canvas := func(w, h int, c color.NRGBA) Step {
		s := step(opPad, 0, float64(w-1), float64(h-1), 0)
		s.color = opaque(c)
		return s
	}
	stripe, err := origin.Derive([]Step{canvas(bar, cardHeight, c.Accent)}, png)
	if err != nil {
		return nil, err
	}
	steps := []Step{canvas(cardWidth, cardHeight, c.Background), Overlay(stripe, 0, 0).step}
	at := left
	if c.Logo != nil {
		steps = append(steps, Overlay(c.Logo, at, middle-c.Logo.h/2).step)
		at += c.Logo.w + gap
	}
	name := lettering{
		text: site, x: at, y: middle - 40, w: right - at, h: 80, largest: 36, smallest: 30, lines: 1,
		color: readable(c.Accent, c.Background), font: c.Font,
	}
	parent, err := origin.Derive(append(steps, name.step()), png)
	if err != nil {
		return nil, err
	}
	head := lettering{
		text: title, x: left, y: 64, w: right - left, h: 400, largest: 84, smallest: 42, lines: 4,
		color: readable(c.Text, c.Background), font: c.Font,
	}
	return parent.Derive([]Step{head.step()}, png)
}

// readable returns a color for text, or black or white if its contrast to the background is too low.
func readable(text, background color.NRGBA) color.NRGBA {
	const least = 4.5
	text, black, white := opaque(text), color.NRGBA{A: 255}, color.NRGBA{255, 255, 255, 255}
	switch {
	case contrast(text, background) >= least:
		return text
	case contrast(black, background) > contrast(white, background):
		return black
	}
	return white
}

// contrast returns the contrast ratio of two colors (WCAG 2.2).
func contrast(a, b color.NRGBA) float64 {
	x, y := Color{a}.Luminance(), Color{b}.Luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
