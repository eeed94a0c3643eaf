package content_test

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"html"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
)

// TestParity compares with the output of Hugo for the same projects: every page has a document with its language, path
// and dates.
func TestParity(t *testing.T) {
	for _, name := range []string{"rules-urls", "rules-languages", "rules-markdown", "rules-hooks", "etcd", "hugodocs", "letsencrypt"} {
		t.Run(name, func(t *testing.T) {
			site, err := filepath.Abs(filepath.Join("..", "..", "shared", "parity", name))
			if err != nil {
				t.Fatal(err)
			}
			pages := expectedPages(t, filepath.Join(site, "expected.tar.gz"))
			cfg, problems := config.Load(config.LoadOptions{Project: filepath.Join(site, "source")})
			if cfg == nil {
				t.Fatal(problems)
			}
			tree, found, err := content.Load(context.Background(), cfg.Project, cfg.ContentOptions())
			if err != nil || diag.FromAll(found).Err() != nil {
				t.Fatal(err, found)
			}
			documents := map[string]*content.Document{}
			for _, d := range tree.Documents {
				if d.Form != content.Inner {
					documents[d.Lang+":"+d.Logical] = d
				}
			}
			checked := 0
			for _, p := range pages {
				if p["kind"] != "page" || p["path"] == "" {
					continue
				}
				d := documents[p["language"]+":"+p["path"]]
				if d == nil {
					t.Errorf("%s: no document %s:%s", p["permalink"], p["language"], p["path"])
					continue
				}
				dates, problems := content.ResolveDates(cfg.Dates, d.Values(), d, nil, cfg.TimeZone)
				if diag.FromAll(problems).Err() != nil {
					t.Errorf("%s: %v", d.File, problems)
				}
				for key, got := range map[string]time.Time{
					"date": dates.Date, "lastmod": dates.Lastmod, "publishdate": dates.PublishDate, "expirydate": dates.ExpiryDate,
				} {
					if want, given := p[key]; given && got.Format("2006-01-02T15:04:05Z07:00") != want {
						t.Errorf("%s: %s is %v, Hugo says %s", d.File, key, got, want)
					}
				}
				if file := strings.Split(p["file"], " | "); len(file) == 7 && (file[4] != d.Base || file[6] != d.Ext) {
					t.Errorf("%s: base %q and extension %q, Hugo says %q", d.File, d.Base, d.Ext, file)
				}
				checked++
			}
			if checked < 15 {
				t.Errorf("only %d pages compared", checked)
			}
		})
	}
}

// expectedPages returns the facts that the probe layouts print, one map per page.
func expectedPages(t *testing.T, file string) []map[string]string {
	t.Helper()
	f, err := os.Open(file)
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("the parity sites are not here: ", file)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var out []map[string]string
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(h.Name, ".html") {
			continue
		}
		facts := map[string]string{}
		s := bufio.NewScanner(r)
		s.Buffer(nil, 16<<20)
		for s.Scan() && !strings.HasPrefix(s.Text(), "@@content") {
			if fact, ok := strings.CutPrefix(s.Text(), "@@"); ok {
				key, value, _ := strings.Cut(fact, " ")
				facts[key] = html.UnescapeString(value)
			}
		}
		if len(facts) > 0 {
			out = append(out, facts)
		}
	}
}
