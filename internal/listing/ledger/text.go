package ledger

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// header is the first line of the file: it sorts before all URLs.
const header = "# sitegen ledger 1: address, content, source, first seen, last changed, gone, id, name, archives"

// The second line says what the site was built with: builtBy, the version of sitegen, builtLike, the version of Hugo.
// Programs that do not know it read a comment.
const (
	builtBy   = "# built by sitegen "
	builtLike = " with the behavior of Hugo "
)

// none is the text for an unknown value.
const none = "-"

// Problem is a line that was ignored.
type Problem struct {
	Line    int
	Message string
}

// Parse reads the text of a ledger. A line that can't be read is a Problem, and only its knowledge is lost. Order does
// not matter. If a URL occurs twice, as after a merge, the earlier first sight and the later change count. Conflict
// markers of an unresolved git merge are ignored.
func Parse(text string) (*Ledger, []Problem) {
	var list []Entry
	var problems []Problem
	list = make([]Entry, 0, strings.Count(text, "\n"))
	var built Built
	sorted := true
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		line = strings.TrimSuffix(line, "\r")
		if n == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if rest, ok := strings.CutPrefix(line, builtBy); ok {
			built.Program, built.Hugo, _ = strings.Cut(rest, builtLike)
		}
		if line == "" || line[0] == '#' || mergeMark(line) {
			continue
		}
		e, err := parseLine(line)
		if err != nil {
			problems = append(problems, Problem{n, err.Error()})
			continue
		}
		sorted = sorted && (len(list) == 0 || list[len(list)-1].URL < e.URL)
		list = append(list, e)
	}
	if !sorted {
		list = reconcile(list)
	}
	return &Ledger{list, built}, problems
}

func mergeMark(line string) bool {
	return slices.ContainsFunc([]string{"<<<<<<<", "=======", ">>>>>>>", "|||||||"}, func(mark string) bool {
		return strings.HasPrefix(line, mark)
	})
}

// parseLine reads one line. Errors do not repeat the line, because it may contain anything.
func parseLine(line string) (e Entry, err error) {
	var f [9]string // the last two came later, and may be missing
	rest, more := line, true
	for i := range f {
		if !more && i < 7 {
			return e, fmt.Errorf("%d fields instead of %d", i, 7)
		}
		f[i], rest, more = strings.Cut(rest, "\t")
	}
	if more || f[0] == "" {
		return e, errors.New("it is not a line of a ledger")
	}
	e.URL = f[0]
	for _, h := range []struct {
		field int
		into  *uint64
	}{{1, &e.Main}, {2, &e.Source}, {7, &e.Name}} {
		if f[h.field] == none || f[h.field] == "" {
			continue
		}
		if *h.into, err = strconv.ParseUint(f[h.field], 16, 64); err != nil {
			return e, fmt.Errorf("field %d is not a valid hash", h.field+1)
		}
	}
	for i, into := range []*time.Time{&e.Seen, &e.Changed, &e.Gone} {
		if f[3+i] == none {
			continue
		}
		if *into, err = time.Parse(time.RFC3339, f[3+i]); err != nil {
			return e, fmt.Errorf("field %d is not a valid time", 3+i+1)
		}
		*into = into.UTC()
	}
	if f[6] != none {
		e.ID = f[6]
	}
	e.Archives, err = parseArchives(f[8])
	return e, err
}

// parseArchives reads "en:/=3 en:/posts=12".
func parseArchives(s string) (list []Archive, err error) {
	for word := range strings.FieldsSeq(s) {
		i := strings.LastIndexByte(word, '=')
		n, err := strconv.Atoi(word[i+1:])
		if i < 1 || err != nil || n < 1 {
			return nil, errors.New("field 9 is not a valid list of archive documents")
		}
		list = append(list, Archive{unescape.Replace(word[:i]), n})
	}
	return list, nil
}

// escape turns the name of a feed into a single word.
var (
	escape   = strings.NewReplacer("%", "%25", " ", "%20", "\t", "%09", "\r", "%0D", "\n", "%0A")
	unescape = strings.NewReplacer("%25", "%", "%20", " ", "%09", "\t", "%0D", "\r", "%0A", "\n")
)

// reconcile sorts entries, and combines those with the same URL.
func reconcile(list []Entry) []Entry {
	slices.SortStableFunc(list, func(a, b Entry) int { return strings.Compare(a.URL, b.URL) })
	out := list[:0]
	for _, e := range list {
		n := len(out)
		if n == 0 || out[n-1].URL != e.URL {
			out = append(out, e)
			continue
		}
		o := &out[n-1]
		first := *o
		if e.Seen.Before(first.Seen) { // the ID of the first sight
			o.Seen, o.ID = e.Seen, e.ID
		}
		if e.Changed.After(first.Changed) {
			o.Changed, o.Main, o.Source = e.Changed, e.Main, e.Source
		}
		if e.Gone.IsZero() {
			o.Gone = time.Time{}
		}
		o.Name = cmp.Or(o.Name, e.Name)
		if len(o.Archives) == 0 {
			o.Archives = e.Archives
		}
	}
	return out
}

// Text returns the ledger as the text of its file.
func (l *Ledger) Text() []byte {
	list := l.Entries()
	b := make([]byte, 0, len(header)+100+len(list)*160)
	b = append(append(b, header...), '\n')
	if built := l.Built(); built != (Built{}) {
		b = fmt.Appendf(b, "%s%s%s%s\n", builtBy, clean(built.Program), builtLike, clean(built.Hugo))
	}
	for i := range list {
		b = appendLine(b, &list[i])
	}
	return b
}

// appendLine appends the line of an entry with its end.
func appendLine(b []byte, e *Entry) []byte {
	b = append(append(b, clean(e.URL)...), '\t')
	b = append(appendHash(b, e.Main), '\t')
	b = append(appendHash(b, e.Source), '\t')
	b = append(appendTime(b, e.Seen), '\t')
	b = append(appendTime(b, e.Changed), '\t')
	b = append(appendTime(b, e.Gone), '\t')
	if e.ID == "" {
		b = append(b, none...)
	} else {
		b = append(b, clean(e.ID)...)
	}
	return append(appendLater(b, e), '\n')
}

// appendLater appends the fields that not all lines have.
func appendLater(b []byte, e *Entry) []byte {
	if e.Name != 0 || len(e.Archives) > 0 {
		b = appendHash(append(b, '\t'), e.Name)
	}
	for i, a := range e.Archives {
		b = append(b, "\t "[min(i, 1)])
		b = append(append(b, escape.Replace(a.Feed)...), '=')
		b = strconv.AppendInt(b, int64(a.Number), 10)
	}
	return b
}

// clean removes characters that would break the line.
func clean(s string) string {
	if !strings.ContainsAny(s, "\t\r\n") {
		return s
	}
	return strings.NewReplacer("\t", "%09", "\r", "%0D", "\n", "%0A").Replace(s)
}

func appendHash(b []byte, h uint64) []byte {
	if h == 0 {
		return append(b, none...)
	}
	const digits = "0123456789abcdef"
	for shift := 60; shift >= 0; shift -= 4 {
		b = append(b, digits[h>>shift&15])
	}
	return b
}

func appendTime(b []byte, t time.Time) []byte {
	if t.IsZero() {
		return append(b, none...)
	}
	return t.UTC().AppendFormat(b, time.RFC3339)
}
