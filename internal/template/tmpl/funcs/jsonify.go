package funcs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"reflect"

	"github.com/sitegen/sitegen/internal/template/tmpl/exec"

	castlib "github.com/spf13/cast"
)

// jsonify encodes a value as JSON; the options prefix, indent, and noHTMLEscape may come first.
func (l *lib) jsonify(args ...any) (template.HTML, error) {
	const fn = "encoding.Jsonify"
	var prefix, indent string
	escape := true
	switch len(args) {
	case 0:
		return "", nil
	case 1:
	case 2:
		err := options(fn, args[0], func(name string, v any) (err error) {
			switch name {
			case "prefix":
				prefix, err = str(fn, v)
			case "indent":
				indent, err = str(fn, v)
			case "nohtmlescape":
				var no bool
				no, err = castlib.ToBoolE(v)
				escape = !no
			}
			return err
		})
		if err != nil {
			return "", err
		}
	default:
		return "", countError(fn, "0 to 2", len(args))
	}
	if err := boundedData(fn, args[len(args)-1]); err != nil {
		return "", err
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(escape)
	e.SetIndent(prefix, indent)
	v, err := l.withMembers(args[len(args)-1], 0)
	if err != nil {
		return "", fmt.Errorf("%s: %w", fn, err)
	}
	if err := e.Encode(v); err != nil {
		return "", fmt.Errorf("%s: %w", fn, err)
	}
	text := template.HTML(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
	return text, exec.Bounded(text)
}

// Member is a member of a JSON object.
type Member struct {
	Name  string
	Value any
}

// object is a JSON object whose members have an order.
type object []Member

// MarshalJSON escapes HTML even if the option noHTMLEscape is set, as that of Hugo's pages does.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(m.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.Value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// deepest is how many levels of lists and maps are searched for values with members. The encoder refuses deeper ones.
const deepest = 1000

// withMembers returns v with an object in place of each value that has members, in lists and maps too.
func (l *lib) withMembers(v any, level int) (any, error) {
	if v == nil || l.env.Members == nil || level > deepest {
		return v, nil
	}
	if members, ok, err := l.env.Members(v); ok || err != nil {
		for i := range members {
			if members[i].Value, err = l.withMembers(members[i].Value, level+1); err != nil {
				return nil, err
			}
		}
		return object(members), err
	}
	switch list := reflect.ValueOf(v); {
	case list.Kind() == reflect.Slice && mayHaveMembers(list.Type().Elem()) && !list.IsNil():
		out := make([]any, list.Len())
		for i := range out {
			var err error
			if out[i], err = l.withMembers(list.Index(i).Interface(), level+1); err != nil {
				return nil, err
			}
		}
		return out, nil
	case list.Kind() == reflect.Map && list.Type().Key().Kind() == reflect.String &&
		mayHaveMembers(list.Type().Elem()) && !list.IsNil():
		out := make(map[string]any, list.Len())
		for k, e := range list.Seq2() {
			var err error
			if out[k.String()], err = l.withMembers(e.Interface(), level+1); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return v, nil
}

// mayHaveMembers reports whether an element of a list may have members, or contain a value that has.
func mayHaveMembers(t reflect.Type) bool {
	return t.Kind() == reflect.Interface || t.Kind() == reflect.Pointer
}
