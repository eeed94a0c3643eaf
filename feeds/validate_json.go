package feeds

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The keys of JSON Feed 1.1 and their types: t text, u URL, b boolean, n number, a list.
var (
	jsonFeedKeys = map[string]byte{
		"version": 'u', "title": 't', "home_page_url": 'u', "feed_url": 'u', "description": 't', "user_comment": 't',
		"next_url": 'u',
		"icon":     'u', "favicon": 'u', "authors": 'a', "author": 'o', "language": 't', "expired": 'b', "hubs": 'a',
		"items": 'a',
	}
	jsonItemKeys = map[string]byte{
		"id": 't', "url": 'u', "external_url": 'u', "title": 't', "content_html": 't', "content_text": 't', "summary": 't',
		"image":        'u',
		"banner_image": 'u', "date_published": 't', "date_modified": 't', "authors": 'a', "author": 'o', "tags": 'a',
		"language":    't',
		"attachments": 'a',
	}
	jsonAuthorKeys     = map[string]byte{"name": 't', "url": 'u', "avatar": 'u'}
	jsonAttachmentKeys = map[string]byte{
		"url": 'u', "mime_type": 't', "title": 't', "size_in_bytes": 'n',
		"duration_in_seconds": 'n',
	}
	jsonHubKeys = map[string]byte{"type": 't', "url": 'u'}
)

func (c *checker) json(data []byte) error {
	head, err := parseJSON(data, func(o object, line int) error {
		c.items++
		c.line = line
		c.jsonItem(o)
		c.entry = ""
		return nil
	})
	if err != nil {
		return err
	}
	c.line = 1
	switch v := head.text("version"); v {
	case "https://jsonfeed.org/version/1.1":
		if _, ok := head["author"]; ok {
			c.unwise("J2", "author", "", "version 1.1 has authors", 1)
		}
	case "https://jsonfeed.org/version/1":
		c.unwise("E5", "version", v, "an old version: 1.1 has replaced it", 1)
	default:
		c.wrong("J1", "version", v, "no version of JSON Feed", 1)
	}
	if strings.TrimSpace(head.text("title")) == "" {
		c.wrong("J1", "title", "", "a feed has a title", 1)
	}
	if _, ok := head["items"]; !ok {
		c.wrong("J1", "items", "", "a feed has a list of items", 1)
	}
	c.keys(head, jsonFeedKeys)
	c.characters("title", head.text("title"), 1)
	c.self(head.text("feed_url"), 1)
	if head.text("home_page_url") == "" {
		c.unwise("B1", "home_page_url", "", "", 1)
	}
	if next := head.text("next_url"); next != "" && next == head.text("feed_url") {
		c.wrong("P4", "next_url", next, "it is another address than that of the feed", 1)
	}
	c.jsonCommon(head)
	for _, hub := range head.list("hubs") {
		c.keys(hub, jsonHubKeys)
		if hub.text("type") == "" || hub.text("url") == "" {
			c.wrong("J2", "hubs", hub.text("url"), "a hub has a type and a URL", 1)
		}
	}
	return nil
}

func (c *checker) jsonItem(o object) {
	c.entry = firstOf(o.text("url"), o.text("id"))
	line := c.line
	if id := o.text("id"); id == "" {
		c.wrong("J1", "id", "", "an item has an id", line)
	} else {
		c.unique("id", id, line)
	}
	html, isHTML := o["content_html"].(string)
	text, isText := o["content_text"].(string)
	switch {
	case !isHTML && !isText:
		c.wrong("J1", "content_html", "", "an item has content_html or content_text", line)
	case html == "" && text == "":
		c.unwise("E7", "content_html", "", "", line)
	}
	c.keys(o, jsonItemKeys)
	c.characters("title", o.text("title"), line)
	c.html("content_html", html, line)
	c.characters("content_text", text, line)
	for _, key := range []string{"date_published", "date_modified"} {
		if s := o.text(key); s != "" {
			c.rfc3339Date("J2", key, s, line)
		}
	}
	c.jsonCommon(o)
	tags, _ := o["tags"].([]any)
	for _, t := range tags {
		if s, ok := t.(string); !ok || strings.TrimSpace(s) == "" {
			c.wrong("J2", "tags", fmt.Sprint(t), "a tag is a text", line)
		}
	}
	for _, a := range o.list("attachments") {
		c.keys(a, jsonAttachmentKeys)
		if a.text("url") == "" || !isMediaType(a.text("mime_type")) {
			c.wrong("B6", "attachments", a.text("url"), "an attachment has a URL and a media type", line)
		}
	}
}

// jsonCommon checks the keys that feeds and items share.
func (c *checker) jsonCommon(o object) {
	if s := o.text("language"); s != "" {
		c.language("language", s, c.line)
	}
	for _, a := range o.list("authors") {
		c.keys(a, jsonAuthorKeys)
		if a.text("name") == "" && a.text("url") == "" && a.text("avatar") == "" {
			c.wrong("J2", "authors", "", "an author has a name, a URL, or a picture", c.line)
		}
	}
}

// keys checks the names and types of the values in o (rules E3, J2, B7). Names of extensions begin with _.
func (c *checker) keys(o object, known map[string]byte) {
	for _, key := range slices.Sorted(maps.Keys(o)) {
		v := o[key]
		kind, ok := known[key]
		if !ok {
			if !strings.HasPrefix(key, "_") {
				c.unwise("E3", key, "", "no key of JSON Feed; those of extensions begin with _", c.line)
			}
			continue
		}
		s, isText := v.(string)
		switch kind {
		case 't', 'u':
			ok = isText
		case 'b':
			_, ok = v.(bool)
		case 'a':
			_, ok = v.([]any)
		case 'o':
			_, ok = v.(map[string]any)
		case 'n':
			var n json.Number
			if n, ok = v.(json.Number); ok {
				ok = !strings.HasPrefix(n.String(), "-")
			}
		}
		switch {
		case !ok:
			c.wrong("J2", key, fmt.Sprint(v), "", c.line)
		case kind == 'u' && key != "version":
			c.address(key, s, c.line)
		}
	}
}
