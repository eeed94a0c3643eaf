package outputfolder

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
)

// mostRead is the number of bytes of a file that byHugo reads. Its generator is named near the beginning.
const mostRead = 1 << 20

// byHugo reports whether Hugo wrote the home page in dir or in a folder of it: with several languages, the page at
// the top can be a redirect. Hugo names itself in the home page and in its feed; a project can turn off one of them.
func byHugo(dir string) bool {
	folders := []string{dir}
	if list, err := os.ReadDir(dir); err == nil {
		for _, e := range list {
			if e.IsDir() {
				folders = append(folders, filepath.Join(dir, e.Name()))
			}
		}
	}
	for _, dir := range folders {
		if namesHugo(new(html.PageReader).Read(beginning(filepath.Join(dir, "index.html"))).Generator) {
			return true
		}
		feed, err := feeds.Read(strings.NewReader(string(beginning(filepath.Join(dir, "index.xml")))), feeds.ReadOptions{})
		if err == nil && namesHugo(feed.Feed.Generator) {
			return true
		}
	}
	return false
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
