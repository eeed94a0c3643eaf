package sitemap

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/language"
)

// rule is a schema's rule for a child element; children must be in the order of their rules.
type rule struct {
	name     string
	required bool
	max      int  // maximum number of occurrences; 0 means one, -1 any number
	old      bool // deprecated: it no longer has an effect
	id       string
	says     string            // what the value must be
	value    func(string) bool // checks the text as written; nil accepts anything
	attrs    []attrRule
	children []rule
}

type attrRule struct {
	name     string
	required bool
	value    func(string) bool // nil: anything
}

// imageRules is the schema sitemap-image 1.1.
var imageRules = []rule{
	{name: "loc", required: true, id: "G1", says: "an absolute http or https address", value: isAddress},
	{name: "caption", old: true, id: "G3"},
	{name: "geo_location", old: true, id: "G3"},
	{name: "title", old: true, id: "G3"},
	{name: "license", old: true, id: "G3", says: "an address", value: isReference},
}

// videoRules is the schema sitemap-video 1.1.
var videoRules = []rule{
	{name: "thumbnail_loc", required: true, id: "V1", says: "an absolute http or https address", value: isAddress},
	{name: "title", required: true, id: "V1", says: "1 to 100 characters", value: length(1, maxVideoTitle)},
	{name: "description", required: true, id: "V1", says: "1 to 2,048 characters", value: length(1, maxVideoDescription)},
	{name: "content_loc", id: "V1", says: "an absolute http or https address", value: isAddress},
	{
		name: "player_loc", id: "V1", says: "an absolute http or https address", value: isAddress,
		attrs: []attrRule{{"allow_embed", false, isYesNo}, {"autoplay", false, nil}},
	},
	{
		name: "duration", id: "V2", says: "whole seconds from 1 to 28800",
		value: func(s string) bool { n, ok := integer(s); return ok && n >= 1 && n <= maxVideoDuration },
	},
	{name: "expiration_date", id: "V2", says: "a date", value: isDate},
	{name: "rating", id: "V2", says: "a number from 0.0 to 5.0", value: decimal(5)},
	{
		name: "content_segment_loc", max: -1, old: true, id: "V3", says: "an address", value: isReference,
		attrs: []attrRule{{"duration", false, func(s string) bool {
			n, ok := integer(s)
			return ok &&
				n <= maxVideoDuration
		}}},
	},
	{name: "view_count", id: "V2", says: "a whole number", value: func(s string) bool { _, ok := integer(s); return ok }},
	{name: "publication_date", id: "V2", says: "a date", value: isDate},
	{name: "tag", max: maxVideoTags, id: "V2"},
	{name: "category", old: true, id: "V3", says: "at most 256 characters", value: length(0, 256)},
	{name: "family_friendly", id: "V2", says: "yes or no", value: isYesNo},
	{
		name: "restriction", id: "V2", says: "codes of ISO 3166 in capitals", value: isCountries,
		attrs: []attrRule{relationship},
	},
	{
		name: "gallery_loc", old: true, id: "V3", says: "an address", value: isReference,
		attrs: []attrRule{{"title", false, nil}},
	},
	{name: "price", max: -1, old: true, id: "V3", attrs: []attrRule{
		{"currency", false, regexp.MustCompile(`^[A-Z]{3}$`).MatchString},
		{"type", false, oneOf("purchase", "PURCHASE", "rent", "RENT")},
		{"resolution", false, oneOf("sd", "SD", "hd", "HD")},
	}},
	{name: "requires_subscription", id: "V2", says: "yes or no", value: isYesNo},
	{
		name: "uploader", id: "V2", says: "at most 255 characters", value: length(0, maxUploader),
		attrs: []attrRule{{"info", false, isReference}},
	},
	{name: "tvshow", old: true, id: "V3", children: []rule{
		{name: "show_title", required: true, id: "V3"},
		{
			name: "video_type", required: true, id: "V3", says: "full, preview, clip, interview, news or other",
			value: oneOf("full", "preview", "clip", "interview", "news", "other"),
		},
		{name: "episode_title", id: "V3"},
		{
			name: "season_number", id: "V3", says: "a number from 1",
			value: func(s string) bool { n, ok := integer(s); return ok && n > 0 },
		},
		{
			name: "episode_number", id: "V3", says: "a number from 1",
			value: func(s string) bool { n, ok := integer(s); return ok && n > 0 },
		},
		{name: "premier_date", id: "V3", says: "a date", value: isDate},
	}},
	{
		name: "platform", id: "V2", says: "a list of web, mobile and tv",
		value: regexp.MustCompile(`^((web|mobile|tv)( (web|mobile|tv))*)?$`).MatchString, attrs: []attrRule{relationship},
	},
	{name: "live", id: "V2", says: "yes or no", value: isYesNo},
	{
		name: "id", max: -1, old: true, id: "V3",
		attrs: []attrRule{{"type", true, oneOf("tms:series", "tms:program", "rovi:series", "rovi:program", "freebase",
			"url")}},
	},
}

var relationship = attrRule{"relationship", true, oneOf("allow", "deny")}

// newsRules is the schema sitemap-news 0.9.
var newsRules = []rule{
	{name: "publication", required: true, id: "N1", children: []rule{
		{name: "name", required: true, id: "N1", says: "not empty", value: length(1, 1<<20)},
		{
			name: "language", required: true, id: "N2", says: "an ISO 639 language of two or three letters, zh-cn or zh-tw",
			value: isNewsLanguage,
		},
	}},
	{
		name: "access", old: true, id: "N7", says: "Subscription or Registration",
		value: oneOf("Subscription", "Registration"),
	},
	{
		name: "genres", old: true, id: "N7", says: "a list of genres",
		value: regexp.MustCompile(`^(PressRelease|Satire|Blog|OpEd|Opinion|UserGenerated)(, *(PressRelease|Satire|Blog|OpEd|Opinion|UserGenerated))*$`).MatchString,
	},
	{name: "publication_date", required: true, id: "N3", says: "a date", value: isDate},
	{name: "title", required: true, id: "N1", says: "not empty", value: length(1, 1<<20)},
	{name: "keywords", old: true, id: "N7"},
	{
		name: "stock_tickers", old: true, id: "N7", says: "at most five tickers",
		value: regexp.MustCompile(`^(\w+:\w+(, *\w+:\w+){0,4})?$`).MatchString,
	},
}

func isAddress(s string) bool {
	_, err := Normalize(s)
	return err == nil
}

// isReference accepts a URL that may be relative, like xsd:anyURI.
func isReference(s string) bool {
	_, err := url.Parse(strings.TrimSpace(s))
	return err == nil
}

func isYesNo(s string) bool {
	return s == "yes" || s == "Yes" || s == "YES" || s == "no" || s == "No" || s == "NO"
}

func oneOf(values ...string) func(string) bool {
	return func(s string) bool { return slices.Contains(values, s) }
}

// length checks the number of characters, without white space at the ends if least is positive.
func length(least, most int) func(string) bool {
	return func(s string) bool {
		return utf8.RuneCountInString(s) <= most && len(strings.TrimSpace(s)) >= least
	}
}

// integer parses a number without sign and with at most eighteen digits.
func integer(s string) (int64, bool) {
	s = strings.TrimPrefix(strings.TrimSpace(s), "+")
	if s == "" || len(s) > 18 {
		return 0, false
	}
	n := int64(0)
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}

// decimal accepts xsd:decimal numbers from 0 to most, which is below ten.
func decimal(most byte) func(string) bool {
	return func(s string) bool {
		s = strings.TrimPrefix(strings.TrimSpace(s), "+")
		if rest, ok := strings.CutPrefix(s, "-"); ok { // minus zero is zero
			if strings.Trim(rest, "0.") != "" {
				return false
			}
			s = rest
		}
		head, tail, _ := strings.Cut(s, ".")
		if head == "" && tail == "" || strings.Trim(head+tail, "0123456789") != "" {
			return false
		}
		head, tail = strings.TrimLeft(head, "0"), strings.TrimRight(tail, "0")
		switch {
		case head == "":
			return true
		case len(head) > 1:
			return false
		}
		return head[0]-'0' < most || head[0]-'0' == most && tail == ""
	}
}

func isCountries(s string) bool {
	for _, code := range strings.Fields(s) {
		if !in(regions, code, 2) {
			return false
		}
	}
	return s == strings.TrimSpace(s) && !strings.ContainsAny(s, "\t\r\n")
}

func isNewsLanguage(s string) bool {
	switch {
	case s == "zh-cn" || s == "zh-tw" || in(languages, s, 2):
		return true
	case len(s) != 3 || strings.ToLower(s) != s:
		return false
	}
	_, err := language.ParseBase(s)
	return err == nil
}

// isDate accepts xsd:date and xsd:dateTime.
func isDate(s string) bool {
	_, _, ok := schemaDate(s)
	return ok
}

// schemaDate parses xsd:date or xsd:dateTime. zoned reports that it is a W3C date as well: one with a time and
// a zone, or with neither.
func schemaDate(s string) (t time.Time, zoned, ok bool) {
	s = strings.TrimSpace(s)
	for _, f := range []struct {
		layout string
		zoned  bool
	}{
		{time.DateOnly, true},
		{"2006-01-02T15:04:05Z07:00", true},
		{"2006-01-02T15:04:05", false},
		{"2006-01-02Z07:00", false},
	} {
		if t, err := time.Parse(f.layout, s); err == nil && !strings.Contains(s, ",") {
			return t, f.zoned, true
		}
	}
	return time.Time{}, false, false
}
