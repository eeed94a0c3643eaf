package declared

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/sitemap"
)

// videoTable is one video of front matter, by its keys in lower case without "-" and "_". So authors may write
// published, publication_date or publicationDate.
type videoTable struct {
	from   *Videos
	values map[string]any
	wrong  []string // keys with invalid values
}

// Videos reads videos of front matter.
type Videos struct {
	Resolve  func(ref string) string // makes a URL absolute; "" if it can't
	Zone     *time.Location          // of dates without a time zone
	Mistaken []string                // keys with invalid values, and these values
}

// Read returns the video in a table, with everything that a sitemap can say about it (rule V2).
func (r *Videos) Read(table map[string]any) (v sitemap.Video) {
	t := videoTable{from: r, values: make(map[string]any, len(table))}
	for key, value := range table {
		t.values[strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(key))] = value
	}
	v.Title, v.Description = t.text("title"), t.text("description")
	v.Thumbnail, v.Content, v.Player = t.address("thumbnail"), t.address("content"), t.address("player")
	v.Duration, v.Tags = t.duration("duration"), t.list("tags")
	v.Published, v.Expires = t.date("published", "publicationdate", "publishdate", "date"), t.date("expires",
		"expirationdate", "expirydate")
	v.Rating, v.HasRating = t.number("rating")
	views, _ := t.number("views", "viewcount")
	v.Views = int64(views)
	v.FamilyFriendly, v.RequiresSubscription, v.Live = t.yesNo("familyfriendly"), t.yesNo("requiressubscription"),
		t.yesNo("live")
	v.Countries, v.Platforms = t.restriction("restriction", "countries"), t.restriction("platform", "platforms")
	v.Uploader, v.UploaderInfo = t.uploader()
	slices.Sort(t.wrong)
	r.Mistaken = append(r.Mistaken, t.wrong...)
	return v
}

// value returns the value of the first key that exists, and the key.
func (t *videoTable) value(keys ...string) (any, string) {
	for _, key := range keys {
		if v := t.values[key]; v != nil {
			return v, key
		}
	}
	return nil, ""
}

func (t *videoTable) mistake(key string, v any) {
	t.wrong = append(t.wrong, fmt.Sprintf("%s: %v", key, v))
}

func (t *videoTable) text(key string) string {
	s, _ := t.values[key].(string)
	return s
}

func (t *videoTable) address(key string) string {
	if s := t.text(key); s != "" {
		return t.from.Resolve(s)
	}
	return ""
}

// duration reads seconds, "3m20s" and "1:02:03", as for enclosures of feeds.
func (t *videoTable) duration(key string) time.Duration {
	v, _ := t.value(key)
	d, ok := frontmatter.Duration(v)
	if v != nil && (!ok || d == 0) {
		t.mistake(key, v)
	}
	return d
}

func (t *videoTable) list(key string) (out []string) {
	switch v := t.values[key].(type) {
	case []any:
		for _, one := range v {
			if s, ok := one.(string); ok {
				out = append(out, s)
			}
		}
	case []string:
		out = v
	case string:
		for one := range strings.SplitSeq(v, ",") {
			out = append(out, strings.TrimSpace(one))
		}
	}
	return out
}

// date reads dates in all forms of front matter, in the time zone of the site.
func (t *videoTable) date(keys ...string) time.Time {
	v, key := t.value(keys...)
	if v == nil {
		return time.Time{}
	}
	dates, wrong := content.ResolveDates(content.DateHandlers{Date: []string{key}}, map[string]any{key: v}, nil, nil,
		t.from.Zone)
	if len(wrong) > 0 {
		t.mistake(key, v)
	}
	return dates.Date
}

func (t *videoTable) number(keys ...string) (n float64, ok bool) {
	v, key := t.value(keys...)
	if n, ok := frontmatter.Float(v); ok || v == nil {
		return n, ok
	}
	if text, ok := v.(string); ok {
		if n, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil {
			return n, true
		}
	}
	t.mistake(key, v)
	return 0, false
}

func (t *videoTable) yesNo(key string) sitemap.YesNo {
	switch v := t.values[key].(type) {
	case nil:
	case bool:
		if v {
			return sitemap.Yes
		}
		return sitemap.No
	case string:
		switch strings.ToLower(v) {
		case "yes", "true":
			return sitemap.Yes
		case "no", "false":
			return sitemap.No
		}
		t.mistake(key, v)
	default:
		t.mistake(key, v)
	}
	return sitemap.Unsaid
}

// restriction reads {allow: [DE, AT]} and {deny: US}.
func (t *videoTable) restriction(keys ...string) sitemap.Restriction {
	v, key := t.value(keys...)
	table, ok := v.(map[string]any)
	if v != nil && !ok {
		t.mistake(key, v)
	}
	for _, relationship := range []string{"allow", "deny"} {
		inner := videoTable{from: t.from, values: table}
		list := inner.list(relationship)
		if s, ok := table[relationship].(string); ok {
			list = strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' })
		}
		if len(list) > 0 {
			return sitemap.Restriction{Relationship: relationship, Values: list}
		}
	}
	return sitemap.Restriction{}
}

// uploader reads a name, or {name: …, info: URL}.
func (t *videoTable) uploader() (name, info string) {
	table, ok := t.values["uploader"].(map[string]any)
	if !ok {
		return t.text("uploader"), t.address("uploaderinfo")
	}
	inner := videoTable{from: t.from, values: table}
	if info = inner.address("info"); info == "" {
		info = inner.address("url")
	}
	return inner.text("name"), info
}
