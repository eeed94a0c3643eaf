package addresses

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// Limits of reading, in bytes.
const (
	mostRobots = 4 << 20
	mostList   = 64 << 20
)

// UsualSitemaps are the names at which search engines and people look for a sitemap that is not announced.
var UsualSitemaps = []string{
	"sitemap.xml", "sitemap.xml.gz", "sitemap_index.xml", "sitemap-index.xml", "wp-sitemap.xml", "sitemap.txt",
}

// Announced returns the sitemaps that robots.txt and the head of the home page name, in that order, as files of the
// tree.
func Announced(t *webtree.Tree) (files []int32) {
	add := func(file int32, ok bool) {
		if ok && !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	if robots := Robots(t); robots != nil {
		for _, loc := range robots.Sitemaps {
			add(Locate(t, loc))
		}
	}
	if home, ok := t.Lookup("index.html"); ok {
		data, _, err := t.Read(home, nil, mostSample)
		if err == nil {
			var r html.PageReader
			for _, s := range r.Read(data).Sitemaps {
				add(Locate(t, s.Text))
			}
		}
	}
	return files
}

// Sitemaps returns the announced sitemaps, else those at the usual names, and those of languages that are not in them.
func Sitemaps(t *webtree.Tree) []int32 {
	files := Announced(t)
	if len(files) == 0 {
		for _, name := range UsualSitemaps {
			if file, ok := t.Lookup(name); ok {
				files = append(files, file)
			}
		}
	}
	if more := OfLanguages(t); len(more) > 0 {
		read, _ := Entries(t, files, func(int32, *sitemap.Entry) {})
		for _, file := range more {
			if !slices.Contains(files, file) && !slices.Contains(read, file) {
				files = append(files, file)
			}
		}
	}
	return files
}

// OfLanguages returns the files fr/sitemap.xml, pt-BR/sitemap.xml, … next to a home page: Docusaurus and
// jekyll-polyglot write one for each language, and often nothing announces them.
func OfLanguages(t *webtree.Tree) (files []int32) {
	for i := range t.Len() {
		folder, name, _ := strings.Cut(t.File(int32(i)).Path, "/")
		if name != "sitemap.xml" || len(folder) != 2 && !strings.Contains(folder, "-") {
			continue
		}
		if _, home := t.Lookup(folder + "/index.html"); home && words.IsLanguage(folder) {
			files = append(files, int32(i))
		}
	}
	return files
}

// Robots returns the robots.txt of a tree, or nil.
func Robots(t *webtree.Tree) *sitemap.Robots {
	file, ok := t.Lookup("robots.txt")
	if !ok {
		return nil
	}
	data, _, err := t.Read(file, nil, mostRobots)
	if err != nil {
		return nil
	}
	return sitemap.ParseRobots(data)
}

// Locate returns the file for the URL of a sitemap, regardless of its host: the path of the URL in the tree, or
// its longest suffix that has a file, because a site may be served below a path.
func Locate(t *webtree.Tree, loc string) (file int32, ok bool) {
	_, ok = Below(loc, func(path string) bool {
		file, ok = t.Lookup(path)
		return ok
	})
	return file, ok
}

// Below returns the path for the URL of a sitemap in a folder that has some paths: see Locate.
func Below(loc string, has func(path string) bool) (path string, ok bool) {
	u, err := url.Parse(loc)
	if err != nil {
		return "", false
	}
	for rest := strings.TrimPrefix(u.Path, "/"); rest != ""; {
		if has(rest) {
			return rest, true
		}
		_, rest, _ = strings.Cut(rest, "/")
	}
	return "", false
}

// Entries calls visit with each entry of sitemaps, and of those listed in an index, each file once. Unreadable
// files are errors; the others are read anyway.
func Entries(t *webtree.Tree, files []int32, visit func(file int32, e *sitemap.Entry)) (read []int32, err error) {
	var problems []error
	queue := slices.Clone(files)
	for n := 0; n < len(queue); n++ {
		file := queue[n]
		format, err := entries(t, file, func(format sitemap.Format, e *sitemap.Entry) error {
			if format != sitemap.Index {
				visit(file, e)
				return nil
			}
			child, ok := Locate(t, e.Loc)
			if !ok {
				return fmt.Errorf("the file of %s, which the index names, does not exist", e.Loc)
			}
			if !slices.Contains(queue, child) {
				queue = append(queue, child)
			}
			return nil
		})
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", t.File(file).Path, err))
		} else if format != sitemap.Index {
			read = append(read, file)
		}
	}
	return read, errors.Join(problems...)
}

// Format returns the format of a sitemap file.
func Format(t *webtree.Tree, file int32) (sitemap.Format, error) {
	data, _, err := t.Read(file, nil, mostList)
	if err != nil {
		return 0, err
	}
	return sitemap.NewReader(bytes.NewReader(data), sitemap.ReadOptions{}).Format()
}

// List returns the kind of list that a file is, "a feed", "a sitemap", or "robots.txt", or "". A sitemap must not list
// such a file as a page.
func List(t *webtree.Tree, file int32) string {
	if robots, ok := t.Lookup("robots.txt"); ok && robots == file {
		return "robots.txt"
	}
	data, _, err := t.Read(file, nil, mostList)
	if err != nil {
		return ""
	}
	if IsFeed(data) {
		return "a feed"
	}
	switch format, err := sitemap.NewReader(bytes.NewReader(data), sitemap.ReadOptions{}).Format(); {
	case err != nil:
	case format == sitemap.RSS || format == sitemap.Atom:
		return "a feed"
	case format == sitemap.URLSet || format == sitemap.Index:
		return "a sitemap"
	}
	return ""
}

// IsFeed reports whether a text begins like a feed: RSS, Atom, or JSON Feed. Its first 4 KiB count.
func IsFeed(text []byte) bool {
	head := text[:min(len(text), 4<<10)]
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	if bytes.HasPrefix(head, []byte("{")) {
		return bytes.Contains(head, []byte("jsonfeed.org/version"))
	}
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) { // UTF-16
		head = bytes.ReplaceAll(head, []byte{0}, nil)
	} else if !bytes.HasPrefix(head, []byte("<")) {
		return false
	}
	for _, root := range []string{"<rss", "<feed", "<rdf:RDF", "<atom:feed"} {
		if i := bytes.Index(head, []byte(root)); i >= 0 && i+len(root) < len(head) &&
			bytes.IndexByte([]byte(" \t\r\n>"), head[i+len(root)]) >= 0 {
			return true
		}
	}
	return false
}

// entries reads one file.
func entries(t *webtree.Tree, file int32, visit func(sitemap.Format, *sitemap.Entry) error) (sitemap.Format, error) {
	data, _, err := t.Read(file, nil, mostList)
	if err != nil {
		return 0, err
	}
	r := sitemap.NewReader(bytes.NewReader(data), sitemap.ReadOptions{})
	format, err := r.Format()
	if err != nil {
		return 0, err
	}
	var first error
	for {
		e, err := r.Next()
		if errors.Is(err, io.EOF) {
			return format, first
		}
		if err != nil {
			return format, err
		}
		if err := visit(format, e); err != nil && first == nil {
			first = err
		}
	}
}

// Origin returns the scheme, host, and port of a URL, or "".
func Origin(address string) string {
	norm, err := sitemap.Normalize(address)
	if err != nil {
		return ""
	}
	u, err := url.Parse(norm)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// Majority returns the most common origin of the URLs.
func Majority(addresses []string) string {
	votes := ballot{}
	for _, a := range addresses {
		if o := Origin(a); o != "" {
			votes[o]++
		}
	}
	return votes.winner()
}

// Meant resolves a URL of a sitemap whose URLs have an origin. An origin that is not the site's, such as
// http://localhost:4000 or the host without www, counts as the site's.
func Meant(r *webtree.Resolver, t *webtree.Tree, address, origin string) webtree.Target {
	home := r.At("")
	to := r.Resolve(home, address)
	if to.Kind != webtree.Foreign || origin == "" || Origin(address) != origin {
		return to
	}
	u, err := url.Parse(to.URL)
	if err != nil {
		return to
	}
	path := u.EscapedPath()
	for _, p := range []string{path, strings.TrimSuffix(t.Prefix(), "/") + path} {
		if own := r.Resolve(home, p); own.Kind == webtree.Own {
			return own
		}
	}
	return to
}

// Rewritten makes a URL that leads nowhere at the host of a tree one of the file that some host sends for it, and
// reports whether there is one: the owner's server may have a rule for it, such as try_files $uri $uri.html in nginx.
func Rewritten(t *webtree.Tree, to *webtree.Target) bool {
	if to.Kind != webtree.Missing || to.Exiled || to.Loop {
		return false
	}
	found, ok := hosting.Host{}.Find(to.Path, func(name string) bool {
		_, ok := t.Lookup(name)
		return ok
	})
	if !ok {
		return false
	}
	to.File, _ = t.Lookup(found.File)
	to.Kind = webtree.Own
	return true
}
