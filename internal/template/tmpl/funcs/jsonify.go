package funcs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
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
	v, _, err := l.withMembers(args[len(args)-1], 0)
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

// Object is a JSON object whose members have an order.
type Object struct {
	Members []Member
	Escape  bool // escape HTML even if the option noHTMLEscape is set, as Hugo does in pages
}

// MarshalJSON writes the members in their order.
func (o Object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(o.Escape)
	b.WriteByte('{')
	for i, m := range o.Members {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := e.Encode(m.Name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := e.Encode(m.Value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// deepest is how many levels of lists and maps are searched for values with members. The encoder refuses deeper ones.
const deepest = 1000

// withMembers returns v with an object in place of each value that has members, in lists and maps too. other reports
// whether there is such a value, or a list or map of another type, which becomes []any or map[string]any; if not, v is
// returned.
func (l *lib) withMembers(v any, level int) (out any, other bool, err error) {
	if v == nil || l.env.Members == nil || level > deepest {
		return v, false, nil
	}
	if o, err := l.env.Members(v); o != nil || err != nil {
		for i := 0; err == nil && i < len(o.Members); i++ {
			if o.Members[i].Value, _, err = l.withMembers(o.Members[i].Value, level+1); err != nil {
				return nil, false, err
			}
		}
		return o, true, err
	}
	if dict, ok := v.(map[string]any); ok {
		return l.dictWithMembers(dict, level)
	}
	switch list := reflect.ValueOf(v); {
	case list.Kind() == reflect.Slice && mayHaveMembers(list.Type().Elem()) && !list.IsNil():
		with := make([]any, list.Len())
		_, plain := v.([]any)
		other = !plain
		for i := range with {
			var is bool
			if with[i], is, err = l.withMembers(list.Index(i).Interface(), level+1); err != nil {
				return nil, false, err
			}
			other = other || is
		}
		if other {
			return with, true, nil
		}
	case list.Kind() == reflect.Map && list.Type().Key().Kind() == reflect.String &&
		mayHaveMembers(list.Type().Elem()) && !list.IsNil():
		dict := make(map[string]any, list.Len())
		for k, e := range list.Seq2() {
			dict[k.String()] = e.Interface()
		}
		out, _, err = l.dictWithMembers(dict, level)
		return out, true, err
	}
	return v, false, nil
}

// dictWithMembers is withMembers for a map of dict, which it copies only if it has to.
func (l *lib) dictWithMembers(dict map[string]any, level int) (any, bool, error) {
	var with map[string]any
	for k, e := range dict {
		v, other, err := l.withMembers(e, level+1)
		if err != nil {
			return nil, false, err
		}
		if !other {
			continue
		}
		if with == nil {
			with = maps.Clone(dict)
		}
		with[k] = v
	}
	if with == nil {
		return dict, false, nil
	}
	return with, true, nil
}

// mayHaveMembers reports whether an element of a list may have members, or contain a value that has.
func mayHaveMembers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface, reflect.Pointer, reflect.Struct:
		return true
	case reflect.Slice, reflect.Map:
		return mayHaveMembers(t.Elem())
	}
	return false
}
