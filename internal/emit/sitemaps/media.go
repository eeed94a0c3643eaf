package sitemaps

import (
	"cmp"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/htmldoc/webpage"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/listing/declared"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// placement converts the setting to that of the sitemap package.
func placement(m config.Media) sitemap.Placement {
	switch m.Place {
	case "inline":
		return sitemap.Inline
	case "files":
		return sitemap.OwnFiles
	}
	return sitemap.Omit
}

// media adds the images and videos of a page to its sitemap entry.
type media struct {
	l      *listing.Listing
	report func(*diag.Diagnostic) // nil: problems are not reported
	taken  func(file string) bool // whether a file of the output exists; nil: not known
	page   *site.Page
	loc    string   // its URL in normal form
	base   *url.URL // the same; nil for a finished page, whose URLs are absolute
}

// of switches to another page and its URL. It returns false if the URL is not valid.
func (m *media) of(p *site.Page, loc string) bool {
	m.page = p
	var err error
	if m.loc, err = sitemap.Normalize(loc); err == nil && m.l.Facts(p).Web == nil {
		m.base, err = url.Parse(m.loc)
	}
	return err == nil
}

// Videos returns the videos from the front matter of p for sitemaps, including expired ones; nil if no base URL is
// known (rule L10).
func Videos(l *listing.Listing, p *site.Page) []sitemap.Video {
	m := media{l: l}
	if !m.mayDeclare(p) {
		return nil
	}
	out := m.declaredVideos()
	for i := range out {
		m.describe(&out[i])
	}
	return out
}

// mayDeclare switches to p and reports whether it names videos that sitemaps can contain.
func (m *media) mayDeclare(p *site.Page) bool {
	return p.Params["videos"] != nil && !p.URL.IsZero() && m.l.HasBase(p.Edition) && m.of(p, m.l.Address(p))
}

// expiries returns the times when videos of p expire. It reads no file, so it also works after a build.
func expiries(l *listing.Listing, p *site.Page) (out []time.Time) {
	m := media{l: l}
	if !m.mayDeclare(p) {
		return nil
	}
	for _, v := range m.namedVideos() {
		if !v.Expires.IsZero() {
			out = append(out, v.Expires)
		}
	}
	return out
}

// describe fills in missing values of a video from its page.
func (m *media) describe(v *sitemap.Video) {
	v.Title = cmp.Or(v.Title, m.page.Title)
	v.Description = cmp.Or(v.Description, m.page.Description, m.page.SummaryText)
}

// add adds the images, videos, and news of p.
func (m *media) add(e *sitemap.Entry, p *site.Page) {
	d, facts := m.l.Site.Config.Discovery, m.l.Facts(p)
	if !m.of(p, e.Loc) {
		return
	}
	if listing.Wanted(d.Images, p) {
		var forbidden []string
		for _, loc := range m.images(facts) {
			if m.forbidden(loc) {
				forbidden = append(forbidden, loc)
			} else {
				e.Images = append(e.Images, sitemap.Image{Loc: loc})
			}
		}
		m.tellForbidden("G2", "images", forbidden)
	}
	if listing.Wanted(d.Videos, p) {
		m.videos(e, facts)
	}
	if isArticle(m.l, p) && !listing.Published(p).IsZero() && !m.l.Site.Now.IsZero() {
		e.News = news(m.l, p)
	}
}

// images returns the URLs of images in front matter and on the page, each once.
func (m *media) images(facts *listing.PageFacts) (out []string) {
	if facts.Web != nil {
		return facts.Web.Images
	}
	var shown, absent []string
	find := func(list []string, loc string) int {
		return slices.IndexFunc(list, func(have string) bool { return webpage.SamePicture(have, loc) })
	}
	for _, src := range facts.Media.Images {
		if loc := m.resolve(src); loc != "" && find(shown, loc) < 0 {
			shown = append(shown, loc)
		}
	}
	for _, ref := range declared.Images(m.page.Params) {
		loc := m.declared(ref)
		if loc == "" {
			absent = append(absent, m.resolve(ref))
			continue
		}
		if i := find(shown, loc); i >= 0 {
			loc = shown[i]
		}
		if find(out, loc) < 0 {
			out = append(out, loc)
		}
	}
	for _, loc := range shown {
		if find(out, loc) < 0 {
			out = append(out, loc)
		}
	}
	return m.written("G2", "images", out, absent)
}

// written returns the URLs whose files exist, and reports the others (rules G2, V4, L11). Files on other hosts are not
// checked.
func (m *media) written(rule, what string, list, absent []string) (out []string) {
	for _, loc := range list {
		if m.there(loc) {
			out = append(out, loc)
		} else {
			absent = append(absent, loc)
		}
	}
	m.tellAbsent(rule, what, absent)
	return out
}

func (m *media) there(loc string) bool {
	if !m.l.KnowsFiles() || m.taken == nil || m.base == nil {
		return true
	}
	file, ours := m.l.OutputFile(m.page, loc)
	return !ours || m.taken(file)
}

func (m *media) tellAbsent(rule, what string, list []string) {
	list = slices.DeleteFunc(slices.Compact(list), func(loc string) bool { return loc == "" })
	m.tell(rule, what+" are left out of the sitemap because the files do not exist: ", list)
}

// tell warns about media of the page. The position is found by their file names.
func (m *media) tell(rule, message string, list []string) {
	if len(list) == 0 || m.report == nil {
		return
	}
	about, _, _ := strings.Cut(list[0], " (")
	if u, err := url.Parse(about); err == nil && m.base != nil && u.Host == m.base.Host && u.Path != "" {
		about = path.Base(u.Path)
	}
	m.report(&diag.Diagnostic{
		Rule: rule, Severity: diag.Warning, File: m.l.Source(m.page), Message: message + strings.Join(list,
			", "), About: about,
	})
}

// resolve returns the absolute URI of a reference (rules L1 to L3); "" if it cannot be fetched.
func (m *media) resolve(ref string) string {
	u, err := m.base.Parse(strings.TrimSpace(ref))
	if err != nil {
		return ""
	}
	loc, err := sitemap.Normalize(u.String())
	if err != nil {
		return ""
	}
	return loc
}

// forbidden reports whether robots.txt blocks a file of this host. Search engines do not show files that they may not
// read (rules G2, V4).
func (m *media) forbidden(loc string) bool {
	scheme, rest, _ := strings.Cut(m.loc, "://")
	host, _, _ := strings.Cut(rest, "/")
	path, ours := strings.CutPrefix(loc, scheme+"://"+host)
	return ours && strings.HasPrefix(path, "/") && !m.l.Allowed(m.page.Edition, path)
}

func (m *media) tellForbidden(rule, what string, list []string) {
	m.tell(rule, what+" are left out of the sitemap because robots.txt disallows them: ", slices.Compact(list))
}

// videos adds the videos from front matter, the video elements, and the players of known hosts. Those without required
// values (rule V1) are left out and reported once per page.
func (m *media) videos(e *sitemap.Entry, facts *listing.PageFacts) {
	var missing, forbidden, absent []string
	add := func(v sitemap.Video) {
		if !m.there(v.Thumbnail) {
			absent = append(absent, v.Thumbnail)
			v.Thumbnail = ""
		}
		if !m.there(v.Content) {
			absent = append(absent, v.Content)
			return
		}
		m.describe(&v)
		name := cmp.Or(v.Content, v.Player)
		for _, have := range e.Videos {
			if cmp.Or(have.Content, have.Player) == name {
				return
			}
		}
		var lacks []string
		for _, f := range []struct{ name, value string }{
			{"thumbnail", v.Thumbnail},
			{"title", v.Title},
			{"description", v.Description},
		} {
			if f.value == "" {
				lacks = append(lacks, f.name)
			}
		}
		if len(lacks) > 0 {
			missing = append(missing, name+" ("+strings.Join(lacks, ", ")+")")
			return
		}
		for _, loc := range []string{v.Content, v.Thumbnail} {
			if loc != "" && m.forbidden(loc) {
				forbidden = append(forbidden, loc)
				return
			}
		}
		e.Videos = append(e.Videos, v)
	}
	for _, v := range m.declaredVideos() {
		add(v)
	}
	for _, f := range facts.Media.Videos {
		if v, ok := m.player(f); ok {
			add(v)
		}
	}
	if facts.Web != nil {
		for _, v := range facts.Web.Videos {
			add(v)
		}
	}
	m.tellForbidden("V4", "videos", forbidden)
	m.tellAbsent("V4", "videos or their pictures", absent)
	m.tell("V1", "videos are left out of the sitemap because something is missing: ", missing)
}

// player makes a sitemap video from a video element or player on the page.
func (m *media) player(f html.Video) (sitemap.Video, bool) {
	v, ok := webpage.Video(f, m.firstImage(), m.resolve)
	if v.Content != "" {
		v.Duration = m.duration(v.Content)
	}
	return v, ok
}

// firstImage returns the first image in front matter; "" if there is none.
func (m *media) firstImage() string {
	if list := declared.Images(m.page.Params); len(list) > 0 {
		return m.declared(list[0])
	}
	return ""
}

// declared returns the URL of an image that front matter names: a resource of the page, or a file below the page or the
// root, as in feeds. It returns "" if the site has no such file (rule L11).
func (m *media) declared(ref string) string {
	f, ok := m.l.Attached(m.page).Find(ref)
	if ok {
		return m.resolve(f.URL)
	}
	loc := m.resolve(ref)
	if m.l.KnowsFiles() && loc != "" {
		if _, ours := m.l.OutputFile(m.page, loc); ours {
			return ""
		}
	}
	return loc
}

// duration returns the duration of a file next to the page, read from its header.
func (m *media) duration(address string) time.Duration {
	for _, r := range m.page.Resources {
		if r.Resource != nil && r.Resource.Duration > 0 && !r.URL.IsZero() && r.URL.Abs() == address {
			return time.Duration(r.Resource.Duration * float64(time.Second))
		}
	}
	return 0
}

// declaredVideos returns namedVideos with facts from files of the site.
func (m *media) declaredVideos() []sitemap.Video {
	out := m.namedVideos()
	for i := range out {
		if out[i].Thumbnail == "" {
			out[i].Thumbnail = m.firstImage()
		}
		if out[i].Duration == 0 {
			out[i].Duration = m.duration(out[i].Content)
		}
	}
	return out
}

// namedVideos returns the videos in front matter `videos`: tables with thumbnail, title, description, content or
// player, and optional values. A string is the content URL (https://gohugo.io/templates/embedded/#open-graph).
func (m *media) namedVideos() []sitemap.Video {
	list, _ := m.page.Params["videos"].([]any)
	if one, ok := m.page.Params["videos"].([]string); ok {
		for _, s := range one {
			list = append(list, s)
		}
	}
	var out []sitemap.Video
	for _, item := range list {
		v := sitemap.Video{}
		switch item := item.(type) {
		case string:
			v.Content = m.resolve(item)
		case map[string]any:
			r := declared.Videos{Resolve: m.resolve, Zone: m.page.Edition.Language.TimeZone}
			v = r.Read(item)
			m.tell("V2", "videos: the page has values that a sitemap can't contain: ", r.Mistaken)
		}
		if v.Content == "" && v.Player == "" {
			continue
		}
		out = append(out, v)
	}
	return out
}
