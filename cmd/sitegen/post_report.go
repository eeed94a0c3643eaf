package main

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/finished/post"
	"github.com/sitegen/sitegen/internal/listing"
)

// posted is the result of a run, for programs.
type posted struct {
	Base        string          `json:"base"`
	Files       int             `json:"files"`
	Pages       int             `json:"pages"`
	URLs        int             `json:"urls"`
	Items       int             `json:"items"`
	DryRun      bool            `json:"dryRun,omitempty"`
	Written     []string        `json:"written"`
	Unchanged   []string        `json:"unchanged"`
	Removed     []string        `json:"removed"`
	Added       []string        `json:"added"`
	Changed     []string        `json:"changed"`
	Gone        []string        `json:"gone"`
	Excluded    []post.Excluded `json:"excluded"`
	Repairs     []post.Repair   `json:"repairs,omitempty"`
	Diagnostics diag.List       `json:"diagnostics"`
}

func postReport(res *post.Result, dry bool) posted {
	list := func(l []string) []string { return append([]string{}, l...) }
	return posted{
		Base: res.Base, Files: res.Files, Pages: res.Pages, URLs: res.URLs, Items: res.Items, DryRun: dry,
		Written: list(res.Written), Unchanged: list(res.Unchanged), Removed: list(res.Removed),
		Added: list(res.Changes.Added), Changed: list(res.Changes.Changed), Gone: list(res.Changes.Removed),
		Excluded: append([]post.Excluded{}, res.Excluded...), Repairs: res.Repairs, Diagnostics: append(diag.List{},
			res.Found...),
	}
}

// postText prints the summary for people.
func (a *app) postText(dir string, f *postFlags, res *post.Result) {
	switch {
	case a.flags.quiet:
		return
	case res.Refused:
		a.printf(a.out, "%s at %s: %s; nothing was written\n", dir, res.Base, words.Count(res.Pages, "page"))
		return
	}
	a.postRepairs(dir, f.repair && len(res.Found.Errors()) == 0, res.Repairs)
	did := "wrote"
	if f.dryRun {
		did = "would write"
	}
	inSearch := 0
	for _, name := range res.Written {
		if f.search != "" && strings.HasPrefix(name, searchFolder(f)+"/") {
			inSearch++
			continue
		}
		a.printf(a.out, "%s %s\n", did, filepath.Join(dir, filepath.FromSlash(name)))
	}
	if inSearch > 0 {
		a.printf(a.out, "%s %s (%s)\n", did, filepath.Join(dir, filepath.FromSlash(searchFolder(f))),
			words.Count(inSearch, "file"))
	}
	did = "removed"
	if f.dryRun {
		did = "would remove"
	}
	for _, name := range res.Removed {
		a.printf(a.out, "%s %s\n", did, filepath.Join(dir, filepath.FromSlash(name)))
	}
	counts := map[listing.Reason]int{}
	for _, p := range res.Excluded {
		counts[p.Reason]++
	}
	var why []string
	for _, reason := range listing.Reasons() {
		if n := counts[reason]; n > 0 {
			why = append(why, fmt.Sprintf("%d %s", n, reason))
		}
	}
	left := ""
	if len(why) > 0 {
		left = ", " + fmt.Sprint(len(res.Excluded)) + " left out (" + strings.Join(why, ", ") + ")"
	}
	a.printf(a.out, "%s at %s: %s, %s in sitemaps%s, %s in feeds\n", dir, res.Base, words.Count(res.Pages, "page"),
		words.Count(res.URLs, "URL"), left, words.Count(res.Items, "item"))
	if u, err := url.Parse(res.Base); err == nil && len(u.Path) > 1 && !slices.Contains(res.Written, "robots.txt") &&
		!slices.Contains(res.Unchanged, "robots.txt") {
		u.Path = "/robots.txt"
		a.printf(a.out, "crawlers read only %s, and no robots.txt below it: add the Sitemap line there\n", u)
	}
}

// mostRepairs is the maximum number of changes printed for each kind of change.
const mostRepairs = 10

// postRepairs prints the changes of sitemaps: the first ones of each kind, and the number of each kind.
func (a *app) postRepairs(dir string, asked bool, list []post.Repair) {
	type kind struct{ action, what, reason string }
	counts := map[kind]int{}
	var kinds []kind
	for _, x := range list {
		k := kind{x.Action, x.What, x.Reason}
		if counts[k]++; counts[k] == 1 {
			kinds = append(kinds, k)
		}
		if counts[k] > mostRepairs {
			continue
		}
		at := position(filepath.ToSlash(filepath.Join(dir, filepath.FromSlash(x.File))), x.Line)
		text := fmt.Sprintf("%s: %s %s %s", at, x.Action, x.What, x.URL)
		if x.What == "date" {
			text = fmt.Sprintf("%s: %s date of %s", at, x.Action, x.URL)
		}
		if x.To != "" {
			text += " to " + x.To
		}
		a.printf(a.out, "%s: %s [%s]\n", text, x.Why, x.Rule)
	}
	var parts []string
	for _, k := range kinds {
		parts = append(parts, fmt.Sprintf("%s %s (%s)", words.Count(counts[k], k.what), k.action, k.reason))
	}
	switch {
	case len(parts) > 0:
		a.printf(a.out, "%s: %s\n", words.Count(len(list), "change"), strings.Join(parts, ", "))
	case asked:
		a.printf(a.out, "nothing to repair in the sitemaps\n")
	}
}

// postExplain prints whether a URL may be listed.
func (a *app) postExplain(ctx context.Context, o post.Options, what string) error {
	x, err := post.Explain(ctx, o, what)
	if err != nil {
		return err
	}
	if a.flags.json {
		return a.json(x)
	}
	_, err = fmt.Fprint(a.out, x)
	return err
}
