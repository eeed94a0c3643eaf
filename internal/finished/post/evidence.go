package post

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/webpage"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
	"github.com/sitegen/sitegen/sitemap"
)

// The sitemap of the generator is a source of information if it is replaced. It shows which pages its owner left out on
// purpose (Hugo's sitemap.disable, sitemap: false of Jekyll, filters of Eleventy, Astro and Docusaurus), how the site
// writes its URLs, and facts that pages may lack: dates from git, language versions, files that aren't pages. These
// facts are saved next to the ledger, because later runs find our own sitemap in its place.

// evidence contains the facts from a replaced sitemap.
type evidence struct {
	file    string // file in which the facts are saved
	name    string // name of the replaced sitemap, and of the new one
	out     map[string]bool
	entries map[string]*entry // by the path of the file
	stamps  int               // number of dates that are the time of a build, and are not used
	old     []string          // its files, to be removed unless they are written again
}

// entry is an entry of the replaced sitemap for one file. It is saved for later runs.
type entry struct {
	Path       string              `json:"path"`
	Loc        string              `json:"loc"`
	LastMod    time.Time           `json:"lastmod,omitzero"`
	DateOnly   bool                `json:"dateOnly,omitempty"`
	ChangeFreq string              `json:"changefreq,omitempty"`
	Priority   *float64            `json:"priority,omitempty"`
	Alternates []sitemap.Alternate `json:"alternates,omitempty"`
}

const replacedRule = "sitemap-replaced"

// readEvidence chooses the name of the sitemap and reads the sitemap of the generator.
func (r *run) readEvidence(context.Context) error {
	e := &r.evidence
	e.file = filepath.Join(r.o.State, filepath.Base(r.dir)+".left-out")
	e.entries = map[string]*entry{}
	ours, err := r.ours()
	if err != nil || len(r.report.List().Errors()) > 0 {
		return err
	}
	text, err := os.ReadFile(e.file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if r.o.Repair {
		r.openSets(ours)
		r.pages.Spell()
		return nil
	}
	sets := r.foreign(ours)
	if !r.o.NoSitemap {
		if err := r.chooseName(sets, string(text)); err != nil {
			return err
		}
	}
	replaced := r.o.Replace && !r.o.NoSitemap
	switch file, there := r.tree.Lookup(r.sitemapName()); {
	case len(sets) > 0 || there && !ours(r.sitemapName()):
		if len(sets) == 0 {
			sets = []int32{file}
		}
		r.learn(sets, replaced)
	case replaced && there:
		r.remembered(string(text))
	}
	r.pages.Spell()
	return nil
}

// ours returns a function that reports whether an earlier run wrote a file of the folder.
func (r *run) ours() (func(name string) bool, error) {
	tree, err := r.openTree()
	if err != nil {
		return nil, r.refused(err)
	}
	return tree.Owns, tree.Stage().Discard()
}

// foreign returns the sitemaps of other programs: those that robots.txt and the home page announce, else those with the
// usual names. Feeds and text sitemaps are not replaced.
func (r *run) foreign(ours func(string) bool) (files []int32) {
	for _, file := range addresses.Sitemaps(r.tree) {
		switch format, _ := addresses.Format(r.tree, file); format {
		case sitemap.URLSet, sitemap.Index:
			if !ours(r.tree.File(file).Path) {
				files = append(files, file)
			}
		}
	}
	return files
}

// chooseName determines the name of the sitemap: from --sitemap, else from the generator's sitemap.
func (r *run) chooseName(sets []int32, remembered string) error {
	e := &r.evidence
	explicit := r.o.Sitemap != ""
	if !explicit && len(sets) == 0 {
		first, _, _ := strings.Cut(remembered, "\n")
		e.name, _ = strings.CutPrefix(first, evidenceHead)
		if _, ok := r.tree.Lookup(e.name); ok {
			r.o.Sitemap = e.name
		}
		return nil
	}
	var others []string
	announced := addresses.Announced(r.tree)
	for _, file := range sets {
		name := strings.TrimSuffix(r.tree.File(file).Path, ".gz")
		if r.o.Sitemap == "" {
			r.o.Sitemap, e.name = name, name
		}
		if name != r.o.Sitemap && !slices.Contains(others, name) && slices.Contains(announced, file) {
			others = append(others, name)
		}
	}
	if len(others) > 0 && (r.o.Replace || !explicit) {
		r.res.Found = append(r.res.Found, &diag.Diagnostic{
			Rule: replacedRule, File: others[0],
			Message: fmt.Sprintf("robots.txt or the home page announces %s, which would stay next to %s",
				strings.Join(others, ", "), r.o.Sitemap),
			Hint: "announce one sitemap or one index; to replace that one, pass --replace without --sitemap",
		})
	}
	if !explicit && strings.Contains(r.o.Sitemap, "/") {
		r.res.Found = append(r.res.Found, &diag.Diagnostic{
			Rule: "L5", File: r.o.Sitemap,
			Message: "the announced sitemap is in a folder, and may list only URLs below that folder",
			Hint:    "move it to the root in the generator, or pass --sitemap sitemap.xml and announce that one",
		})
	}
	return nil
}

func (r *run) sitemapName() string {
	return cmp.Or(r.o.Sitemap, "sitemap.xml")
}

// read is a sitemap entry with its extensions.
type read struct {
	entry
	images, videos, news bool
}

// learn reads the generator's sitemaps: the form of their URLs, and all other facts if they are replaced.
func (r *run) learn(sets []int32, replaced bool) {
	var all []read
	var locs []string
	files, err := addresses.Entries(r.tree, sets, func(_ int32, x *sitemap.Entry) {
		one := read{entry{
			Loc: x.Loc, LastMod: x.LastMod, DateOnly: x.DateOnly, ChangeFreq: x.ChangeFreq,
			Alternates: slices.Clone(x.Alternates),
		}, len(x.Images) > 0, len(x.Videos) > 0, x.News != nil}
		if x.HasPriority {
			one.Priority = ptr(x.Priority)
		}
		all, locs = append(all, one), append(locs, x.Loc)
	})
	if err != nil && replaced {
		r.report.Add(replacedRule, r.sitemapName(), "it cannot be read, so which pages it leaves out is not known: "+
			err.Error())
		return
	}
	origin := addresses.Majority(locs)
	resolver := r.tree.Resolver()
	var none, rewritten, closed []string
	lost := map[string]int{}
	for i := range all {
		x := &all[i]
		to := addresses.Meant(resolver, r.tree, x.Loc, origin)
		if addresses.Rewritten(r.tree, &to) {
			rewritten = append(rewritten, x.Loc)
		}
		r.pages.Addresses.Learn(addresses.Listed, to)
		if to.Kind != webtree.Own {
			none = append(none, x.Loc)
			continue
		}
		if replaced && !r.tree.File(to.File).HTML() {
			if x := r.closedAsset(to.File); x.Reason != "" {
				closed = append(closed, fmt.Sprintf("%q, because %s", all[i].Loc, x.Why))
			}
		}
		if x.Path = r.tree.File(to.File).Path; r.evidence.entries[x.Path] == nil {
			r.evidence.entries[x.Path] = &x.entry
		}
		tally(lost, "images", x.images && !shown(r.o.Discovery.Images))
		tally(lost, "videos", x.videos && !shown(r.o.Discovery.Videos))
		tally(lost, "news", x.news && len(r.o.News) == 0)
	}
	if !replaced {
		r.evidence.entries = map[string]*entry{}
		return
	}
	for _, file := range files {
		r.evidence.old = append(r.evidence.old, r.tree.File(file).Path)
	}
	r.leaveOut(len(all))
	r.sayLost(none, lost)
	if len(closed) > 0 {
		r.warnReplaced(fmt.Sprintf("the replaced sitemap lists %s that must not be listed: left out; the first is %s",
			words.Count(len(closed), "file"), closed[0]), "")
	}
	if len(rewritten) > 0 {
		r.warnReplaced(fmt.Sprintf("the replaced sitemap lists %s that this host answers only by a rule of its "+
			"configuration, and so does the new one; the first is %q", words.Count(len(rewritten), "URL"), rewritten[0]),
			"check that your server has the rule, such as try_files $uri $uri.html in nginx")
	}
	r.versions()
}

func ptr[T any](v T) *T { return &v }

func tally(counts map[string]int, what string, is bool) {
	if is {
		counts[what]++
	}
}

// leaveOut records the pages that a sitemap does not list. A sitemap that lists no page of the site was written for
// another URL and is not used.
func (r *run) leaveOut(listed int) {
	e := &r.evidence
	out := map[string]bool{}
	found := 0
	for i := range r.pages.Pages {
		if w := &r.pages.Pages[i]; e.entries[w.Path] != nil {
			found++
		} else {
			out[w.Path] = true
		}
	}
	if found == 0 {
		if listed > 0 {
			r.report.Add(replacedRule, r.sitemapName(), "it lists no page below "+r.tree.Base()+
				": which pages it leaves out is not known")
		}
		e.entries = map[string]*entry{}
		return
	}
	e.out = out
	r.dropStamps()
}

// dropStamps drops the dates that are the time of a build.
func (r *run) dropStamps() {
	e := &r.evidence
	names := slices.Sorted(maps.Keys(e.entries))
	dates := make([]entryDate, len(names))
	for i, name := range names {
		x := e.entries[name]
		dates[i] = entryDate{at: x.LastMod, dayOnly: x.DateOnly}
		if file, ok := r.tree.Lookup(name); ok {
			if page := r.pages.Of(file); page != webpage.Elsewhere {
				dates[i].known = r.pages.Pages[page].Modified.Time
			}
		}
	}
	for i, is := range stamped(dates) {
		if is {
			e.entries[names[i]].LastMod = time.Time{}
			e.stamps++
		}
	}
}

// sayLost reports the entries and data of a replaced sitemap that the new one will not have.
func (r *run) sayLost(none []string, lost map[string]int) {
	warn := r.warnReplaced
	if len(none) > 0 && len(r.evidence.entries) > 0 {
		warn(fmt.Sprintf("the replaced sitemap lists %s that no file of the site answers: left out; the first is %q",
			words.Count(len(none), "URL"), none[0]), "")
	}
	for _, what := range []string{"images", "videos", "news"} {
		hint := "to list them, pass --" + what + " inline"
		if what == "news" {
			hint = "to list them, pass --news with a glob of the articles"
		}
		if n := lost[what]; n > 0 {
			warn(fmt.Sprintf("the replaced sitemap has %s of %s, which the new one does not list", what,
				words.Count(n, "page")), hint)
		}
	}
	if n := r.evidence.stamps; n > 0 {
		warn(fmt.Sprintf("the replaced sitemap has the time of the build as the date of %s: it is not used (rule M2)",
			words.Count(n, "URL")), "")
	}
}

func (r *run) warnReplaced(message, hint string) {
	r.report.Say(&diag.Diagnostic{
		Rule: replacedRule, Severity: diag.Warning, File: r.sitemapName(), Message: message, Hint: hint,
	})
}

// versions adds the language versions of the replaced sitemap to pages that name none.
func (r *run) versions() {
	resolver := r.tree.Resolver()
	for i := range r.pages.Pages {
		w := &r.pages.Pages[i]
		x := r.evidence.entries[w.Path]
		if x == nil || len(w.Versions) > 0 {
			continue
		}
		origin := addresses.Origin(x.Loc)
		for _, a := range x.Alternates {
			v := webpage.Version{Lang: a.Lang, Href: a.Href, Page: webpage.Elsewhere}
			switch to := addresses.Meant(resolver, r.tree, a.Href, origin); to.Kind {
			case webtree.Own:
				if v.Page = r.pages.Of(to.File); v.Page == webpage.Elsewhere {
					continue
				}
			case webtree.Foreign:
			default:
				continue
			}
			w.Versions = append(w.Versions, v)
		}
	}
}

// assets returns the other files that the replaced sitemap lists and that crawlers may read.
func (r *run) assets() (out []config.SitemapURL) {
	for path, x := range r.evidence.entries {
		file, ok := r.tree.Lookup(path)
		if !ok || r.tree.File(file).HTML() || r.closedAsset(file).Reason != "" {
			continue
		}
		out = append(out, config.SitemapURL{Loc: r.tree.URL(file), LastMod: r.past(webpage.Date{Time: x.LastMod}).Time})
	}
	slices.SortFunc(out, func(a, b config.SitemapURL) int { return strings.Compare(a.Loc, b.Loc) })
	return out
}

// date returns the date of a page's last change in the replaced sitemap.
func (e *evidence) date(path string) webpage.Date {
	x := e.entries[path]
	if x == nil || x.LastMod.IsZero() {
		return webpage.Date{}
	}
	return webpage.Date{Time: x.LastMod, DayOnly: x.DateOnly, From: "replaced sitemap"}
}

// evidenceHead is the start of the saved file; the name of the sitemap follows.
const evidenceHead = "sitemap "

// remembered reads the facts that an earlier run saved.
func (r *run) remembered(text string) {
	e := &r.evidence
	e.out = map[string]bool{}
	resolver := r.tree.Resolver()
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if name, ok := strings.CutPrefix(line, "/"); ok {
			e.out[name] = true
		} else if text, ok := strings.CutPrefix(line, "+"); ok {
			x := &entry{}
			if json.Unmarshal([]byte(text), x) != nil {
				continue
			}
			e.entries[x.Path] = x
			to := addresses.Meant(resolver, r.tree, x.Loc, addresses.Origin(x.Loc))
			addresses.Rewritten(r.tree, &to)
			if to.Kind == webtree.Own && r.tree.File(to.File).Path == x.Path {
				r.pages.Addresses.Learn(addresses.Listed, to)
			}
		}
	}
	r.dropStamps()
	r.versions()
}

// keepEvidence saves the facts from the replaced sitemap.
func (r *run) keepEvidence() error {
	if !r.o.Replace || r.o.NoSitemap {
		return nil
	}
	e := &r.evidence
	var b strings.Builder
	fmt.Fprintln(&b, evidenceHead+e.name)
	for _, name := range slices.Sorted(maps.Keys(e.out)) {
		fmt.Fprintln(&b, "/"+name)
	}
	for _, path := range slices.Sorted(maps.Keys(e.entries)) {
		text, err := json.Marshal(e.entries[path])
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "+%s\n", text)
	}
	if old, err := os.ReadFile(e.file); err == nil && string(old) == b.String() {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(e.file), 0o777); err != nil {
		return err
	}
	return atomicfile.Write(e.file, []byte(b.String()))
}
