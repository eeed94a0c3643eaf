package picture

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/image/math/fixed"

	"github.com/sitegen/sitegen/internal/base/codec"
)

func boldFont(t *testing.T) *Font {
	t.Helper()
	f, err := NewFont(nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestPlainText: what is drawn of a text, and what can't be drawn.
func TestPlainText(t *testing.T) {
	f := boldFont(t)
	for text, want := range map[string]string{
		"  A\t title\n of  words ": "A title of words",
		"e\u0301t\u0113":           "étē",
		"Привет, Ελλάδα":           "Привет, Ελλάδα",
		"🚀 Launch 👩🏽‍🚀 1️⃣":        "Launch 1",
		"soft\u00adhyphen\u200b":   "softhyphen",
		"Quoi\u202f? 5\u00a0km":    "Quoi\u00a0? 5\u00a0km",
		"🚀":                        "",
		"日本語":                      "ERR the font does not have all letters of the text",
		"Tiếng Việt":               "ERR the font does not have all letters of the text",
		"한국어":                      "ERR the font does not have all letters of the text",
		"A مرحبا":                  "ERR text in the script Arabic can't be drawn",
		"שלום":                     "ERR text in the script Hebrew can't be drawn",
		"नमस्ते":                   "ERR text in the script Devanagari can't be drawn",
		"ไทย":                      "ERR text in the script Thai can't be drawn",
		"x\u030c":                  "ERR text with combining marks can't be drawn",
		"\u11f9":                   "ERR text in the script Hangul can't be drawn",
		"\ue000":                   "ERR text in the script Unknown can't be drawn",
	} {
		got, err := f.plain(text)
		if err != nil {
			got = "ERR " + err.Error()
		}
		if got != want {
			t.Errorf("%q is drawn as %q, not %q", text, got, want)
		}
	}
	if got, err := f.plain(strings.Repeat("i", 10_000)); err != nil || len([]rune(got)) != 501 || !strings.HasSuffix(got, "i…") {
		t.Errorf("a long text has %d bytes, %v", len(got), err)
	}
}

// TestPieces: where lines may end.
func TestPieces(t *testing.T) {
	for text, want := range map[string]string{
		"two words":               "two |words",
		"Straßen-Verkehrs-Amt":    "Straßen-|Verkehrs-|Amt",
		"the --flag of -5 and/or": "the |--flag |of |-5 |and/|or",
		"kettle.options.retryOnFailure(atMost_of.all) in e.g. a.toml (or)": "kettle.options.|retryOnFailure(|atMost_of.all) |in |" +
			"e.g. |a.toml |(or)",
		"5\u00a0km (a b)": "5\u00a0km |(a |b)",
		"日本語の「文章」。":       "日|本|語|の|「文|章」。",
		"使用Go语言":          "使|用|Go|语|言",
		"コーヒー、きゃく":        "コー|ヒー、|きゃ|く",
		"":                "",
	} {
		if got := strings.Join(pieces(text), "|"); got != want {
			t.Errorf("%q is divided as %q, not %q", text, got, want)
		}
	}
}

// TestFit: a title is as large as its box allows; one that is too long ends with an ellipsis; every line fits.
func TestFit(t *testing.T) {
	f := boldFont(t)
	for _, c := range []struct {
		text  string
		size  int
		lines []string
	}{
		{"Short", 84, []string{"Short"}},
		{"Rindfleischetikettierungsüberwachungsaufgaben", 42, []string{"Rindfleischetikettierungsüberwachungsaufgaben"}},
		{
			"Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz im Titel", 27,
			[]string{"Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz im Titel"},
		},
		{"", 84, nil},
	} {
		l := &lettering{text: c.text, w: 1024, h: 400, largest: 84, smallest: 42, lines: 4, font: f}
		m, lines := l.fit()
		if diff := cmp.Diff(c.lines, lines); diff != "" || m.size != c.size {
			t.Errorf("%q has the size %d: %s", c.text, m.size, diff)
		}
	}
	for _, text := range []string{
		strings.Repeat("many words ", 40), strings.Repeat("W", 400), strings.Repeat("a. ", 160), strings.Repeat("Über-", 90),
	} {
		l := &lettering{text: strings.TrimSpace(text), w: 1024, h: 400, largest: 84, smallest: 42, lines: 4, font: f}
		m, lines := l.fit()
		if len(lines) != 4 || !strings.HasSuffix(lines[3], "…") {
			t.Errorf("%.20q has the lines %q", text, lines)
		}
		for _, line := range lines {
			if m.width(line) > fixed.I(1024) {
				t.Errorf("%q is wider than its box", line)
			}
		}
	}
}

// TestReadable: texts have a contrast of at least 4.5 to the background.
func TestReadable(t *testing.T) {
	c := func(s string) color.NRGBA {
		out, err := ParseColor(s)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	for _, e := range [][3]string{
		{"0b6660", "fdfdfc", "0b6660"},
		{"ffd400", "ffffff", "000000"},
		{"333333", "111111", "ffffff"},
		{"777777", "777777", "000000"},
		{"00000000", "ffffff", "000000"},
	} {
		got := readable(c(e[0]), c(e[1]))
		if got != c(e[2]) || contrast(got, c(e[1])) < 4.5 {
			t.Errorf("%s on %s becomes %v", e[0], e[1], got)
		}
	}
}

// TestCardPixels: a card has the same pixels on every machine.
func TestCardPixels(t *testing.T) {
	c := Card{
		Title: "Größe & Maß: sQS 0369 Привет", Site: "Notes", Font: boldFont(t), Background: color.NRGBA{253, 253, 252, 255},
		Text: color.NRGBA{26, 26, 26, 255}, Accent: color.NRGBA{11, 102, 96, 255},
	}
	i, err := c.Image()
	if err != nil {
		t.Fatal(err)
	}
	made, err := NewMaker(MakerOptions{}).Bytes(i)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(made))
	if err != nil {
		t.Fatal(err)
	}
	const want = 0x8be6fa496d6a2442
	if got := xxhash.Sum64(toNRGBA(img).Pix); got != want {
		t.Errorf("the pixels of a card have the hash %#x", got)
	}
}

// TestCard: cards with other titles have one parent; all that they show is part of their names; they are stored and read
// back; a few colors are a palette.
func TestCard(t *testing.T) {
	font := boldFont(t)
	logo := image.NewNRGBA(image.Rect(0, 0, 60, 60))
	for i := range logo.Pix {
		logo.Pix[i] = 255 // white, and red in the upper half
		if i < len(logo.Pix)/2 && (i%4 == 1 || i%4 == 2) {
			logo.Pix[i] = 0
		}
	}
	sign := original(t, encoded(t, logo, PNG), PNG)
	blue, white, red := color.NRGBA{10, 20, 120, 255}, color.NRGBA{255, 255, 255, 255}, color.NRGBA{255, 0, 0, 255}
	plain := Card{Title: "A title", Site: "Site", Background: white, Text: color.NRGBA{0, 0, 0, 255}, Accent: blue, Font: font}
	vary := func(f func(*Card)) *Image {
		c := plain
		f(&c)
		i, err := c.Image()
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	cards := []*Image{
		vary(func(*Card) {}),
		vary(func(c *Card) { c.Title = "Another" }),
		vary(func(c *Card) { c.Site = "" }),
		vary(func(c *Card) { c.Background.B = 200 }),
		vary(func(c *Card) { c.Text = blue }),
		vary(func(c *Card) { c.Accent.R = 100 }),
		vary(func(c *Card) { c.Logo = sign }),
	}
	if cards[0].Parent().Key() != cards[1].Parent().Key() {
		t.Error("cards with other titles have other parents")
	}
	keys := map[Key]bool{}
	m := NewMaker(MakerOptions{})
	for n, i := range cards {
		keys[i.Key()] = true
		var w codec.Writer
		if !i.Store(&w, func(p string) string { return p }) {
			t.Fatal("a card is not stored")
		}
		r := codec.NewReader(w.Bytes())
		back := Load(r, func(p string) string { return p })
		if back.Key() != i.Key() || r.Err() != nil {
			t.Fatalf("card %d comes back as another, %v", n, r.Err())
		}
		made, err := m.Bytes(back)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(made))
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := img.(*image.Paletted); !ok || img.Bounds().Size() != image.Pt(1200, 630) {
			t.Errorf("card %d is a %T of %v pixels", n, img, img.Bounds())
		}
		at := func(x, y int) color.NRGBA { return color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA) }
		if n == 0 && (at(5, 300) != blue || at(1190, 10) != white) {
			t.Errorf("the stripe is %v, the background %v", at(5, 300), at(1190, 10))
		}
		if n == 6 && at(100, 515) != red {
			t.Errorf("the logo is %v", at(100, 515))
		}
	}
	if len(keys) != len(cards) {
		t.Errorf("%d cards have %d names", len(cards), len(keys))
	}
	if _, err := (&Card{Title: " 🚀 ", Font: font}).Image(); !errors.Is(err, ErrNoTitle) {
		t.Error(err)
	}
	if _, err := NewFont(&File{Name: "assets/no.ttf", Bytes: []byte("none")}); err == nil || !strings.Contains(err.Error(),
		"assets/no.ttf is not a TrueType or OpenType font") {
		t.Error(err)
	}
}
