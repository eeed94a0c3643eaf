package jekyll

import (
	"cmp"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
)

// permalinks are Jekyll's named styles: https://jekyllrb.com/docs/permalinks/#built-in-formats
var permalinks = map[string]string{
	"":         "/:categories/:year/:month/:day/:title:output_ext",
	"date":     "/:categories/:year/:month/:day/:title:output_ext",
	"pretty":   "/:categories/:year/:month/:day/:title/",
	"ordinal":  "/:categories/:year/:y_day/:title:output_ext",
	"none":     "/:categories/:title:output_ext",
	"weekdate": "/:categories/:year/W:week/:short_day/:title:output_ext",
}

// parts are what the placeholders of a permalink stand for: https://jekyllrb.com/docs/permalinks/#placeholders
type parts struct {
	collection string    // "" for a page in none
	path       string    // of the file in its collection, without extension; of a page, of its folder
	name       string    // of the file, without extension
	title      string    // name without its date
	slug       string    // in the front matter; "": none
	categories []any     // also from the path
	date       time.Time // zero: unknown
	ext        string    // what :output_ext stands for
	values     map[string]any
}

// dates are the placeholders of dates, as time.Format writes them; see of for the others.
var dates = map[string]string{
	"year": "2006", "month": "01", "day": "02", "hour": "15", "minute": "04", "second": "05", "i_day": "2",
	"i_month": "1", "short_month": "Jan", "long_month": "January", "short_year": "06", "short_day": "Mon",
	"long_day": "Monday", "y_day": "002",
}

var placeholder = pattern.New(`:[a-z_]+`)

// written returns the URL of the file that Jekyll writes for a page with a permalink: /a/b.html for /a/b.
func written(url, permalink string) string {
	if strings.HasSuffix(url, "/") || strings.HasSuffix(url, ".html") || path.Ext(permalink) != "" {
		return url
	}
	return url + ".html"
}

// fill returns a permalink with its placeholders replaced. What is none stays.
func (p parts) fill(permalink string) string {
	out := placeholder.ReplaceAllStringFunc(permalink, func(s string) string {
		if v, ok := p.of(s[1:]); ok {
			return v
		}
		key, cut := strings.CutSuffix(s[1:], "_") // :year_:month
		if v, ok := p.of(key); cut && ok {
			return v + "_"
		}
		return s
	})
	clean := path.Clean("/" + out)
	if strings.HasSuffix(out, "/") && clean != "/" {
		clean += "/"
	}
	return clean
}

// of returns the text of a placeholder.
func (p parts) of(key string) (string, bool) {
	switch key {
	case "collection":
		return p.collection, p.collection != ""
	case "path":
		return p.path, true
	case "basename":
		return p.name, true
	case "name":
		return strings.ToLower(slugged(p.name, "default")), true
	case "slug":
		return strings.ToLower(slugged(cmp.Or(p.slug, p.title), "default")), true
	case "title":
		return slugged(cmp.Or(p.slug, p.title), "pretty"), true
	case "output_ext":
		return p.ext, true
	case "categories", "slugified_categories":
		var all []string
		for _, c := range p.categories {
			name := strings.ToLower(foreign.TextOf(c))
			if key != "categories" {
				name = slugged(name, "default")
			}
			all = append(all, name)
		}
		return strings.Join(all, "/"), true
	}
	if !p.date.IsZero() {
		year, week := p.date.ISOWeek()
		switch key {
		case "w_year":
			return strconv.Itoa(year), true
		case "week":
			return fmt.Sprintf("%02d", week), true
		case "w_day":
			return strconv.Itoa((int(p.date.Weekday())+6)%7 + 1), true
		}
		if layout := dates[key]; layout != "" {
			return p.date.Format(layout), true
		}
	}
	s := foreign.TextOf(p.values[key]) // as plugins add it
	return s, s != ""
}
