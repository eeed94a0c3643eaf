package webpage

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// media finds images and videos (rule G4). A video without a thumbnail gets the image of the page.
func (r *reader) media() {
	if r.o.Images {
		for _, src := range append(r.d.Media.Images, r.linkedImages()...) {
			loc := r.resolve(src)
			known := slices.ContainsFunc(r.p.Images, func(have string) bool { return SamePicture(have, loc) })
			if loc != "" && !known && len(r.p.Images) < sitemap.MaxImages {
				r.p.Images = append(r.p.Images, loc)
			}
		}
	}
	if r.o.Videos {
		r.videos()
	}
}

// linkedImages returns the images of the page in JSON-LD: those of an article, or separate ones.
func (r *reader) linkedImages() []string {
	var out []string
	for i := range r.d.Things {
		switch t := &r.d.Things[i]; {
		case r.about(t) < 2:
			out = append(out, t.Images...)
		case t.Top && t.Is("ImageObject"):
			out = append(out, cmp.Or(t.Content, t.URL))
		}
	}
	return out
}

// resolve makes a URL of the page absolute, or returns "" if it cannot be fetched.
func (r *reader) resolve(ref string) string {
	if ref = strings.TrimSpace(ref); ref == "" {
		return ""
	}
	to := r.resolver.Resolve(r.referrer, ref)
	if to.Kind == webtree.Other || to.Kind == webtree.Invalid {
		return ""
	}
	loc, err := sitemap.Normalize(to.URL)
	if err != nil {
		return ""
	}
	return loc
}

// mostVideos is the maximum number of videos kept per page.
const mostVideos = 100

func (r *reader) videos() {
	still := ""
	for _, p := range r.d.OpenGraph {
		if p.Name == "og:image" && still == "" {
			still = r.resolve(p.Value)
		}
	}
	have := map[string]bool{}
	add := func(v sitemap.Video) {
		name := cmp.Or(v.Content, v.Player)
		if name == "" || have[name] || len(r.p.Videos) >= mostVideos {
			return
		}
		have[name] = true
		v.Thumbnail = cmp.Or(v.Thumbnail, still)
		r.p.Videos = append(r.p.Videos, v)
	}
	for i := range r.d.Things {
		if t := &r.d.Things[i]; t.Is("VideoObject") {
			add(r.videoObject(t))
		}
	}
	for _, v := range r.d.Media.Videos {
		if v, ok := Video(v, still, r.resolve); ok {
			add(v)
		}
	}
}

func (r *reader) videoObject(t *html.Thing) sitemap.Video {
	v := sitemap.Video{
		Title: short(t.Name), Description: short(t.Description), Thumbnail: r.resolve(t.Thumbnail),
		Content: r.resolve(t.Content), Player: r.resolve(t.Embed), Duration: isoDuration(t.Duration),
	}
	v.Published, _, _ = ParseDate(t.Uploaded)
	v.Expires, _, _ = ParseDate(t.Expires)
	return v
}

// isoDuration parses PT1H2M3S (ISO 8601), and returns 0 for anything else.
func isoDuration(s string) time.Duration {
	rest, ok := strings.CutPrefix(strings.ToLower(s), "pt")
	if !ok {
		return 0
	}
	d, err := time.ParseDuration(rest)
	if err != nil || d < 0 {
		return 0
	}
	return d
}
