package webpage

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/sitemap"
)

// ofAnyPlayer reports whether a title only says that something is a video, as YouTube, Vimeo, and Hugo write it
// into embedding code: "YouTube video player", "vimeo-player".
func ofAnyPlayer(title string) bool {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !unicode.IsLetter(r) &&
			!unicode.IsDigit(r)
	})
	return !slices.ContainsFunc(words, func(w string) bool {
		return !slices.Contains([]string{"youtube", "vimeo", "video", "player", "embed", "embedded", "iframe"}, w)
	})
}

// Video converts a video element, or a frame with a player of a known host (YouTube, Vimeo). resolve makes a
// URL of the page absolute, or returns "". still is the thumbnail of a video without its own, or "". For any
// other frame, such as a map or a form, Video returns false.
func Video(f html.Video, still string, resolve func(ref string) string) (sitemap.Video, bool) {
	v := sitemap.Video{Title: f.Title}
	if f.Frame && ofAnyPlayer(f.Title) {
		v.Title = "" // the page has a title
	}
	if !f.Frame {
		v.Content, v.Thumbnail = resolve(f.Src), resolve(f.Poster)
		if f.Poster == "" {
			v.Thumbnail = still
		}
		return v, v.Content != ""
	}
	u, err := url.Parse(resolve(f.Src))
	if err != nil {
		return v, false
	}
	id := path.Base(u.Path)
	switch strings.TrimPrefix(u.Hostname(), "www.") {
	case "youtube.com", "youtube-nocookie.com":
		bare := strings.TrimSuffix(u.Path, "/") == "/embed" // the list is in the query
		if path.Dir(u.Path) != "/embed" && !bare {
			return v, false
		}
		if bare || id == "videoseries" || id == "live_stream" { // a list or a channel: which video it shows is not known
			v.Player = u.String()
			return v, true // without a thumbnail, which a sitemap requires
		}
		v.Thumbnail = "https://i.ytimg.com/vi/" + url.PathEscape(id) + "/hqdefault.jpg"
	case "player.vimeo.com":
		v.Thumbnail = still
	default:
		return v, false
	}
	u.RawQuery, u.Fragment = "", ""
	v.Player = u.String()
	return v, true
}
