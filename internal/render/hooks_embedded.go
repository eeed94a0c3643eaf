package render

import (
	"errors"
	"fmt"
	"html"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/tmpl"
	"github.com/sitegen/sitegen/internal/view"
)

// linkHook runs a link or image hook. What is built in is not a template but code, since sites in
// several languages run it for every link: https://gohugo.io/render-hooks/links/#embedded and
// https://gohugo.io/render-hooks/images/#embedded
func (c *call) linkHook(p *view.Page, hook string, l *Link) (out []byte, ok bool, err error) {
	u, err := c.hookUnit(p, hook, "")
	if u == nil || err != nil {
		return nil, false, err
	}
	if u.file.Own {
		s, err := c.execute(u, l)
		return []byte(s), true, err
	}
	if hook == "image" {
		out, err = c.embeddedImage(l)
	} else {
		out, err = c.embeddedLink(l)
	}
	return out, true, err
}

func (c *call) embeddedLink(l *Link) ([]byte, error) {
	href := l.Destination
	u, err := parseDestination(c, l)
	if err == nil {
		href = u.String()
	}
	switch {
	case err != nil:
	case strings.HasPrefix(href, "#"):
		rel, err := c.Get(l.PageInner, []string{"RelPermalink"})
		if err != nil {
			return nil, err
		}
		href = tmpl.Text(rel) + "#" + u.Fragment
	case href != "" && !u.IsAbs() && u.Host == "":
		path := strings.TrimPrefix(u.Path, "./")
		target, err := c.linkTarget(l.PageInner, path, true)
		if err != nil {
			return nil, err
		}
		if target != "" {
			href = withQuery(target, u)
		} else {
			c.unresolved(l, "link")
		}
	}
	var b strings.Builder
	b.WriteString(`<a href="`)
	b.WriteString(tmpl.EscapeURL(href))
	b.WriteByte('"')
	if l.Title != "" {
		b.WriteString(` title="` + tmpl.EscapeAttribute(l.Title) + `"`)
	}
	b.WriteByte('>')
	b.WriteString(string(l.Text))
	b.WriteString("</a>")
	return []byte(b.String()), nil
}

// errUnknownYet is for a destination that a shortcode gives: it is put in later.
var errUnknownYet = errors.New("the destination is not known yet")

// parseDestination parses the destination of a link or image.
func parseDestination(c *call, l *Link) (*url.URL, error) {
	if c.fill != nil && c.fill.holes.Fill(l.Destination) != l.Destination {
		return nil, errUnknownYet
	}
	return url.Parse(l.Destination)
}

func (c *call) embeddedImage(l *Link) ([]byte, error) {
	src := l.Destination
	u, err := parseDestination(c, l)
	if err == nil {
		src = u.String()
	}
	if err == nil && !u.IsAbs() && u.Host == "" && u.Path != "" {
		target, err := c.linkTarget(l.PageInner, strings.TrimPrefix(u.Path, "./"), false)
		if err != nil {
			return nil, err
		}
		if target != "" {
			src = withQuery(target, u)
		} else {
			c.unresolved(l, "image")
		}
	}
	var b strings.Builder
	b.WriteString(`<img src="` + tmpl.EscapeURL(src) + `" alt="` + tmpl.EscapeAttribute(l.PlainText) + `"`)
	if l.Title != "" {
		b.WriteString(` title="` + tmpl.EscapeAttribute(l.Title) + `"`)
	}
	for _, k := range slices.Sorted(maps.Keys(l.Attributes)) {
		if v := tmpl.Text(l.Attributes[k]); v != "" {
			fmt.Fprintf(&b, ` %s=%q`, k, html.EscapeString(v))
		}
	}
	b.WriteByte('>')
	return []byte(b.String()), nil
}

// linkTarget is the address of the page (for links) or resource that a path names; "" for none.
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

// unresolved reports a destination that can lead nowhere, in projects of sitegen's own. Whether something is at an
// address, such as a file of static/, a feed or an alias, only the finished site knows: internal/check asks it.
func (c *call) unresolved(l *Link, what string) {
	cfg := c.run.o.Site.Config
	if cfg.Hugo || view.Model(l.PageInner).Doc == nil || what == "image" && strings.HasPrefix(l.Destination, "/") {
		return
	}
	dest, _, _ := strings.Cut(l.Destination, "#")
	dest, _, _ = strings.Cut(dest, "?")
	switch path.Ext(dest) {
	case ".md", ".markdown", ".mdown":
	case "":
		if strings.HasPrefix(dest, "/") {
			return
		}
	default:
		if what == "link" && !config.LooksLikeHost(dest) {
			return
		}
	}
	d := &diag.Diagnostic{
		Rule: "broken-" + what, Severity: diag.Warning, File: view.Model(l.PageInner).Doc.File, Line: l.position.Line, Col: l.position.Col,
		Message: fmt.Sprintf("%s %q matches no page or file", what, l.Destination),
	}
	switch {
	case what == "link" && config.LooksLikeHost(dest):
		d.Hint = "for another site, write https://" + l.Destination
	case what == "link":
		from := l.PageInner
		d.Hint = c.Missing(view.Model(from).Edition, from, dest)
	}
	c.Warnings = append(c.Warnings, d)
}
