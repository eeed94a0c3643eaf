package html

import (
	"bytes"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Elements are the names that pages use: of elements, and what their attributes class and id say. Tools that leave
// unused rules out of style sheets read them.
type Elements struct{ Tags, Classes, IDs map[string]bool }

// Add adds those of a page.
func (e *Elements) Add(doc []byte) {
	if e.Tags == nil {
		e.Tags, e.Classes, e.IDs = make(map[string]bool), make(map[string]bool), make(map[string]bool)
	}
	z := html.NewTokenizer(bytes.NewReader(doc))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			if !e.Tags[string(name)] {
				e.Tags[string(name)] = true
			}
			for more {
				var key, value []byte
				key, value, more = z.TagAttr()
				e.attribute(string(key), string(value))
			}
		}
	}
}

// attribute adds what an attribute says. Alpine and Vue say classes in attributes of their own: keys of objects and texts
// in scripts (:class), or names alone (x-transition:enter).
func (e *Elements) attribute(key, value string) {
	switch {
	case key == "id":
		if id := strings.TrimSpace(value); id != "" {
			e.IDs[id] = true
		}
	case key == "class", strings.Contains(key, "transition"):
		e.classes(value)
	case strings.HasSuffix(key, ":class"):
		for _, m := range classInScript.FindAllStringSubmatch(value, -1) {
			for _, text := range m[1:] {
				e.classes(text)
			}
		}
	}
}

func (e *Elements) classes(text string) {
	for class := range strings.FieldsSeq(text) {
		e.Classes[class] = true
	}
}

// classInScript finds texts, and keys of objects.
var classInScript = regexp.MustCompile("'([^']*)'|\"([^\"]*)\"|`([^`]*)`|([\\w-]+)\\s*:")

// JSON returns the names in the form of Hugo's hugo_stats.json (https://gohugo.io/configuration/build/), sorted; null for
// those that are not wanted.
func (e *Elements) JSON(tags, classes, ids bool) ([]byte, error) {
	list := func(wanted bool, names map[string]bool) []string {
		if !wanted {
			return nil
		}
		return append([]string{}, slices.Sorted(maps.Keys(names))...)
	}
	type elements struct {
		Tags    []string `json:"tags"`
		Classes []string `json:"classes"`
		IDs     []string `json:"ids"`
	}
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	w.SetIndent("", "  ")
	err := w.Encode(struct {
		Elements elements `json:"htmlElements"`
	}{elements{list(tags, e.Tags), list(classes, e.Classes), list(ids, e.IDs)}})
	return b.Bytes(), err
}
