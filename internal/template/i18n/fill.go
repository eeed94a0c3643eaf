package i18n

import (
	"reflect"
	"strconv"
	"strings"
	"text/template"
	"text/template/parse"
)

// phrasePart is a text of a translation, or the name of a field between texts.
type phrasePart struct{ text, field string }

// partsOf splits a template that only prints fields, as most translations do; nil for others.
func partsOf(t *template.Template) []phrasePart {
	var parts []phrasePart
	for _, n := range t.Root.Nodes {
		switch n := n.(type) {
		case *parse.TextNode:
			parts = append(parts, phrasePart{text: string(n.Text)})
		case *parse.ActionNode:
			if len(n.Pipe.Decl) > 0 || len(n.Pipe.Cmds) != 1 || len(n.Pipe.Cmds[0].Args) != 1 {
				return nil
			}
			f, ok := n.Pipe.Cmds[0].Args[0].(*parse.FieldNode)
			if !ok || len(f.Ident) != 1 {
				return nil
			}
			parts = append(parts, phrasePart{field: f.Ident[0]})
		default:
			return nil
		}
	}
	return parts
}

// fill executes such a template with a number, or a map or view with texts and numbers. ok is false for anything else.
func fill(n Namer, parts []phrasePart, data any) (out string, ok bool) {
	if len(parts) == 0 {
		return "", false
	}
	var b strings.Builder
	for _, p := range parts {
		if p.field == "" {
			b.WriteString(p.text)
			continue
		}
		var v any
		switch d := data.(type) {
		case intCount:
			if p.field == "Count" {
				v = int(d)
			}
		case map[string]any:
			v = d[p.field]
		default:
			if kind := reflect.ValueOf(data).Kind(); kind != reflect.Pointer && kind != reflect.Struct {
				return "", false
			}
			v, _ = n.Name(data, p.field, nil)
		}
		switch v := v.(type) {
		case string:
			b.WriteString(v)
		case int:
			b.WriteString(strconv.Itoa(v))
		case int64:
			b.WriteString(strconv.FormatInt(v, 10))
		case uint64:
			b.WriteString(strconv.FormatUint(v, 10))
		default:
			return "", false
		}
	}
	return b.String(), true
}
