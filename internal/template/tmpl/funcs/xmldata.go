package funcs

import (
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
)

// decodeXML converts the content of the root element of an XML document to a map. An element is its text or, if it has
// attributes or child elements, a map: attributes under their name with "-" before it, text under "#text". A repeated
// element is a list. Names have no prefix.
func decodeXML(text string) (any, error) {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		t, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("no XML element: %w", err)
		}
		start, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		v, err := xmlElement(d, start, 0)
		if err != nil {
			return nil, err
		}
		m, ok := v.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("the XML element %s holds no elements", start.Name.Local)
		}
		return m, nil
	}
}

// deepestXML limits the nesting of elements.
const deepestXML = 500

func xmlElement(d *xml.Decoder, start xml.StartElement, depth int) (any, error) {
	if depth > deepestXML {
		return nil, errors.New("the XML is nested too deeply")
	}
	m := map[string]any{}
	for _, a := range start.Attr {
		m["-"+a.Name.Local] = a.Value
	}
	var text strings.Builder
	for {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case xml.CharData:
			text.Write(t)
		case xml.StartElement:
			v, err := xmlElement(d, t, depth+1)
			if err != nil {
				return nil, err
			}
			name := t.Name.Local
			switch have := m[name].(type) {
			case nil:
				m[name] = v
			case []any:
				m[name] = append(have, v)
			default:
				m[name] = []any{have, v}
			}
		case xml.EndElement:
			s := strings.TrimSpace(text.String())
			if len(m) == 0 {
				return s, nil
			}
			if s != "" {
				m["#text"] = s
			}
			return m, nil
		}
	}
}
