package resource

import (
	"fmt"
	"image/color"
	"path"

	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// cardResource implements images.Card: a picture of 1200×630 pixels for og:image. Options (map): title, required; site,
// its name; background, color, and accent; logo and font, resources; targetDir, a folder of the output. A title that
// can't be drawn is an error for try.
func cardResource(c Scope, options any) (*Resource, error) {
	const function = "images.Card"
	o := struct {
		Title, Site, TargetDir    string
		Background, Color, Accent any
		Logo, Font                any
	}{Background: "ffffff", Color: "1a1a1a", Accent: "0b6660"}
	if err := filterOptions(function, []any{options}, &o); err != nil {
		return nil, err
	}
	card := picture.Card{Title: o.Title, Site: o.Site}
	for _, e := range []struct {
		to   *color.NRGBA
		from any
	}{{&card.Background, o.Background}, {&card.Text, o.Color}, {&card.Accent, o.Accent}} {
		var err error
		if *e.to, err = colorOf(function, e.from); err != nil {
			return nil, err
		}
	}
	var from []*Resource
	f := c.Resources()
	var err error
	if tmpl.Truth(o.Logo) {
		logo, sources, err := another(c, function, o.Logo)
		if err != nil {
			return nil, err
		}
		size := fmt.Sprintf("%dx%d lanczos png", picture.CardLogoWidth, picture.CardLogoHeight)
		if card.Logo, err = f.o.Imaging.Process(logo, "fit", size); err != nil {
			return nil, fmt.Errorf("%s: logo: %w", function, err)
		}
		from = sources
	}
	var font *picture.File
	hash := uint64(0)
	if tmpl.Truth(o.Font) {
		var sources []*Resource
		if font, sources, err = fontOf(c, function, o.Font); err != nil {
			return nil, err
		}
		hash, from = font.Hash, append(from, sources...)
	}
	if card.Font, err = f.fonts.of(hash, func() (*picture.Font, error) { return picture.NewFont(font) }); err != nil {
		return nil, fmt.Errorf("%s: %w", function, err)
	}
	i, err := card.Image()
	if err == nil {
		err = made(c, 0)
	}
	if err == nil {
		err = countEffort(c, i)
	}
	if err != nil {
		return nil, err
	}
	target := path.Join(o.TargetDir, "card_"+i.Key().String()[:16]+i.Format().Suffix())
	r := f.newResource(target, nil, i.Format().MediaType())
	r.image, r.from, r.pixels = i, from, pixels{i.Width(), i.Height()}
	return r, nil
}
