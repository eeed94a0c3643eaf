package post

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
	"github.com/sitegen/sitegen/sitemap"
)

// A sitemap of the generator that is replaced tells which pages its owner left out on purpose: Hugo's sitemap.disable,
// sitemap: false of Jekyll, filters of Eleventy, Astro and Docusaurus. They stay out. What it left out is remembered
// beside the ledger, for runs that find our own sitemap in its place.

// evidence is what a replaced sitemap says.
type evidence struct {
	file string          // in which it is remembered
	out  map[string]bool // pages that were left out, by their paths
}

// mostReplaced bounds how many files of a replaced sitemap are read.
const mostReplaced = 10_000

// readEvidence finds the pages that the sitemap in the folder leaves out.
func (r *run) readEvidence() error {
	r.evidence.file = filepath.Join(r.o.State, filepath.Base(r.o.Dir)+".left-out")
	if !r.o.Replace || r.o.NoSitemap {
		return nil
	}
	text, err := os.ReadFile(r.evidence.file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	before, _, _ := strings.Cut(string(text), "\n")
	sum, err := r.sitemapHash()
	if err != nil {
		return err
	}
	if sum != 0 && strconv.FormatUint(sum, 16) == before {
		r.remembered(string(text))
		return nil
	}
	if sum == 0 {
		return nil
	}
	listed, err := r.replaced()
	if err != nil {
		r.report.Add("sitemap-replaced", r.sitemapName(), "it cannot be read, so which pages it leaves out is not known: "+
			err.Error())
		return nil
	}
	r.leaveOut(listed)
	return nil
}

func (r *run) sitemapName() string {
	if r.o.Sitemap != "" {
		return r.o.Sitemap
	}
	return "sitemap.xml"
}

// sitemapHash is that of the sitemap in the folder; 0: there is none.
func (r *run) sitemapHash() (uint64, error) {
	data, err := os.ReadFile(filepath.Join(r.o.Dir, filepath.FromSlash(r.sitemapName())))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	return max(1, xxhash.Sum64(data)), err
}

func (r *run) remembered(text string) {
	r.evidence.out = map[string]bool{}
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "/"); ok {
			r.evidence.out[name] = true
		}
	}
}

// replaced returns the addresses that the sitemap in the folder lists, and the sitemaps of an index.
func (r *run) replaced() (map[string]bool, error) {
	listed := map[string]bool{}
	queue := []string{r.sitemapName()}
	for n := 0; n < len(queue) && n < mostReplaced; n++ {
		in, err := os.Open(filepath.Join(r.o.Dir, filepath.FromSlash(queue[n])))
		if err != nil {
			return nil, err
		}
		entries, format, err := sitemap.ReadAll(in, sitemap.ReadOptions{})
		in.Close()
		if err != nil {
			return nil, err
		}
		for i := range entries {
			loc, err := sitemap.Normalize(entries[i].Loc)
			if err != nil {
				continue
			}
			if format != sitemap.Index {
				listed[loc] = true
				continue
			}
			if name, ok := strings.CutPrefix(loc, r.tree.Base()); ok && fs.ValidPath(name) &&
				!slices.Contains(queue, path.Clean(name)) {
				queue = append(queue, path.Clean(name))
			}
		}
	}
	return listed, nil
}

// leaveOut takes the pages that a sitemap does not list. One that lists no page of the site was written for another
// address, and says nothing.
func (r *run) leaveOut(listed map[string]bool) {
	out := map[string]bool{}
	found := 0
	for i := range r.pages.Pages {
		w := &r.pages.Pages[i]
		if loc, err := sitemap.Normalize(w.URL); err == nil && listed[loc] {
			found++
		} else {
			out[w.Path] = true
		}
	}
	if found == 0 {
		if len(listed) > 0 {
			r.report.Add("sitemap-replaced", r.sitemapName(), "it lists no page below "+r.tree.Base()+
				": which pages it leaves out is not known")
		}
		return
	}
	r.evidence.out = out
}

// keepEvidence remembers what was left out, with the sitemap that stands there now.
func (r *run) keepEvidence() error {
	if !r.o.Replace || r.o.NoSitemap {
		return nil
	}
	sum, err := r.sitemapHash()
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintln(&b, strconv.FormatUint(sum, 16))
	names := make([]string, 0, len(r.evidence.out))
	for name := range r.evidence.out {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintln(&b, "/"+name)
	}
	if old, err := os.ReadFile(r.evidence.file); err == nil && string(old) == b.String() {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(r.evidence.file), 0o777); err != nil {
		return err
	}
	return atomicfile.Write(r.evidence.file, []byte(b.String()))
}
