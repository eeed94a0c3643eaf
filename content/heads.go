package content

import (
	"bytes"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/plainfile"
	"github.com/sitegen/sitegen/internal/foreign"
)

// heads are the files of a project with their front matter. They are found once, when a page asks for some of them.
type heads struct {
	mu    sync.Mutex
	all   []foreign.FileHead
	found bool
	of    map[string]*foreign.Heads

	parsed sync.Map // *parsedFiles by what the page asked for
}

// parsedFiles are what was made of texts, once they are read and, if a page asked for that, parsed.
type parsedFiles struct {
	mu sync.Mutex
	foreign.Parsed
}

// parsedIn returns what parse makes of the texts of files in folders with a name, or only their hash if parse is nil:
// see foreign.Page. ends are separated by spaces.
func (i *includer) parsedIn(folder, ends string, parse func(file string, text []byte) any) *foreign.Parsed {
	kept, _ := i.heads.parsed.LoadOrStore(folder+" "+ends, &parsedFiles{})
	out := kept.(*parsedFiles)
	out.mu.Lock()
	defer out.mu.Unlock()
	if out.Hash != 0 && (parse == nil || out.Files != nil) {
		return &out.Parsed
	}
	out.Files = nil
	var w codec.Writer
	for _, f := range i.headsIn(folder).Files {
		if !slices.Contains(strings.Fields(ends), path.Ext(f.File)) {
			continue
		}
		text, ok, _ := i.read(f.File)
		w.Text(f.File)
		w.Fixed(textHash(text, ok))
		if parse != nil && ok {
			out.Files = append(out.Files, foreign.ParsedFile{File: f.File, Value: parse(f.File, text)})
		}
	}
	out.Hash = max(1, xxhash.Sum64(w.Bytes()))
	return &out.Parsed
}

// headSize is the maximum size of the front matter of a file in foreign.Heads.
const headSize = 1 << 16

// headsIn returns the files in folders with a name: see foreign.Page.
func (i *includer) headsIn(folder string) *foreign.Heads {
	i.heads.mu.Lock()
	defer i.heads.mu.Unlock()
	if h := i.heads.of[folder]; h != nil {
		return h
	}
	if !i.heads.found {
		i.heads.found = true
		i.heads.of = map[string]*foreign.Heads{}
		i.walk("")
	}
	h := &foreign.Heads{}
	var w codec.Writer
	for _, f := range i.heads.all {
		parts := strings.Split(path.Dir(f.File), "/")
		in := folder != "" && slices.Contains(parts, folder)
		if folder == "" {
			in = f.Text != nil && !slices.ContainsFunc(parts, func(name string) bool { return strings.HasPrefix(name, "_") })
		}
		if in {
			h.Files = append(h.Files, f)
			w.Text(f.File)
			w.Bool(f.Text != nil)
			w.Text(string(f.Text))
		}
	}
	h.Hash = max(1, xxhash.Sum64(w.Bytes()))
	i.heads.of[folder] = h
	return h
}

// walk finds the files in a folder of the project. Hidden files, and folders of programs and outputs, are not part of a
// site.
func (i *includer) walk(dir string) {
	entries, err := i.disk.ReadDir(filepath.Join(i.project, filepath.FromSlash(dir)))
	if err != nil {
		return
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."), e.Name() == "node_modules", e.Name() == "_site":
		case e.IsDir():
			i.walk(name)
		case e.Type().IsRegular():
			i.heads.all = append(i.heads.all, foreign.FileHead{File: name, Text: i.head(name)})
		}
	}
}

// head returns the beginning of a file up to the end of its front matter; nil if it has none.
func (i *includer) head(name string) []byte {
	f, err := i.disk.Open(filepath.Join(i.project, filepath.FromSlash(name)))
	if err != nil {
		return nil
	}
	defer f.Close()
	start := make([]byte, 4)
	if n, _ := f.ReadAt(start, 0); n < 4 || !bytes.HasPrefix(start, []byte("---")) {
		return nil
	}
	text := make([]byte, headSize)
	n, _ := f.ReadAt(text, 0)
	text = plainfile.Lines(text[:n])
	for at := bytes.IndexByte(text, '\n') + 1; at > 0 && at < len(text); {
		line, _, more := bytes.Cut(text[at:], []byte("\n"))
		end := at + len(line)
		if mark := string(bytes.TrimRight(line, " \t\r")); mark == "---" || mark == "..." {
			return append(slices.Clone(text[:end]), '\n')
		}
		if at = end + 1; !more {
			break
		}
	}
	return nil
}
