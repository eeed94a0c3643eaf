package post

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
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/par"
	"github.com/sitegen/sitegen/internal/webpage"
)

// sources are the files of the content that pages were made of.
type sources struct {
	files  []source
	byPage map[int32]int32
}

// source is a file of the content.
type source struct {
	path   string   // slash path in the content folder
	keys   []string // of the pages that it may have become, the likeliest first
	hash   uint64   // of its bytes
	front  map[string]any
	broken error // why the front matter cannot be read

	modified, published, git webpage.Date
}

// of returns the source of a page, nil when it is not known.
func (s *sources) of(page int) *source {
	if s == nil {
		return nil
	}
	if i, ok := s.byPage[int32(page)]; ok {
		return &s.files[i]
	}
	return nil
}

// mostSource is how many bytes of a source are read.
const mostSource = 16 << 20

// findSources finds out which file of the content each page was made of: by what the generator's list says, else by
// the rules of the generator. A page of which two files could be the source has none.
func (r *run) findSources(ctx context.Context) error {
	if r.o.Content == "" {
		if r.o.HugoList != "" {
			return errors.New("--hugo-list needs --content, the folder of the sources")
		}
		return nil
	}
	g, err := generatorOf(r.o.Generator, r.o.Content)
	if err != nil {
		return err
	}
	names, err := contentFiles(ctx, r.o.Content, g)
	if err != nil {
		return fmt.Errorf("read the sources: %w", err)
	}
	files, err := par.Map(ctx, r.o.Jobs, names, func(_ context.Context, name string) (source, error) {
		return readSource(r.o.Content, name, g)
	})
	if err != nil {
		return fmt.Errorf("read the sources: %w", err)
	}
	s := &sources{files: files, byPage: map[int32]int32{}}
	r.sources = s
	for i := range files {
		if err := files[i].broken; err != nil {
			r.report.Add("front-matter", files[i].path, "its front matter is passed over: "+firstLine(err))
		}
	}
	if err := r.gitDates(ctx); err != nil {
		return err
	}
	if r.o.HugoList != "" {
		if err := r.readHugoList(); err != nil {
			return err
		}
	}
	if err := r.mapKnown(ctx); err != nil {
		return err
	}
	r.mapByRules()
	return nil
}

func firstLine(err error) string {
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		return d.Message
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// contentFiles lists the files below a folder that pages are made of.
func contentFiles(ctx context.Context, dir string, g *generator) ([]string, error) {
	var out []string
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		name := d.Name()
		if file != dir && (name[0] == '.' || d.IsDir() && (name == "node_modules" || name == "_site" || name == "public" || name == "dist")) {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if d.Type().IsRegular() && g.isSource(name) {
			rel, err := filepath.Rel(dir, file)
			if err != nil {
				return err
			}
			out = append(out, filepath.ToSlash(rel))
		}
		return nil
	})
	return out, err
}

// readSource reads one file.
func readSource(dir, name string, g *generator) (source, error) {
	s := source{path: name}
	in, err := os.Open(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return s, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, mostSource))
	if err != nil {
		return s, err
	}
	s.hash = max(1, xxhash.Sum64(data))
	block, err := frontmatter.Parse(name, data)
	if err != nil {
		s.broken = err
	} else {
		s.front = block.Values
	}
	s.modified = frontDate(s.front, "lastmod", "modified", "last_modified_at", "updated", "updateddate", "lastupdated", "last_update.date", "date.updated", "datemodified", "date_modified")
	s.published = frontDate(s.front, "publishdate", "date", "date.created", "pubdate", "published", "datepublished")
	if s.published.Time.IsZero() && g.datedNames {
		if t, _, ok := dateInName(path.Base(name)); ok {
			s.published = webpage.Date{Time: t, DayOnly: true, From: "name of " + name}
		}
	}
	for _, p := range []*webpage.Date{&s.modified, &s.published} {
		if p.From != "" && !strings.HasPrefix(p.From, "name of ") {
			p.From += " of " + name
		}
	}
	s.keys = g.keys(&s)
	return s, nil
}

// frontDate is the first date that front matter has by one of these keys; a dot goes into a table.
func frontDate(front map[string]any, keys ...string) webpage.Date {
	for _, key := range keys {
		var v any = front
		for part := range strings.SplitSeq(key, ".") {
			table, _ := v.(map[string]any)
			v = table[part]
		}
		var d webpage.Date
		switch v := v.(type) {
		case string:
			if t, day, ok := webpage.ParseDate(v); ok {
				d = webpage.Date{Time: t, DayOnly: day}
			}
		case time.Time:
			d = webpage.Date{Time: v}
		case frontmatter.Local:
			if v.HasDate {
				d = webpage.Date{Time: v.In(time.UTC), DayOnly: !v.HasTime}
			}
		}
		if !d.Time.IsZero() {
			d.From = key
			return d
		}
	}
	return webpage.Date{}
}

// gitDates asks git once for the last change of each source.
func (r *run) gitDates(ctx context.Context) error {
	g, err := content.ReadGit(ctx, r.o.Content)
	if err != nil || g == nil {
		return err
	}
	for i := range r.sources.files {
		s := &r.sources.files[i]
		if c := g.Files[s.path]; c != nil {
			s.git = webpage.Date{Time: c.AuthorDate, From: ":git"}
		}
	}
	if g.Shallow {
		r.report.Say(&diag.Diagnostic{
			Rule: "M4", Severity: diag.Warning,
			Message: "the git clone is shallow: files that no commit in it changed have no date from git",
			Hint:    "fetch the whole history, as with fetch-depth: 0 or git fetch --unshallow",
		})
	}
	return nil
}

// readHugoList takes what `hugo list published` printed: a table with a header, of which path and permalink count.
func (r *run) readHugoList() error {
	in, err := os.Open(r.o.HugoList)
	if err != nil {
		return err
	}
	defer in.Close()
	rows := csv.NewReader(in)
	rows.FieldsPerRecord = -1
	head, err := rows.Read()
	if err != nil {
		return fmt.Errorf("%s: %w", r.o.HugoList, err)
	}
	at := map[string]int{}
	for i, name := range head {
		at[name] = i
	}
	file, okFile := at["path"]
	link, okLink := at["permalink"]
	if !okFile || !okLink {
		return fmt.Errorf("%s is no output of hugo list: its first line names no path and permalink", r.o.HugoList)
	}
	byKey := r.pagesByKey()
	byPath := r.sourcesByPath()
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", r.o.HugoList, err)
		}
		if file >= len(row) || link >= len(row) {
			continue
		}
		u, err := url.Parse(row[link])
		if err != nil {
			continue
		}
		page, known := byKey[keyOf(strings.TrimPrefix(u.Path, r.tree.Prefix()))]
		name := filepath.ToSlash(row[file])
		s, there := byPath[name]
		if !there { // the list names files from the project's folder
			_, below, _ := strings.Cut(name, "/")
			s, there = byPath[below]
		}
		if known && there {
			r.sources.byPage[page] = s
		}
	}
}

// mapKnown takes what the project's configuration tells.
func (r *run) mapKnown(ctx context.Context) error {
	if r.o.Known == nil {
		return nil
	}
	dir, err := filepath.Abs(r.o.Content)
	if err != nil {
		return err
	}
	byKey, byPath := r.pagesByKey(), r.sourcesByPath()
	for page, file := range r.o.Known(ctx) {
		abs, err := filepath.Abs(file)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, abs)
		if err != nil {
			continue
		}
		p, known := byKey[keyOf(page)]
		s, there := byPath[filepath.ToSlash(rel)]
		if _, listed := r.sources.byPage[p]; known && there && !listed {
			r.sources.byPage[p] = s
		}
	}
	return nil
}

func (r *run) sourcesByPath() map[string]int32 {
	out := make(map[string]int32, len(r.sources.files))
	for i := range r.sources.files {
		out[r.sources.files[i].path] = int32(i)
	}
	return out
}

// pagesByKey finds pages by what identifies them, whatever the form of their addresses.
func (r *run) pagesByKey() map[string]int32 {
	out := make(map[string]int32, len(r.pages.Pages))
	for i := range r.pages.Pages {
		out[keyOf(r.pages.Pages[i].Path)] = int32(i)
	}
	return out
}

// mapByRules gives pages the sources that the rules of the generator name, where no list did.
func (r *run) mapByRules() {
	byKey := r.pagesByKey()
	type claim struct {
		source, rank int32
		tie          bool
	}
	claims := map[int32]claim{}
	taken := map[int32]bool{}
	for _, s := range r.sources.byPage {
		taken[s] = true
	}
	for i := range r.sources.files {
		if taken[int32(i)] {
			continue
		}
		for rank, key := range r.sources.files[i].keys {
			page, ok := byKey[key]
			if !ok {
				continue
			}
			c, there := claims[page]
			switch {
			case !there || int32(rank) < c.rank:
				claims[page] = claim{int32(i), int32(rank), false}
			case int32(rank) == c.rank:
				c.tie = true
				claims[page] = c
			}
			break
		}
	}
	for page, c := range claims {
		if _, known := r.sources.byPage[page]; !known && !c.tie {
			r.sources.byPage[page] = c.source
		}
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
