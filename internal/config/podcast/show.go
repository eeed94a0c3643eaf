package podcast

import (
	"fmt"
	"maps"
	"net/mail"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Show is the metadata of a podcast for players, in addition to that of every feed.
type Show struct {
	Author     string     // default: the authors of the feed
	Owner      Owner      // whom directories write to
	Image      string     // URL, or a file as front matter names it; square, at least 1400 pixels
	Categories []Category // of Apple's list
	Explicit   bool       // default false
	Type       string     // "episodic", "serial" or "" (default)
	GUID       string     // podcast:guid, a UUID; "" (default): none
	Locked     string     // podcast:locked: "yes", "no", or "" (default) to omit it
	Funding    []Funding  // podcast:funding
	NewFeedURL string     // where the feed moved to
	Complete   bool       // no episode will follow
	Block      bool       // directories are not to list it
}

// Owner is the contact for podcast directories.
type Owner struct{ Name, Email string }

// Category is a category of Apple's list and a subcategory, or "".
type Category struct{ Name, Sub string }

// Funding is a URL where listeners can donate, and the text of the link.
type Funding struct{ URL, Text string }

// showKeys are the keys of a Show.
var showKeys = []string{
	"author", "block", "category", "complete", "explicit", "funding", "guid", "image", "locked", "newfeedurl", "owner",
	"type",
}

var uuid = regexp.MustCompile(`^(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// With returns the show overridden by the values of a table with lower-case keys. It calls wrong with each
// invalid value, which is ignored: its key, the problem, and a hint or "".
func (p Show) With(m map[string]any, wrong func(key, message, hint string)) Show {
	for _, key := range slices.Sorted(maps.Keys(m)) {
		p.read(key, m[key], func(message, hint string) { wrong(key, message, hint) })
	}
	return p
}

// read reads the value of a key.
func (p *Show) read(key string, v any, wrong func(message, hint string)) {
	texts := map[string]*string{"author": &p.Author, "image": &p.Image}
	switches := map[string]*bool{"block": &p.Block, "complete": &p.Complete, "explicit": &p.Explicit}
	text, isText := v.(string)
	on, isSwitch := v.(bool)
	switch {
	case texts[key] != nil && isText:
		*texts[key] = strings.TrimSpace(text)
	case texts[key] != nil:
		wrong("must be a string, not "+said(v), "")
	case switches[key] != nil && isSwitch:
		*switches[key] = on
	case switches[key] != nil:
		wrong("must be true or false, not "+said(v), "")
	case key == "locked" && isSwitch:
		p.Locked = map[bool]string{true: "yes", false: "no"}[on]
	case key == "locked":
		wrong("must be true or false, not "+said(v), "")
	case key == "type":
		choose(&p.Type, v, []string{"episodic", "serial"}, wrong)
	case key == "guid" && isText && uuid.MatchString(strings.TrimSpace(text)):
		p.GUID = strings.ToLower(strings.TrimSpace(text))
	case key == "guid":
		wrong("must be a UUID, not "+said(v), "podcastindex.org shows the UUID of each podcast that it lists")
	case key == "newfeedurl" && isText && webAddress(text):
		p.NewFeedURL = text
	case key == "newfeedurl":
		wrong("must be an absolute URL, not "+said(v), "")
	case key == "owner":
		p.owner(v, wrong)
	case key == "category":
		p.categories(v, wrong)
	case key == "funding":
		p.funding(v, wrong)
	default:
		hint := ""
		if near := diag.Nearest(key, showKeys); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		wrong("is not a podcast setting", hint)
	}
}

func choose(into *string, v any, words []string, wrong func(message, hint string)) {
	word, _ := v.(string)
	if word = strings.ToLower(strings.TrimSpace(word)); !slices.Contains(words, word) {
		wrong(fmt.Sprintf("must be %s, not %s", strings.Join(words, " or "), said(v)), "")
		return
	}
	*into = word
}

// owner reads a table with name and email, or an email address.
func (p *Show) owner(v any, wrong func(message, hint string)) {
	var o Owner
	switch v := v.(type) {
	case string:
		o.Email = strings.TrimSpace(v)
	case map[string]any:
		o.Name, _ = v["name"].(string)
		o.Email, _ = v["email"].(string)
	}
	if a, err := mail.ParseAddress(o.Email); err != nil || a.Address != o.Email {
		wrong(fmt.Sprintf("requires the email address of the owner, not %q", o.Email),
			`write it as {name = "Ann", email = "ann@example.org"}`)
		return
	}
	p.Owner = o
}

// categories reads one category or several: "Arts", or "Arts > Books" for a subcategory.
func (p *Show) categories(v any, wrong func(message, hint string)) {
	var list []string
	for _, one := range several(v) {
		if s, ok := one.(string); ok {
			list = append(list, s)
		}
	}
	if len(list) < len(several(v)) {
		wrong("must be a category or a list of them, not "+said(v),
			`write "Technology", or "Arts > Books" for one in another`)
		return
	}
	p.Categories = nil
	for _, s := range list {
		name, sub, _ := strings.Cut(s, ">")
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		c, problem, hint := category(name, strings.TrimSpace(sub))
		if problem != "" {
			wrong(problem, hint)
		}
		if c.Name != "" {
			p.Categories = append(p.Categories, c)
		}
	}
}

// funding reads a URL, a table with url and text, or a list of either.
func (p *Show) funding(v any, wrong func(message, hint string)) {
	p.Funding = nil
	for _, v := range several(v) {
		var f Funding
		switch v := v.(type) {
		case string:
			f.URL = v
		case map[string]any:
			f.URL, _ = v["url"].(string)
			f.Text, _ = v["text"].(string)
		}
		if !webAddress(f.URL) {
			wrong(fmt.Sprintf("requires an absolute URL, not %q", f.URL),
				`write it as {url = "https://…", text = "Support the show"}`)
			continue
		}
		p.Funding = append(p.Funding, f)
	}
}

// webAddress reports whether s is an absolute URL of a page.
func webAddress(s string) bool {
	return (strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://")) && !strings.ContainsAny(s, " \t\r\n<>\"")
}

// said formats a value for messages, as written.
func said(v any) string {
	switch v := v.(type) {
	case string:
		return fmt.Sprintf("%q", v)
	case map[string]any:
		return "a table"
	case []any:
		return "a list"
	}
	return fmt.Sprint(v)
}
