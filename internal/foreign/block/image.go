package block

import (
	"html"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

var (
	// image matches an image with an attribute list.
	image = pattern.New(`!\[([^\[\]]*)\]\([ \t]*<?([^()\s<>]+)>?(?:[ \t]+"([^"]*)")?[ \t]*\)[ \t]?(\{:?[^{}]*\})`)
	size  = pattern.New(`\b(width|height)=["']?(\d+)(px|%)?["']?[\s}]`)
	side  = pattern.New(`\balign=["']?(left|right)\b`)
	style = pattern.New(`\bstyle=(?:"([^"]*)"|'([^']*)')`)
)

// floats are the styles of images with text beside them.
var floats = map[string]string{
	"left": "float: left; margin-inline-end: 1rem", "right": "float: right; margin-inline-start: 1rem",
}

// shape returns the attributes of HTML for the size, the side, and the style of an image, given its attribute list.
// plain means that it has only a size in pixels.
func shape(list string) (attributes string, plain bool) {
	var styles []string
	for _, m := range size.FindAllStringSubmatch(list, -1) {
		if m[3] == "%" {
			styles = append(styles, m[1]+": "+m[2]+"%")
		} else {
			attributes += " " + m[1] + `="` + m[2] + `"`
		}
	}
	if m := side.FindStringSubmatch(list); m != nil {
		styles = append(styles, floats[m[1]])
	}
	if m := style.FindStringSubmatch(list); m != nil {
		styles = append(styles, m[1]+m[2])
	}
	if styles == nil {
		return attributes, true
	}
	return attributes + ` style="` + html.EscapeString(strings.Join(styles, "; ")) + `"`, false
}

// Sized writes the images of a line that have a size, a side, or a style in an attribute list, which starts with mark,
// so that these are kept: an image without other text as the shortcode figure if it has only a size, others as HTML.
// base is the path of the site, as links in HTML contain it; relative returns the link in HTML for a relative path, ""
// for none. Other lists stay.
func Sized(line, mark, base string, relative func(string) string) string {
	alone := image.FindString(line) == strings.TrimSpace(line)
	return Outside(line, func(s string) string {
		return image.ReplaceAllStringFunc(s, func(whole string) string {
			m := image.FindStringSubmatch(whole)
			at, plain := shape(m[4])
			if at == "" || !strings.HasPrefix(m[4], mark) {
				return whole
			}
			if alone && plain && !strings.ContainsAny(m[1]+m[2]+m[3], "`#") {
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
			start := ""
			if alone {
				start = "&#32;" // without it, the lines up to a blank one are HTML
			}
			return start + `<img src="` + html.EscapeString(to) + `" alt="` + html.EscapeString(m[1]) + `"` + at + `>`
		})
	})
}
