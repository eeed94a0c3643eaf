package outputfolder

import (
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/build/emitting"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
)

// mostRead is the number of bytes of a file that byHugo reads. Its generator is named near the beginning.
const mostRead = 1 << 20

// ofHugo returns which outputs replace files in a folder that Hugo wrote; nil if Hugo did not write it. Of the files
// that are made from the listing, Hugo writes only XML, and robots.txt if the project enables it: with another name,
// such as llms.txt, the file in the folder is the user's.
func ofHugo(c *config.Config, dir string) func(file, by string) bool {
	if !byHugo(c, dir) {
		return nil
	}
	return func(file, by string) bool {
		return by != emitting.Maker || path.Ext(file) == ".xml" ||
			c.EnableRobotsTXT && path.Base(file) == project.RobotsFile
	}
}

// byHugo reports whether Hugo wrote the home page in dir. With several languages, the page at the top can be a
// redirect, or missing if each has a host, and the home pages are in folders.
func byHugo(c *config.Config, dir string) bool {
	top, written := homeOf(dir)
	if written || top != nil && !top.Refresh.There {
		return written
	}
	return slices.ContainsFunc(c.Languages, func(l *config.Language) bool {
		_, written := homeOf(filepath.Join(dir, l.Lower))
		return written
	})
}

// homeOf reads the home page in a folder, nil if there is none, and reports whether Hugo wrote it or its feed: a
// project can turn off one of the two names.
func homeOf(dir string) (home *html.Page, byHugo bool) {
	if text := beginning(filepath.Join(dir, "index.html")); text != nil {
		home = new(html.PageReader).Read(text)
		if namesHugo(home.Generator) {
			return home, true
		}
	}
	feed, err := feeds.Read(strings.NewReader(string(beginning(filepath.Join(dir, "index.xml")))), feeds.ReadOptions{})
	return home, err == nil && namesHugo(feed.Feed.Generator)
}

// namesHugo reports whether the name of a generator is Hugo's, with or without a version.
func namesHugo(generator string) bool {
	name, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(generator)), " ")
	return name == "hugo"
}

// beginning returns the first bytes of a file; nil if it can't be read.
func beginning(file string) []byte {
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	data, _ := io.ReadAll(io.LimitReader(f, mostRead))
	return data
}
