package adapter

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// Context is the dot of an adapter's template.
type Context struct {
	x       *execution
	adapter *content.Document
	edition *site.Edition
	store   *tmpl.Store // shared by the languages of one adapter
	all     bool
}

// Site returns the site that the pages are added to (Site).
func (c *Context) Site() *view.Site { return c.x.worker.SiteOf(c.edition) }

// Store keeps values from one language to the next (Store).
func (c *Context) Store() *tmpl.Store { return c.store }

// EnableAllLanguages executes the adapter for each language; it prints nothing (string).
func (c *Context) EnableAllLanguages() string {
	c.all = true
	return ""
}

// EnableAllDimensions is EnableAllLanguages, since there are no other dimensions (string).
func (c *Context) EnableAllDimensions() string { return c.EnableAllLanguages() }

// madeSteps is the number of execution steps charged for a page or resource.
const madeSteps = 200

// AddPage adds a page; it prints nothing (string):
// https://gohugo.io/content-management/content-adapters/#addpage
func (c *Context) AddPage(call *view.Call, v any) (string, error) {
	m, err := c.arguments(call, v)
	if err != nil {
		return "", fmt.Errorf("AddPage: %w", err)
	}
	p := content.MadePage{Adapter: c.adapter, Lang: c.edition.Language.Lower, Form: content.Leaf, Values: map[string]any{}}
	kind := tmpl.Text(m["kind"])
	p.Path = strings.Trim(path.Clean("/"+tmpl.Text(m["path"])), "/")
	switch kind {
	case "", "page":
	case "home", "section", "taxonomy", "term":
		p.Form = content.Branch
	default:
		return "", fmt.Errorf("AddPage: unknown kind %q; use page, section, taxonomy, term, or home", kind)
	}
	if p.Path == "" && kind != "home" {
		return "", fmt.Errorf("AddPage: path is missing; only the home page has an empty path")
	}
	for key, v := range m {
		if key == "params" || site.IsMadeField(key) && !isDate(key) {
			p.Values[key] = v
		}
	}
	dates, _ := m["dates"].(map[string]any)
	for key, v := range dates {
		p.Values[key] = v
	}
	body, err := contentOf(m)
	if err != nil {
		return "", fmt.Errorf("AddPage: %w", err)
	}
	p.Markup = markupOf(tmpl.Text(body["mediatype"]))
	p.Text = tmpl.Text(body["value"])
	if err := call.AddBytes(len(p.Text)); err != nil {
		return "", err
	}
	c.x.pages = append(c.x.pages, p)
	return "", nil
}

// isDate reports whether a key belongs below dates.
func isDate(key string) bool {
	return key == "date" || key == "lastmod" || key == "publishdate" || key == "expirydate"
}

// markupOf returns the front matter name for the notation of a media type.
func markupOf(mediaType string) string {
	_, name, _ := strings.Cut(strings.ToLower(mediaType), "/")
	return name
}

// arguments returns the map that a template passes, in the form of front matter.
func (c *Context) arguments(call *view.Call, v any) (map[string]any, error) {
	size := tmpl.Size(v)
	if err := call.Step(madeSteps + size/64); err != nil {
		return nil, err
	}
	m, ok := normalized(v).(map[string]any)
	if !ok {
		return nil, fmt.Errorf("it takes a map, not a value of type %T", v)
	}
	return m, nil
}

func contentOf(m map[string]any) (map[string]any, error) {
	if m["content"] == nil {
		return nil, nil
	}
	body, ok := m["content"].(map[string]any)
	if !ok {
		return nil, fmt.Errorf("content must be a map with mediaType and value")
	}
	return body, nil
}

// AddResource adds a file next to a page, from a text or another resource; it prints nothing (string):
// https://gohugo.io/content-management/content-adapters/#addresource
func (c *Context) AddResource(call *view.Call, v any) (string, error) {
	m, err := c.arguments(call, v)
	if err != nil {
		return "", fmt.Errorf("AddResource: %w", err)
	}
	r := &content.MadeResource{
		Adapter: c.adapter, Lang: c.edition.Language.Lower, Name: tmpl.Text(m["name"]),
		Title: tmpl.Text(m["title"]),
	}
	if r.Path = strings.Trim(path.Clean("/"+tmpl.Text(m["path"])), "/"); r.Path == "" {
		return "", fmt.Errorf("AddResource: path is missing")
	}
	r.Params, _ = m["params"].(map[string]any)
	body, err := contentOf(m)
	if err != nil || body["value"] == nil {
		return "", fmt.Errorf("AddResource: content.value is missing")
	}
	r.MediaType = tmpl.Text(body["mediatype"])
	var data []byte
	if of, ok := body["value"].(*resource.Resource); ok {
		text, err := of.Content(call)
		if err != nil {
			return "", err
		}
		data, r.Target = []byte(text), strings.TrimPrefix(of.Key(), "/")
		r.MediaType = of.MediaType().Type()
	} else {
		data = []byte(tmpl.Text(body["value"]))
	}
	if err := call.Step(len(data) / 256); err != nil {
		return "", err
	}
	if err := c.x.write(r, data); err != nil {
		return "", fmt.Errorf("AddResource: %w", err)
	}
	c.x.resources = append(c.x.resources, r)
	return "", nil
}

// write writes the content of a resource into a file named by its hash, unless it already exists.
func (x *execution) write(r *content.MadeResource, data []byte) error {
	r.Hash = trace.Hash(data)
	r.Disk = filepath.Join(x.o.Files, strconv.FormatUint(r.Hash, 36)+strings.ToLower(path.Ext(r.Path)))
	r.File = r.Disk
	if rel, err := filepath.Rel(x.o.Config.Project, r.Disk); err == nil &&
		strings.HasPrefix(filepath.ToSlash(rel), trace.KeptFolder) {
		r.File = filepath.ToSlash(rel)
	}
	if info, err := os.Lstat(r.Disk); err == nil && info.Mode().IsRegular() {
		if kept, err := os.ReadFile(r.Disk); err == nil && bytes.Equal(kept, data) {
			return nil
		}
	} else if err == nil {
		os.RemoveAll(r.Disk) // another program's folder or link; if it remains, Write returns an error
	}
	if err := os.MkdirAll(x.o.Files, 0o777); err != nil {
		return err
	}
	return atomicfile.Write(r.Disk, data)
}
