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

// Options says where the sources of a site are and what is known of them.
type Options struct {
	Dir       string // folder of the sources; "": none are looked for
	Generator string // name of the generator (Names); "" or "auto": what Dir looks like
	HugoList  string // file with the output of `hugo list published`; "": none
	// Known returns which file each page is made of, by its path below the root ("blog/one/"), as far as a
	// project's own configuration tells; nil: nobody knows.
	Known  func(context.Context) map[string]string
	Prefix string // path that the site is served below: "/" or "/blog/"
	Jobs   int    // workers; as many as processors when 0
}

// Sources are the files that pages were made of.
type Sources struct {
	Found  diag.List // what is wrong with them
	files  []Source
	byPage []int32 // by number of the page: number of the file and 1, 0 when it is not known
}

// Source is a file of the content.
type Source struct {
	Path                     string // slash path in the content folder
	Hash                     uint64 // of its bytes
	Modified, Published, Git webpage.Date
	Unlisted                 string // key and value by which front matter keeps the page out of sitemaps: "sitemap: false"

	Tags, Categories []string

	keys   []string // of the pages that it may have become, the likeliest first
	front  map[string]any
	broken error // why the front matter cannot be read
}

// Of returns the source of a page, nil when it is not known.
func (s *Sources) Of(page int) *Source {
	if s.byPage == nil || s.byPage[page] == 0 {
		return nil
	}
	return &s.files[s.byPage[page]-1]
}

// Find finds out which file each page was made of, by the slash paths of the pages' files. A page of which two files
// could be the source has none.
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

// readSources reads the files below a folder that pages are made of, and says what is wrong with what they have in
// common.
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

// mostSource is how many bytes of a source are read.
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

// terms are the texts of the first of these keys that has any; a dot goes into a table. Jekyll writes several words as
// one text.
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

// date is the first date that front matter has by one of these keys; a dot goes into a table.
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

// gitDates asks git once for the last change of each source.
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

// matcher finds out which page a file became.
type matcher struct {
	*Sources
	byKey  map[string]int // pages
	byPath map[string]int // files
}

// match notes the file of a page, if both are there and nobody has said it before.
func (m *matcher) match(page, file string) bool {
	p, known := m.byKey[keyOf(page)]
	f, there := m.byPath[file]
	if known && there && m.byPage[p] == 0 {
		m.byPage[p] = int32(f) + 1
	}
	return there
}

// hugoList takes what `hugo list published` printed: a table with a header, of which path and permalink count.
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
			m.match(page, below) // the list names files from the project's folder
		}
	}
	return nil
}

// known takes what the project's configuration tells.
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

// rules gives pages the sources that the rules of the generator name, where no list did.
func (m *matcher) rules() {
	type claim struct {
		file string
		rank int
	}
	claims := map[string]claim{} // by key of the page; file "" when two files claim it alike
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

// keyOf is the path of a page without what hosts and generators write differently: "blog/one" of blog/one.html,
// blog/one/index.html and /blog/one/.
func keyOf(p string) string {
	p = strings.Trim(p, "/")
	p = strings.TrimSuffix(strings.TrimSuffix(p, ".html"), ".htm")
	if p == "index" {
		return ""
	}
	return strings.TrimSuffix(p, "/index")
}
