package ledger

import (
	"bytes"
	"time"
)

// Revise returns the text of a ledger after a build at now that found a page with other content, and all else as
// it was: what Update and Text give, without reading every line. changed says that the page's address is among
// Changes.Changed. A page that the ledger does not list leaves the text as it is. ok is false when it cannot be
// told so: the page moved, or text is not as Text writes it where the page stands.
func Revise(text []byte, now time.Time, item Item) (out []byte, changed, ok bool) {
	begin := bytes.Index(text, []byte("\n"+clean(item.URL)+"\t"))
	if begin < 0 {
		return text, false, true
	}
	begin++
	length := bytes.IndexByte(text[begin:], '\n')
	if length < 0 || clean(item.URL) != item.URL {
		return nil, false, false
	}
	line := text[begin : begin+length]
	e, err := parseLine(string(line))
	if err != nil || !bytes.Equal(appendLine(nil, &e), text[begin:begin+length+1]) {
		return nil, false, false
	}
	if !e.Gone.IsZero() {
		return text, false, true
	}
	if e.Name != item.Name {
		return nil, false, false
	}
	m := merge{now: now.UTC().Truncate(time.Second)}
	m.stay(e, item)
	out = make([]byte, 0, len(text)+64)
	out = appendLine(append(out, text[:begin]...), &m.out[0])
	return append(out, text[begin+length+1:]...), len(m.changes.Changed) > 0, true
}
