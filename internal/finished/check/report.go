package check

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/words"
)

// mostTold is the maximum number of findings reported per rule; nobody reads more of them one by one.
const mostTold = 1000

// report turns the findings into messages with lines and excerpts, in file order.
func (s *site) report(ctx context.Context) error {
	s.found = slices.DeleteFunc(s.found, func(f finding) bool {
		return s.off[f.rule.ID] || f.file >= 0 && s.ignore.Match(s.tree.File(f.file).Path) || f.file < 0 && f.value != "" &&
			s.ignore.Match(f.value)
	})
	s.lists = slices.DeleteFunc(s.lists, func(d *diag.Diagnostic) bool {
		return s.off[d.Rule] ||
			s.ignore.Match(s.relative(d.File))
	})
	slices.SortStableFunc(s.found, func(a,
		b finding,
	) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.at, b.at))
	})
	s.found = slices.Compact(s.found)
	s.compare()
	s.share()
	s.shorten()
	groups := s.byFiles()
	said, err := par.Map(ctx, s.o.Jobs, groups,
		func(_ context.Context, group []finding) ([]told, error) { return s.words(group), nil })
	if err != nil {
		return err
	}
	s.traced(ctx, said, groups)
	s.res.Shared, s.res.Owners = map[*diag.Diagnostic]int{}, map[*diag.Diagnostic]string{}
	for i, l := range said {
		for j, t := range l {
			s.res.Found = append(s.res.Found, t.Diagnostic)
			if n := s.shared[groups[i][j]]; n > 0 {
				s.res.Shared[t.Diagnostic] = n
			} else if t.owner != "" {
				s.res.Owners[t.Diagnostic] = t.owner
			}
		}
	}
	for _, d := range s.lists {
		if d.Hint == "" {
			_, d.Hint = message(Rules().Find(d.Rule), "", "")
		}
		d.File = s.inFolder(s.relative(d.File))
	}
	s.res.Found = append(s.res.Found, s.lists...)
	s.res.Found.Sort()
	return nil
}

// relative returns the path in the tree of a file in a message.
func (s *site) relative(file string) string { return relativeTo(s.dir, file) }

func relativeTo(dir, file string) string {
	rel, err := filepath.Rel(dir, filepath.FromSlash(file))
	if err != nil || !filepath.IsLocal(rel) {
		return file
	}
	return filepath.ToSlash(rel)
}

// inFolder returns the path of a file for messages, with control characters and invalid UTF-8 replaced.
func (s *site) inFolder(rel string) string {
	return words.OneLine(path.Join(filepath.ToSlash(s.dir), rel))
}

// leastShared is the minimum number of pages for share; a finding on all of fewer pages need not come from their
// template.
const leastShared = 3

// share merges a finding that all indexable pages have into one, because it comes from their template.
func (s *site) share() {
	type what struct {
		rule        *diag.Rule
		value, note string
	}
	type places struct {
		last           int32 // file
		pages, counted int
		first          finding // on an indexable page
	}
	counts := func(p *page) bool { return p != nil && p.indexable() && !p.later }
	all := 0
	for _, p := range s.pages {
		if counts(p) {
			all++
		}
	}
	if all < leastShared {
		return
	}
	found := map[what]*places{}
	for _, f := range s.found { // in file order
		if f.file < 0 || f.at < 0 {
			continue
		}
		w := what{f.rule, f.value, f.note}
		at := found[w]
		if at == nil {
			at = &places{last: -1}
			found[w] = at
		}
		if at.last == f.file {
			continue
		}
		at.last = f.file
		at.pages++
		if counts(s.byFile[f.file]) {
			if at.counted++; at.counted == 1 {
				at.first = f
			}
		}
	}
	s.shared = map[finding]int{}
	s.found = slices.DeleteFunc(s.found, func(f finding) bool {
		at := found[what{f.rule, f.value, f.note}]
		if at == nil || at.counted < all || f.at < 0 {
			return false
		}
		s.shared[at.first] = at.pages
		return f != at.first
	})
}

// shorten keeps only the first mostTold findings of each rule.
func (s *site) shorten() {
	counts := map[string]int{}
	over := func(id string) bool {
		counts[id]++
		return counts[id] > mostTold
	}
	s.found = slices.DeleteFunc(s.found, func(f finding) bool { return over(f.rule.ID) })
	s.lists = slices.DeleteFunc(s.lists, func(d *diag.Diagnostic) bool { return over(d.Rule) })
	for id, n := range counts {
		if n > mostTold {
			s.res.Hidden = append(s.res.Hidden, Hidden{id, n - mostTold})
			if Rules().Find(id).Severity == diag.Error {
				s.res.HiddenErrors += n - mostTold
			}
		}
	}
	slices.SortFunc(s.res.Hidden, func(a, b Hidden) int { return strings.Compare(a.Rule, b.Rule) })
}

// byFiles groups the findings by file.
func (s *site) byFiles() [][]finding {
	var out [][]finding
	for rest := s.found; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].file == rest[0].file {
			n++
		}
		out, rest = append(out, rest[:n]), rest[n:]
	}
	return out
}

// told is the message of a finding; owner is who fixes it, or "" if its rule says so.
type told struct {
	*diag.Diagnostic
	owner string
}

// words turns the findings of one file into messages. The findings are sorted by offset, so one pass over the file
// finds all lines.
func (s *site) words(group []finding) []told {
	var data []byte
	if file := group[0].file; file >= 0 && slices.ContainsFunc(group, func(f finding) bool { return f.at >= 0 }) {
		data, _, _ = s.tree.Read(file, nil, mostPage) // if reading fails, findings are reported without lines
	}
	var out []told
	line, start, passed := 1, 0, 0
	for _, f := range group {
		message, hint := message(f.rule, f.value, f.note)
		if n := s.shared[f]; n > 0 {
			message += fmt.Sprintf(" (on all %d pages)", n)
		}
		d := &diag.Diagnostic{Rule: f.rule.ID, Severity: f.rule.Severity, Message: message, Hint: hint}
		if f.file >= 0 {
			d.File = s.inFolder(s.tree.File(f.file).Path)
		} else {
			d.File = s.inFolder("")
		}
		out = append(out, told{d, ""})
		if f.at < 0 || f.at > len(data) || len(data) == 0 {
			continue
		}
		if placed(f.rule.ID) {
			out[len(out)-1].owner = ownerOf(data[f.at:])
		}
		line += bytes.Count(data[passed:f.at], []byte("\n"))
		start, passed = bytes.LastIndexByte(data[:f.at], '\n')+1, f.at
		at := f.at + inTag(data[f.at:], f.value)
		n := bytes.Count(data[f.at:at], []byte("\n"))
		from := start
		if n > 0 {
			from = bytes.LastIndexByte(data[:at], '\n') + 1
		}
		d.Line, d.Col, d.Excerpt = line+n, column(data[from:at]), diag.Line(data[from:], 1)
		if len(d.Excerpt) < d.Col && len(d.Excerpt) > 0 && at-from > 3000 {
			// A minified page is one line: show only the part around the position.
			d.Excerpt = around(data[from:], at-from)
		}
	}
	return out
}

// placed reports whether who fixes a finding depends on the element that names the file.
func placed(rule string) bool {
	switch rule {
	case "asset-dead", "asset-empty", "asset-local", "asset-case", "mixed-content":
		return true
	}
	return false
}

// ownerOf returns who added an element: authors add links, pictures, players, and frames, which are part of the text;
// developers everything else, such as scripts, styles, and icons.
func ownerOf(tag []byte) string {
	name, ok := bytes.CutPrefix(tag[:min(len(tag), 10)], []byte("<"))
	if end := bytes.IndexAny(name, " \t\r\n/>"); end >= 0 {
		name = name[:end]
	}
	switch strings.ToLower(string(name)) {
	case "a", "area", "img", "picture", "source", "video", "audio", "track", "iframe", "object", "embed":
		if ok {
			return content
		}
	}
	return template
}

// inTag returns the offset of an attribute's value in the tag, or 0 if the tag does not contain the value literally.
func inTag(tag []byte, value string) int {
	if value == "" {
		return 0
	}
	tag = tag[:min(len(tag), 4096)]
	if end := bytes.IndexByte(tag, '>'); end >= 0 {
		tag = tag[:end]
	}
	for _, before := range []string{`"`, "'", "="} {
		if i := bytes.Index(tag, []byte(before+value)); i >= 0 {
			return i + 1
		}
	}
	return 0
}

// column returns the number of characters plus one; each byte that is not UTF-8 counts as one.
func column(b []byte) int { return utf8.RuneCount(b) + 1 }

// around returns the part of a long line around an offset.
func around(line []byte, at int) string {
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	from, to := max(0, at-60), min(len(line), at+100)
	return "…" + strings.ToValidUTF8(string(line[min(from, to):to]), "") + "…"
}
