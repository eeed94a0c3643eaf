// Package inspect answers questions about a project by running stages of a build: which pages it has, which lists name
// them and why, and whether its output equals that of a clean build. Verify runs a full build and ImportFeeds writes
// the ledger; the others write nothing.
package inspect

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/site"
)

// Listed is a page with a content file, as `sitegen list` shows it.
type Listed struct {
	Path        string    `json:"path"` // of the content file, relative to the project
	Slug        string    `json:"slug"`
	Title       string    `json:"title"`
	Date        time.Time `json:"date"`
	ExpiryDate  time.Time `json:"expiryDate"`
	PublishDate time.Time `json:"publishDate"`
	Draft       bool      `json:"draft"`
	Permalink   string    `json:"permalink"`
	Kind        string    `json:"kind"`
	Section     string    `json:"section"`
}

// Choices returns the kinds that List accepts.
func Choices() []string { return []string{"all", "drafts", "expired", "future", "published"} }

// List returns the pages of a kind, by path: "all", "drafts", "future", "expired", or "published", the pages that a
// plain build makes. It renders nothing.
func List(ctx context.Context, o project.Options, which string) ([]Listed, error) {
	if !slices.Contains(Choices(), which) {
		return nil, fmt.Errorf("cannot list %q: choose one of %s", which, strings.Join(Choices(), ", "))
	}
	o.Drafts, o.Future, o.Expired = true, true, true
	s, err := pipeline.Run(ctx, o, pipeline.Assembled)
	defer s.Discard()
	if err != nil {
		return nil, err
	}
	var out []Listed
	for _, p := range s.Pages.Site.Pages {
		if p.Doc == nil || p.Edition.Language.FallbackPages && p.Doc.Lang != p.Edition.Language.Lower {
			continue // of the second, the row of its own language has the file
		}
		future, expired := s.Pages.Site.Untimely(p)
		if which == "all" || which == "drafts" && p.Draft || which == "future" && future || which == "expired" && expired ||
			which == "published" && !p.Draft && !future && !expired {
			out = append(out, listed(p))
		}
	}
	slices.SortStableFunc(out, func(a, b Listed) int { return strings.Compare(a.Path, b.Path) })
	return out, nil
}

func listed(p *site.Page) Listed {
	section, _, _ := strings.Cut(strings.TrimPrefix(p.SectionPath, "/"), "/")
	return Listed{
		Path: p.Doc.File, Slug: p.Slug, Title: p.Title,
		Date: p.Dates.Date, ExpiryDate: p.Dates.ExpiryDate, PublishDate: p.Dates.PublishDate,
		Draft: p.Draft, Permalink: p.URL.Abs(), Kind: string(p.Kind), Section: section,
	}
}
