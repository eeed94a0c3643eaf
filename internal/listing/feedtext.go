package listing

import "github.com/sitegen/sitegen/internal/site"

// Title returns the title of a feed: the configured one or, in English and in Hugo's own feeds, the one that Hugo gives
// it, "Posts on My Site". A podcast has the title of its list. A site without a title gets the name of its host,
// because a feed must have a title (rule B1).
func (f *Feed) Title() string {
	if f.given != nil {
		return f.given.Title
	}
	p := f.List
	name := SiteTitle(p.Edition)
	what := p.Title
	if f.dir != "" {
		what = f.title
	} else if what == name || what == p.Edition.Language.Title || p.Kind == site.Home && p.Edition.Language.Title == "" {
		what = ""
	}
	base := baseLanguage(p.Edition.Language)
	switch {
	case what == "":
	case f.Podcast != nil: // podcast directories use it as the name of the show
		name = what
	case f.hugo || base == "en":
		name = what + " on " + name
	default:
		name = what + " – " + name
	}
	if f.Updates {
		return changesIn(base, name)
	}
	return name
}

// Description returns the description of the list, else "Recent content" with Hugo's ending, in the language of the
// page if sitegen has a translation (rule B1).
func (f *Feed) Description() string {
	if f.given != nil {
		return f.given.Description
	}
	p := f.List
	if f.dir == "" && p.Description != "" && p.Kind != site.Home {
		return FeedText(p.Description)
	}
	if f.IsHome() {
		if s, ok := p.Edition.Language.Params["description"].(string); ok && s != "" {
			return FeedText(s)
		}
		if p.Description != "" {
			return FeedText(p.Description)
		}
	}
	name := SiteTitle(p.Edition)
	base := baseLanguage(p.Edition.Language)
	switch {
	case recent[base] != "" && base != "en":
		list := *f
		list.Updates = false
		return recentIn(base, list.Title())
	case f.Author != "":
		return recentIn("en", "by "+f.Author+" on "+name)
	case f.dir != "":
		return recentIn("en", "in "+f.title+" on "+name)
	case p.Title != "" && p.Title != name && p.Title != p.Edition.Language.Title:
		return recentIn("en", "in "+p.Title+" on "+name)
	}
	return recentIn("en", "on "+name)
}
