package sass

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"github.com/sitegen/sitegen/internal/base/usercache"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// results is a folder of style sheets that LibSass compiled in any project of a user. Themes with Sass have the same
// style sheets in each project that uses them, and in each fresh copy of a project.
type results struct {
	dir     string
	version string // of the program
	usable  func() bool
}

// newResults returns the results in a folder; none are kept if dir is "", or if others can write to the folder: they
// would bring their style sheets into the site.
func newResults(dir, version string) *results {
	return &results{dir, version, sync.OnceValue(func() bool {
		return dir != "" && usercache.Create(dir) == nil && usercache.Private(dir)
	})}
}

// Limits for the folder: the oldest results are removed beyond them.
const (
	mostResults     = 200
	mostResultBytes = 32 << 20
)

// keptResult is a file of the folder, as JSON: a style sheet, and each question for a file in the order in which
// LibSass asked. As LibSass does the same with the same answers, the style sheet is the one that it would compile.
type keptResult struct {
	Asked    []question
	Content  []byte
	Map      []byte
	Warnings []string
}

// question is a question for a file of assets or of the project, with its answer.
type question struct {
	Scheme, Name string
	Answer       string // hash of its path in source maps and messages, and of its bytes; "": there is none
}

// answer returns the hash of a file's content, which the caller has asked for.
func (c *compilation) answer(scheme, name string, content []byte, ok bool) string {
	if !ok {
		return ""
	}
	shown := ""
	if scheme == assetScheme {
		_, shown, _ = c.entry.Asset(name)
	}
	return sum([]byte(shown), content)
}

// sum returns a hash of texts that no project can imitate: what one project stores is a result for others.
func sum(texts ...[]byte) string {
	h := sha256.New()
	for _, t := range texts {
		one := sha256.Sum256(t)
		h.Write(one[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// file returns the file of a compilation, named by all of its inputs but the files that it asks for; "": none is kept.
func (k *results) file(e *Entry, o *Options, output string, strict bool) string {
	if !k.usable() {
		return ""
	}
	options, err := json.Marshal(o)
	if err != nil {
		return ""
	}
	_, shown, _ := e.Asset(e.Name)
	return filepath.Join(k.dir, sum([]byte(k.version), packed, []byte(e.Name), []byte(shown), []byte(e.Content), options,
		[]byte(output), strconv.AppendBool(nil, strict))+".json")
}

// read returns the result in a file if all questions, which are asked by c, still have the same answers.
func (k *results) read(file string, c *compilation) (*keptResult, bool) {
	if file == "" {
		return nil, false
	}
	text, err := os.ReadFile(file)
	var r keptResult
	if err != nil || json.Unmarshal(text, &r) != nil || r.Content == nil {
		return nil, false
	}
	for _, q := range r.Asked {
		if content, ok := c.content(q.Scheme, q.Name); c.answer(q.Scheme, q.Name, content, ok) != q.Answer {
			return nil, false
		}
	}
	return &r, true
}

// write keeps a result. A folder that can't be written to is ignored: the next process compiles again.
func (k *results) write(file string, r *keptResult) {
	text, err := json.Marshal(r)
	if file == "" || err != nil || len(text) > mostResultBytes/4 || atomicfile.Write(file, text) != nil {
		return
	}
	k.prune()
}

// prune removes the oldest results.
func (k *results) prune() {
	entries, err := os.ReadDir(k.dir)
	if err != nil {
		return
	}
	var files []os.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b os.FileInfo) int {
		return cmp.Or(b.ModTime().Compare(a.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	var bytes int64
	for i, f := range files {
		if bytes += f.Size(); i >= mostResults || bytes > mostResultBytes {
			_ = os.Remove(filepath.Join(k.dir, f.Name()))
		}
	}
}
