package generators

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/htmldoc/webpage"
)

// Options describes the sources of a site.
type Options struct {
	Dir       string // folder of the sources; "": no sources
	Generator string // name of the generator (Names); "" or "auto": detected from Dir
	HugoList  string // output file of `hugo list published`; "": none
	// Known returns the file of each page from the project's configuration, by the page's path below the root
	// ("blog/one/"). nil: unknown.
	Known  func(context.Context) map[string]string
	Prefix string // path of the site on its host: "/" or "/blog/"
	Jobs   int    // number of workers; default: one per processor
}

// Sources maps the pages of a site to their source files.
type Sources struct {
	Found  diag.List // problems with the sources
	files  []Source
	byPage []int32 // by page number: file number plus 1; 0 if unknown
}

// Source is a content file.
type Source struct {
	Path                     string // slash path in the content folder
	Hash                     uint64 // hash of the file
	Modified, Published, Git webpage.Date
	Unlisted                 string // the front matter that keeps the page out of sitemaps: "sitemap: false"

	Tags, Categories []string

	keys   []string // keys of the pages that it may have become, most likely first
	front  map[string]any
	broken error // error in the front matter
}

// Of returns the source of a page, or nil if it is unknown.
func (s *Sources) Of(page int) *Source {
	if s.byPage == nil || s.byPage[page] == 0 {
		return nil
	}
	return &s.files[s.byPage[page]-1]
}

// Find finds the source of each page. pages are the slash paths of the pages' files. A page with two possible sources
// has none.
func Find(ctx context.Context, o Options, pages []string) (*Sources, error) {
	if o.Dir == "" {
		if o.HugoList != "" {
			return nil, errors.New("--hugo-list needs --content, the folder of the sources")
		}
		return &Sources{}, nil
	}
	rules, err := sourcesOf(o.Generator, o.Dir)
	if err != nil {
		return nil, err
	}
	s := &Sources{byPage: make([]int32, len(pages))}
	if s.files, s.Found, err = readSources(ctx, o, rules); err != nil {
		return nil, fmt.Errorf("read the sources: %w", err)
	}
	for i := range s.files {
		if err := s.files[i].broken; err != nil {
			s.Found = append(s.Found, &diag.Diagnostic{
				Rule: "front-matter", Severity: diag.Warning, File: s.files[i].Path, Message: "its front matter is ignored: " +
					firstLine(err),
			})
		}
	}
	if err := s.gitDates(ctx, o.Dir); err != nil {
		return nil, err
	}
	m := matcher{s, make(map[string]int, len(pages)), make(map[string]int, len(s.files))}
	for i, p := range pages {
		m.byKey[keyOf(p)] = i
	}
	for i := range s.files {
		m.byPath[s.files[i].Path] = i
	}
	if err := m.hugoList(o); err != nil {
		return nil, err
	}
	if err := m.known(ctx, o); err != nil {
		return nil, err
	}
	m.rules()
	return s, nil
}

func firstLine(err error) string {
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		return d.Message
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// readSources reads the source files in a folder, and returns problems with their shared values.
func readSources(ctx context.Context, o Options, r *foreign.Sources) ([]Source, diag.List, error) {
	dir := os.DirFS(o.Dir)
	var names []string
	err := fs.WalkDir(dir, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		base := d.Name()
		switch {
		case name == ".":
		case d.IsDir() && (base[0] == '.' || !fs.ValidPath(name) ||
			slices.Contains([]string{"node_modules", "_site", "public", "dist"}, base)):
			return fs.SkipDir
		case base[0] != '.' && fs.ValidPath(name) && d.Type().IsRegular() && isSource(r, base):
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	common, found := inCommon(r, dir, names)
	list, err := par.Map(ctx, o.Jobs, names,
		func(_ context.Context, name string) (Source, error) { return readSource(dir, name, r, common(name)) })
	inherit(list)
	return list, found, err
}

// mostSource is the maximum number of bytes read of a source.
const mostSource = 16 << 20

// readSource reads one file.
func readSource(dir fs.FS, name string, r *foreign.Sources, inCommon []foreign.Common) (Source, error) {
	s := Source{Path: name}
	in, err := dir.Open(name)
	if err != nil {
		return s, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, mostSource))
	if err != nil {
		return s, err
	}
	s.Hash = max(1, xxhash.Sum64(data))
	if block, err := frontmatter.Parse(name, data); err != nil {
		s.broken = err
	} else {
		s.front = block.Values
	}
	s.Unlisted = unlisted(s.front)
	s.take(inCommon)
	s.Modified = s.date("lastmod", "modified", "last_modified_at", "updated", "updateddate", "lastupdated",
		"last_update.date", "date.updated", "datemodified", "date_modified")
	s.Published = s.date("publishdate", "date", "date.created", "pubdate", "published", "datepublished")
	if s.Published.Time.IsZero() && r.Dated {
		if t, _, ok := foreign.DateInName(path.Base(name)); ok {
			s.Published = webpage.Date{Time: t, DayOnly: true, From: "name of " + name}
		}
	}
	s.Tags, s.Categories = s.terms("tags", "tag", "keywords", "taxonomies.tags"), s.terms("categories", "category",
		"taxonomies.categories")
	s.keys = keysOf(r, &s)
	return s, nil
}

// terms returns the texts of the first key that has any; a dot in a key selects a value of a table. A text with commas
// has several terms.
func (s *Source) terms(keys ...string) (out []string) {
	for _, key := range keys {
		var v any = s.front
		for part := range strings.SplitSeq(key, ".") {
			table, _ := v.(map[string]any)
			v = table[part]
		}
		switch v := v.(type) {
		case string:
			out = strings.FieldsFunc(v, func(r rune) bool { return r == ',' })
		case []any:
			for _, one := range v {
				if text, ok := one.(string); ok {
					out = append(out, text)
				}
			}
		}
		if out = slices.DeleteFunc(out, func(t string) bool { return strings.TrimSpace(t) == "" }); len(out) > 0 {
			return out
		}
	}
	return nil
}

// date returns the first date in front matter under one of these keys; a dot in a key selects a value of a table.
func (s *Source) date(keys ...string) webpage.Date {
	for _, key := range keys {
		var v any = s.front
		for part := range strings.SplitSeq(key, ".") {
			table, _ := v.(map[string]any)
			v = table[part]
		}
		d := webpage.Date{From: key + " of " + s.Path}
		switch v := v.(type) {
		case string:
			var ok bool
			if d.Time, d.DayOnly, ok = webpage.ParseDate(v); !ok {
				continue
			}
		case time.Time:
			d.Time = v
		case frontmatter.Local:
			if v.HasDate {
				d.Time, d.DayOnly = v.In(time.UTC), !v.HasTime
			}
		}
		if !d.Time.IsZero() {
			return d
		}
	}
	return webpage.Date{}
}

// gitDates reads the last change of each source from git, with one call.
func (s *Sources) gitDates(ctx context.Context, dir string) error {
	g, err := content.ReadGit(ctx, dir)
	if err != nil || g == nil {
		return err
	}
	for i := range s.files {
		if c := g.Files[s.files[i].Path]; c != nil {
			s.files[i].Git = webpage.Date{Time: c.AuthorDate, From: ":git"}
		}
	}
	if g.Shallow {
		s.Found = append(s.Found, &diag.Diagnostic{
			Rule: "M4", Severity: diag.Warning,
			Message: "the git clone is shallow: files that no commit in it changed have no date from git",
			Hint:    "fetch the whole history, as with fetch-depth: 0 or git fetch --unshallow",
		})
	}
	return nil
}

// matcher assigns sources to pages.
type matcher struct {
	*Sources
	byKey  map[string]int // pages
	byPath map[string]int // files
}

// match records the file of a page, if both exist and the page has no file yet. It reports whether the file exists.
func (m *matcher) match(page, file string) bool {
	p, known := m.byKey[keyOf(page)]
	f, there := m.byPath[file]
	if known && there && m.byPage[p] == 0 {
		m.byPage[p] = int32(f) + 1
	}
	return there
}

// hugoList reads the output of `hugo list published`: a table with a header, of which the columns path and permalink
// are used.
func (m *matcher) hugoList(o Options) error {
	if o.HugoList == "" {
		return nil
	}
	in, err := os.Open(o.HugoList)
	if err != nil {
		return err
	}
	defer in.Close()
	rows := csv.NewReader(in)
	rows.FieldsPerRecord = -1
	table, err := rows.ReadAll()
	if err == nil && len(table) == 0 {
		err = io.EOF
	}
	if err != nil {
		return fmt.Errorf("%s: %w", o.HugoList, err)
	}
	file, link := slices.Index(table[0], "path"), slices.Index(table[0], "permalink")
	if file < 0 || link < 0 {
		return fmt.Errorf("%s is not output of hugo list: its first line does not name path and permalink", o.HugoList)
	}
	for _, row := range table[1:] {
		if max(file, link) >= len(row) {
			continue
		}
		u, err := url.Parse(row[link])
		if err != nil {
			continue
		}
		page, name := strings.TrimPrefix(u.Path, o.Prefix), filepath.ToSlash(row[file])
		if _, below, _ := strings.Cut(name, "/"); !m.match(page, name) {
			m.match(page, below) // the list has paths relative to the project
		}
	}
	return nil
}

// known uses the sources from the project's configuration.
func (m *matcher) known(ctx context.Context, o Options) error {
	if o.Known == nil {
		return nil
	}
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return err
	}
	for page, file := range o.Known(ctx) {
		abs, err := filepath.Abs(file)
		if err != nil {
			return err
		}
		if rel, err := filepath.Rel(dir, abs); err == nil {
			m.match(page, filepath.ToSlash(rel))
		}
	}
	return nil
}

// rules assigns sources by the generator's rules to pages that have none yet.
func (m *matcher) rules() {
	type claim struct {
		file string
		rank int
	}
	claims := map[string]claim{} // by key of the page; file "" if two files have the same rank
	taken := make([]bool, len(m.files)+1)
	for _, file := range m.byPage {
		taken[file] = true
	}
	for i := range m.files {
		if taken[i+1] {
			continue
		}
		for rank, key := range m.files[i].keys {
			if _, ok := m.byKey[key]; !ok {
				continue
			}
			c, there := claims[key]
			switch {
			case !there || rank < c.rank:
				claims[key] = claim{m.files[i].Path, rank}
			case rank == c.rank:
				claims[key] = claim{"", rank}
			}
			break
		}
	}
	for key, c := range claims {
		m.match(key, c.file)
	}
}

// keyOf returns the path of a page without the parts in which hosts and generators differ: "blog/one" for
// blog/one.html, blog/one/index.html and /blog/one/.
func keyOf(p string) string {
	p = strings.Trim(p, "/")
	p = strings.TrimSuffix(strings.TrimSuffix(p, ".html"), ".htm")
	if p == "index" {
		return ""
	}
	return strings.TrimSuffix(p, "/index")
}
