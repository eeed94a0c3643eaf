package feeds

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
)

// Writing a feed into the buffer of its io.Writer gives the same result as another buffer, whatever room there
// is.
func TestWriterRoom(t *testing.T) {
	feed := &Feed{Title: "T", Home: "https://example.org/", Self: "https://example.org/feed", Updated: time.Unix(1e9, 0)}
	write := func(out io.Writer, format Format) {
		w, err := NewWriter(out, format, feed, Options{Safe: true})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 40 {
			url := "https://example.org/" + strings.Repeat("a", i+1)
			text := strings.Repeat("<p>Some text &amp; more, of "+url+"</p>\n", 10*(i%7)+i*i)
			if err := w.Add(&Item{URL: url, Title: url, Content: text, Published: time.Unix(1e9, 0)}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for _, format := range []Format{RSS, Atom, JSON} {
		var plain bytes.Buffer
		write(struct{ io.Writer }{&plain}, format)
		for _, room := range []int{0, flushAt - 1, flushAt, 3 * flushAt, 1 << 20, 8 << 20} {
			lent := bytes.NewBuffer(make([]byte, 0, room))
			write(lent, format)
			if !bytes.Equal(plain.Bytes(), lent.Bytes()) {
				t.Errorf("format %v, room for %d bytes: another feed", format, room)
			}
		}
	}
}
