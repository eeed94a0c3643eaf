package render

import (
	"errors"
	"fmt"
	"html"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
)

// linkHook runs a link or image hook. The built-in hooks are code instead of templates, since sites in several
// languages run them for every link: https://gohugo.io/render-hooks/links/#embedded and
// https://gohugo.io/render-hooks/images/#embedded
func (c *call) linkHook(p *view.Page, hook string, l *Link) (out []byte, ok bool, err error) {
	u, err := c.hookUnit(p, hook, "")
	if u == nil || err != nil {
		return nil, false, err
	}
	if !(u.file.Own && c.run.o.Site.Config.Hugo) && c.forbidden(l.Destination) {
		d := markdown.UnsafeURL
		if at := l.mention().at; at.File != "" {
			d.File, d.Line, d.Col = at.File, at.Line, at.Col
		} else {
			d.Message += " (while rendering " + c.Subject() + ")"
		}
		c.Warnings = append(c.Warnings, &d)
		l.Destination = ""
	}
	if u.file.Own {
		if hook == "image" && u.file.Layer >= c.run.theme.floor { // an embedded theme
			if err := c.checkImage(l); err != nil {
				return nil, false, err
			}
		}
		s, err := c.execute(u, l)
		return []byte(s), true, err
	}
	out, err = c.embedded(hook, l)
	return out, true, err
}

// checkImage reports a missing image before an embedded theme shows it.
func (c *call) checkImage(l *Link) error {
	u, err := parseDestination(c, l)
	switch {
	case err != nil, !u.IsAbs() && u.Path == "":
		return nil
	case u.IsAbs() || u.Host != "":
		c.checkAbsolute(l.mention(), u, "image")
		return nil
	}
	found, err := c.linked(l.PageInner, u.Path, false)
	switch {
	case err != nil:
		return err
	case found.address == "":
		l.Destination = c.broken(l.mention(), u, "image")
	case found.file.ResourceType() != "image": // the template prints its URL
		l.Destination = withQuery(found.address, u)
	}
	return nil
}

// forbidden reports whether goldmark without hooks would omit a destination: one that may run a script, unless raw HTML
// is allowed. As in Hugo, templates of Hugo projects get all destinations.
func (c *call) forbidden(destination string) bool {
	if c.markup().Goldmark.Renderer.Unsafe {
		return false
	}
	if c.fill != nil {
		destination = c.fill.holes.Fill(destination)
	}
	plain := html.UnescapeString(destination)
	return tmpl.Dangerous(destination) || tmpl.Dangerous(plain) || tmpl.Dangerous(tmpl.EscapeURL(plain)) // as it is printed
}

// embedded is the built-in hook for links or images.
func (c *call) embedded(hook string, l *Link) ([]byte, error) {
	address, err := c.embeddedAddress(hook, l)
	if err != nil {
		return nil, err
	}
	address = tmpl.EscapeURL(address)
	var b strings.Builder
	if hook == "image" {
		b.WriteString(`<img src="` + address + `" alt="` + tmpl.EscapeAttribute(l.PlainText) + `"`)
	} else {
		b.WriteString(`<a href="` + address + `"`)
	}
	if l.Title != "" {
		b.WriteString(` title="` + tmpl.EscapeAttribute(l.Title) + `"`)
	}
	for _, key := range slices.Sorted(maps.Keys(l.Attributes)) {
		v := html.EscapeString(tmpl.Text(l.Attributes[key]))
		switch {
		case v == "":
		case c.run.o.Site.Config.Hugo:
			fmt.Fprintf(&b, ` %s=%q`, key, v) // as its template does, which doubles backslashes
		default:
			b.WriteString(` ` + key + `="` + v + `"`)
		}
	}
	b.WriteByte('>')
	if hook == "link" {
		b.WriteString(string(l.Text) + "</a>")
	}
	return []byte(b.String()), nil
}

// embeddedAddress returns the URL to which the destination of a link or image leads.
func (c *call) embeddedAddress(hook string, l *Link) (string, error) {
	u, err := parseDestination(c, l)
	if err != nil {
		return l.Destination, nil
	}
	address := u.String()
	switch {
	case hook == "link" && strings.HasPrefix(address, "#"):
		rel, err := c.Get(l.PageInner, []string{"RelPermalink"})
		return tmpl.Text(rel) + "#" + u.Fragment, err
	case u.IsAbs() || u.Host != "":
		c.checkAbsolute(l.mention(), u, hook)
	case u.Path != "" || hook == "link" && address != "":
		return c.target(l.mention(), u, hook)
	}
	return address, nil
}

// errUnknownYet is for a destination from a shortcode, which is inserted later.
var errUnknownYet = errors.New("the destination is not known yet")

// parseDestination parses the destination of a link or image.
func parseDestination(c *call, l *Link) (*url.URL, error) {
	if c.fill != nil && c.fill.holes.Fill(l.Destination) != l.Destination {
		return nil, errUnknownYet
	}
	return url.Parse(l.Destination)
}

// linkTarget returns the URL of the page (for links) or resource that a path names; "" for none.
func (c *call) linkTarget(p *view.Page, path string, pages bool) (string, error) {
	if pages {
		v, err := c.Get(p, []string{"GetPage"}, path)
		if err != nil {
			return "", err
		}
		if q, ok := v.(*view.Page); ok && q != nil {
			return c.address(q)
		}
	}
	if path == "" {
		return "", nil
	}
	v, err := c.Get(p, []string{"Resources", "Get"}, path)
	if err != nil {
		return "", err
	}
	if v == nil || tmpl.IsNil(v) {
		if v, err = c.Executor.Call("resources.Get", path); err != nil {
			return "", err
		}
	}
	if v == nil || tmpl.IsNil(v) {
		return "", nil
	}
	return c.address(v)
}

func (c *call) address(v any) (string, error) {
	rel, err := c.Get(v, []string{"RelPermalink"})
	return tmpl.Text(rel), err
}

func withQuery(address string, u *url.URL) string {
	if u.RawQuery != "" {
		address += "?" + u.RawQuery
	}
	if u.Fragment != "" {
		address += "#" + u.Fragment
	}
	return address
}

// target returns the URL that a link or image has for a path.
func (c *call) target(m mention, u *url.URL, what string) (string, error) {
	if c.run.o.Site.Config.Hugo {
		target, err := c.linkTarget(m.page, strings.TrimPrefix(u.Path, "./"), what == "link")
		if target == "" || err != nil {
			return u.String(), err
		}
		return withQuery(target, u), nil
	}
	if u.Path == "" {
		return u.String(), nil // a query for the page itself
	}
	found, err := c.linked(m.page, u.Path, what == "link")
	if err != nil {
		return "", err
	}
	if found.address != "" {
		return withQuery(found.address, u), nil
	}
	return c.broken(m, u, what), nil
}
