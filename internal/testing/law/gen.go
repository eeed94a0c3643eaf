package law

import (
	"fmt"
	"math/rand/v2"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

// gen generates edits for the current state of a project.
type gen struct {
	*rand.Rand
	files model
	site  site
	out   []string // what the last build wrote
	clock time.Time
	kept  bool   // there is a copy of the project
	last  string // the file that was edited last
	n     int    // number of the step, for new names and texts
}

// kind is a kind of edit. make returns nil if it is impossible in the project.
type kind struct {
	name string
	make func(*gen) []Op
}

// kinds returns all kinds of edits.
func kinds() []kind {
	return slices.Concat(bodyKinds(), metaKinds(), bundleKinds(), sectionKinds(), templateKinds(), assetKinds(),
		batchKinds(), configKinds(), outputKinds(), copyKinds(), warningKinds(),
		worldKinds(), guessKinds(), emissionKinds(), adapterKinds(), brokenKinds())
}

// Kinds returns the names of all kinds of edits.
func Kinds() []string {
	var out []string
	for _, k := range kinds() {
		out = append(out, k.name)
	}
	return out
}

// one returns a random string of the list, or "".
func (g *gen) one(list ...string) string {
	if len(list) == 0 {
		return ""
	}
	return list[g.IntN(len(list))]
}

func (g *gen) chance(percent int) bool { return g.IntN(100) < percent }

// all returns the project's files that match a regular expression.
func (g *gen) all(pattern string) []string {
	re := regexp.MustCompile(pattern)
	return slices.DeleteFunc(g.files.paths(), func(p string) bool { return !re.MatchString(p) || g.files.isLink(p) })
}

// file returns a random file that matches a pattern, or "". The last edited file is chosen often, because
// people edit a file several times in a row.
func (g *gen) file(pattern string) string {
	list := g.all(pattern)
	if slices.Contains(list, g.last) && g.chance(20) {
		return g.last
	}
	return g.one(list...)
}

// Patterns of content files.
const (
	anyContent = `^(content(-pt)?/|notes/|README).*\.md$`
	nodeFile   = `^content(-pt)?/(.*/)?_index(\.\w+)?\.md$`
	leafFile   = `^(content(-pt)?/|notes/).*/[^_][^/]*\.md$`
	singleFile = `^content(-pt)?/(.*/)?[^_i/][^/]*\.md$` // no index.md
	bundleFile = `^content(-pt)?/.*/index(\.\w+)?\.md$`
)

func (g *gen) text(path string) string { return string(g.files[path]) }

// words returns some new words.
func (g *gen) words() string {
	all := []string{
		"stone", "river", "*cloud*", "`code`", "lamp", "été", "مطر", "quick", "**loud**", "e.g.", "seven",
		"\"quoted\"", "it's",
	}
	out := []string{fmt.Sprintf("step%d", g.n)}
	for range 1 + g.IntN(12) {
		out = append(out, g.one(all...))
	}
	return strings.Join(out, " ")
}

func put(path, text string) []Op { return []Op{{Verb: "write", Path: path, Data: []byte(text)}} }

// edit rewrites a file. It returns nil if there is none, or if its text does not change.
func (g *gen) edit(path string, change func(string) string) []Op {
	if path == "" {
		return nil
	}
	old := g.text(path)
	text := change(old)
	if text == old {
		return nil
	}
	return put(path, text)
}

func remove(path string) []Op {
	if path == "" {
		return nil
	}
	return []Op{{Verb: "remove", Path: path}}
}

func rename(from, to string) []Op {
	if from == "" || from == to {
		return nil
	}
	return []Op{{Verb: "rename", Path: from, To: to}}
}

func (g *gen) has(path string) bool { return len(g.files.below(path)) > 0 }

// fresh returns a new file name: fresh("content/posts/", ".md").
func (g *gen) fresh(before, after string) string { return fmt.Sprintf("%snew%d%s", before, g.n, after) }

// folder returns a random folder of content.
func (g *gen) folder() string {
	f := g.file(anyContent)
	if f == "" {
		return ""
	}
	return path.Dir(f)
}

// day returns a date near the clock.
func (g *gen) day(from, to int) string {
	return g.clock.AddDate(0, 0,
		from+g.IntN(to-from)).Add(time.Duration(g.IntN(24)) * time.Hour).UTC().Format(time.RFC3339)
}

// logical returns the logical path of a content file: "/posts/p01".
func logical(file string) string {
	p := "/" + strings.TrimPrefix(strings.TrimPrefix(file, "content-pt/"), "content/")
	p = strings.TrimSuffix(p, ".md")
	for _, lang := range []string{".fr", ".ar", ".de", ".en"} {
		p = strings.TrimSuffix(p, lang)
	}
	p = strings.TrimSuffix(strings.TrimSuffix(p, "/index"), "/_index")
	if p == "" || p == "/_index" {
		return "/"
	}
	return p
}
