package themes_test

import (
	"io/fs"
	"math"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/themes"
)

var property = regexp.MustCompile(`--([a-z-]+): light-dark\(#([0-9a-f]{3,6}), ?#([0-9a-f]{3,6})\)`)

// palette reads the colors of a style sheet by name: the light one and the dark one.
func palette(t *testing.T, file string, into map[string][2]rgb) {
	t.Helper()
	text, err := fs.ReadFile(themes.FS("base"), file)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range property.FindAllStringSubmatch(string(text), -1) {
		into[m[1]] = [2]rgb{parse(m[2]), parse(m[3])}
	}
}

// rgb is a color, each part from 0 to 1.
type rgb [3]float64

func parse(hex string) (c rgb) {
	if len(hex) == 3 {
		hex = strings.Join([]string{hex[:1], hex[:1], hex[1:2], hex[1:2], hex[2:], hex[2:]}, "")
	}
	for i := range c {
		n, _ := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		c[i] = float64(n) / 255
	}
	return c
}

// mix is color-mix(in srgb, c PART, other).
func (c rgb) mix(part float64, other rgb) (m rgb) {
	for i := range m {
		m[i] = c[i]*part + other[i]*(1-part)
	}
	return m
}

// contrast is that of WCAG 2.2 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio).
func contrast(a, b rgb) float64 {
	light := func(c rgb) float64 {
		for i, v := range c {
			if c[i] = v / 12.92; v > 0.04045 {
				c[i] = math.Pow((v+0.055)/1.055, 2.4)
			}
		}
		return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestContrast: in every color scheme, light and dark, all text has a contrast of at least 4.5 (AA) on all backgrounds
// that the style sheets put it on.
func TestContrast(t *testing.T) {
	schemes, err := fs.Glob(themes.FS("base"), "assets/css/colors/*.css")
	if err != nil || len(schemes) != 6 {
		t.Fatalf("%d color schemes, want 6: %v", len(schemes), err)
	}
	for _, file := range append(schemes, "") {
		colors := map[string][2]rgb{}
		palette(t, "assets/css/tokens.css", colors)
		if file != "" {
			palette(t, file, colors)
		}
		for mode, name := range []string{"light", "dark"} {
			t.Run(strings.TrimSuffix(path.Base(file), ".css")+" "+name, func(t *testing.T) {
				c := func(name string) rgb { return colors[name][mode] }
				grounds := map[string]rgb{"bg": c("sg-bg"), "surface": c("sg-surface"), "code-bg": c("sg-code-bg")}
				check := func(text string, on rgb, where string) {
					if r := contrast(c(text), on); r < 4.5 {
						t.Errorf("%s on %s has a contrast of %.2f", text, where, r)
					}
				}
				for _, text := range []string{"sg-fg", "sg-muted", "sg-accent", "red", "amber", "green", "blue", "violet", "pink", "teal", "olive"} {
					for where, ground := range grounds {
						check(text, ground, where)
					}
				}
				for _, text := range []string{"blue", "red", "amber", "green", "violet"} {
					tint := c(text).mix(.07, c("sg-bg")) // of an alert
					check(text, tint, "its tint")
					check("sg-fg", tint, "the tint of "+text)
				}
				check("sg-accent", c("sg-accent").mix(.11, c("sg-bg")), "the current entry of the tree")
				check("sg-accent", c("sg-accent").mix(.11, c("sg-surface")), "the current entry of the docs theme's tree")
				check("sg-fg", c("sg-accent").mix(.18, c("sg-bg")), "the announcement")
				check("sg-accent-fg", c("sg-accent"), "a button")
			})
		}
	}
}
