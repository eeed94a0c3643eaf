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
	other = pattern.New(`(?:^|[\s{:])(?:\.([\w-]+)|#([\w:-]+)|` +
		`(class|id|loading|data-[\w-]+)=(?:"([^"]*)"|'([^']*)'|([\w-]+)))`)
)

// floats are the styles of images with text beside them.
var floats = map[string]string{
	"left": "float: left; margin-inline-end: 1rem", "right": "float: right; margin-inline-start: 1rem",
}

// shape returns the attributes of HTML for the size, the side, and the style of an image, given its attribute list, and
// the other ones. plain means that it has only classes and a size in pixels.
func shape(list string) (attributes, others string, plain bool) {
	classes := ""
	for _, m := range other.FindAllStringSubmatch(list, -1) {
		switch value := html.EscapeString(m[4] + m[5] + m[6]); {
		case m[1] != "":
			classes += " " + m[1]
		case m[3] == "class":
			classes += " " + value
		case m[2] != "":
			others += ` id="` + m[2] + `"`
		default:
			others += " " + m[3] + `="` + value + `"`
		}
	}
	if classes != "" {
		others = ` class="` + classes[1:] + `"` + others
	}
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
		return attributes, others, strings.Count(others, "=") == strings.Count(others, ` class="`)
	}
	return attributes + ` style="` + html.EscapeString(strings.Join(styles, "; ")) + `"`, others, false
}

// Sized writes the images of a line that have a size, a side, or a style in an attribute list, which starts with mark,
// so that these are kept: an image without other text as the shortcode figure if it has only a size, others as HTML.
// base is the path of the site, as links in HTML contain it; relative returns the link in HTML for a relative path, ""
// for none. inside means that the line is one of several of a paragraph. Other lists stay.
func Sized(line, mark, base string, inside bool, relative func(string) string) string {
	alone := image.FindString(line) == strings.TrimSpace(line)
	return Outside(line, func(s string) string {
		return image.ReplaceAllStringFunc(s, func(whole string) string {
			m := image.FindStringSubmatch(whole)
			at, others, plain := shape(m[4])
			if at == "" || !strings.HasPrefix(m[4], mark) {
				return whole
			}
			if alone && !inside && plain && !strings.ContainsAny(m[1]+m[2]+m[3]+others, "`#") {
				title := ""
				if m[3] != "" {
					title = " caption=`" + m[3] + "`"
				}
				return "{{< figure src=`" + m[2] + "` alt=`" + m[1] + "`" + title + at + others + " >}}"
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
			return start + `<img src="` + html.EscapeString(to) + `" alt="` + html.EscapeString(m[1]) + `"` + at + others + `>`
		})
	})
}
