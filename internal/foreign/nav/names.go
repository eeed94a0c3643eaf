package nav

import (
	"strings"
	"unicode"
)

// Slug returns the ID of a text as on GitHub: in lower case, with hyphens in place of spaces, without punctuation.
func Slug(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// SiteName returns the name of the site that an icon stands for, if it is not the name of the icon with a capital letter;
// "" for other icons.
func SiteName(icon string) string { return siteNames[icon] }

var siteNames = map[string]string{
	"github": "GitHub", "gitlab": "GitLab", "discord": "Discord", "x": "X", "x.com": "X", "twitter": "Twitter",
	"bluesky": "Bluesky", "mastodon": "Mastodon", "youtube": "YouTube", "slack": "Slack", "npm": "npm",
	"linkedin": "LinkedIn", "rss": "RSS", "facebook": "Facebook", "instagram": "Instagram",
}
