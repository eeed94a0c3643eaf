package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/usercache"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/finished/check"
	"github.com/sitegen/sitegen/internal/finished/linkcheck"
	"github.com/sitegen/sitegen/internal/finished/live"
)

// liveFlags are the flags for the check of a published site.
type liveFlags struct {
	base  string
	jobs  int
	pause time.Duration
}

func (f *liveFlags) add(s *pflag.FlagSet) {
	s.StringVar(&f.base, "live", "", "base `URL` of a published site: request every URL that its sitemaps list")
	s.IntVar(&f.jobs, "live-jobs", 0, "`number` of requests at the same time (default: 4)")
	s.DurationVar(&f.pause, "live-pause", 0, "`time` between two requests of a job (default: 250ms)")
}

// published checks a published site. built is the folder to compare it with; "" for none.
func (a checking) published(ctx context.Context, f *checkFlags, built string, clock time.Time, sum *checked) error {
	o := live.Options{
		Requests: linkcheck.Requests{Agent: "sitegen-check/" + version(), Now: clock},
		Jobs:     f.live.jobs, Pause: f.live.pause, Answers: live.NewAnswers(),
	}
	if built != "" {
		o.Built = os.DirFS(built)
	}
	file, err := f.live.file()
	if err != nil {
		return err
	}
	if !f.noCache {
		if o.Answers, err = readAnswers(file, clock); err != nil {
			return err
		}
	}
	res, err := live.Site(ctx, f.live.base, o)
	if err != nil {
		if ctx.Err() == nil {
			return err
		}
		if err := writeAnswers(file, o.Answers); err != nil {
			return err
		}
		return fmt.Errorf("%w\n  hint: the same command continues where this one stopped", err)
	}
	if res.Left > 0 {
		err = writeAnswers(file, o.Answers)
	} else if err = os.Remove(file); errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err != nil {
		return err
	}
	found, err := check.Wanted(res.Found, f.only, f.skip)
	sum.published(found, res)
	return err
}

// published adds the findings on a published site.
func (c *checked) published(found diag.List, res live.Result) {
	c.Base, c.Files, c.URLs, c.Asked = res.Base, res.Sitemaps+res.Feeds, res.URLs, res.Asked
	c.subject, c.byCause = res.Base, true
	c.Diagnostics = append(c.Diagnostics, found...)
	c.lines = append(c.lines, fmt.Sprintf("%s: %s, %s, %s%s", res.Base, words.Count(res.Sitemaps, "sitemap"),
		words.Count(res.URLs, "URL"), words.Count(res.Feeds, "feed"), howMany(found)))
	if res.Known > 0 {
		c.lines = append(c.lines, fmt.Sprintf("%s answered before the last check was interrupted",
			words.Count(res.Known, "URL")))
	}
	if res.Barred > 0 {
		c.lines = append(c.lines, fmt.Sprintf("robots.txt disallows %s for sitegen-check: not requested",
			words.Count(res.Barred, "URL")))
	}
	if res.Left > 0 {
		c.lines = append(c.lines, fmt.Sprintf("%s not requested: %s", words.Count(res.Left, "URL"), res.Stopped),
			"to request the rest, run the same command again later")
	}
}

// file returns where the answers of an interrupted check are kept.
func (f *liveFlags) file() (string, error) {
	caches, err := usercache.Dir(os.Environ())
	if err != nil {
		return "", err
	}
	return filepath.Join(caches, "live", url.PathEscape(f.base)+".jsonl"), nil
}

// lastingAnswers is how long the answers of an interrupted check are used.
const lastingAnswers = 24 * time.Hour

func readAnswers(file string, now time.Time) (*live.Answers, error) {
	in, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return live.NewAnswers(), nil
	}
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if info, err := in.Stat(); err != nil || now.Sub(info.ModTime()) > lastingAnswers {
		return live.NewAnswers(), err
	}
	return live.ReadAnswers(in)
}

func writeAnswers(file string, a *live.Answers) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return writeFile(file, a.Write)
}

// causes returns one finding for each cause, with the number of its URLs.
func causes(list []check.Cause) (out diag.List) {
	for _, c := range list {
		first := *c.Examples[0]
		if c.Pages > 1 {
			first.Message += fmt.Sprintf(" (and %d more URLs)", c.Pages-1)
		}
		out = append(out, &first)
	}
	return out
}
