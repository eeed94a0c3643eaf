package block

import (
	"html"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

var (
	// image matches an image with an attribute list.
	image = pattern.New(`!\[([^\[\]]*)\]\([ \t]*<?([^()\s<>]+)>?(?:[ \t]+"([^"]*)")?[ \t]*\)[ \t]?(\{:?[^{}]*\})`)
	size  = pattern.New(`\b(width|height)=["']?(\d+)(?:px)?["']?[\s}]`)
)

// Sized writes the images of a line that have a size in an attribute list, which starts with mark, so that the size is
// kept: an image without other text as the shortcode figure, others as HTML. base is the path of the site, as links in
// HTML contain it; relative returns the link in HTML for a relative path, "" for none. Lists without a size stay.
func Sized(line, mark, base string, relative func(string) string) string {
	alone := image.FindString(line) == strings.TrimSpace(line)
	return Outside(line, func(s string) string {
		return image.ReplaceAllStringFunc(s, func(whole string) string {
			m := image.FindStringSubmatch(whole)
			sizes := size.FindAllStringSubmatch(m[4], -1)
			if sizes == nil || !strings.HasPrefix(m[4], mark) {
				return whole
			}
			at := ""
			for _, one := range sizes {
				at += " " + one[1] + `="` + one[2] + `"`
			}
			if alone && !strings.Contains(m[1]+m[2]+m[3], "`") {
				title := ""
				if m[3] != "" {
					title = " caption=`" + m[3] + "`"
				}
				return "{{< figure src=`" + m[2] + "` alt=`" + m[1] + "`" + title + at + " >}}"
			}
			to := m[2]
			switch {
			case strings.Contains(to, "://"):
			case strings.HasPrefix(to, "/"):
				to = base + to
			default:
				if to = relative(to); to == "" {
					return whole
				}
			}
			if m[3] != "" {
				at += ` title="` + html.EscapeString(m[3]) + `"`
			}
			return `<img src="` + html.EscapeString(to) + `" alt="` + html.EscapeString(m[1]) + `"` + at + `>`
		})
	})
}
