package html

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// JSONLD is a script element with JSON-LD.
type JSONLD struct {
	At      int    // of the script element
	Err     string // why it cannot be read; "" when it can
	ErrAt   int    // where
	Context bool   // it says @context
	Types   []string
}

// Limits of JSON-LD: deeper or further values are ignored, so the cost of a hostile script is linear in its
// length.
const (
	mostDepth  = 64
	mostValues = 100_000
)

// jsonLD reads JSON-LD: types, and the dates that search engines show.
func (r *PageReader) jsonLD(at, from int, raw []byte) {
	d := ldReader{r: r, from: from, dec: json.NewDecoder(bytes.NewReader(raw)), out: JSONLD{At: at}}
	d.dec.UseNumber()
	err := d.value(0, "")
	if err == nil {
		if _, err = d.dec.Token(); err == nil {
			err = errors.New("something follows the end of the value")
		} else if errors.Is(err, io.EOF) {
			err = nil
		}
	}
	if err != nil && !errors.Is(err, errBounds) {
		d.out.Err, d.out.ErrAt = jsonMessage(err), from+int(d.dec.InputOffset())
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			d.out.ErrAt = from + int(max(0, min(syntax.Offset-1, int64(len(raw)))))
		}
	} else if err != nil {
		d.out.Err, d.out.ErrAt = err.Error(), from+int(d.dec.InputOffset())
	}
	r.page.JSONLD = append(r.page.JSONLD, d.out)
}

func jsonMessage(err error) string {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return "it ends too early"
	}
	return err.Error()
}

var errBounds = errors.New("it is nested deeper than 64 levels, or has more than 100,000 values")

type ldReader struct {
	r     *PageReader
	from  int
	dec   *json.Decoder
	count int
	out   JSONLD
	open  []openThing
	names []string // of the objects that are open
}

// value reads one value; key is its name.
func (d *ldReader) value(depth int, key string) error {
	if d.count++; depth > mostDepth || d.count > mostValues {
		return errBounds
	}
	token, err := d.dec.Token()
	if err != nil {
		return err
	}
	switch t := token.(type) {
	case json.Delim:
		if t != '{' {
			return d.inside(t, depth, key)
		}
		d.begin(key)
		d.names = append(d.names, key)
		err := d.inside(t, depth, key)
		d.names = d.names[:len(d.names)-1]
		d.finish()
		return err
	case string:
		d.text(key, t)
	case json.Number:
		if key == "numberOfItems" && t == "0" && len(d.names) > 1 && d.names[len(d.names)-1] == "mainEntity" {
			d.r.page.NoItems = true
		}
	}
	return nil
}

// inside reads to the end of a list or an object.
func (d *ldReader) inside(open json.Delim, depth int, key string) error {
	for d.dec.More() {
		if open == '{' {
			token, err := d.dec.Token()
			if err != nil {
				return err
			}
			key, _ = token.(string)
			if key == "@context" {
				d.out.Context = true
			}
		}
		if err := d.value(depth+1, key); err != nil {
			return err
		}
	}
	_, err := d.dec.Token()
	return err
}

func (d *ldReader) text(key, value string) {
	d.say(key, value)
	d.link(key, value)
	switch key {
	case "@type":
		if len(d.out.Types) < 100 {
			d.out.Types = append(d.out.Types, value)
		}
	case "datePublished", "dateModified", "dateCreated", "uploadDate":
		d.r.page.Dates = append(d.r.page.Dates,
			Date{"json-ld", key, strings.TrimSpace(value), d.from + max(0, int(d.dec.InputOffset())-len(value)-2)})
	}
}
