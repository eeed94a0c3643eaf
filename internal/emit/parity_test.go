package emit_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/xml"
	"fmt"
	"html/template"
	"io"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/emit"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/testing/assembled"
	"github.com/sitegen/sitegen/internal/testing/schematest"
	"github.com/sitegen/sitegen/sitemap"
)

// byRule lists the differences from Hugo that a rule requires; docs/hugo-differences/_index.md explains them.
var byRule = map[string][]string{
	"rules-urls": {
		"sitemap: missing /sub/build/renderlink/",                     // L11
		"lastmod of /sub/when/: want 2030-01-01T00:00:00+01:00, got ", // M3
		"build/index.xml: items",                                      // L11
		"index.xml: items",                                            // L11
	},
	"rules-hooks": {
		"sitemap: missing /base/list/c/", // L9: robots.txt
		"list/index.xml: items",          // L9
	},
}

// TestReferenceSites compares with the output of Hugo for real sites: the URLs of the sitemaps, their dates and
// alternates, and the items of the feeds with their dates and titles. It also validates all files.
func TestReferenceSites(t *testing.T) {
	root := os.Getenv("SITEGEN_PARITY")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "parity")
	}
	sources, _ := filepath.Glob(filepath.Join(root, "*", "source"))
	if len(sources) == 0 {
		t.Skip("the reference sites are not here")
	}
	for _, source := range sources {
		name := filepath.Base(filepath.Dir(source))
		t.Run(name, func(t *testing.T) {
			want := unpack(t, filepath.Join(root, name, "expected.tar.gz"))
			s := assemble(t, source)
			l, found := listing.Declare(s).Seal(nil, want["robots.txt"])
			if len(found) > 0 {
				t.Error(found)
			}
			got := emitAll(t, l, emission.Options{Robots: want["robots.txt"], Own: func(p *site.Page, _ site.Target) bool {
				_, err := os.Stat(filepath.Join(source, "layouts", p.Type, "rss.xml"))
				return err == nil
			}})
			diffs := slices.Concat(compareSitemaps(want, got), compareFeeds(want, got))
			if diff := cmp.Diff(byRule[name], diffs); diff != "" {
				t.Errorf("differences (-by rule +found):\n%s", diff)
			}
			validate(t, s, got)
			validFeeds(t, got)
		})
	}
}

func assemble(t *testing.T, source string) *site.Site {
	t.Helper()
	cfg, list := config.Load(config.LoadOptions{Project: source, Environ: []string{"HUGO_COMPATIBILITY=0.165"}})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	tree, found, err := content.Load(context.Background(), cfg.Project, cfg.ContentOptions())
	if err != nil || diag.FromAll(found).Err() != nil {
		t.Fatal(err, found)
	}
	s, list := site.Assemble(site.Input{Config: cfg, Tree: tree, Now: assembled.Clock})
	if s == nil {
		t.Fatal(list)
	}
	return s
}

// files are outputs by slash path.
type files map[string][]byte

func unpack(t *testing.T, name string) files {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	out := files{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg {
			_, name, _ := strings.Cut(strings.TrimPrefix(h.Name, "./"), "/")
			if out[name], err = io.ReadAll(r); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// plainText is a Text that returns a fixed text for each page.
type plainText struct{}

func (plainText) Summary(p *site.Page) (template.HTML, error) {
	return template.HTML(fmt.Sprintf("<p>About <a href=\"#x\">%s</a>.</p>", template.HTMLEscapeString(p.Title))), nil
}

func (plainText) Content(p *site.Page) (template.HTML, error) {
	return template.HTML(fmt.Sprintf("<p>All about <img src=\"pic.png\" alt=\"\"> %s.</p>", template.HTMLEscapeString(p.Title))), nil
}

type output struct {
	bytes.Buffer
	files files
	name  string
}

func (o *output) Close() error {
	o.files[o.name] = o.Bytes()
	return nil
}

// emitAll runs all emissions.
func emitAll(t *testing.T, l *listing.Listing, o emission.Options) files {
	t.Helper()
	out := files{}
	for _, e := range emit.Emissions(l, o) {
		r, err := e.Run(emission.Inputs{Text: plainText{}}, func(file, _ string) (io.WriteCloser, error) {
			return &output{files: out, name: file}, nil
		})
		if err != nil {
			t.Fatalf("%s: %v", e.Name, err)
		}
		for _, f := range r.Files {
			if out[f] == nil {
				t.Errorf("%s: %s is not written", e.Name, f)
			}
		}
	}
	return out
}

// validate writes the files and placeholders for the pages into a folder and checks it.
func validate(t *testing.T, s *site.Site, got files) {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, b []byte) {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range s.Pages {
		for _, target := range p.Targets {
			write(target.File, nil)
		}
	}
	for name, b := range got {
		write(name, b)
	}
	base, err := sitemap.Normalize(s.Editions[0].Base.At("/").Abs())
	if err != nil {
		t.Fatal(err)
	}
	schematest.Validate(t, dir, base)
}

type urlEntry struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod"`
	Links   []struct {
		Lang string `xml:"hreflang,attr"`
		Href string `xml:"href,attr"`
	} `xml:"link"`
}

// sitemapOf reads all sitemaps: path of a URL -> its date and its alternates.
func sitemapOf(f files) map[string][2]string {
	out := map[string][2]string{}
	for name, b := range f {
		if !strings.HasPrefix(path.Base(name), "sitemap") || path.Ext(name) != ".xml" {
			continue
		}
		var set struct {
			URL []urlEntry `xml:"url"`
		}
		if err := xml.Unmarshal(b, &set); err != nil {
			continue // an index
		}
		for _, u := range set.URL {
			var links []string
			for _, l := range u.Links {
				if l.Lang != "x-default" { // Hugo writes none (rule H4)
					links = append(links, strings.ToLower(l.Lang)+" "+local(l.Href))
				}
			}
			if len(links) < 2 {
				links = nil // Hugo writes groups of one (rule H5)
			}
			slices.Sort(links)
			out[local(u.Loc)] = [2]string{strings.ReplaceAll(u.LastMod, "+00:00", "Z"), strings.Join(links, "\n")}
		}
	}
	return out
}

func local(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return u.EscapedPath()
}

func compareSitemaps(want, got files) []string {
	var out []string
	w, g := sitemapOf(want), sitemapOf(got)
	for _, u := range slices.Sorted(maps.Keys(w)) {
		have, ok := g[u]
		switch {
		case !ok:
			out = append(out, "sitemap: missing "+u)
			continue
		case have[0] != w[u][0]:
			out = append(out, fmt.Sprintf("lastmod of %s: want %s, got %s", u, w[u][0], have[0]))
		}
		if have[1] != w[u][1] {
			out = append(out, fmt.Sprintf("hreflang of %s: want %s, got %s", u, w[u][1], have[1]))
		}
	}
	for _, u := range slices.Sorted(maps.Keys(g)) {
		if _, ok := w[u]; !ok {
			out = append(out, "sitemap: extra "+u)
		}
	}
	return out
}

type feedItem struct {
	Title   string `xml:"title"`
	Link    string `xml:"link"`
	PubDate string `xml:"pubDate"`
}

func feedOf(b []byte) []feedItem {
	var feed struct {
		Items []feedItem `xml:"channel>item"`
	}
	if err := xml.Unmarshal(b, &feed); err != nil {
		return nil
	}
	for i := range feed.Items {
		it := &feed.Items[i]
		it.Link = local(it.Link)
		if strings.Contains(it.PubDate, " Jan 0001 ") { // no date: rule B2
			it.PubDate = ""
		}
	}
	return feed.Items
}

func compareFeeds(want, got files) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if path.Ext(name) != ".xml" || strings.HasPrefix(path.Base(name), "sitemap") || bytes.Contains(want[name], []byte(" own feed</title>")) {
			continue
		}
		b, ok := got[name]
		if !ok {
			out = append(out, name+": missing")
			continue
		}
		w, g := feedOf(want[name]), feedOf(b)
		if !slices.Equal(w, g) {
			out = append(out, name+": items")
		}
	}
	return out
}
