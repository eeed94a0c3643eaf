package pipeline

import (
	"strings"

	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/cache"
)

// job is one render: a page in one format, or a redirect.
type job struct {
	page   *site.Page
	target site.Target
	alias  *site.Alias
}

// file is the file that a job is for.
func (j *job) file() string {
	if j.alias != nil {
		return j.alias.File
	}
	return j.target.File
}

// first reports whether a job renders the canonical output of its page.
func (j *job) first() bool { return j.page.Targets[0].File == j.target.File }

// by names what a job renders, for messages about its outputs.
func (j *job) by() string {
	switch {
	case j.alias != nil && j.alias.To != nil:
		return "an alias of " + pageName(j.alias.To)
	case j.alias != nil:
		return "an alias"
	}
	return pageName(j.page)
}

func pageName(p *site.Page) string {
	if p.Doc != nil {
		return p.Doc.File
	}
	return "the " + string(p.Kind) + " " + p.Path
}

// contentFile returns the content file that a job renders, "" when there is none.
func (j *job) contentFile() string { return contentFile(j.page) }

// contentFile returns the content file of a page, "" when there is none.
func contentFile(p *site.Page) string {
	if p != nil && p.Doc != nil {
		return p.Doc.File
	}
	return ""
}

// key names a job among those of another build, by a hash of what is not asked while it renders, because it is given
// to it.
func (j *job) key(wantsMedia func(*site.Page) bool) string {
	if a := j.alias; a != nil {
		return cache.ShortName(strings.Join([]string{"alias", a.File, a.URL.Abs(), a.Leads()}, "\x00"))
	}
	// Messages name the content file, which may have another name and still be the same page.
	parts := []string{"page", j.page.Key, j.target.Format.Name, j.target.File, j.target.URL.Abs(), "", j.contentFile()}
	if j.first() {
		parts[5] = "first"
		if wantsMedia(j.page) {
			parts[5] = "media"
		}
	}
	return cache.ShortName(strings.Join(parts, "\x00"))
}

// sameKey reports whether jobs of two builds of one configuration have the same key: all that it is made of is the same.
func sameKey(a, b *job) bool {
	if a.alias != nil || b.alias != nil {
		return a.alias.Same(b.alias)
	}
	return a.page.Key == b.page.Key && a.page.SectionPath == b.page.SectionPath && a.contentFile() == b.contentFile() &&
		a.first() == b.first() && a.target.Same(b.target)
}
