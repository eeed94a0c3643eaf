package sitemap

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// The limits of the video schema (rules V1, V2), in characters, seconds, and tags.
const (
	maxVideoTitle       = 100
	maxVideoDescription = 2048
	maxVideoDuration    = 28800
	maxVideoTags        = 32
	maxUploader         = 255
)

// appendVideos appends the videos of e. No limit is documented, so all are written (rule V5).
func (w *Writer) appendVideos(dst []byte, e *Entry) []byte {
	for i := range e.Videos {
		dst = w.appendVideo(dst, e, &e.Videos[i])
	}
	return dst
}

// appendVideo appends one video, its children in the order of the schema, or nothing if a required one is
// missing (rule V1) or it has expired (rule V6).
func (w *Writer) appendVideo(dst []byte, e *Entry, v *Video) []byte {
	if !w.o.Now.IsZero() && !v.Expires.IsZero() && !v.Expires.After(w.o.Now) {
		return dst
	}
	start := len(dst)
	dst = append(dst, "<video:video>"...)
	required := true
	dst, ok := w.appendHref(dst, e, "V1", "video:thumbnail_loc", v.Thumbnail)
	required = required && ok
	dst, ok = w.appendField(dst, e, "video:title", v.Title, maxVideoTitle)
	required = required && ok
	dst, ok = w.appendField(dst, e, "video:description", v.Description, maxVideoDescription)
	required = required && ok
	sources := len(dst)
	if v.Content != "" {
		dst = w.appendSource(dst, e, "video:content_loc", v.Content)
	}
	if v.Player != "" {
		dst = w.appendSource(dst, e, "video:player_loc", v.Player)
	}
	if len(dst) == sources {
		if v.Content == "" && v.Player == "" {
			w.violate("V1", e, "video:content_loc", "")
		}
		required = false
	}
	if !required {
		return dst[:start]
	}
	return append(w.appendVideoOptions(dst, e, v), "</video:video>"...)
}

// appendVideoOptions appends the optional elements of a video.
func (w *Writer) appendVideoOptions(dst []byte, e *Entry, v *Video) []byte {
	if v.Duration != 0 {
		if s := int64(v.Duration / time.Second); s >= 1 && s <= maxVideoDuration {
			dst = element(dst, "video:duration", strconv.FormatInt(s, 10))
		} else {
			w.violate("V2", e, "video:duration", v.Duration.String())
		}
	}
	dst = w.appendDate(dst, e, "video:expiration_date", v.Expires)
	if v.HasRating || v.Rating > 0 {
		if v.Rating >= 0 && v.Rating <= 5 {
			dst = element(dst, "video:rating", strconv.FormatFloat(v.Rating, 'f', -1, 64))
		} else {
			w.violate("V2", e, "video:rating", strconv.FormatFloat(v.Rating, 'g', -1, 64))
		}
	}
	if v.Views > 0 {
		dst = element(dst, "video:view_count", strconv.FormatInt(v.Views, 10))
	} else if v.Views < 0 {
		w.violate("V2", e, "video:view_count", strconv.FormatInt(v.Views, 10))
	}
	dst = w.appendDate(dst, e, "video:publication_date", v.Published)
	dst = w.appendTags(dst, e, v.Tags)
	dst = appendYesNo(dst, "video:family_friendly", v.FamilyFriendly)
	dst = w.appendRestriction(dst, e, "video:restriction", v.Countries, func(s string) (string, bool) {
		s = strings.ToUpper(s)
		return s, in(regions, s, 2)
	})
	dst = appendYesNo(dst, "video:requires_subscription", v.RequiresSubscription)
	dst = w.appendUploader(dst, e, v)
	dst = w.appendRestriction(dst, e, "video:platform", v.Platforms, func(s string) (string, bool) {
		s = strings.ToLower(s)
		return s, s == "web" || s == "mobile" || s == "tv"
	})
	return appendYesNo(dst, "video:live", v.Live)
}

func (w *Writer) appendTags(dst []byte, e *Entry, tags []string) []byte {
	n := 0
	for _, tag := range tags {
		text := w.clean(e, "video:tag", tag)
		if text == "" {
			continue
		}
		if n++; n > maxVideoTags {
			w.violate("V2", e, "video:tag", tag)
			break
		}
		dst = element(dst, "video:tag", text)
	}
	return dst
}

func (w *Writer) appendUploader(dst []byte, e *Entry, v *Video) []byte {
	name := w.clean(e, "video:uploader", v.Uploader)
	if name == "" {
		return dst
	}
	if utf8.RuneCountInString(name) > maxUploader {
		w.violate("V2", e, "video:uploader", name)
		return dst
	}
	dst = append(dst, "<video:uploader"...)
	if v.UploaderInfo != "" {
		var ok bool
		if w.href, ok = appendLoc(w.href[:0], v.UploaderInfo); ok && sameHost(w.href, w.loc) {
			dst = append(appendURI(append(dst, ` info="`...), w.href), '"')
		} else {
			w.violate("V2", e, "video:uploader info", v.UploaderInfo)
		}
	}
	dst = append(dst, '>')
	return append(appendText(dst, name), "</video:uploader>"...)
}

// appendRestriction appends the values that norm accepts, or nothing if there are none.
func (w *Writer) appendRestriction(dst []byte, e *Entry, tag string, r Restriction,
	norm func(string) (string, bool),
) []byte {
	if r.Relationship == "" && len(r.Values) == 0 {
		return dst
	}
	if r.Relationship != "allow" && r.Relationship != "deny" {
		w.violate("V2", e, tag+" relationship", r.Relationship)
		return dst
	}
	start := len(dst)
	dst = append(append(append(append(append(dst, '<'), tag...), ` relationship="`...), r.Relationship...), `">`...)
	values := len(dst)
	for _, raw := range r.Values {
		value, ok := norm(strings.TrimSpace(raw))
		if !ok {
			w.violate("V2", e, tag, raw)
			continue
		}
		if len(dst) > values {
			dst = append(dst, ' ')
		}
		dst = append(dst, value...)
	}
	if len(dst) == values {
		return dst[:start]
	}
	return append(append(append(dst, "</"...), tag...), '>')
}

// appendSource appends the URL of a video, which must differ from that of its page (rule V1).
func (w *Writer) appendSource(dst []byte, e *Entry, tag, raw string) []byte {
	n := len(dst)
	dst, ok := w.appendHref(dst, e, "V1", tag, raw)
	if ok && string(w.href) == string(w.loc) {
		w.violate("V1", e, tag, raw)
		return dst[:n]
	}
	return dst
}

// appendField appends required text of at most n characters.
func (w *Writer) appendField(dst []byte, e *Entry, tag, raw string, n int) ([]byte, bool) {
	text := w.clean(e, tag, raw)
	if text == "" {
		w.violate("V1", e, tag, raw)
		return dst, false
	}
	text, cut := cutText(text, n)
	if cut {
		w.violate("V2", e, tag, raw)
	}
	return element(dst, tag, text), true
}

func appendYesNo(dst []byte, tag string, a YesNo) []byte {
	switch a {
	case Yes:
		return element(dst, tag, "yes")
	case No:
		return element(dst, tag, "no")
	}
	return dst
}

// sameHost reports whether two URLs in normal form have the same host.
func sameHost(a, b []byte) bool { return string(hostOf(a)) == string(hostOf(b)) }

// hostOf returns the host and port of a URL in normal form.
func hostOf(uri []byte) []byte {
	s := string(uri)
	i := strings.Index(s, "://") + len("://")
	j := strings.IndexByte(s[i:], '/')
	return uri[i : i+j]
}
