package docusaurus

import (
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// head collects the elements that a configuration adds to the head of each page.
type head struct {
	html    strings.Builder
	own     []string // elements that the themes write themselves
	unknown bool     // some are computed
}

// readHead reads the elements for the head of pages, by the key of the configuration:
// https://docusaurus.io/docs/api/docusaurus-config#headTags
func (l *layout) readHead(key string) *head {
	h := &head{}
	in := l.config
	if key == "metadata" {
		in = l.config.Object("themeConfig")
	}
	if _, ok := in.Get(key).([]any); !ok && in.Get(key) != nil {
		h.unknown = true
	}
	for _, v := range in.List(key) {
		o, _ := v.(*script.Object)
		url, isURL := v.(string)
		switch {
		case key == "headTags" && o != nil:
			h.add(o.Str("tagName"), o.Object("attributes"), o.Get("innerHTML"))
		case key == "metadata" && o != nil:
			h.add("meta", o, nil)
		case key == "stylesheets" && isURL:
			h.add("link", with(object("href", url), "rel", "stylesheet"), nil)
		case key == "stylesheets" && o != nil:
			h.add("link", with(o, "rel", "stylesheet"), nil)
		case key == "scripts" && isURL:
			h.add("script", object("src", url), nil)
		case key == "scripts" && o != nil:
			h.add("script", o, nil)
		default:
			h.unknown = true
		}
	}
	return h
}

// object returns an object with one key.
func object(key, value string) *script.Object {
	return &script.Object{Keys: []string{key}, Values: map[string]any{key: value}}
}

// with returns an object with another key, unless it has it.
func with(o *script.Object, key, value string) *script.Object {
	out := object(key, value)
	for _, k := range o.Keys {
		if k != key {
			out.Keys = append(out.Keys, k)
		}
		out.Values[k] = o.Values[k]
	}
	return out
}

// add adds an element.
func (h *head) add(name string, attributes *script.Object, text any) {
	e := conversion.Element{Name: name, Attributes: attributes, Text: text}
	line, known := e.Template()
	switch {
	case !known:
		h.unknown = true
	case e.Own():
		h.own = append(h.own, attributes.Str("name")+attributes.Str("property"))
	default:
		h.html.WriteString(line)
	}
}

// headKeys are the keys with elements for the head, in the order of the elements.
var headKeys = []string{"headTags", "stylesheets", "scripts", "metadata"}

// writeHead writes the elements for the head of each page into a template of the project.
func (d *docusaurus) writeHead() {
	text := ""
	for _, key := range headKeys {
		h := d.readHead(key)
		line := d.line(key)
		if h.html.Len() > 0 {
			text += h.html.String()
			d.Note(d.file, line, key, conversion.Used, "%s has the elements", conversion.HeadEnd)
		}
		if len(h.own) > 0 {
			d.Note(d.file, line, key, conversion.Ignored, "the theme has its own: %s", conversion.Few(h.own))
		}
		if h.unknown {
			d.Note(d.file, line, key, conversion.NeedsYou, "values that are computed: write these elements into %s", conversion.HeadEnd)
		}
	}
	if text != "" {
		d.Add(d.file, conversion.File{Path: conversion.HeadEnd, Data: []byte(text)})
	}
}
