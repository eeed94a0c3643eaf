package podcast

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
)

// ChaptersType is the media type of a file of chapters.
const ChaptersType = "application/json+chapters"

// Chapter is a part of an episode, from Start on.
type Chapter struct {
	Start, End time.Duration // End is 0 if the next chapter follows
	Title      string
	Image, URL string // files or URLs
	Hidden     bool   // only changes the picture, and is not in the table of contents
}

// "1:02:03 Title" or "62.5 - Title".
var timed = regexp.MustCompile(`^([0-9][0-9:.]*)\s+(?:[-–—]\s+)?(\S.*)$`)

// chapters reads a list of lines such as "0:00 Intro", or of tables with start, end, title, img, url, and toc.
func chapters(list []any, wrong func(message, hint string)) (out []Chapter) {
	for _, v := range list {
		var c Chapter
		ok, start := false, any(nil)
		switch v := v.(type) {
		case string:
			if m := timed.FindStringSubmatch(strings.TrimSpace(v)); m != nil {
				c.Title, start = m[2], m[1]
				c.Start, ok = frontmatter.Duration(start)
			}
		case map[string]any:
			c, ok = chapter(v, wrong)
			start = v["start"]
		}
		if !ok && !isTime("start", start, wrong) {
			continue
		}
		if !ok {
			wrong("requires a time and a title, not "+said(v),
				cmp.Or(unquoted(v), `write it as ["0:00 Intro", {start = "2:48", title = "News"}]`))
			continue
		}
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b Chapter) int { return cmp.Compare(a.Start, b.Start) })
	return out
}

// isTime reports whether a value is missing or a time.
func isTime(key string, v any, wrong func(message, hint string)) bool {
	_, valid := frontmatter.Duration(v)
	if v != nil && !valid {
		wrong(fmt.Sprintf("has the %s %s, which is not a valid time", key, said(v)),
			`write seconds, or a time such as "1:02:30"; after a colon, 59 is the highest number`)
	}
	return v == nil || valid
}

// unquoted returns a hint for a table that YAML made of text with a colon, as in "0:30 Geese: why".
func unquoted(v any) string {
	table, _ := v.(map[string]any)
	for key := range table {
		if len(table) == 1 && timed.MatchString(key+" -") {
			return "put a text with a colon in quotes"
		}
	}
	return ""
}

func chapter(table map[string]any, wrong func(message, hint string)) (c Chapter, ok bool) {
	if unquoted(table) != "" {
		return c, false
	}
	rest := map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		v := table[key]
		switch key {
		case "start":
			c.Start, ok = frontmatter.Duration(v)
		case "end":
			if isTime(key, v, wrong) {
				c.End, _ = frontmatter.Duration(v)
			}
		case "toc":
			shown, isSwitch := v.(bool)
			if c.Hidden = isSwitch && !shown; !isSwitch {
				wrong("has a toc that must be true or false, not "+said(v), "")
			}
		default:
			rest[key] = v
		}
	}
	readTexts(rest, map[string]*string{"title": &c.Title, "img": &c.Image, "url": &c.URL}, wrong)
	if c.End > 0 && c.End <= c.Start {
		wrong(fmt.Sprintf("has an end that is not after its start: %q", c.Title), "")
		c.End = 0
	}
	return c, ok && (c.Title != "" || c.Hidden)
}

// WriteChapters returns the file of chapters of an episode:
// https://github.com/Podcastindex-org/podcast-namespace, docs/examples/chapters/jsonChapters.md.
func (e *Episode) WriteChapters(title string, s Site) ([]byte, error) {
	type entry struct {
		Start float64 `json:"startTime"`
		End   float64 `json:"endTime,omitempty"`
		Title string  `json:"title,omitempty"`
		Image string  `json:"img,omitempty"`
		URL   string  `json:"url,omitempty"`
		TOC   *bool   `json:"toc,omitempty"`
	}
	out := struct {
		Version  string  `json:"version"`
		Title    string  `json:"title,omitempty"`
		Chapters []entry `json:"chapters"`
	}{Version: "1.2.0", Title: cmp.Or(e.Title, title)}
	for _, c := range e.Marks {
		one := entry{Start: c.Start.Seconds(), End: c.End.Seconds(), Title: c.Title}
		one.Image, _ = s.Address(c.Image)
		if c.URL != "" {
			one.URL = s.Link(c.URL)
		}
		if c.Hidden {
			one.TOC = new(bool)
		}
		out.Chapters = append(out.Chapters, one)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(out)
	return b.Bytes(), err
}

// Soundbite is a short part of an episode that apps play as a preview.
type Soundbite struct {
	Start, Length time.Duration
	Title         string
}

// soundbites reads tables with start, duration, and title.
func soundbites(v any, wrong func(message, hint string)) (out []Soundbite) {
	for _, v := range several(v) {
		table, _ := v.(map[string]any)
		var b Soundbite
		rest, ok := map[string]any{}, false
		for key, v := range table {
			switch key {
			case "start":
				b.Start, ok = frontmatter.Duration(v)
			case "duration":
				b.Length, _ = frontmatter.Duration(v)
			default:
				rest[key] = v
			}
		}
		readTexts(rest, map[string]*string{"title": &b.Title}, wrong)
		if !isTime("start", table["start"], wrong) || !isTime("duration", table["duration"], wrong) {
			continue
		}
		if !ok || b.Length <= 0 {
			wrong("requires a start and a duration, not "+said(v), `write it as {start = "1:13", duration = 60, title = "…"}`)
			continue
		}
		out = append(out, b)
	}
	return out
}
