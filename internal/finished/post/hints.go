package post

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/config"
)

// Hint is the priority or change frequency of some pages in sitemaps (rule M6).
type Hint = config.PostHint

// frequencies are the values of changefreq in the protocol (rule M6).
var frequencies = []string{"always", "hourly", "daily", "weekly", "monthly", "yearly", "never"}

// ParseHint parses GLOB=VALUE, where VALUE is a priority or a change frequency.
func ParseHint(s string) (Hint, error) {
	pattern, value, ok := strings.Cut(s, "=")
	if !ok {
		return Hint{}, fmt.Errorf("%q must be GLOB=VALUE, as in 'blog/**=weekly' or 'blog/**=0.8'", s)
	}
	if n, err := strconv.ParseFloat(value, 64); err == nil {
		return Hint{Glob: pattern, Priority: n}, nil
	}
	return Hint{Glob: pattern, ChangeFreq: strings.ToLower(value), Priority: -1}, nil
}

// hinted is a hint with its compiled glob pattern.
type hinted struct {
	Hint
	set glob.Set
}

// readHints validates the hints and compiles their glob patterns.
func (r *run) readHints(context.Context) error {
	for _, h := range r.o.Hints {
		h.Glob = strings.TrimPrefix(h.Glob, "/")
		switch {
		case h.Glob == "":
			return errors.New("pages with a priority or a change frequency need a glob (rule M6)")
		case h.ChangeFreq != "" && !slices.Contains(frequencies, h.ChangeFreq):
			return fmt.Errorf("pages %q: the change frequency must be one of %s, not %q (rule M6)", h.Glob,
				strings.Join(frequencies, ", "), h.ChangeFreq)
		case h.Priority != -1 && !(0 <= h.Priority && h.Priority <= 1):
			return fmt.Errorf("pages %q: the priority must be from 0 to 1, not %v (rule M6)", h.Glob, h.Priority)
		}
		set, err := glob.NewSet([]string{h.Glob})
		if err != nil {
			return err
		}
		r.hinted = append(r.hinted, hinted{h, set})
	}
	return nil
}

// hints returns the priority and change frequency of a page: for each, the first matching hint, else the value of a
// replaced sitemap.
func (r *run) hints(page int) config.Sitemap {
	s := config.Sitemap{Priority: -1}
	for i := range r.hinted {
		h := &r.hinted[i]
		if !r.fits(h.set, page) {
			continue
		}
		if s.ChangeFreq == "" {
			s.ChangeFreq = h.ChangeFreq
		}
		if s.Priority < 0 {
			s.Priority = h.Priority
		}
	}
	if x := r.evidence.entries[r.pages.Pages[page].Path]; x != nil {
		s.ChangeFreq = cmp.Or(s.ChangeFreq, x.ChangeFreq)
		if s.Priority < 0 && x.Priority != nil {
			s.Priority = *x.Priority
		}
	}
	return s
}
