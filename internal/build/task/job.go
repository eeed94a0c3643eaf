package task

import (
	"strings"

	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/cache"
)

// Job is one render: a page in one format, or a redirect.
type Job struct {
	Page   *site.Page
	Target site.Target
	Alias  *site.Alias
}

// File returns the output file that a job is for.
func (j *Job) File() string {
	if j.Alias != nil {
		return j.Alias.File
	}
	return j.Target.File
}

// First reports whether a job renders the canonical output of its page.
func (j *Job) First() bool { return j.Page.Targets[0].File == j.Target.File }

// By names what a job renders, for messages about its outputs.
func (j *Job) By() string {
	switch {
	case j.Alias != nil && j.Alias.To != nil:
		return "an alias of " + site.NameOf(j.Alias.To)
	case j.Alias != nil:
		return "an alias"
	}
	return site.NameOf(j.Page)
}

// ContentFile returns the content file that a job renders, "" when there is none.
func (j *Job) ContentFile() string { return ContentFile(j.Page) }

// ContentFile returns the content file of a page, "" when there is none.
func ContentFile(p *site.Page) string {
	if p != nil && p.Doc != nil {
		return p.Doc.File
	}
	return ""
}

// Key identifies a job across builds. It hashes what is given to the job, because rendering records no questions about
// that.
func (j *Job) Key(wantsMedia func(*site.Page) bool) string {
	if a := j.Alias; a != nil {
		return cache.ShortName(strings.Join([]string{"alias", a.File, a.URL.Abs(), a.Leads()}, "\x00"))
	}
	// Messages name the content file, which may have another name and still be the same page.
	parts := []string{"page", j.Page.Key, j.Target.Format.Name, j.Target.File, j.Target.URL.Abs(), "", j.ContentFile()}
	if j.First() {
		parts[5] = "first"
		if wantsMedia(j.Page) {
			parts[5] = "media"
		}
	}
	return cache.ShortName(strings.Join(parts, "\x00"))
}

// sameKey reports whether jobs of two builds of one configuration have the same key, by comparing everything that the
// key is made of.
func sameKey(a, b *Job) bool {
	if a.Alias != nil || b.Alias != nil {
		return a.Alias.Same(b.Alias)
	}
	return a.Page.Key == b.Page.Key && a.Page.SectionPath == b.Page.SectionPath && a.ContentFile() == b.ContentFile() &&
		a.First() == b.First() && a.Target.Same(b.Target)
}
