package funcs

import (
	"encoding/xml"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cast"
)

// encodeXML writes a map as XML: keys are elements, those that start with a hyphen attributes, "#text" is text, and a
// list is one element per value.
func encodeXML(m map[string]any) (string, error) {
	var b strings.Builder
	w := xmlWriter{&b}
	if err := w.element("root", m, 0); err != nil {
		return "", err
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

type xmlWriter struct{ to *strings.Builder }

func (w *xmlWriter) element(name string, v any, depth int) error {
	if !validName(name) {
		return fmt.Errorf("%s: %q cannot be the name of an XML element", fnRemarshal, name)
	}
	if list := reflect.ValueOf(v); list.Kind() == reflect.Slice {
		for i := range list.Len() {
			if err := w.element(name, list.Index(i).Interface(), depth); err != nil {
				return err
			}
		}
		if list.Len() > 0 {
			return nil
		}
		v = nil
	}
	indent := strings.Repeat("\t", depth)
	m, ok := v.(map[string]any)
	if !ok {
		text := ""
		if v != nil {
			var err error
			if text, err = cast.ToStringE(v); err != nil {
				return fmt.Errorf("%s: %s: %w", fnRemarshal, name, err)
			}
		}
		w.line(indent, name, "", xmlEscape(text))
		return nil
	}
	attributes, text := "", ""
	var below []string
	for _, key := range slices.Sorted(maps.Keys(m)) {
		switch attribute, is := strings.CutPrefix(key, "-"); {
		case key == "#text":
			text = xmlEscape(fmt.Sprint(m[key]))
		case is:
			attributes += fmt.Sprintf(" %s=\"%s\"", attribute, xmlEscape(fmt.Sprint(m[key])))
		default:
			below = append(below, key)
		}
	}
	if len(below) == 0 {
		w.line(indent, name, attributes, text)
		return nil
	}
	fmt.Fprintf(w.to, "%s<%s%s>%s\n", indent, name, attributes, text)
	for _, key := range below {
		if err := w.element(key, m[key], depth+1); err != nil {
			return err
		}
	}
	fmt.Fprintf(w.to, "%s</%s>\n", indent, name)
	return nil
}

// line writes an element without child elements.
func (w *xmlWriter) line(indent, name, attributes, text string) {
	if text == "" {
		fmt.Fprintf(w.to, "%s<%s%s/>\n", indent, name, attributes)
		return
	}
	fmt.Fprintf(w.to, "%s<%s%s>%s</%[2]s>\n", indent, name, attributes, text)
}

// validName reports whether a text is a valid element name.
func validName(name string) bool {
	var v struct {
		XMLName xml.Name
	}
	return xml.Unmarshal([]byte("<"+name+"/>"), &v) == nil
}
