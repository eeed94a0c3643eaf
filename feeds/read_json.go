package feeds

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"
	"time"

	"github.com/sitegen/sitegen/feeds/internal/dates"
)

// object is a JSON object with values of any type, because feeds contain unexpected types such as numbers for
// IDs.
type object map[string]any

// parseJSON reads a JSON feed. It passes each item to a function with its line and drops it, and returns the
// rest.
func parseJSON(data []byte, item func(o object, line int) error) (object, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	broken := func(err error) error {
		at := min(int(d.InputOffset()), len(data))
		return wrong("E1", "document", "", err.Error(), 1+bytes.Count(data[:at], []byte("\n")))
	}
	if tok, err := d.Token(); err != nil {
		return nil, broken(err)
	} else if tok != json.Delim('{') {
		return nil, wrong("E5", "document", fmt.Sprint(tok), "", 1)
	}
	head := object{}
	line, counted := 1, 0 // lines up to counted
	for d.More() {
		tok, err := d.Token()
		if err != nil {
			return nil, broken(err)
		}
		key, _ := tok.(string)
		rest := bytes.TrimLeft(data[min(int(d.InputOffset()), len(data)):], " \r\n\t:")
		if key != "items" || len(rest) == 0 || rest[0] != '[' {
			v, err := decodeValue(d)
			if err != nil {
				return nil, broken(err)
			}
			head[key] = v
			continue
		}
		head[key] = []any{} // it is there
		if _, err := d.Token(); err != nil {
			return nil, broken(err)
		}
		for d.More() {
			at := int(d.InputOffset())
			line += bytes.Count(data[counted:at], []byte("\n"))
			counted = at
			v, err := decodeValue(d)
			if err != nil {
				return nil, broken(err)
			}
			o, ok := v.(map[string]any)
			if !ok {
				o = map[string]any{}
			}
			skipped := data[at:]
			if err := item(o, line+bytes.Count(skipped[:len(skipped)-len(bytes.TrimLeft(skipped, " ,\r\n\t"))],
				[]byte("\n"))); err != nil {
				return nil, err
			}
		}
		if _, err := d.Token(); err != nil {
			return nil, broken(err)
		}
	}
	if _, err := d.Token(); err != nil {
		return nil, broken(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, broken(fmt.Errorf("more after the end of the feed"))
	}
	return head, nil
}

// decodeValue reads one value. It fails for a value with more parts than any real item before allocating memory
// for them.
func decodeValue(d *json.Decoder) (any, error) {
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return nil, err
	}
	parts, quoted := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == '[' || c == '{'):
			parts++
		}
	}
	if parts > maxNodes {
		return nil, fmt.Errorf("more than %d values in one item", maxNodes)
	}
	in := json.NewDecoder(bytes.NewReader(raw))
	in.UseNumber()
	var v any
	err := in.Decode(&v)
	return v, err
}

func (p *Parsed) readJSON(data []byte) error {
	head, err := parseJSON(data, func(o object, _ int) error {
		p.Items = append(p.Items, jsonItem(o))
		return nil
	})
	if err != nil {
		return err
	}
	const prefix = "https://jsonfeed.org/version/"
	version := head.text("version")
	if !strings.HasPrefix(version, prefix) && !strings.HasPrefix(version, "http://jsonfeed.org/version/") {
		return wrong("E5", "version", version, "", 1)
	}
	p.Format, p.Version = JSON, version[strings.LastIndexByte(version, '/')+1:]
	f := &p.Feed
	f.Title, f.Description, f.Home, f.Self = head.text("title"), head.text("description"), head.text("home_page_url"),
		head.text("feed_url")
	f.Language, f.Icon, f.Logo.URL = head.text("language"), head.text("favicon"), head.text("icon")
	f.Authors, f.Paging.Next = head.persons(), head.text("next_url")
	f.Expired, _ = head["expired"].(bool)
	for _, hub := range head.list("hubs") {
		if url := hub.text("url"); url != "" {
			f.Hubs = append(f.Hubs, url)
		}
	}
	return nil
}

func jsonItem(o object) Item {
	i := Item{
		ID: o.text("id"), URL: o.text("url"), ExternalURL: o.text("external_url"), Title: o.text("title"),
		Content: o.text("content_html"),
		Summary: html.EscapeString(o.text("summary")), Published: dates.Parse(o.text("date_published")),
		Updated:  dates.Parse(o.text("date_modified")),
		Language: o.text("language"), Image: Image{URL: o.text("image")}, Authors: o.persons(),
	}
	if i.Content == "" {
		i.Content = html.EscapeString(o.text("content_text"))
	}
	tags, _ := o["tags"].([]any)
	for _, t := range tags {
		if s, ok := t.(string); ok && s != "" {
			i.Categories = append(i.Categories, Category{Term: s})
		}
	}
	for _, a := range o.list("attachments") {
		i.Enclosures = append(i.Enclosures, Media{
			URL: a.text("url"), Type: a.text("mime_type"), Title: a.text("title"),
			Length:   int64(integer(a.text("size_in_bytes"))),
			Duration: time.Duration(integer(a.text("duration_in_seconds"))) * time.Second,
		})
	}
	return i
}

// text returns the value of key as text; a number as written.
func (o object) text(key string) string {
	switch v := o[key].(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

func (o object) list(key string) (out []object) {
	all, _ := o[key].([]any)
	for _, v := range all {
		if m, ok := v.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

// persons reads authors, and the author of version 1.0.
func (o object) persons() (out []Person) {
	all := o.list("authors")
	if one, ok := o["author"].(map[string]any); ok && len(all) == 0 {
		all = []object{one}
	}
	for _, a := range all {
		p := Person{Name: a.text("name"), URL: a.text("url")}
		if mail, ok := strings.CutPrefix(p.URL, "mailto:"); ok {
			p.URL, p.Email = "", mail
		}
		if p != (Person{}) {
			out = append(out, p)
		}
	}
	return out
}
