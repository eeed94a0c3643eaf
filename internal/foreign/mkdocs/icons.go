package mkdocs

import (
	_ "embed" // icons
	"path"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// icon matches an icon with its attributes:
// https://squidfunk.github.io/mkdocs-material/reference/icons-emojis/
var icon = pattern.New(`(^|[ \t]*):([a-z]+(?:-[\w-]+)+):(?:` + attributeList + `)?([ \t]*)`)

// packages are the folders of the npm packages from which Material for MkDocs has its icons.
var packages = [][2]string{
	{"material-", "node_modules/@mdi/svg/svg"},
	{"octicons-", "node_modules/@primer/octicons/build/svg"},
	{"fontawesome-brands-", "node_modules/@fortawesome/fontawesome-free/svgs/brands"},
	{"fontawesome-regular-", "node_modules/@fortawesome/fontawesome-free/svgs/regular"},
	{"fontawesome-solid-", "node_modules/@fortawesome/fontawesome-free/svgs/solid"},
	{"simple-", "node_modules/simple-icons/icons"},
}

// drawIcons draws the icons in a part of a line of the page. Icons whose pictures are not in the project are left out.
func (w *text) drawIcons(s string, line int) string {
	if strings.Count(s, ":") < 2 {
		return s
	}
	s = w.drawEmoji(s)
	return icon.ReplaceAllStringFunc(s, func(found string) string {
		m := icon.FindStringSubmatch(found)
		before, name, after := m[1], m[2], m[3]
		var files []string
		known := strings.HasPrefix(name, "fontawesome-")
		for _, p := range packages {
			if rest, ok := strings.CutPrefix(name, p[0]); ok {
				files, known = append(files, path.Join(w.dir, p[1], rest+".svg")), true
			}
		}
		if w.icons != "" { // custom-my-logo may be custom/my-logo.svg and custom/my/logo.svg
			files = append(files, path.Join(w.icons, strings.Replace(name, "-", "/", 1)+".svg"),
				path.Join(w.icons, strings.Replace(name, "-", "/", 2)+".svg"))
		}
		for _, file := range files {
			if w.page.Read == nil {
				break
			}
			if text, ok := w.page.Read(file); ok && len(text) < mostIcon {
				if svg := inlined(string(text)); svg != "" {
					w.use("emoji")
					return before + svg + after
				}
			}
		}
		if svg := contained(name); svg != "" {
			w.use("emoji")
			return before + inlined(svg) + after
		}
		if !known {
			return found
		}
		w.use("emoji")
		w.lost.Add(line, "emoji", iconMessage, iconHint)
		if before == "" {
			before = after
		}
		return before // once, because more spaces could make the text of a list item code
	})
}

// icons contains the most common icons, one per line: name, view box, and shapes. tools/icons writes it.
//
//go:embed icons/icons.txt
var icons string

// byName returns the view boxes and shapes of icons by their names.
var byName = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(icons) {
		name, picture, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		out[name] = picture
	}
	return out
})

// contained returns the picture of an icon that sitegen contains; "" if it does not.
func contained(name string) string {
	box, shapes, ok := strings.Cut(byName()[name], "\t")
	if !ok {
		return ""
	}
	if strings.HasPrefix(name, "fontawesome-") { // CC BY 4.0 asks to name the source
		shapes = "<!-- Font Awesome Free, fontawesome.com, CC BY 4.0 -->" + shapes
	}
	return `<svg viewBox="` + box + `">` + shapes + "</svg>"
}

const (
	iconMessage = "an icon is left out"
	iconHint    = "sitegen contains the most common icons: add the npm package to node_modules, such as @mdi/svg"
)

// mostIcon is the maximum size of an icon in bytes.
const mostIcon = 16 << 10

var (
	svgTag  = pattern.New(`(?s)<svg\b[^>]*>`)
	svgNote = pattern.New(`(?s)<!--.*?-->`)
	size    = pattern.New(`\s(?:width|height|class|fill|role|aria-hidden)="[^"]*"`)
)

// inlined returns a picture as one line of HTML, in the size and color of the text; "" if it is not a plain SVG file.
func inlined(text string) string {
	at := svgTag.FindStringIndex(text)
	if at == nil || strings.Contains(text, "<script") || strings.Contains(svgNote.ReplaceAllString(text[at[1]:], ""), "<!") {
		return ""
	}
	tag := size.ReplaceAllString(text[at[0]:at[1]], "")
	tag = strings.TrimSuffix(tag, ">") + ` width="1em" height="1em" fill="currentColor" aria-hidden="true">`
	return strings.Join(strings.Fields(tag+text[at[1]:]), " ")
}
